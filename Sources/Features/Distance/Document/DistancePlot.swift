import Base
import Reporting

/// A plot of printed size over distance, with a line for each decoder: above it the decoder reads.
///
/// A decoder's line is the least size that is certified under all conditions, in the group in which it
/// needs most of those that the first line is about. Below the band under the line it was shown to fail in a group. Above the ceiling the code
/// does not fit into the frame, or modules were not tried.
struct DistancePlot {
  /// A decoder's line, with its rows.
  private struct Line {
    let series: Series
    let rows: [DistanceRow]
    /// The distances at which it is within the plot, in millimetres.
    let distances: ClosedRange<Double>

    /// The side of a module in which it is certified at a distance, in millimetres.
    func certified(_ distance: Double) -> Double {
      rows.map { $0.certifiedModule(atMillimetres: distance) ?? .infinity }.max() ?? .infinity
    }

    /// The side of a module up to which it was shown to fail; `nil` if it was not shown.
    func failing(_ distance: Double) -> Double? {
      rows.compactMap { $0.failingModule(atMillimetres: distance) }.max()
    }
  }

  private static let size = (width: 760.0, height: 420.0)
  private static let left = 64.0
  private static let right = 748.0
  private static let top = 26.0
  private static let bottom = 372.0

  /// The largest printed size, relative to the one that was asked for.
  private static let largest = 1.6
  /// The pieces of a line that bends.
  private static let pieces = 96

  private let question: DistanceQuestion
  private let x: Double
  private let lines: [Line]
  private let nearest: Double
  private let farthest: Double
  /// The decoders without a line, by the groups in which no size is certified.
  let absent: [String]

  /// Makes a plot; `nil` if no decoder is certified at any distance.
  init?(_ table: DistanceTable) {
    guard let x = table.question.code.xDimensionMillimetres else { return nil }
    let decoders = table.rows.map(\.threshold).uniqued(by: \.decoder)
    var absent: [String] = []
    let reaches = DistanceReach.all(table)
    lines = Series.all(decoders.map { ($0.decoder, $0.reference) }).compactMap { series in
      let groups = reaches.first { $0.groups.decoder == series.label }?.groups
      let rows = groups.map { $0.chosen.isEmpty ? $0.silent : $0.chosen } ?? []
      let distances = rows.map { $0.certifiedDistances(upToModule: x * Self.largest) }
      if let without = distances.firstIndex(of: nil) {
        absent.append("\(series.label) in \(rows[without].threshold.group)")
        return nil
      }
      let low = distances.compactMap { $0?.lowerBound }.max() ?? 0
      let high = distances.compactMap { $0?.upperBound }.min() ?? 0
      return low < high ? Line(series: series, rows: rows, distances: low...high) : nil
    }
    guard let widest = lines.map(\.distances.upperBound).max() else { return nil }
    self.absent = absent
    question = table.question
    self.x = x
    nearest = table.rows.map(\.nearestMillimetres).max() ?? 0
    let asked = table.rows.compactMap(\.reliableMillimetres).max().map { $0 * 1.4 }
    farthest = min(asked ?? widest, widest * 1.4)
  }

  private var across: AxisScale { AxisScale(0...farthest, to: (Self.left, Self.right)) }
  private var up: AxisScale { AxisScale(0...Self.largest, to: (Self.bottom, Self.top)) }

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
      let near = line.rows.compactMap(\.reliable).map(\.lowerBound).max() ?? 0
      let far = line.rows.compactMap(\.reliable).map(\.upperBound).min() ?? 0
      guard line.rows.allSatisfy({ $0.reliable != nil }), near <= far else {
        return "\(line.series.label) reads the size that was asked for at no distance"
      }
      return "\(line.series.label) reads the size that was asked for from "
        + "\(Numerals.length(near, .up)) to \(Numerals.length(far, .down))"
    }.joined(separator: "; ") + "."
  }

  // MARK: Frame

  private var grid: HTML {
    let columns = AxisScale.ticks(0...farthest, atMost: 8).map { distance in
      SVG.line(across(distance), Self.top, across(distance), Self.bottom, class: "grid")
        + SVG.text(
          distance == 0 ? "0" : Numerals.length(distance), x: across(distance),
          y: Self.bottom + 17, anchor: .middle)
    }
    let most = unit.millimetres * Self.largest
    let rows = AxisScale.ticks(0...most, atMost: 8).map { size in
      let y = up(size / unit.millimetres)
      return SVG.line(Self.left, y, Self.right, y, class: "grid")
        + SVG.text(
          size == 0 ? "0" : Numerals.length(size), x: Self.left - 6, y: y + 4, anchor: .end)
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

  /// The line above which the code does not fit into the frame, or modules were not tried.
  private var frame: HTML {
    guard nearest > 0 else { return .empty }
    let end = min(farthest, nearest * Self.largest)
    return SVG.path(
      SVG.polyline([(across(0), up(0)), (across(end), up(end / nearest))]), class: "front")
  }

  // MARK: Decoders

  /// Distances of a range, close enough for a line that bends, its bend included.
  private func places(_ range: ClosedRange<Double>) -> [Double] {
    let end = min(range.upperBound, farthest)
    guard range.lowerBound < end else { return [] }
    let steps = (0...Self.pieces).map { step in
      range.lowerBound + (end - range.lowerBound) * Double(step) / Double(Self.pieces)
    }
    var bends: [Double] = []
    if case .fixed(let focus) = question.view.camera.focus { bends.append(focus.value) }
    bends += question.view.camera.nearLimitMillimetres.map { [$0.value] } ?? []
    return (steps + bends.filter { $0 > range.lowerBound && $0 < end }).sorted()
  }

  /// The place of a module's side at a distance, within the plot.
  private func place(_ distance: Double, _ module: Double) -> (x: Double, y: Double) {
    (across(distance), up(min(max(module / x, 0), Self.largest)))
  }

  private func points(_ line: Line) -> [(x: Double, y: Double)] {
    places(line.distances).map { place($0, line.certified($0)) }
  }

  private func layer(_ line: Line) -> HTML {
    let (low, high) = (line.distances.lowerBound, line.distances.upperBound)
    let ends = [low * (1 - 1e-9), low, high, high * (1 + 1e-9)].filter {
      (0...farthest).contains($0)
    }
    let distances = (places(0...farthest) + ends).sorted()
    let isShownToFail = line.failing(farthest) != nil
    let above = distances.map { distance in
      let isCertified = line.distances.contains(distance)
      return place(distance, isCertified ? line.certified(distance) : .infinity)
    }
    let below = distances.map { place($0, line.failing($0) ?? 0) }
    let band =
      isShownToFail
      ? SVG.path(
        SVG.polyline(above + below.reversed()) + "z", class: "band \(line.series.color)") : .empty
    return line.series.layer(
      band + SVG.path(SVG.polyline(points(line)), class: line.series.line))
  }

  private var names: HTML {
    var layout = LabelLayout(
      in: Box(
        x: Self.left, y: Self.top, width: Self.right - Self.left, height: Self.bottom - Self.top),
      textSize: 13)
    return lines.map { line in
      let points = points(line)
      let places = [0.85, 0.7, 0.55, 0.4].compactMap { part in
        points.isEmpty ? nil : points[Int(Double(points.count - 1) * part)]
      }
      guard let label = layout.place(line.series.short, besideOneOf: places, gap: 8) else {
        return .empty
      }
      return line.series.layer(label.html(class: "curve-name \(line.series.color)"))
    }.joined()
  }
}
