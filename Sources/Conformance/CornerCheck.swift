import DecoderKit

/// Checks that corners are where the symbol's corners are, and in the protocol's order.
enum CornerCheck {
  static let corners = ConformanceCheck(
    "corners", .readings, "gives corners inside the image and in order, where it gives any"
  ) { bench in
    var judged = 0
    for symbol in try bench.survey().filter(\.isRead) {
      guard let corners = symbol.symbol.reading(among: symbol.readings)?.corners else { continue }
      if let objection = objection(to: corners, of: symbol.symbol) { throw objection }
      judged += 1
      try judgeTurned(symbol.symbol, bench)
    }
    guard judged > 0 else { throw NotJudged("it gives no corners, which is allowed") }
    return "of \(judged) \(judged == 1 ? "symbology" : "symbologies")"
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
    return symbol.symbology.hasOwnCorners
      ? orderObjection(corners, truth, seen) : directionObjection(corners, truth, seen)
  }

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
    _ corners: Corners, _ truth: Corners, _ seen: (String) -> String
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

extension Corners {
  fileprivate var inWords: String {
    points.map { "(\($0.x.short), \($0.y.short))" }.joined(separator: " ")
  }

  fileprivate var centre: Point {
    Point(x: points.reduce(0) { $0 + $1.x } / 4, y: points.reduce(0) { $0 + $1.y } / 4)
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
