import Reporting
import Results
import Statistics

extension DocumentText {
  /// Renders the history of a corpus's runs: a row for each decoder, and the changes, of which the short form has
  /// the first.
  func render(_ history: RunHistory, isFull: Bool = true) -> String {
    history.document(trend: Trend(ascii: style.ascii), isFull: isFull).text(style)
  }
}

extension RunHistory {
  /// The most values of a trend.
  private static let longestTrend = 40

  /// The most changes of the short form.
  private static let mostChanges = 5

  /// What is said of the history, with a sign for each value of a trend.
  func document(trend: Trend, isFull: Bool = true) -> Document {
    let changes = series.flatMap { HistoryEvents(of: $0, in: self).sentences }
    let shown = changes.prefix(isFull ? .max : Self.mostChanges)
    let rest = changes.count - shown.count
    let runs = Set(series.flatMap(\.points).map(\.run)).count
    let isNumberedByTime = series.contains { $0.points.contains { $0.source != nil } }
    return Document(
      "History of \(corpus)", answer: answer,
      basis: [
        "\(corpus): \(Numerals.counted(runs, "run", "runs"))"
          + (isNumberedByTime ? " of several stores, numbered from the oldest" : "")
      ],
      [
        Section("decoders", "Decoders", [.table(table(trend))]),
        Section("changes", "Changes", Array(shown)),
      ],
      remarks: rest > 0
        ? ["\(Numerals.counted(rest, "more change", "more changes")): use --full"] : [])
  }

  /// The decoders whose thresholds changed for good, and the number of those that did not.
  private var answer: [String] {
    let unit = unit.isEmpty ? "" : " " + unit
    func mean(_ series: Series) -> String? {
      series.points.last?.meanThreshold.map {
        ScoreWording.estimate($0, isLargerHarder: isLargerHarder) + unit
      }
    }
    let changed = series.compactMap { series -> String? in
      guard let step = HistoryEvents.step(series), let mean = mean(series) else { return nil }
      return "\(series.label) stops reading at \(mean) on average; it was "
        + "\(Numerals.decimal(step.before, places: 3))\(unit) before run \(step.run)"
    }
    let steady = series.filter { $0.comparable.count > 1 && HistoryEvents.step($0) == nil }
    let known = series.compactMap { series in mean(series).map { (series.label, $0) } }
      .enumerated().map { place, one in
        place == 0
          ? "\(one.0) stops reading at \(one.1) on average over all groups that it supports"
          : "\(one.0) at \(one.1)"
      }
    guard changed.isEmpty else {
      let others = Words.list(Words.first(steady.map(\.label), others: "more"))
      return Words.first(changed, others: "more changed, as told below")
        + (steady.isEmpty ? [] : ["No lasting change is shown for \(others)"])
    }
    let longest = steady.map(\.comparable.count).max() ?? 1
    return [
      longest > 1
        ? "On \(corpus) no decoder's threshold changed for good in the last \(Numerals.count(longest)) runs"
        : "On \(corpus) no decoder has two runs that can be compared, so no change is known yet"
    ]
      + (known.isEmpty
        ? []
        : ["In the latest run " + Words.first(known).joined(separator: ", ")])
  }

  private func table(_ trend: Trend) -> DataTable {
    let unit = unit.isEmpty ? "" : ", \(unit)"
    var table = DataTable(
      "Decoders", keys: [.init("decoder")],
      [
        .init("version"), .init("runs", isNumber: true), .init("mean threshold, last\(unit)"),
        .init("trend, latest right"),
      ])
    for series in series {
      let latest = series.points.last
      table.add(
        [
          .decoder(series.label), .init(latest?.version ?? ""), .init(series.points.count),
          .init(
            ScoreWording.estimate(latest?.meanThreshold, isLargerHarder: isLargerHarder),
            value: latest?.meanThreshold?.value),
          .init(
            trend.line(series.comparable.map(\.meanThreshold?.value).suffix(Self.longestTrend))),
        ], decoder: series.label)
    }
    return table
  }
}

/// The changes in one decoder's history, in sentences.
struct HistoryEvents {
  let sentences: [String]

  init(of series: RunHistory.Series, in history: RunHistory) {
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
            + "the trend starts again")
      }
    }
    if let step = Self.step(series) {
      let unit = history.unit.isEmpty ? "" : " \(history.unit)"
      sentences.append(
        "\(series.label): a step at run \(step.run) (\(step.day)): the mean threshold was "
          + "\(Numerals.decimal(step.before, places: 3))\(unit) before, "
          + "\(Numerals.decimal(step.after, places: 3)) since")
    }
    self.sentences = sentences
  }

  /// The run from which on the mean threshold is another one; `nil` if it is not seen to change.
  static func step(
    _ series: RunHistory.Series
  ) -> (run: Int, day: Substring, before: Double, after: Double)? {
    let points = series.comparable.filter { $0.meanThreshold != nil }
    return StepDetection.find(points.compactMap(\.meanThreshold?.value)).map { step in
      let point = points[step.index]
      return (point.run, point.startedAt.prefix(10), step.before, step.after)
    }
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
struct Trend {
  private let signs: [String]
  private let absent: String

  init(ascii: Bool) {
    signs = ascii ? ["_", ".", "-", "=", "^"] : ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    absent = ascii ? "?" : "·"
  }

  /// Returns one sign for each value; a series that never changes gets the middle sign.
  func line(_ values: some Sequence<Double?>) -> String {
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
