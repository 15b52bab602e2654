import Reporting
import Results

/// The settings of one decoder, with their Pareto front of threshold and time.
struct TuningReport: Sendable {
  private let style: TerminalStyle

  /// Makes a report.
  init(_ style: TerminalStyle) { self.style = style }

  /// Renders the whole report, with a line feed at the end.
  ///
  /// - Parameters:
  ///   - table: The scores of all settings, each as a separate decoder.
  ///   - tuned: The options that were varied.
  func render(_ table: ScoreTable, of tuned: TunedOptions) -> String {
    let front = TuningFront(table, of: tuned)
    let wording = TuningWording(front)
    var lines = wording.sentences.enumerated().flatMap { place, sentence in
      style.paragraph(sentence + ".", place == 0 ? .strong : .plain, hanging: 2)
    }
    lines +=
      style.paragraph(
        "\(Numerals.counted(front.settings.count, "setting", "settings")) of \(front.base) · "
          + Background(ScoreWording(table)).subtitle, .faint) + [""]
    lines += TuningGrid(front, style: style).grid(width: style.width).lines(style)
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The settings as rows, with varied options in their own columns if they fit, else above each row.
struct TuningGrid {
  private let front: TuningFront
  private let style: TerminalStyle
  private let wording: ScoreWording
  private var rows: [DecoderScore] { front.settings }

  init(_ front: TuningFront, style: TerminalStyle) {
    self.front = front
    self.style = style
    wording = ScoreWording(front.table)
  }

  func grid(width: Int) -> TextGrid {
    let values = front.options.map { option in
      column(Self.title(option)) { front.value(of: option, in: $0) }
    }
    let wide = TextGrid(columns: [mark] + values + numbers + [note])
    guard wide.width > width else { return wide }
    let indent = String(repeating: " ", count: mark.width + TextGrid.gap)
    var headings: [Int: [String]] = [:]
    for (place, row) in rows.enumerated() {
      // The full settings across all columns: they may differ only at the end.
      let words = front.options.map { style.shown("\($0)=\(front.value(of: $0, in: row))") }
      headings[place] = DisplayText.wrapped(words, to: width - indent.count).map { indent + $0 }
    }
    let narrow = TextGrid(columns: [mark, note] + numbers, headings: headings)
    let whole = TextGrid(columns: [mark] + numbers + [note], headings: headings)
    return whole.width > width ? narrow.fitting(width, keeping: 3) : whole
  }

  /// A long name in two lines, broken at its last hyphen.
  private static func title(_ option: String) -> [String] {
    guard option.count > 8, let hyphen = option.lastIndex(of: "-") else { return [option] }
    return [String(option[...hyphen]), String(option[option.index(after: hyphen)...])]
  }

  private var mark: TextGrid.Column {
    column(["front"], .strong) { front.labels.contains($0.label) ? (style.ascii ? "*" : "●") : "" }
  }

  private var note: TextGrid.Column {
    column([""]) { $0.label == front.base ? "as is" : "" }
  }

  private var numbers: [TextGrid.Column] {
    let thresholds =
      wording.table.hasRanks
      ? [
        column(["rank"]) { wording.rank($0) },
        column(["mean", "threshold, \(wording.unit)"]) {
          wording.meanThreshold($0)
        },
      ] : []
    return thresholds + [
      column(["decode", "rate, %"], alignment: .right) { wording.decodeRate($0.total) },
      column(["misread"], alignment: .right) { Numerals.count($0.total.falseAnswers) },
      column(["ms", "read"], alignment: .right) {
        Numerals.milliseconds(wording.table.milliseconds(of: $0, \.readMedian))
      },
      column(["ms", "miss"], alignment: .right) {
        Numerals.milliseconds(wording.table.milliseconds(of: $0, \.missMedian))
      },
    ]
  }

  private func column(
    _ title: [String], _ emphasis: TerminalStyle.Emphasis = .plain,
    alignment: TextGrid.Alignment = .left, _ text: (DecoderScore) -> String
  ) -> TextGrid.Column {
    .init(
      title: title.map(style.shown), alignment: alignment,
      cells: rows.map { .init(text: style.shown(text($0)), emphasis: emphasis) })
  }
}
