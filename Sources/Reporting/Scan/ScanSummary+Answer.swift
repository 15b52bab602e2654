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

  /// The command that says why images are not read, at the end of a line; `nil` if all are.
  ///
  /// - Parameters:
  ///   - arguments: The files and folders that were named: folders stand for more images than a command names.
  ///   - decoders: The decoders that were asked for, as they were typed; empty for all.
  package func next(of arguments: [String], decoders: [String]) -> String? {
    let images = unread.filter { $0 != "-" }
    guard !images.isEmpty else { return nil }
    let places =
      images.count <= Self.mostNamed
      ? images
      : arguments.filter { argument in
        let folder = argument.hasSuffix("/") ? argument : argument + "/"
        return images.contains { $0 == argument || $0.hasPrefix(folder) }
      }
    let named = places.prefix(Self.mostNamed)
    let command =
      "harness explain" + decoders.map { " --decoder " + Self.word($0) }.joined()
      + named.map { " " + ReproduceCommand.quoted($0) }.joined()
    return places.count > named.count
      ? "next, and the same for \(Numerals.count(places.count - named.count)) more: \(command)"
      : "next: \(command)"
  }

  /// A word of a command, in quotes only where a shell needs them.
  private static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        || "-:=,.@".utf8.contains($0)
    }
    return isPlain ? text : ReproduceCommand.quoted(text)
  }

  /// The most images or folders of a command.
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
