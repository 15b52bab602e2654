import DecoderKit
import Optics
import Symbols

/// A code that is named by its text: `qr:text=https://example.com:18mm`.
struct SizedText {
  /// The same code, named by the size that the encoder makes of the text: `qr:v2:18mm`.
  let code: String

  /// The number at the end of the text, which may be a printed size without its unit; `nil` if there is none.
  let bareSize: String?

  private let bytes: Int
  /// The version that holds the text at level L, if that is a smaller one; `nil` for other symbologies.
  let smallerVersion: Int?
  private let options: SymbolOptions

  /// Reads a code with a text; `nil` for one without.
  ///
  /// The text may have colons. What stands after the last one is the printed size, if it is a length.
  init?(parsing written: String) throws(PrintedCodeError) {
    guard let mark = written.firstRange(of: ":text=") else { return nil }
    let head = written[..<mark.lowerBound].split(separator: ":").map(String.init)
    guard (1...2).contains(head.count), let symbology = Symbology(parsing: head[0]),
      let level = head.count == 1 ? .medium : QRErrorCorrection(rawValue: head[1].uppercased()),
      head.count == 1 || symbology == .qrCode
    else {
      throw PrintedCodeError(
        description: "\"\(written)\": write qr:text=…:18mm, or with a level qr:H:text=…:18mm, "
          + "datamatrix:text=…:0.5mm or aztec:text=…:15mm")
    }
    var text = written[mark.upperBound...]
    var printed = ""
    // A Data Matrix may have the symbol's width after the side of a module.
    for _ in 0..<(symbology == .dataMatrix ? 2 : 1) {
      guard let colon = text.lastIndex(of: ":"),
        Quantity.length.value(parsing: String(text[text.index(after: colon)...])) != nil
      else { break }
      printed = text[colon...] + printed
      text = text[..<colon]
    }
    let last = printed.isEmpty ? text.split(separator: ":").dropFirst().last : nil
    bareSize = last.flatMap { Double($0) == nil ? nil : String($0) }
    bytes = text.utf8.count
    do {
      guard
        let options = try SymbolEncoder.fitted(
          symbology, to: Array(text.utf8), errorCorrection: level)
      else {
        throw PrintedCodeError(
          description: "the size for a text is found for QR Code, Data Matrix and Aztec, not for "
            + "\(symbology): name the size")
      }
      self.options = options
      let low = try SymbolEncoder.fitted(symbology, to: Array(text.utf8), errorCorrection: .low)
      if case .qrCode(let version, _, _, _) = options, case .qrCode(let least, _, _, _)? = low,
        least < version
      {
        smallerVersion = least
      } else {
        smallerVersion = nil
      }
    } catch let error as PrintedCodeError {
      throw error
    } catch {
      throw PrintedCodeError(description: "\"\(written)\": \(error)")
    }
    code = "\(head[0]):\(Self.name(options))\(printed)"
  }

  /// The size as codes are written.
  private static func name(_ options: SymbolOptions) -> String {
    switch options {
    case .qrCode(let version, _, _, _): "v\(version)"
    case .dataMatrix(let size): "\(size)"
    case .aztec(let size): "\(size)"
    default: ""
    }
  }

  /// The size in words, with what it holds: `30 bytes: version 3 at level M (29 × 29 modules)`.
  func fit(columns: Double?, rows: Double?) -> String {
    let size =
      if case .qrCode(let version, let level, _, _) = options {
        "version \(version) at level \(level.rawValue)"
      } else {
        Self.name(options)
      }
    return "\(bytes) \(bytes == 1 ? "byte" : "bytes"): \(size) "
      + "(\(Int(columns ?? 0)) × \(Int(rows ?? 0)) modules)"
  }
}
