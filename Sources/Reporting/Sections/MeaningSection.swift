import Results

extension MeaningWording {
  /// The section on what readings mean, for recipes that ask for it.
  static func section(_ wording: ScoreWording) -> Section {
    var grid = DataTable(
      "What readings mean, compared with what the symbols mean",
      keys: [.init("group"), .init("decoder")], grouped: true,
      [
        .init(
          "same meaning, %", hint: "of the symbols tried, with its 95 % interval", isNumber: true),
        .init(
          "another, looks right", hint: "readings that mean something else, and nothing shows it",
          isNumber: true),
        .init(
          "plainly broken", hint: "readings that show by themselves that they are wrong",
          isNumber: true),
        .init("not read", isNumber: true),
        .init("tried", hint: "symbols that it was tried on", isNumber: true),
      ], unfoldedUpTo: 24)
    grid.formats = [.markdown, .page]
    for (decoder, group) in wording.rowsByGroup {
      guard let score = group.meaning else { continue }
      grid.add(
        [.init(group.group), .decoder(decoder.label)] + cells(score), decoder: decoder.label,
        group: group.group)
    }
    return Section(
      "meanings", "What readings mean",
      grid.rows.isEmpty
        ? [] : [.lines(sentences(wording.table)), .note(explanation), .table(grid)])
  }

  private static func cells(_ score: MeaningScore) -> [DataTable.Cell] {
    [
      .init(
        same(score), detail: "[\(interval(score))]", value: score.rate.value,
        field: "meaning.rate.value"),
      .init(score.different, score.different > 0 ? .alarm : .plain, field: "meaning.different"),
      .init(score.unreadable, field: "meaning.unreadable"),
      .init(score.tried - score.same - score.different - score.unreadable),
      .init(score.tried, field: "meaning.tried"),
    ]
  }
}
