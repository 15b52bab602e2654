import Results
import Scanning

/// The first and the last sentence of a scan.
extension ScanSummary {
  /// The answer: in how many images something is read, by whom, and what nobody reads; `nil` without one.
  package func answer(_ decoders: [ScanDecoder]) -> String? {
    guard scanned > 0 else { return nil }
    let counts = scanned == 1 ? readSymbols : readImages
    func count(_ decoder: ScanDecoder) -> Int { counts[decoder.label] ?? 0 }
    let readers = decoders.enumerated().filter { count($0.element) > 0 }
      .sorted { (count($1.element), $0.offset) < (count($0.element), $1.offset) }
      .map { "\(Numerals.count(count($0.element))) by \(Self.name($0.element))" }
    let who = Words.list(Words.first(readers, others: "decoders read fewer"))
    guard scanned > 1 else {
      return readers.isEmpty
        ? "Nothing is read in \(firstPath)\(Self.by(decoders))"
        : "\(Numerals.counted(symbols, "code is", "codes are")) read in \(firstPath): \(who)"
    }
    guard withoutReading < scanned else {
      return "None of \(Numerals.count(scanned)) images is read\(Self.by(decoders))"
    }
    let names = Words.first(unread.map(Self.fileName), others: "more")
    let all = Numerals.counted(scanned, "image", "images")
    guard !unread.isEmpty else { return "All \(all) are read: \(who)" }
    let read = scanned - withoutReading
    return "\(Numerals.count(read)) of \(all) \(read == 1 ? "is" : "are") read: \(who); "
      + (decoders.count > 1 ? "nobody reads " : "not read: ") + Words.list(names)
  }

  /// The command that says why images are not read; `nil` if all are.
  package var next: String? {
    let named = unread.filter { $0 != "-" }.prefix(Self.mostNamed)
    guard !named.isEmpty else { return nil }
    let rest = unread.count - named.count
    let images = named.map { ReproduceCommand.quoted($0) }.joined(separator: " ")
    return "next: harness explain \(images)"
      + (rest > 0 ? " (and \(Numerals.count(rest)) more)" : "")
  }

  /// The most images of a command.
  private static let mostNamed = 3

  private static func name(_ decoder: ScanDecoder) -> String {
    decoder.version.isEmpty
      ? decoder.label
      : VersionedName.text(decoder.label, library: decoder.library, version: decoder.version)
  }

  private static func by(_ decoders: [ScanDecoder]) -> String {
    decoders.count == 1 ? " by \(name(decoders[0]))" : " by any of \(decoders.count) decoders"
  }

  private static func fileName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
