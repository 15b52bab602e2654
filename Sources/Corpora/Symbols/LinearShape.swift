import DecoderKit

/// Rows of modules of different heights that make up a linear symbol.
struct LinearShape {
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
  static let bearerThickness = 5
  /// Light modules between ITF-14's bars and its bearer box.
  static let bearerMargin = 10

  /// Lays out a symbol.
  ///
  /// - Parameters:
  ///   - bars: The modules from left to right, an add-on's included.
  ///   - height: The recipe's height in modules, or `nil`.
  init(_ bars: [UInt8], _ kind: LinearKind, height: Double?) {
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
  var guardBars: (columns: [ClosedRange<Int>], width: Int)? {
    switch self {
    case .ean13: ([0...2, 45...49, 92...94], 95)
    case .ean8: ([0...2, 31...35, 64...66], 67)
    case .upcA: ([0...9, 45...49, 85...94], 95)
    case .upcE: ([0...2, 45...50], 51)
    default: nil
    }
  }
}
