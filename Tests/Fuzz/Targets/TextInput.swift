import Base
import Corpora
import PluginHost
import ResultStore
import Values

/// Files of text that people or other programs write, and payloads.
enum TextInput {
  static func check(corpus bytes: [UInt8]) throws(BrokenPromise) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    do {
      let corpus = try Corpus(yaml: text, file: "corpus.yaml")
      try promise(!corpus.groups.isEmpty, "a corpus without groups")
    } catch let error as FileFault {
      try check(line: error.line, of: bytes)
    } catch let error as BrokenPromise {
      throw error
    } catch {
      throw BrokenPromise("an error without a place: \(error)")
    }
  }

  static func check(manifest bytes: [UInt8]) throws(BrokenPromise) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    let path = "/plugins/one/plugin.yaml"
    guard let manifest = try? PluginManifest(yaml: text, path: path) else { return }
    try promise(!manifest.command.isEmpty && !manifest.name.isEmpty, "no command or no name")
  }

  /// A baseline that was read is the same one once written and read again.
  static func check(baseline bytes: [UInt8]) throws(BrokenPromise) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let baseline = try? BaselineFile.read(text, path: "b.json"),
      let written = try? BaselineFile.text(baseline)
    else { return }
    let again = try? BaselineFile.read(written, path: "b.json")
    try promise(again == baseline, "a baseline is another one once written")
  }

  /// The first byte chooses the carrier and the declared charset, the rest is the payload.
  static func check(payload bytes: [UInt8]) throws(BrokenPromise) {
    guard let first = bytes.first else { return }
    let carriers = Carrier.allCases
    let value = BarcodeValue(
      bytes.dropFirst(), carrier: carriers[Int(first & 15) % carriers.count],
      charset: charsets[Int(first >> 4) % charsets.count], year: 2026)
    try promise(value.bytes == Array(bytes.dropFirst()), "the payload's bytes have changed")
    try promise(value.isSameMeaning(as: value), "a payload does not mean what it means")
    _ = (value.fields, value.displayValue)
  }

  private static let charsets: [String?] = [
    nil, "UTF-8", "Shift_JIS", "ISO-8859-1", "UTF-16", "GB18030", "ISO-2022-JP", "no such",
  ]

  private static func check(line: Int?, of bytes: [UInt8]) throws(BrokenPromise) {
    guard let line else { return }
    // YAML has more line breaks than this, so this is a bound from above.
    try promise(
      (1...bytes.count + 2).contains(line), "an error in line \(line), which is not there")
  }
}
