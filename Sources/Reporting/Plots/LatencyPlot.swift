import Results

/// Decode times of one decoder as histograms: reads above the line, misses below it.
struct LatencyPlot {
  private static let width = 400.0
  private static let height = 104.0
  private static let left = 8.0
  private static let right = 392.0
  private static let middle = 42.0
  private static let reach = 34.0

  let id: String
  let series: Series
  let distribution: LatencyDistribution
  let bins: LatencyScale

  private var time: AxisScale {
    AxisScale(bins.lowest...bins.highest, to: (Self.left, Self.right), isLogarithmic: true)
  }

  var html: HTML {
    SVG.drawing(
      id: id, width: Self.width, height: Self.height,
      title: "Milliseconds of \(series.label)’s decodes", description: description,
      class: "plot",
      grid + area(distribution.reads, up: true) + area(distribution.misses, up: false)
        + targets)
  }

  private var description: String {
    [("reads", distribution.reads), ("misses", distribution.misses)].map { name, part in
      guard let part else { return "no \(name)" }
      return "\(Numerals.count(part.count)) \(name): \(Self.quantiles(part))"
    }.joined(separator: "; ")
  }

  /// The quantiles in words: `median 0.55, 95 % within 0.93, 99 % within 1.20 ms`.
  static func quantiles(_ part: LatencyDistribution.Part) -> String {
    let space = Numerals.narrowSpace
    return "median \(Numerals.milliseconds(part.median)), "
      + "95\(space)% within \(Numerals.milliseconds(part.p95)), "
      + "99\(space)% within \(Numerals.milliseconds(part.p99)) ms"
  }

  private var grid: HTML {
    var layout = LabelLayout(
      in: Box(x: 0, y: 0, width: Self.width, height: Self.height), textSize: 12)
    return AxisScale.logarithmicTicks(bins.lowest...bins.highest).map { value in
      SVG.line(time(value), 4, time(value), Self.middle + Self.reach, class: "grid")
        + (layout.center("\(Numerals.level(value)) ms", x: time(value), baseline: Self.height - 8)
          ?? .empty)
    }.joined() + SVG.line(Self.left, Self.middle, Self.right, Self.middle, class: "tick")
  }

  /// A histogram whose tallest bin fills the height: shapes can be compared, heights of reads and
  /// misses cannot.
  private func area(_ part: LatencyDistribution.Part?, up: Bool) -> HTML {
    guard let part, let most = part.bins.max(), most > 0 else { return .empty }
    let sign: Double = up ? -1 : 1
    var data = "M\(SVG.place(Self.left)) \(SVG.place(Self.middle))"
    for (bin, count) in part.bins.enumerated() {
      let height = Self.middle + sign * Self.reach * Double(count) / Double(most)
      data += "V\(SVG.place(height))H\(SVG.place(time(bins.start(ofBin: bin + 1))))"
    }
    data += "V\(SVG.place(Self.middle))z"
    let end = Self.middle + sign * Self.reach
    return SVG.path(data, class: (up ? "histogram " : "histogram miss ") + series.color)
      + SVG.line(time(part.median), Self.middle, time(part.median), end, class: "median")
      + SVG.line(
        time(part.p95), Self.middle, time(part.p95), Self.middle + sign * Self.reach * 0.6,
        class: "percentile")
  }

  private var targets: HTML {
    [(distribution.reads, "reads", 4.0), (distribution.misses, "misses", Self.middle)].map {
      part, name, y in
      guard let part else { return .empty }
      return SVG.rect(
        x: Self.left, y: y, width: Self.right - Self.left, height: Self.reach,
        class: "target-area",
        SVG.hint(
          "\(series.label), \(Numerals.count(part.count)) \(name)\n\(Self.quantiles(part))"))
    }.joined()
  }
}
