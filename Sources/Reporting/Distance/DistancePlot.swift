import Analysis
import Results

/// A plot of printed size over distance, with a line for each decoder: above it the decoder reads.
///
/// A decoder's line is where modules are as large as it needs, in the group in which it needs most. The
/// band below the line is the rest of its interval: below the band it was shown to fail. Above the line of
/// the frame the code does not fit.
struct DistancePlot {
  /// A decoder's line: the module sizes at its ends, in pixels.
  private struct Line {
    let series: Series
    let reliable: Double
    let failing: Double?
  }

  private static let size = (width: 760.0, height: 420.0)
  private static let left = 64.0
  private static let right = 748.0
  private static let top = 26.0
  private static let bottom = 372.0

  private let question: DistanceQuestion
  private let x: Double
  private let lines: [Line]
  private let farthest: Double
  private let largest: Double

  /// Makes a plot; `nil` if no decoder is certified at any distance.
  init?(_ table: DistanceTable) {
    guard let x = table.question.code.xDimensionMillimetres else { return nil }
    var certified: [String: ThresholdScore] = [:]
    for row in table.rows where row.reliableMillimetres != nil {
      let score = row.threshold.score
      if (score.upper ?? 0) > (certified[row.threshold.decoder]?.upper ?? 0) {
        certified[row.threshold.decoder] = score
      }
    }
    var seen: Set<String> = []
    let decoders = table.rows.map(\.threshold).filter { seen.insert($0.decoder).inserted }
    lines = Series.all(decoders.map { ($0.decoder, $0.reference) }).compactMap { series in
      certified[series.label].flatMap { score in
        score.upper.map { Line(series: series, reliable: $0, failing: score.lower) }
      }
    }
    guard let reach = table.rows.compactMap(\.reliableMillimetres).max() else { return nil }
    question = table.question
    self.x = x
    farthest = reach * 1.4
    largest = 1.6
  }

  /// The printed size relative to the one that was asked for, at which modules have a size in pixels.
  private func share(_ pixels: Double, at distance: Double) -> Double {
    pixels / question.moduleSizePixels(xDimensionMillimetres: x, atMillimetres: distance)
  }

  private var across: AxisScale { AxisScale(0...farthest, to: (Self.left, Self.right)) }
  private var up: AxisScale { AxisScale(0...largest, to: (Self.bottom, Self.top)) }

  /// The printed size that stands for the code: its width, or the side of its modules.
  private var unit: (name: String, millimetres: Double) {
    question.code.widthMillimetres.map { ("printed width", $0) } ?? ("side of a module", x)
  }

  var html: HTML {
    SVG.drawing(
      id: "distance", width: Self.size.width, height: Self.size.height,
      title: "Printed size over distance", description: description, class: "plot",
      grid + frame + asked + lines.map(layer).joined() + names)
  }

  private var description: String {
    lines.map { line in
      "\(line.series.label) reads from \(DistanceWording.digits(line.reliable)) px per module on"
    }.joined(separator: "; ") + "."
  }

  // MARK: Frame

  private var grid: HTML {
    let columns = AxisScale.ticks(0...farthest, atMost: 8).map { distance in
      SVG.line(across(distance), Self.top, across(distance), Self.bottom, class: "grid")
        + SVG.text(
          distance == 0 ? "0" : DistanceWording.length(distance), x: across(distance),
          y: Self.bottom + 17, anchor: .middle)
    }
    let most = unit.millimetres * largest
    let rows = AxisScale.ticks(0...most, atMost: 8).map { size in
      let y = up(size / unit.millimetres)
      return SVG.line(Self.left, y, Self.right, y, class: "grid")
        + SVG.text(
          size == 0 ? "0" : DistanceWording.length(size), x: Self.left - 6, y: y + 4, anchor: .end)
    }
    return (columns + rows).joined()
      + SVG.text(
        "distance from the camera", x: Self.right, y: Self.size.height - 10, anchor: .end,
        class: "axis")
      + SVG.text("\(unit.name): a decoder reads above its line", x: 4, y: 14, class: "axis")
  }

  /// The size that was asked for.
  private var asked: HTML {
    SVG.line(Self.left, up(1), Self.right, up(1), class: "target")
  }

  /// The line above which the code does not fit into the frame.
  private var frame: HTML {
    guard let fits = question.fitsFromMillimetres, fits > 0 else { return .empty }
    return SVG.path(SVG.polyline(ray { $0 / fits }), class: "front")
  }

  // MARK: Decoders

  /// A straight line from the origin up to where it leaves the plot.
  private func ray(_ share: (Double) -> Double) -> [(x: Double, y: Double)] {
    let end = share(farthest)
    let stop = end > largest ? farthest * largest / end : farthest
    return [(across(0), up(0)), (across(stop), up(share(stop)))]
  }

  private func layer(_ line: Line) -> HTML {
    let reliable = ray { share(line.reliable, at: $0) }
    let band =
      line.failing.map { failing in
        let below = ray { share(failing, at: $0) }
        // Both may end at the plot's top or at its side, with a corner between them.
        let corner = (x: Self.right, y: Self.top)
        let needsCorner = reliable[1].y <= Self.top + 0.1 && below[1].x >= Self.right - 0.1
        return SVG.path(
          SVG.polyline(reliable + (needsCorner ? [corner] : []) + [below[1]]) + "z",
          class: "band \(line.series.color)")
      } ?? .empty
    return line.series.layer(band + SVG.path(SVG.polyline(reliable), class: line.series.line))
  }

  private var names: HTML {
    var layout = LabelLayout(
      in: Box(
        x: Self.left, y: Self.top, width: Self.right - Self.left, height: Self.bottom - Self.top),
      textSize: 13)
    return lines.map { line in
      let places = [0.85, 0.7, 0.55, 0.4].map { part in
        let end = ray { share(line.reliable, at: $0) }[1]
        return (
          x: Self.left + (end.x - Self.left) * part, y: Self.bottom + (end.y - Self.bottom) * part
        )
      }
      guard let label = layout.place(line.series.short, besideOneOf: places, gap: 8) else {
        return .empty
      }
      return line.series.layer(label.html(class: "curve-name \(line.series.color)"))
    }.joined()
  }
}
