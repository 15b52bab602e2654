import Results

/// The section on streams in a terminal: times, costs, and the effect of other rules.
struct StreamTableText {
  let streams: StreamScoreWording
  let style: TerminalStyle

  /// The lines of all three tables.
  var lines: [String] {
    style.paragraph(StreamScoreWording.title, .strong)
      + style.paragraph(streams.explanation + ".", .faint) + [""] + times.lines(style)
      + (streams.sentences.isEmpty ? [] : [""])
      + streams.sentences.flatMap { style.paragraph($0 + ".", label: "  ", hanging: 4) }
      + [""] + style.paragraph(StreamScoreWording.costExplanation + ".", .faint) + [""]
      + costs.lines(style)
      + [""] + style.paragraph(StreamScoreWording.effectTitle, .strong)
      + style.paragraph(StreamScoreWording.effectExplanation + ".", .faint) + [""]
      + effects.lines(style)
  }

  private var table: StreamTable { streams.table }

  /// The widest name of a group; longer ones are shortened.
  private static let longestName = 30

  /// A row for each decoder over all groups, and one for each of its groups.
  private var times: TextGrid {
    var rows: [(name: String, score: StreamScore, isStrong: Bool)] = []
    for score in table.decoders {
      rows.append((score.decoder, score, true))
      guard table.groups.count > 1 else { continue }
      for group in table.groups {
        guard let own = group.decoders.first(where: { $0.decoder == score.decoder }) else {
          continue
        }
        rows.append(("  " + group.group, own, false))
      }
    }
    func column(
      _ title: [String], _ alignment: TextGrid.Alignment = .left, _ text: (StreamScore) -> String
    ) -> TextGrid.Column {
      self.column(title, alignment, rows.map { text($0.score) })
    }
    let names = rows.map { row in
      TextGrid.Cell(
        text: DisplayText.shortened(
          style.shown(row.name), to: Self.longestName, ellipsis: style.ellipsis),
        emphasis: row.isStrong ? .strong : .plain)
    }
    let name = table.groups.count > 1 ? ["decoder", "  group"] : ["decoder"]
    return TextGrid(columns: [
      .init(title: name, alignment: .left, cells: names),
      column(["read"], .right) {
        "\(Numerals.count($0.firstReads))/\(Numerals.count($0.streams))"
      },
      column(["half read", "by, s"]) { StreamScoreWording.time($0.median) },
      column(["95\(Numerals.narrowSpace)% read", "by, s"]) { StreamScoreWording.time($0.p95) },
    ])
  }

  private var costs: TextGrid {
    let scores = table.decoders
    return TextGrid(columns: [
      column(["decoder"], .left, scores.map(\.decoder)),
      column(["frames", "decoded, %"], .right, scores.map { Numerals.percent($0.judgedShare) }),
      column(["wrong", "first"], .right, scores.map(StreamScoreWording.wrongFirst)),
      column(
        ["CPU ms", "a read"], .right, scores.map { StreamScoreWording.cpu($0.cpuSecondsPerRead) }),
      column(
        ["CPU ms a", "first read"], .right,
        scores.map { StreamScoreWording.cpu($0.cpuSecondsPerFirstRead) }),
    ])
  }

  private var effects: TextGrid {
    var headings: [Int: [String]] = [:]
    for (place, effect) in table.effects.enumerated()
    where place == 0 || table.effects[place - 1].score.decoder != effect.score.decoder {
      headings[place] = [style.shown(effect.score.decoder)]
    }
    let (rules, scores) = (table.effects.map(\.rules), table.effects.map(\.score))
    return TextGrid(
      columns: [
        column(
          ["decoder", "  frames"], .left, rules.map { "  " + StreamScoreWording.shortPolicy($0) }),
        column(["read in", "k/n"], .right, rules.map(StreamScoreWording.shortConfirmation)),
        column(
          ["read, %"], .right, scores.map { Numerals.percent($0.firstReads, of: $0.streams) }),
        column(["half", "by, s"], .right, scores.map { StreamScoreWording.value($0.median) }),
        column(
          ["95\(Numerals.narrowSpace)%", "by, s"], .right,
          scores.map { StreamScoreWording.value($0.p95) }),
        column(["wrong", "first"], .right, scores.map(StreamScoreWording.wrongFirst)),
        column(
          ["CPU ms a", "first read"], .right,
          scores.map { StreamScoreWording.cpu($0.cpuSecondsPerFirstRead) }),
      ], headings: headings)
  }

  private func column(
    _ title: [String], _ alignment: TextGrid.Alignment, _ cells: [String]
  ) -> TextGrid.Column {
    .init(
      title: title.map(style.shown), alignment: alignment,
      cells: cells.map { .init(text: style.shown($0)) })
  }
}
