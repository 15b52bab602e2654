import Results

/// The section on which code is selected in a terminal.
struct SelectionText {
  let selection: SelectionWording
  let style: TerminalStyle

  /// The most columns for the name of a decoder.
  private static let longestName = 30

  /// The lines: a row for each decoder in each group; columns that do not fit go into a table below.
  var lines: [String] {
    style.paragraph(SelectionWording.title, .strong)
      + style.paragraph(selection.explanation + ". Curves start at the smallest level.", .faint)
      + panels.flatMap { [""] + $0.lines(style) }
  }

  private var panels: [TextGrid] {
    var headings: [Int: [String]] = [:]
    for (place, row) in selection.rows.enumerated()
    where place == 0 || selection.rows[place - 1].group.group != row.group.group {
      headings[place] = [style.shown(row.group.group)]
    }
    let names = names
    var panels: [[TextGrid.Column]] = [[names]]
    var used = names.width
    for column in numbers + curves {
      let needed = TextGrid.gap + column.width
      if used + needed > style.tableWidth {
        panels.append([names])
        used = names.width
      }
      panels[panels.count - 1].append(column)
      used += needed
    }
    return panels.map { columns in
      let empty = selection.rows.indices.filter { row in
        columns.dropFirst().allSatisfy { $0.cells[row].text.isEmpty }
      }
      return TextGrid(columns: columns, headings: headings, hidden: Set(empty))
    }
  }

  private var names: TextGrid.Column {
    TextGrid.Column(
      title: ["group", "  decoder"], alignment: .left,
      cells: selection.rows.map { row in
        .init(
          text: DisplayText.shortened(
            style.shown("  " + row.decoder.label), to: Self.longestName, ellipsis: style.ellipsis))
      })
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
        title: title(outcome), alignment: .right,
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
        title: [
          style.shown(outcome.name.split(separator: " ").first.map { "\($0)," } ?? ""), "curve",
        ], alignment: .left,
        cells: selection.rows.map { row in
          guard !row.score.isBlind else { return .init() }
          let rates = row.score.levels.map { outcome.share($0).rate?.value }
          return .init(text: sparkline.line(rates, width: rates.count))
        })
    }
  }

  private func title(_ outcome: SelectionWording.Outcome) -> [String] {
    let words = outcome.name.split(separator: " ").map(String.init)
    guard words.count > 1 else { return [outcome.name + ",", "%"] }
    return [words[0], "\(words.dropFirst().joined(separator: " ")), %"]
  }
}
