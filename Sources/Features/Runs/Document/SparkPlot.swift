import Reporting

/// A corpus's mean thresholds run by run, as small as a word: one line for each decoder.
struct SparkPlot {
  private let history: RunHistory
  private let looks: [Series]

  init(_ history: RunHistory, _ looks: [Series]) {
    (self.history, self.looks) = (history, looks)
  }

  private static let width = 90.0
  private static let height = 26.0

  /// The drawing as a link to the page with the numbers.
  func html(_ file: String) -> HTML {
    .element("a", ["href": file, "aria-label": "\(history.corpus) over time, \(words)"], drawing)
  }

  private var runs: [Int] { Set(history.series.flatMap(\.points).map(\.run)).sorted() }

  private var words: String { Numerals.counted(runs.count, "run", "runs") }

  private var drawing: HTML {
    let runs = runs
    let values = history.series.flatMap(\.points).compactMap { $0.meanThreshold?.value }
    guard runs.count > 1, let low = values.min(), let high = values.max() else {
      return .text(words)
    }
    let across = AxisScale(0...Double(runs.count - 1), to: (4, Self.width - 4))
    let up = AxisScale(low...max(high, low + 1e-9), to: (Self.height - 4, 4))
    let lines = history.series.map { series -> HTML in
      guard let look = looks.first(where: { $0.label == series.label }) else { return .empty }
      let places = series.points.compactMap { point in
        point.meanThreshold.map {
          (x: across(Double(runs.firstIndex(of: point.run) ?? 0)), y: up($0.value))
        }
      }
      guard let last = places.last else { return .empty }
      return SVG.path(SVG.polyline(places), class: look.line)
        + look.mark(last.x, last.y, radius: 2.5)
    }
    return .element(
      "svg",
      [
        "class": "spark", "viewBox": "0 0 \(SVG.place(Self.width)) \(SVG.place(Self.height))",
        "aria-hidden": "true",
      ], lines.joined())
  }
}
