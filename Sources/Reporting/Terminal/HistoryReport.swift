import Analysis
import DecoderKit
import Results
import Statistics

/// A history for a terminal: one table for each corpus with a line for each decoder, and the
/// changes.
public struct HistoryReport: Sendable {
  private let style: TerminalStyle

  /// Makes a report; its table takes 80 columns even if the terminal has fewer.
  public init(_ style: TerminalStyle) { self.style = style }

  /// Renders the whole report, with a line feed at the end.
  public func render(_ history: RunHistory) -> String {
    let runs = Set(history.series.flatMap(\.points).map(\.run)).count
    let isNumberedByTime = history.series.contains { $0.points.contains { $0.source != nil } }
    let title =
      "\(history.corpus): \(Numerals.counted(runs, "run", "runs"))"
      + (isNumberedByTime ? " of several stores, numbered in the order of time" : "")
    var lines = [style.emphasized(style.shown(title), .strong), ""]
    lines += grid(history).lines(style)
    let events = history.series.flatMap { HistoryEvents(of: $0, in: history).sentences }
    if !events.isEmpty {
      lines += ["", style.emphasized("Changes", .strong)]
      for event in events {
        lines += style.paragraph(event + ".", label: "  ", hanging: 4)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func grid(_ history: RunHistory) -> TextGrid {
    let unit = history.unit.isEmpty ? "" : ", \(history.unit)"
    let series = history.series
    func column(
      _ title: [String], _ alignment: TextGrid.Alignment = .left,
      _ text: (RunHistory.Series) -> String
    ) -> TextGrid.Column {
      .init(
        title: title.map(style.shown), alignment: alignment,
        cells: series.map { .init(text: style.shown(text($0))) })
    }
    let columns = [
      column(["decoder"]) { DisplayText.shortened($0.label, to: 24, ellipsis: style.ellipsis) },
      column(["version"]) {
        DisplayText.shortened($0.points.last?.version ?? "", to: 22, ellipsis: style.ellipsis)
      },
      column(["runs"], .right) { Numerals.count($0.points.count) },
      column(["mean threshold,", "last" + unit]) { series in
        ScoreWording.estimate(
          series.points.last?.meanThreshold, isLargerHarder: history.isLargerHarder)
      },
    ]
    let used = columns.reduce(0) { $0 + $1.width + TextGrid.gap }
    let room = max(min(style.tableWidth - used, 40), 8)
    let trend = column(["trend, latest right"]) { series in
      Trend(ascii: style.ascii).line(
        series.comparable.map(\.meanThreshold?.value).suffix(room))
    }
    return TextGrid(columns: columns + [trend])
  }
}

/// The changes in one decoder's history, in sentences.
package struct HistoryEvents {
  package let sentences: [String]

  package init(of series: RunHistory.Series, in history: RunHistory) {
    var sentences: [String] = []
    for (old, new) in zip(series.points, series.points.dropFirst()) {
      let day = new.startedAt.prefix(10)
      if old.version != new.version {
        sentences.append(
          "\(series.label): \(old.version) became \(new.version) in run \(new.run) (\(day))"
            + Self.shift(old, new, history))
      } else if old.fingerprint != new.fingerprint {
        sentences.append(
          "\(series.label): the same version with other bytes or options since run \(new.run) "
            + "(\(day))" + Self.shift(old, new, history))
      }
      if old.scale != new.scale {
        sentences.append(
          "\(series.label): run \(new.run) is of another corpus version, seed or set of levels, so "
            + "the trend starts anew")
      }
    }
    let points = series.comparable.filter { $0.meanThreshold != nil }
    let values = points.compactMap(\.meanThreshold?.value)
    if let step = StepDetection.find(values) {
      let point = points[step.index]
      let places = 3
      let unit = history.unit.isEmpty ? "" : " \(history.unit)"
      sentences.append(
        "\(series.label): a step at run \(point.run) (\(point.startedAt.prefix(10))): the mean "
          + "threshold was \(Numerals.decimal(step.before, places: places))\(unit) before, "
          + "\(Numerals.decimal(step.after, places: places)) since")
    }
    self.sentences = sentences
  }

  private static func shift(
    _ old: RunHistory.Point, _ new: RunHistory.Point, _ history: RunHistory
  ) -> String {
    guard old.scale == new.scale, let before = old.meanThreshold, let after = new.meanThreshold
    else { return "" }
    // Numbers without their uncertainty would make a change of every difference.
    func text(_ mean: Estimate) -> String {
      ScoreWording.bound(mean, isLargerHarder: history.isLargerHarder)
        ?? Numerals.plusMinus(mean.value, mean.halfWidth, places: 3)
    }
    return ", mean threshold \(text(before)) → \(text(after))"
      + (history.unit.isEmpty ? "" : " \(history.unit)")
  }
}

/// A line of signs that shows values over time, scaled from the lowest to the highest value.
package struct Trend {
  private let signs: [String]
  private let absent: String

  package init(ascii: Bool) {
    signs = ascii ? ["_", ".", "-", "=", "^"] : ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    absent = ascii ? "?" : "·"
  }

  /// Returns one sign for each value; a series that never changes gets the middle sign.
  package func line(_ values: some Sequence<Double?>) -> String {
    let values = Array(values)
    let known = values.compactMap(\.self)
    guard let lowest = known.min(), let highest = known.max() else {
      return values.map { _ in absent }.joined()
    }
    let range = highest - lowest
    return values.map { value in
      guard let value else { return absent }
      let share = range > 0 ? (value - lowest) / range : 0.5
      return signs[Int((share * Double(signs.count - 1)).rounded())]
    }.joined()
  }
}
