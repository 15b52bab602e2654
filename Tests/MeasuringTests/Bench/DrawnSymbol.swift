import CZXingWriter
import DecoderKit
import Foundation
import TestSupport

/// A symbol that ZXing's encoder laid out, with the quiet zone that its standard asks for.
struct DrawnSymbol: Sendable {
  var symbology: Symbology
  var payload: [UInt8]
  /// The modules along a row.
  var columns: Int
  /// The rows of cells.
  var rows: Int
  /// The height of a cell, in modules: 1 for matrix symbols, that of the bars for linear ones.
  var cellHeight: Double
  /// The cells, row after row; 1 is dark.
  var cells: [UInt8]
  /// The light margins, in modules.
  var quietZone: (left: Double, top: Double, right: Double, bottom: Double)
  /// The widening of dark bars by ink, in modules, half of it on each side; along the rows alone for
  /// linear symbols.
  var growth = 0.0
  /// The distances from the symbol at which the page ends and a dark ground begins, in modules; `nil`
  /// for a page without end.
  var page: (left: Double, top: Double, right: Double, bottom: Double)?
  /// The distance by which the columns are bent to the left half way down, in modules.
  var bend = 0.0

  /// The symbol's width, in modules.
  var width: Double { Double(columns) }
  /// The symbol's height, in modules.
  var height: Double { Double(rows) * cellHeight }
  var diagonal: Double { (width * width + height * height).squareRoot() }
  var isLinear: Bool { rows == 1 }

  /// The symbologies that are drawn.
  static let symbologies: [Symbology] = [
    .qrCode, .dataMatrix, .aztec, .pdf417, .code128, .ean13,
  ]
}

extension DrawnSymbol {
  /// A symbol of a text; `nil` if the encoder refuses it.
  ///
  /// - Parameters:
  ///   - format: ZXing's name for the symbology.
  ///   - errorCorrection: 0 to 8, or -1 for ZXing's default.
  ///   - barHeight: The height of a linear symbol's bars, in modules.
  init?(
    _ symbology: Symbology, _ format: String, _ payload: [UInt8], errorCorrection: Int = -1,
    barHeight: Double = 30
  ) {
    let drawing = czxing_write(format, payload, payload.count, Int32(errorCorrection))
    defer { czxing_writer_free(drawing) }
    guard let modules = drawing.modules else { return nil }
    var (columns, rows) = (Int(drawing.columns), Int(drawing.rows))
    var cells = Array(UnsafeBufferPointer(start: modules, count: columns * rows))
    if symbology == .pdf417 { Self.turnUpright(&cells, &columns, &rows) }
    let isLinear = symbology == .code128 || symbology == .ean13
    if isLinear { (rows, cells) = (1, Array(cells[..<columns])) }
    self.init(
      symbology: symbology, payload: payload, columns: columns, rows: rows,
      cellHeight: isLinear ? barHeight : 1, cells: cells, quietZone: Self.quietZone(symbology))
  }

  /// Draws a random symbol: any size that the symbology has in everyday use, QR to version 25.
  init(random symbology: Symbology, using random: inout SeededGenerator) {
    while true {
      let (format, payload, errorCorrection) = Self.content(symbology, using: &random)
      guard let symbol = Self(symbology, format, payload, errorCorrection: errorCorrection) else {
        continue
      }
      self = symbol
      if isLinear { cellHeight = width * Double.random(in: 0.2...0.7, using: &random) }
      return
    }
  }

  private static func content(
    _ symbology: Symbology, using random: inout SeededGenerator
  ) -> (format: String, payload: [UInt8], errorCorrection: Int) {
    func length(_ range: ClosedRange<Double>) -> Int {
      Int(exp(Double.random(in: log(range.lowerBound)...log(range.upperBound), using: &random)))
    }
    switch symbology {
    case .qrCode:
      let level = Int.random(in: 0...3, using: &random)
      let bytes = qrBytes(version: Int.random(in: 1...25, using: &random), level: level)
      let share = Double.random(in: 0.85...0.98, using: &random)
      return ("QRCode", text(max(1, Int(bytes * share) - 3), using: &random), 2 * level)
    case .dataMatrix: return ("DataMatrix", text(length(3...120), using: &random), -1)
    case .aztec: return ("Aztec", text(length(3...200), using: &random), -1)
    case .pdf417: return ("PDF417", text(length(6...150), using: &random), 2)
    case .code128: return ("Code128", text(length(4...20), using: &random), -1)
    default:
      var digits = (0..<12).map { _ in UInt8.random(in: 48...57, using: &random) }
      let sum = digits.enumerated().reduce(0) { sum, digit in
        sum + Int(digit.element - 48) * (digit.offset % 2 * 2 + 1)
      }
      digits.append(48 + UInt8((10 - sum % 10) % 10))
      return ("EAN13", digits, -1)
    }
  }

  /// The bytes of data in a QR Code, roughly (ISO/IEC 18004, tables 1 and 9).
  private static func qrBytes(version: Int, level: Int) -> Double {
    var modules = (16 * version + 128) * version + 64
    if version >= 2 {
      let lines = version / 7 + 2
      modules -= (25 * lines - 10) * lines - 55
      if version >= 7 { modules -= 36 }
    }
    return Double(modules) / 8 * [0.8, 0.62, 0.46, 0.34][level]
  }

  private static func text(_ count: Int, using random: inout SeededGenerator) -> [UInt8] {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789./-".utf8)
    return (0..<count).map { _ in letters.randomElement(using: &random) ?? 65 }
  }

  /// Undoes the turn that ZXing gives to a PDF417 that is higher than wide.
  private static func turnUpright(
    _ cells: inout [UInt8], _ columns: inout Int, _ rows: inout Int
  ) {
    let start: [UInt8] = [1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0]
    for _ in 0..<4 where columns < start.count || Array(cells[..<start.count]) != start {
      var turned: [UInt8] = []
      for column in 0..<columns {
        for row in (0..<rows).reversed() { turned.append(cells[row * columns + column]) }
      }
      (cells, columns, rows) = (turned, rows, columns)
    }
    precondition(Array(cells[..<start.count]) == start, "a PDF417 begins with its start pattern")
  }

  private static func quietZone(
    _ symbology: Symbology
  ) -> (left: Double, top: Double, right: Double, bottom: Double) {
    switch symbology {
    case .qrCode: (4, 4, 4, 4)
    case .dataMatrix: (1, 1, 1, 1)
    case .aztec: (0, 0, 0, 0)
    case .pdf417: (2, 2, 2, 2)
    case .code128: (10, 0, 10, 0)
    default: (11, 0, 7, 0)
    }
  }
}
