import Base
import DecoderKit
import Foundation
import Reporting
import Scanning

/// One JSON document, written image by image: nothing but the image at hand is in memory.
struct ScanDocument: ScanWriter {
  let decoders: [ScanDecoder]
  private var isFirst = true

  init(decoders: [ScanDecoder]) {
    self.decoders = decoders
  }

  func begin() throws -> String? {
    let list = try Self.text(decoders.map(ScanRecord.Decoder.init), indent: 2)
    return """
      {
        "schemaVersion" : \(ScanRecord.schemaVersion),
        "decoders" : \(list),
        "images" : [
      """
  }

  mutating func piece(_ image: ScannedImage) throws -> String {
    defer { isFirst = false }
    let text = try Self.text(ScanRecord.Image(image), indent: 4)
    return (isFirst ? "    " : "    ,") + text
  }

  func end() -> String? { "  ]\n}" }

  private static func text(_ value: some Encodable, indent: Int) throws -> String {
    try SortedJSON.text(value, isPretty: true, takesAnyNumber: true)
      .replacing("\n", with: "\n" + String(repeating: " ", count: indent))
  }
}

/// One JSON object a line, with the version of its layout first.
struct ScanLines: ScanWriter {
  func begin() -> String? { nil }

  func piece(_ image: ScannedImage) throws -> String {
    try VersionedJSON.line(ScanRecord.Image(image), version: ScanRecord.schemaVersion)
  }
}
