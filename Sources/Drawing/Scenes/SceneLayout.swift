import DecoderKit
import Symbols

/// The arrangement of several symbols on one label. Quiet zones never overlap.
package enum SceneLayout: Hashable, Sendable {
  /// Rows and columns as high and wide as their largest symbols, with each symbol in the middle of
  /// its cell; filled row by row.
  case grid(rows: Int, columns: Int, spacingModules: Double)
  /// One symbol below the other, with the printed parts flush left, as on stacked labels.
  case stack(spacingModules: Double)

  /// Returns the same layout with another spacing.
  package func spaced(byModules spacing: Double) -> SceneLayout {
    switch self {
    case .grid(let rows, let columns, _):
      .grid(rows: rows, columns: columns, spacingModules: spacing)
    case .stack: .stack(spacingModules: spacing)
    }
  }

  /// The layout for one symbol.
  package static let single = SceneLayout.grid(rows: 1, columns: 1, spacingModules: 0)

  /// Returns the positions of the symbols' own top left corners.
  ///
  /// - Parameters:
  ///   - symbols: Symbols of any size; at least one, and no more than there are places.
  ///   - quietZonePercent: The share of each symbol's quiet zone that is kept free, in per cent.
  /// - Returns: Corners in modules, from the top left of all quiet zones together.
  package func place(
    _ symbols: [Symbol], quietZonePercent: Double = 100
  ) throws(SceneError) -> [Point] {
    let boxes = symbols.map { Box($0, quietZonePercent) }
    switch self {
    case .grid(let rows, let columns, let spacing):
      guard rows >= 1, columns >= 1, spacing >= 0, spacing.isFinite else {
        throw SceneError(
          "a grid has 1 or more rows and columns, and a spacing of 0 or more modules")
      }
      guard symbols.count <= rows.multipliedReportingOverflow(by: columns).partialValue else {
        throw SceneError(
          "a grid of \(rows) × \(columns) has no room for \(symbols.count) symbols")
      }
      return Self.grid(boxes, columns: columns, spacing: spacing)
    case .stack(let spacing):
      guard spacing >= 0, spacing.isFinite else {
        throw SceneError("a stack has a spacing of 0 or more modules")
      }
      let inset = boxes.map(\.margin.left).max() ?? 0
      var top = 0.0
      return boxes.map { box in
        defer { top += box.height + spacing }
        return Point(x: inset, y: top + box.margin.top)
      }
    }
  }

  private static func grid(_ boxes: [Box], columns: Int, spacing: Double) -> [Point] {
    let used = min(columns, boxes.count)
    let rows = (boxes.count + columns - 1) / columns
    var widths = [Double](repeating: 0, count: used)
    var heights = [Double](repeating: 0, count: rows)
    for (index, box) in boxes.enumerated() {
      widths[index % columns] = max(widths[index % columns], box.width)
      heights[index / columns] = max(heights[index / columns], box.height)
    }
    let lefts = starts(of: widths, spacing)
    let tops = starts(of: heights, spacing)
    return boxes.enumerated().map { index, box in
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      return Point(
        x: lefts[column] + (widths[column] - box.width) / 2 + box.margin.left,
        y: tops[row] + (heights[row] - box.height) / 2 + box.margin.top)
    }
  }

  private static func starts(of sizes: [Double], _ spacing: Double) -> [Double] {
    var next = 0.0
    return sizes.map { size in
      defer { next += size + spacing }
      return next
    }
  }

  /// A symbol with the part of its quiet zone that is kept.
  private struct Box {
    let margin: QuietZone
    let width: Double
    let height: Double

    init(_ symbol: Symbol, _ percent: Double) {
      margin = symbol.quietZone.scaled(byPercent: percent)
      width = margin.left + symbol.width + margin.right
      height = margin.top + symbol.height + margin.bottom
    }
  }
}

extension QuietZone {
  /// Returns the margin with each side scaled to a percentage.
  package func scaled(byPercent percent: Double) -> QuietZone {
    let share = percent / 100
    return QuietZone(
      left: left * share, top: top * share, right: right * share, bottom: bottom * share)
  }
}
