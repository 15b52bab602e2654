import DecoderKit
import Foundation

/// Registers stacked DataBar symbols, ISO/IEC 24724: two rows of bars with thin separators between them.
///
/// Each row is a linear symbol of its own. The figures are those of the one that fits better, the outline is that of
/// both.
struct StackedDataBar {
  private let linear: LinearGauge

  init(_ linear: LinearGauge) { self.linear = linear }

  /// The furthest that one row's bars end from where the other's begin, in modules: separators have one
  /// to three, and blur takes some of the bars.
  private static let furthest = 7.0

  /// Registers the symbol: the upper row first, then the lower one beside it.
  func register(_ reading: Reading, taken: [Corners]) -> Result<RegisteredSymbol, GaugeFailure> {
    let rows = LinearPatterns.stackedDataBar(reading.bytes)
    guard rows.count == 2 else { return .failure(.notFound) }
    let upper = linear.register(wanted(rows[0], reading), taken: taken)
    guard case .success(let upper) = upper else { return upper }
    let lower = linear.register(wanted(rows[1], reading), taken: taken)
    guard case .success(let lower) = lower else { return lower }
    let (one, other) = (upper.registration, lower.registration)
    guard areOneSymbol(one, other) else { return .failure(.poorFit) }
    var symbol = one.correlation < other.correlation ? lower : upper
    let (top, bottom) = (one.outline, other.outline)
    symbol.outlineOfRows = Corners(
      topLeft: top.topLeft, topRight: top.topRight, bottomRight: bottom.bottomRight,
      bottomLeft: bottom.bottomLeft)
    return .success(symbol)
  }

  /// The largest places with bars; then their upper and their lower halves, with lines that go on beyond
  /// them: so few bars, some of them very wide, look like several places.
  private var places: [BarRegion] {
    let largest = linear.regions.prefix(3)
    return largest
      + [1.7, 3].flatMap { factor in
        largest.flatMap { region in
          [-0.5, 0.5].map { share in
            let shift = region.along * (share * region.halfHeight)
            return BarRegion(
              centre: Point(x: region.centre.x + shift.x, y: region.centre.y + shift.y),
              across: region.across, halfLength: factor * region.halfLength,
              halfHeight: region.halfHeight / 2, factor: region.factor)
          }
        }
      }
  }

  private func wanted(_ bars: [UInt8], _ reading: Reading) -> LinearGauge.Wanted {
    LinearGauge.Wanted(
      fewestModules: bars.count, find: { ProfileMatch.best([bars], in: $0) },
      places: places, hint: reading.corners?.centre, corners: reading.corners)
  }

  /// True if one row begins where the other one ends.
  private func areOneSymbol(_ one: Registration, _ other: Registration) -> Bool {
    let (upper, lower) = (one.outline, other.outline)
    let module = max(one.middleDerivatives.across, other.middleDerivatives.across)
    return [(upper.bottomLeft, lower.topLeft), (upper.bottomRight, lower.topRight)].allSatisfy {
      one, other in hypot(one.x - other.x, one.y - other.y) < Self.furthest * module
    }
  }
}
