import Foundation
import Testing

/// Checks of the source text for mistakes that the compiler accepts.
struct SourceChecks {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// DecoderKit's `Decoder` hides Swift's: an `init(from:)` with the short name compiles but is
  /// never called.
  @Test func noInitFromDecoderTakesTheWrongDecoder() throws {
    // Written in two parts, so that the check does not find this file.
    let shortSpelling = try Regex("init\\s*\\(\\s*from\\s+\\w+\\s*:\\s*(any\\s+)?" + "Decoder\\b")
    var checked = 0
    for folder in ["Sources", "Plugins", "Tests"] {
      let files = FileManager.default.enumerator(atPath: Self.root.appending(path: folder).path)
      while let file = files?.nextObject() as? String {
        guard file.hasSuffix(".swift") else { continue }
        let path = Self.root.appending(path: folder + "/" + file).path
        let text = try String(contentsOfFile: path, encoding: .utf8)
        // `Swift.Decoder` does not match: the name must follow `any` or the colon at once.
        #expect(text.firstMatch(of: shortSpelling) == nil, "\(folder)/\(file)")
        checked += 1
      }
    }
    #expect(checked > 20)
  }
}
