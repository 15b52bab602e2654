import Foundation
import Testing

/// What the compiler lets through and nobody may write.
struct SourceChecks {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// DecoderKit's `Decoder` hides Swift's: with the short name an `init(from:)` compiles and is
  /// never called.
  @Test func noInitFromDecoderTakesTheWrongDecoder() throws {
    // In two parts, so that this file does not accuse itself.
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
