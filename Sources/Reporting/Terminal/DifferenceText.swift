import Results

/// The differences between two runs for the terminal: what a person must know first comes first.
public struct DifferenceText: Sendable {
  private let style: TerminalStyle

  /// Makes the writer; its tables take 80 columns even if the terminal has fewer.
  public init(_ style: TerminalStyle) { self.style = style }

  /// Renders the whole text, without a line feed at the end.
  public func render(_ difference: RunDifference) -> String {
    let wording = DifferenceWording(difference)
    var lines = style.paragraph(wording.title, .strong)
    lines += style.paragraph(wording.basis + ".", .faint)
    lines += section("Decoders", wording.headlines)
    lines += section("Settings", wording.settings)
    lines += section("Changed verdicts", wording.flips)
    for grid in grids(wording) { lines += [""] + grid.lines(style) }
    let unchanged = difference.decoders.flatMap(\.cells).count { !$0.isChanged }
    if unchanged > 0 {
      lines += [""]
      lines += style.paragraph(
        Numerals.counted(unchanged, "cell", "cells")
          + " (decoder × group) without any changed verdict.", .faint)
    }
    lines += section("Not compared", wording.uncompared)
    return lines.joined(separator: "\n")
  }

  private func section(_ title: String, _ sentences: [String]) -> [String] {
    guard !sentences.isEmpty else { return [] }
    return [""] + style.paragraph(title, .strong)
      + sentences.flatMap { style.paragraph($0 + ".", label: "  ", hanging: 4) }
  }

  /// The changed cells; columns that do not fit beside the others continue in a second table.
  private func grids(_ wording: DifferenceWording) -> [TextGrid] {
    let rows = wording.difference.decoders.flatMap { decoder in
      decoder.cells.filter(\.isChanged).map { (decoder.after.label, $0.group, wording.texts($0)) }
    }
    guard !rows.isEmpty else { return [] }
    func column(
      _ title: [String], _ alignment: TextGrid.Alignment, _ texts: [String]
    ) -> TextGrid.Column {
      TextGrid.Column(
        title: title.map(style.shown), alignment: alignment,
        cells: texts.map { .init(text: style.shown($0)) })
    }
    let names = [rows.map(\.0), rows.map(\.1)].map {
      $0.map { DisplayText.shortened($0, to: 20, ellipsis: style.ellipsis) }
    }
    let leading = [column(["decoder"], .left, names[0]), column(["group"], .left, names[1])]
    var grids = [TextGrid(columns: leading)]
    for (index, title) in wording.columns.enumerated() {
      let next = column(title, .right, rows.map { $0.2[index] })
      var grid = grids.removeLast()
      if grid.columns.count > leading.count,
        grid.width + TextGrid.gap + next.width > style.tableWidth
      {
        grids.append(grid)
        grid = TextGrid(columns: leading)
      }
      grid.columns.append(next)
      grids.append(grid)
    }
    return grids
  }
}
