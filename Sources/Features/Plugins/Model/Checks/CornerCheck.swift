import DecoderKit
import Foundation
import Judging
import Symbols

/// Checks that corners are where the symbol's corners are, and in the protocol's order.
enum CornerCheck {
  static let corners = ConformanceCheck(
    "corners", .readings, "gives the symbol's corners, in order, where it gives any"
  ) { bench in
    var judged = 0
    var worst = 0.0
    for symbol in try bench.survey().filter(\.isRead) {
      guard let corners = symbol.symbol.reading(among: symbol.readings)?.corners else { continue }
      if let objection = objection(to: corners, of: symbol.symbol) { throw objection }
      judged += 1
      worst = max(worst, OutlineMatching.errorInOrder(corners, of: symbol.symbol.expected) ?? 0)
      try judgeTurned(symbol.symbol, bench)
    }
    guard judged > 0 else { throw NotJudged("it gives no corners, which is allowed") }
    let kinds = judged == 1 ? "symbology" : "symbologies"
    return "of \(judged) \(kinds), at most \(worst.short) modules off"
  }

  /// Judges a turned symbol, which shows if corners are the symbol's own or sorted by position.
  private static func judgeTurned(_ symbol: ClearSymbol, _ bench: CheckBench) throws {
    guard symbol.symbology.hasOwnCorners else { return }
    let turned = try ClearSymbol.draw(symbol.symbology, number: 0, rotationDegrees: 90)
    let result = try bench.open().decode(turned.image, turned.what)
    guard case .success(let readings) = result.outcome,
      let corners = turned.reading(among: readings)?.corners,
      let objection = objection(to: corners, of: turned)
    else { return }
    throw objection
  }

  static func objection(to corners: Corners, of symbol: ClearSymbol) -> CheckFault? {
    guard let truth = symbol.expected.corners else { return nil }
    func seen(_ what: String) -> String {
      "gives corners \(what) of \(symbol.what): \(corners.inWords) for \(truth.inWords)"
    }
    guard Set(corners.points).count > 1 else {
      return CheckFault(
        seen("that are one point"),
        advice: "Leave \"corners\" out where the library does not know them.")
    }
    let image = symbol.image
    let isInside = corners.points.allSatisfy {
      (-1...Double(image.width + 1)).contains($0.x)
        && (-1...Double(image.height + 1)).contains($0.y)
    }
    guard isInside else {
      return CheckFault(
        seen("outside the image"),
        advice: "Corners are in pixels of the image as it was sent: undo what the adapter scaled, "
          + "cropped or turned before the library saw it.")
    }
    // The corners of a matrix symbol must have its middle; those of bars may be on any scan line.
    let middle = symbol.symbology.hasOwnCorners ? truth.box.middle : truth.box
    guard middle.contains(corners.centre) else {
      return CheckFault(
        seen("elsewhere in the image"),
        advice: "Corners are in pixels of the image as it was sent, x to the right and y down from "
          + "the top left: a library that counts y from below needs height − y.")
    }
    let order =
      symbol.symbology.hasOwnCorners
      ? orderObjection(corners, truth, seen) : directionObjection(corners, seen)
    return order ?? placeObjection(corners, symbol.expected, seen)
  }

  // MARK: - Place

  /// Checks that corners are no farther from their places than a finder pattern is wide.
  private static func placeObjection(
    _ corners: Corners, _ expected: ExpectedSymbol, _ seen: (String) -> String
  ) -> CheckFault? {
    guard let symbology = expected.symbology, let truth = expected.corners,
      let extent = expected.extent,
      let error = OutlineMatching.errorInOrder(corners, of: expected)
    else { return nil }
    if symbology.carrier == .qrCode, corners.areFinderCentres(of: truth, extent) {
      return CheckFault(
        seen("at the centres of the finder patterns"),
        advice: "Corners are the symbol's own: add 3.5 modules along both sides, outwards. "
          + "Between two centres there are 7 modules fewer than the symbol has along a side (21 in "
          + "version 1, 4 more in each version after it).")
    }
    let most = symbology.finderModules(in: extent)
    guard error > most else { return nil }
    return CheckFault(
      seen("that are \(error.short) modules off"),
      advice: symbology.isLinear
        ? "The ends of a scan line are those of the first and the last bar, start and stop "
          + "characters included. Leave \"corners\" out where the library gives others."
        : "Corners are the outermost ones of the symbol's modules, without quiet zone and with all "
          + "finder patterns, at most \(most.short) modules off here. Leave \"corners\" out where the "
          + "library gives others.")
  }

  // MARK: - Order

  /// Checks the order of a matrix symbol's corners.
  ///
  /// Of all assignments to the true corners, the one that fits best must be the one that was given.
  private static func orderObjection(
    _ corners: Corners, _ truth: Corners, _ seen: (String) -> String
  ) -> CheckFault? {
    let given = corners.points
    func distance(_ order: [Int]) -> Double {
      zip(order, truth.points).reduce(0) { sum, pair in
        let (x, y) = (given[pair.0].x - pair.1.x, given[pair.0].y - pair.1.y)
        return sum + x * x + y * y
      }
    }
    let turns = (0..<4).map { turn in (0..<4).map { ($0 + turn) % 4 } }
    let best = (turns + turns.map { $0.reversed() }).min { distance($0) < distance($1) }
    guard let best, best != [0, 1, 2, 3] else { return nil }
    let isMirrored = !turns.contains(best)
    return CheckFault(
      seen("in the wrong order"),
      advice: isMirrored
        ? "The order is top left, top right, bottom right, bottom left: clockwise as seen. These run "
          + "the other way; a library that counts y from below gives such ones too."
        : "Begin with the symbol's own top left, wherever rotation has put it: for QR the finder "
          + "pattern with a neighbour on both sides, for Data Matrix the upper end of the L. Do not "
          + "sort corners by where they lie in the image.")
  }

  /// Checks the direction of a linear symbol; its top and its bottom are the same scan lines.
  private static func directionObjection(
    _ corners: Corners, _ seen: (String) -> String
  ) -> CheckFault? {
    let left = corners.topLeft.x + corners.bottomLeft.x
    let right = corners.topRight.x + corners.bottomRight.x
    guard left >= right else { return nil }
    return CheckFault(
      seen("in the wrong order"),
      advice: "The order is top left, top right, bottom right, bottom left: a linear symbol begins "
        + "at its left corners, where the first scan line starts.")
  }
}

extension Symbology {
  /// True if its four corners can be told from each other, which those of linear symbols cannot.
  fileprivate var hasOwnCorners: Bool {
    switch carrier {
    case .qrCode, .microQRCode, .rMQRCode, .dataMatrix, .aztec, .aztecRune, .pdf417, .microPDF417:
      true
    default: false
    }
  }
}

extension Symbology {
  /// The largest error of a corner that is accepted, in modules: the width of the symbology's finder
  /// pattern, or of a start character, and at most a quarter of the symbol.
  fileprivate func finderModules(in extent: SymbolExtent) -> Double {
    let finder: Double =
      switch carrier {
      case .qrCode, .microQRCode, .rMQRCode: 7
      // A bullseye of nine modules, or of thirteen in large symbols.
      case .aztec, .aztecRune: 9
      // The L and the clock track have one module each.
      case .dataMatrix: 2
      case .pdf417: 17
      case .microPDF417: 10
      // It has no corners of its own.
      case .maxiCode: .infinity
      default: 11
      }
    let side = isLinear ? extent.widthModules : min(extent.widthModules, extent.heightModules)
    return min(finder, side / 4)
  }
}

extension Corners {
  /// True if the three corners with a finder pattern are near the patterns' centres.
  fileprivate func areFinderCentres(of truth: Corners, _ extent: SymbolExtent) -> Bool {
    func centre(_ corner: Point, _ across: Point, _ down: Point) -> Point {
      let (x, y) = (3.5 / extent.widthModules, 3.5 / extent.heightModules)
      return Point(
        x: corner.x + x * (across.x - corner.x) + y * (down.x - corner.x),
        y: corner.y + x * (across.y - corner.y) + y * (down.y - corner.y))
    }
    let centres = [
      (topLeft, centre(truth.topLeft, truth.topRight, truth.bottomLeft)),
      (topRight, centre(truth.topRight, truth.topLeft, truth.bottomRight)),
      (bottomLeft, centre(truth.bottomLeft, truth.bottomRight, truth.topLeft)),
    ]
    let module =
      hypot(truth.topRight.x - truth.topLeft.x, truth.topRight.y - truth.topLeft.y)
      / extent.widthModules
    return centres.allSatisfy { hypot($0.x - $1.x, $0.y - $1.y) < 1.5 * module }
  }

  fileprivate var inWords: String {
    points.map { "(\($0.x.short), \($0.y.short))" }.joined(separator: " ")
  }

  /// The upright rectangle around the corners.
  fileprivate var box: Box {
    Box(x: points.map(\.x), y: points.map(\.y))
  }

  fileprivate struct Box {
    let x: ClosedRange<Double>
    let y: ClosedRange<Double>

    init(x: [Double], y: [Double]) {
      self.x = (x.min() ?? 0)...(x.max() ?? 0)
      self.y = (y.min() ?? 0)...(y.max() ?? 0)
    }

    private init(x: ClosedRange<Double>, y: ClosedRange<Double>) {
      (self.x, self.y) = (x, y)
    }

    /// The box around the same centre, half as wide and high.
    var middle: Box {
      func half(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
        let quarter = (range.upperBound - range.lowerBound) / 4
        return (range.lowerBound + quarter)...(range.upperBound - quarter)
      }
      return Box(x: half(x), y: half(y))
    }

    func contains(_ point: Point) -> Bool { x.contains(point.x) && y.contains(point.y) }
  }
}
