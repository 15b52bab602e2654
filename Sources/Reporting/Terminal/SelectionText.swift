import Results

/// The section on which code is selected in a terminal.
struct SelectionText {
  let selection: SelectionWording
  let style: TerminalStyle

  /// The fewest and the most columns for the name of a decoder.
  private static let nameWidth = 14...30

  /// The lines: a row for each decoder in each group.
  var lines: [String] {
    style.paragraph(SelectionWording.title, .strong)
      + style.paragraph(selection.explanation + ".", .faint) + [""] + grid.lines(style)
  }

  private var grid: TextGrid {
    var headings: [Int: [String]] = [:]
    for (place, row) in selection.rows.enumerated()
    where place == 0 || selection.rows[place - 1].group.group != row.group.group {
      headings[place] = [style.shown(row.group.group)]
    }
    var columns = numbers
    func width(_ columns: [TextGrid.Column]) -> Int {
      columns.reduce(0) { $0 + $1.width + TextGrid.gap }
    }
    let longest = selection.rows.map { DisplayText.width($0.decoder.label) + 2 }.max() ?? 0
    let wanted = min(max(longest, Self.nameWidth.lowerBound), Self.nameWidth.upperBound)
    // The curves say most: as many as there is room for beside the names.
    for curve in curves where width(columns + [curve]) + wanted <= style.tableWidth {
      columns.append(curve)
    }
    let room = min(max(style.tableWidth - width(columns), Self.nameWidth.lowerBound), wanted)
    let names = selection.rows.map { row in
      TextGrid.Cell(
        text: DisplayText.shortened(
          style.shown("  " + row.decoder.label), to: room, ellipsis: style.ellipsis))
    }
    return TextGrid(
      columns: [.init(title: ["group", "  decoder"], alignment: .left, cells: names)] + columns,
      headings: headings)
  }

  private var numbers: [TextGrid.Column] {
    let radii = TextGrid.Column(
      title: ["radius,", "px"], alignment: .right,
      cells: selection.rows.map { row in
        .init(
          text: style.shown(SelectionWording.radii(row.score)),
          emphasis: row.score.recommendation?.isFound == false ? .caution : .plain)
      })
    let shares = selection.shownOutcomes.map { outcome in
      TextGrid.Column(
        title: words(outcome, "%"), alignment: .right,
        cells: selection.rows.map { row in
          .init(
            text: style.shown(SelectionWording.share(outcome, row)),
            emphasis: row.score.isBlind
              ? .caution
              : outcome.name == "wrong code" && row.shown.wrongCode.count > 0
                ? .alarm : .plain)
        })
    }
    return (selection.isOverRadii ? [radii] : []) + shares
  }

  /// The outcomes by level, the smallest level first.
  private var curves: [TextGrid.Column] {
    let sparkline = Sparkline(ascii: style.ascii)
    return selection.outcomesByInterest.map { outcome in
      TextGrid.Column(
        title: words(outcome, "curve"), alignment: .left,
        cells: selection.rows.map { row in
          guard !row.score.isBlind else { return .init() }
          let rates = row.score.levels.map { outcome.share($0).rate?.value }
          return .init(text: sparkline.line(rates, width: rates.count))
        })
    }
  }

  private func words(_ outcome: SelectionWording.Outcome, _ below: String) -> [String] {
    let words = outcome.name.split(separator: " ").map(String.init)
    guard words.count > 1 else { return [outcome.name + ",", below] }
    return [words[0], "\(words.dropFirst().joined(separator: " ")), \(below)"]
  }
}
