import Base
import CZint
import DecoderKit

/// The unchecked result of libzint for a request.
struct EncodedModules {
  let columns: Int
  let rows: Int
  /// The modules, row after row; 1 is dark.
  let modules: [UInt8]
  /// The heights of the rows, in modules; 0 if zint leaves the choice open.
  let rowHeights: [Double]
  /// The text that is printed below the bars.
  let humanReadable: [UInt8]

  /// Runs the encoder.
  ///
  /// - Parameter wanted: The options that errors name.
  init(_ request: EncoderRequest, wanted: SymbolOptions) throws(SymbolError) {
    guard let handle = ZBarcode_Create() else { throw .refused("out of memory") }
    defer { ZBarcode_Delete(handle) }
    handle.pointee.symbology = request.code
    handle.pointee.input_mode = request.inputMode
    if let option = request.option1 { handle.pointee.option_1 = option }
    if let option = request.option2 { handle.pointee.option_2 = option }
    if let option = request.option3 { handle.pointee.option_3 = option }
    if let interpretation = request.interpretation {
      handle.pointee.eci = Int32(interpretation.number)
    }
    zint_set_primary(handle, request.primary)

    let status = ZBarcode_Encode(handle, request.data, Int32(request.data.count))
    // For these symbologies zint takes a larger symbol than the one asked for and warns of it.
    let isEnlarged =
      status == ZINT_WARN_INVALID_OPTION
      && [BARCODE_PDF417, BARCODE_MICROPDF417].contains(request.code)
    guard status != ZINT_ERROR_TOO_LONG, !isEnlarged else {
      throw .tooLong(bytes: request.data.count, into: wanted.description)
    }
    // Warnings count as refusals too: each means that the symbol is not exactly what was asked for.
    guard status == 0 else { throw .refused(String(cString: zint_message(handle))) }
    guard handle.pointee.symbology == request.code else {
      throw .notAsAsked(
        wanted: wanted.description, got: "zint's symbology \(handle.pointee.symbology)")
    }

    let columns = Int(handle.pointee.width)
    let rows = Int(handle.pointee.rows)
    self.columns = columns
    self.rows = rows
    modules = [UInt8](unsafeUninitializedCapacity: columns * rows) { modules, count in
      for row in 0..<rows {
        guard let bits = zint_row(handle, Int32(row)) else { continue }
        for column in 0..<columns {
          modules[row * columns + column] = bits[column >> 3] >> UInt8(column & 7) & 1
        }
      }
      count = columns * rows
    }
    rowHeights = (0..<rows).map { Double(zint_row_height(handle, Int32($0))) }
    humanReadable = Array(String(cString: zint_text(handle)).utf8)
  }

  /// Returns true if a module is dark.
  func isDark(column: Int, row: Int) -> Bool { modules[row * columns + column] != 0 }
}

/// Rows of modules of different heights that make up a linear symbol.
package struct LinearShape {
  private(set) var columns: Int
  private(set) var rows: [(modules: [UInt8], height: Double)]

  /// The length by which guard bars extend below the others, in modules (GS1 General
  /// Specifications, 5.2).
  static let guardDescent = 5.0
  /// The distance from the top of a main symbol of the usual height to the top of the add-on's
  /// bars.
  ///
  /// Those bars are 21.90 mm high where a module is 0.33 mm: 66.36 modules. They end with the guard
  /// bars.
  static let addOnDrop = 69.24 + guardDescent - 66.36
  /// The thickness of bearer bars in modules: 4.83 mm where a module is 1.016 mm, drawn as 5.
  ///
  /// Unrounded it is 4.75 modules (GS1 General Specifications, 5.3).
  package static let bearerThickness = 5
  /// Light modules between ITF-14's bars and its bearer box.
  package static let bearerMargin = 10

  /// Lays out a symbol.
  ///
  /// - Parameters:
  ///   - bars: The modules from left to right, an add-on's included.
  ///   - height: The recipe's height in modules, or `nil`.
  init(_ bars: [UInt8], _ kind: LinearKind, height: Double?) {
    // zint ends a Telepen with a space, which is no part of the symbol.
    let bars = kind == .telepen && bars.last == 0 ? Array(bars.dropLast()) : bars
    columns = bars.count
    rows = [(bars, height ?? kind.height(columns: bars.count))]
    if let guardBars = kind.guardBars {
      layOutEAN(bars, guardBars: guardBars, hasAddOn: kind.addOn != nil)
    }
    if case .itf14(let bearers) = kind, bearers != .none { layOutBearers(isBox: bearers == .box) }
  }

  /// Guard bars extend below the others; an add-on begins lower and ends with them.
  private mutating func layOutEAN(
    _ bars: [UInt8], guardBars: (columns: [ClosedRange<Int>], width: Int), hasAddOn: Bool
  ) {
    let height = rows[0].height
    let main = bars.indices.map { $0 < guardBars.width ? bars[$0] : 0 }
    let lower = bars.indices.map { column in
      column >= guardBars.width || guardBars.columns.contains { $0.contains(column) }
        ? bars[column] : 0
    }
    rows =
      hasAddOn
      ? [(main, Self.addOnDrop), (bars, height - Self.addOnDrop), (lower, Self.guardDescent)]
      : [(bars, height), (lower, Self.guardDescent)]
  }

  private mutating func layOutBearers(isBox: Bool) {
    let (bars, height) = rows[0]
    let side = [UInt8](repeating: 1, count: isBox ? Self.bearerThickness : 0)
    let margin = [UInt8](repeating: 0, count: Self.bearerMargin)
    let middle = side + margin + bars + margin + side
    columns = middle.count
    let bearer = (
      modules: [UInt8](repeating: 1, count: columns), height: Double(Self.bearerThickness)
    )
    rows = [bearer, (middle, height), bearer]
  }
}

extension LinearKind {
  /// The columns that extend below the others, and the main symbol's width; `nil` if there are
  /// none.
  ///
  /// ISO/IEC 15420, 4.3; UPC-A's first and last digit are drawn as high as its guards (GS1 General
  /// Specifications, figure 5.2.1.4-1).
  package var guardBars: (columns: [ClosedRange<Int>], width: Int)? {
    switch self {
    case .ean13: ([0...2, 45...49, 92...94], 95)
    case .ean8: ([0...2, 31...35, 64...66], 67)
    case .upcA: ([0...9, 45...49, 85...94], 95)
    case .upcE: ([0...2, 45...50], 51)
    default: nil
    }
  }
}

/// The shape of a MaxiCode (ISO/IEC 16023, 4.11): 33 rows of hexagons around three rings.
///
/// The unit of all lengths is a module's width W, the distance between neighbours in a row. Even
/// rows have 30 hexagons, the first centred at ½ W; odd rows have 29, half a module further right.
enum MaxiCodeShape {
  static let rows = 33
  static let columns = 30
  /// The distance from row to row: √3 ÷ 2 W.
  static let rowPitch = 0.866_025_403_784_438_6
  /// The height of a hexagon, which stands on a corner, from corner to corner: 2 ÷ √3 W.
  static let hexagonHeight = 1.154_700_538_379_251_7
  /// The height of the symbol, with half a hexagon above the first and below the last row's
  /// centres.
  static let height = 32 * rowPitch + hexagonHeight

  /// The radii of the rings' edges from inside out: light, then dark, in turn.
  ///
  /// They are in modules, converted from millimetres at W = 0.88 mm.
  private static let ringRadii = [0.51, 1.18, 1.86, 2.53, 3.20, 3.87].map { $0 / 0.88 }
  /// The centre of the rings, which is that of the fifteenth hexagon of the seventeenth row.
  static let centre = Point(x: 14.5, y: hexagonHeight / 2 + 16 * rowPitch)

  /// Returns the outlines of the dark hexagons and of the rings.
  ///
  /// - Parameter isDark: Returns true if the hexagon in a column of a row is dark.
  static func polygons(isDark: (_ column: Int, _ row: Int) -> Bool) -> [[Point]] {
    var polygons: [[Point]] = []
    for row in 0..<rows {
      for column in 0..<columns where isDark(column, row) {
        polygons.append(hexagon(column: column, row: row))
      }
    }
    for (index, radius) in ringRadii.enumerated() {
      let circle = circle(radius: radius)
      polygons.append(index % 2 == 0 ? circle.reversed() : circle)
    }
    return polygons
  }

  /// Returns a hexagon, clockwise from its topmost corner. Neighbours share corners exactly, to the
  /// last bit.
  private static func hexagon(column: Int, row: Int) -> [Point] {
    let left = Double(column) + (row % 2 == 0 ? 0 : 0.5)
    // Rows of corners are shared with the rows above and below: their heights are multiples of a
    // quarter of a hexagon's height; a row takes three quarters.
    let quarter = hexagonHeight / 4
    func y(_ quarters: Int) -> Double { Double(3 * row + quarters) * quarter }
    return [
      Point(x: left + 0.5, y: y(0)), Point(x: left + 1, y: y(1)), Point(x: left + 1, y: y(3)),
      Point(x: left + 0.5, y: y(4)), Point(x: left, y: y(3)), Point(x: left, y: y(1)),
    ]
  }

  /// Returns a circle as a polygon of 180 sides, clockwise.
  ///
  /// The sides of a polygon with corners at distance R from the centre come as near to it as R cos
  /// 1°. With R = r × 2 ÷ (1 + cos 1°) the polygon deviates from a circle of radius r by r tan² ½°
  /// at most, in either direction: less than 0.0004 modules for the largest ring.
  private static func circle(radius: Double) -> [Point] {
    let distance = radius * 2 / (1 + sineAndCosine(degrees: 1).cosine)
    return (0..<180).map { step in
      let (sine, cosine) = sineAndCosine(degrees: Double(2 * step))
      return Point(x: centre.x + distance * cosine, y: centre.y + distance * sine)
    }
  }
}
