import ArgumentParser
import Base
import Foundation

/// The options of a page that other devices of a network may open.
package struct HostOptionGroup: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The address of this machine at which the page is served, such as 192.168.1.5, for a phone; by default no "
        + "other machine reaches it.", valueName: "address"))
  package var host: String?

  @Flag(
    help: ArgumentHelp(
      "Serves the page over TLS, with a certificate made for it: over a network, browsers give their camera "
        + "only then."))
  package var tls = false

  package init() {}

  package func validate() throws {
    guard let host else {
      if tls {
        throw ValidationError("--tls is for other devices: add --host with this machine's address")
      }
      return
    }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    guard numbers.count == 4, numbers.allSatisfy({ $0 != nil }),
      (1..<224).contains(numbers[0] ?? 0),
      numbers.map({ "\($0 ?? 0)" }).joined(separator: ".") == host
    else {
      throw ValidationError("--host is one IPv4 address of this machine, such as 192.168.1.5")
    }
  }

  /// The text about a page that is served: its address, how a phone comes to it, and what is to be known.
  ///
  /// - Parameter fingerprint: The SHA-256 of its certificate; `nil` without one.
  package func announcement(_ address: String, fingerprint: [UInt8]?) -> String {
    var lines = ["The page is \(address)"]
    if host != nil { lines += TerminalSymbol.lines(address, Terminal.style()) }
    if let fingerprint {
      lines.append(
        "The browser does not know its certificate and warns once; go on if it has this SHA-256:")
      let pairs = fingerprint.map { Hexadecimal.text([$0]).uppercased() }
      lines += [pairs.prefix(16), pairs.suffix(16)].map { "  " + $0.joined(separator: ":") }
    } else if host != nil {
      lines.append(
        "Without --tls, browsers give it single pictures and no video over a network, and whoever listens there "
          + "sees the address and the pictures.")
    }
    return (lines + ["Ctrl-C ends it."]).joined(separator: "\n")
  }
}
