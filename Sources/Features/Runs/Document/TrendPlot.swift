import Reporting

/// A plot of mean thresholds over runs, with a line for each decoder.
///
/// Vertical lines mark changes of a decoder's version; gaps separate numbers that cannot be
/// compared.
struct TrendPlot {
  private static let width = 440.0
  private static let height = 300.0
  private static let left = 52.0
  private static let right = 428.0
  private static let top = 14.0
  private static let bottom = 256.0
  private static let area = PlotFrame(left: left, right: right, top: top, bottom: bottom)

  private let history: RunHistory
  private let wording: ScoreWording
  private let series: [Series]
  private let runs: [Int]
  private let across: AxisScale
  private let range: ClosedRange<Double>
  private let up: AxisScale

  init(history: RunHistory, wording: ScoreWording) {
    self.history = history
    self.wording = wording
    series = Series.all(history.series.map { ($0.label, $0.reference) })
    let runs = Set(history.series.flatMap(\.points).map(\.run)).sorted()
    self.runs = runs
    across = AxisScale(
      0...Double(max(runs.count - 1, 1)), to: (Self.left + 12, Self.right - 12))
    let means = history.series.flatMap(\.points).compactMap(\.meanThreshold)
    range = PlotFrame.range(of: means)
    up = AxisScale(range, to: (Self.bottom, Self.top))
  }

  var html: HTML {
    .list(series.map(\.fullTitle), class: "legend")
      + .element("figure", ["class": "plot-figure"], drawing)
  }

  private var drawing: HTML {
    SVG.drawing(
      id: "trend-plot", width: Self.width, height: Self.height,
      title: "Mean thresholds on \(history.corpus), run by run", description: description,
      class: "plot", frame + marks + zip(series, history.series).map(line).joined() + targets)
  }

  private var description: String {
    history.series.map { series in
      "\(series.label): " + wording.estimate(series.points.last?.meanThreshold) + " in the last of "
        + Numerals.counted(series.points.count, "run", "runs")
    }.joined(separator: "; ") + "."
  }

  private func place(_ run: Int) -> Double {
    across(runs.count > 1 ? Double(runs.firstIndex(of: run) ?? 0) : 0.5)
  }

  private var frame: HTML {
    let step = max(1, (runs.count + 9) / 10)
    let labels = runs.enumerated().filter { $0.offset % step == 0 }.map { _, run in
      SVG.text("\(run)", x: place(run), y: Self.bottom + 16, anchor: .middle)
    }.joined()
    return Self.area.grid(range, up, atMost: 6) + labels
      + Self.area.axisName("run", y: Self.height - 6)
  }

  private var marks: HTML {
    zip(series, history.series).flatMap { look, series in
      zip(series.points, series.points.dropFirst()).filter { $0.fingerprint != $1.fingerprint }
        .map { _, new in
          SVG.line(
            place(new.run), Self.top, place(new.run), Self.bottom,
            class: "threshold \(look.color)")
        }
    }.joined()
  }

  private func line(_ look: Series, _ series: RunHistory.Series) -> HTML {
    var pieces: [[RunHistory.Point]] = []
    for point in series.points where point.meanThreshold != nil {
      if let last = pieces.last?.last, last.scale == point.scale {
        pieces[pieces.count - 1].append(point)
      } else {
        pieces.append([point])
      }
    }
    return pieces.map { piece in
      let places = piece.map { (x: place($0.run), y: up($0.meanThreshold?.value ?? 0)) }
      let whiskers = piece.compactMap { point in
        point.meanThreshold.map {
          SVG.line(
            place(point.run), up($0.lower), place(point.run), up($0.upper),
            class: "whisker \(look.color)")
        }
      }
      return SVG.path(SVG.polyline(places), class: look.line) + whiskers.joined()
        + look.marks(places, radius: 3.5)
    }.joined()
  }

  /// The areas in which a pointer shows the numbers, one for each run.
  private var targets: HTML {
    let half = max((Self.right - Self.left) / Double(max(runs.count, 1)) / 2, 2)
    return runs.map { run in
      let lines = history.series.compactMap { series in
        series.points.first { $0.run == run }.map {
          "\(series.label)  \(wording.estimate($0.meanThreshold))  \($0.version)"
        }
      }
      let day = history.series.lazy.flatMap(\.points).first { $0.run == run }?.startedAt ?? ""
      return SVG.rect(
        x: place(run) - half, y: Self.top, width: 2 * half, height: Self.bottom - Self.top,
        class: "target-area", SVG.hint((["run \(run), \(day)"] + lines).joined(separator: "\n")))
    }.joined()
  }
}
