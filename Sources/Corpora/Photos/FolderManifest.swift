import Base
import DecoderKit
import Foundation
import Symbols

/// `manifest.jsonl`: the symbols in the images of its folder, one JSON object a line.
///
/// It is the format that `harness corpus render` writes, and it is easy to write by hand:
///
///     {"file": "a.png", "symbols": [{"symbology": "qr-code", "text": "Hello"}]}
///     {"file": "b.png", "symbols": [{"bytes": "/wA="}, {"text": "2"}], "complete": false}
///     {"file": "c.png", "symbols": []}
///
/// `file` is a name in the same folder. Each symbol has its data as `text` (UTF-8) or `bytes`
/// (base64). `symbology` (by default taken from the folder's name) and `corners` (four `[x, y]` in
/// pixels, clockwise from the symbol's own top left) may be left out. `complete` says whether the
/// image shows no other codes; its default is true. Other fields are ignored.
struct FolderManifest {
  static let fileName = "manifest.jsonl"

  /// The largest manifest in bytes, enough for some 200 000 rendered samples.
  private static let maximumBytes = 1 << 28
  private static let mostLines = 1 << 22

  /// One line.
  struct Entry {
    let line: Int
    let file: String
    let symbols: [PhotoSymbol]
    let isComplete: Bool
  }

  /// The lines by percent-encoded file name.
  private(set) var entries: [String: Entry] = [:]
  private(set) var problems: [String] = []

  private struct Line: Decodable {
    struct Symbol: Decodable {
      var symbology: String?
      var bytes: Data?
      var text: String?
      var corners: Corners?
    }

    var file: String
    var symbols: [Symbol]
    var complete: Bool?
  }

  /// Reads a manifest; problems in its lines are collected in ``problems``.
  init(path: String) {
    let bytes: [UInt8]
    do {
      bytes = try ForeignFolder.read(file: path, maximumBytes: Self.maximumBytes)
    } catch {
      problems = ["\(error)"]
      return
    }
    let isAll = BoundedJSON.forEachLine(of: bytes, as: Line.self, atMost: Self.mostLines) {
      number, line in
      do {
        try add(line.get(), number: number)
      } catch let error as DecodingError {
        problems.append("\(path):\(number): \(Self.sentence(error))")
      } catch {
        problems.append("\(path):\(number): \(error)")
      }
    }
    if !isAll {
      problems.append("\(path): has more than the \(Self.mostLines) lines that are read")
    }
  }

  /// The problem in a line, without file name and line number.
  private struct LineError: Error, CustomStringConvertible {
    let description: String
  }

  private mutating func add(_ line: Line, number: Int) throws {
    let key = PercentEncoding.encode(line.file)
    if let other = entries[key] {
      throw LineError(description: "\"\(line.file)\" is in line \(other.line) already")
    }
    guard !line.file.contains("/") else {
      throw LineError(
        description: "\"\(line.file)\" is in another folder; that one takes a manifest of its own")
    }
    entries[key] = Entry(
      line: number, file: line.file, symbols: try line.symbols.map(Self.symbol),
      isComplete: line.complete ?? true)
  }

  private static func symbol(_ symbol: Line.Symbol) throws -> PhotoSymbol {
    var symbology: Symbology?
    if let name = symbol.symbology {
      symbology = Symbology(parsing: name)
      if symbology == nil {
        let suggestion = SpellingSuggestion.sentence(
          for: name, among: Symbology.allCases.map(\.rawValue))
        throw LineError(description: "unknown symbology \"\(name)\"." + suggestion)
      }
    }
    switch (symbol.text, symbol.bytes) {
    case (let text?, nil):
      return PhotoSymbol(
        symbology: symbology, bytes: Array(text.utf8), corners: symbol.corners,
        certainty: .writtenText)
    case (nil, let bytes?):
      return PhotoSymbol(symbology: symbology, bytes: Array(bytes), corners: symbol.corners)
    case (nil, nil):
      throw LineError(
        description: "a symbol has neither \"text\" nor \"bytes\"; "
          + "an image without truth needs no line")
    case (_?, _?):
      throw LineError(description: "a symbol has both \"text\" and \"bytes\"; one is enough")
    }
  }

  private static func sentence(_ error: DecodingError) -> String {
    func place(_ path: [any CodingKey]) -> String {
      let words = path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
      return words.isEmpty ? "the line" : "\"\(words.joined(separator: "."))\""
    }
    switch error {
    case .keyNotFound(let key, let context):
      return "\(place(context.codingPath)) has no \"\(key.stringValue)\""
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "\(place(context.codingPath)) has a value of the wrong kind"
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      return "\(place(context.codingPath)) cannot be read: \(context.debugDescription)"
    default:
      return "it is not a JSON object; a line looks like "
        + "{\"file\": \"a.png\", \"symbols\": [{\"symbology\": \"qr-code\", \"text\": \"Hello\"}]}"
    }
  }
}
