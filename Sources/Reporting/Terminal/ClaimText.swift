import Results

/// The section of documented minima in a terminal.
struct ClaimText {
  let claims: ClaimWording
  let style: TerminalStyle

  /// The lines: the statements, each with its verdicts; then the sums and the evidence.
  var lines: [String] {
    style.paragraph(ClaimWording.title, .strong)
      + style.paragraph(claims.explanation + ".", .faint) + [""] + grid.lines(style)
      + [""] + sentences(claims.summaries)
      + (claims.evidence.isEmpty ? [] : [""] + sentences(claims.evidence))
  }

  private func sentences(_ sentences: [String]) -> [String] {
    sentences.flatMap { style.paragraph($0 + ".", label: "  ", hanging: 4) }
  }

  private var grid: TextGrid {
    var headings: [Int: [String]] = [:]
    var cells: [[TextGrid.Cell]] = [[], [], [], [], []]
    for row in claims.rows {
      headings[cells[0].count] = style.paragraph(
        "\(row.claim.name): \(ClaimWording.statement(row.claim))", hanging: 2)
      for decoder in row.score.decoders {
        guard let group = ClaimWording.decisive(decoder) else { continue }
        let emphasis: TerminalStyle.Emphasis =
          decoder.verdict == .tooOptimistic
          ? .alarm : decoder.verdict == .undecided ? .caution : .plain
        let texts = [
          "  " + decoder.decoder, ClaimWording.verdict(decoder.verdict), group.level.text,
          claims.interval(group), group.group,
        ].map(style.shown)
        for (column, text) in texts.enumerated() {
          cells[column].append(.init(text: text, emphasis: column == 1 ? emphasis : .plain))
        }
      }
    }
    let titles = [["decoder"], ["verdict"], ["claimed,", "px"], ["reliable", "from, px"], ["on"]]
    return TextGrid(
      columns: zip(titles, cells).map {
        .init(title: $0, alignment: .left, cells: $1)
      }, headings: headings)
  }
}

/// The section of bands in a terminal.
struct BandText {
  let bands: BandWording
  let style: TerminalStyle

  /// The fewest and the most columns for the name of a group.
  private static let nameWidth = 8...30

  /// The lines: a row for each decoder and group, a column for each band; then the promise.
  var lines: [String] {
    style.paragraph(BandWording.title, .strong)
      + style.paragraph(BandWording.explanation + ".", .faint) + [""] + grid.lines(style) + [""]
      + bands.sentences.flatMap { style.paragraph($0 + ".", label: "  ", hanging: 4) }
  }

  private var grid: TextGrid {
    var headings: [Int: [String]] = [:]
    for (place, row) in bands.rows.enumerated()
    where place == 0 || bands.rows[place - 1].decoder.label != row.decoder.label {
      headings[place] = [style.shown(row.decoder.label)]
    }
    let columns = bands.bands.map(column)
    let used = columns.reduce(0) { $0 + $1.width + TextGrid.gap }
    let room = min(
      max(style.tableWidth - used, Self.nameWidth.lowerBound), Self.nameWidth.upperBound)
    let names = bands.rows.map { row in
      TextGrid.Cell(
        text: DisplayText.shortened(
          style.shown("  " + row.group.group), to: room, ellipsis: style.ellipsis))
    }
    return TextGrid(
      columns: [.init(title: ["decoder", "  group"], alignment: .left, cells: names)] + columns,
      headings: headings)
  }

  private func column(_ band: ModuleSizeBand) -> TextGrid.Column {
    let range = band.upperPixels == nil ? "\(Numerals.level(band.lowerPixels))+ px" : nil
    return TextGrid.Column(
      title: [BandWording.name(band), style.shown(range ?? BandWording.range(band))],
      alignment: .right,
      cells: bands.rows.map { row in
        guard let score = row.bands.first(where: { $0.band == band }) else { return .init() }
        return .init(
          text: style.shown(BandWording.rate(score)),
          emphasis: score.counterexample == nil ? .plain : .alarm)
      })
  }
}
