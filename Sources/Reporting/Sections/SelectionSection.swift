import Results

extension SelectionWording {
  /// The section on which code is selected: the findings, the four outcomes as curves, wrong codes of all
  /// decoders side by side, and the numbers.
  var section: Section {
    let plots = SelectionPlots(selection: self)
    return Section(
      "selection", Self.title,
      rows.isEmpty
        ? []
        : [
          .lines(sentences), .note(explanation), .table(summary), .figure { plots.html($0) },
          .folded(
            "Shares by level, %, with exact 95\(Numerals.narrowSpace)% intervals", [.table(levels)]),
        ])
  }

  private var summary: DataTable {
    let radii: [DataTable.Column] = [
      .init("radius, px", hint: "recommended", isNumber: true),
      .init("best, px", isNumber: true, in: [.markdown, .page]),
    ]
    var grid = DataTable(
      "Shares \(basis) \(isOverRadii ? "radius" : "levels"), %",
      keys: [.init("group"), .init("decoder")], grouped: true,
      (isOverRadii ? radii : []) + shownOutcomes.map { .init("\($0.name), %", isNumber: true) }
        + outcomesByInterest.map {
          .init("\($0.name) curve", in: [.terminal])
        })
    for row in rows {
      grid.add(
        [.init(row.group.group), .decoder(row.decoder.label)]
          + (isOverRadii ? radiusCells(row) : []) + shownOutcomes.map { cell($0, row) }
          + outcomesByInterest.map { outcome in
            .curve(row.score.isBlind ? [] : row.score.levels.map { outcome.share($0).rate?.value })
          }, decoder: row.decoder.label, group: row.group.group)
    }
    return grid
  }

  private func radiusCells(_ row: Row) -> [DataTable.Cell] {
    let recommended = row.score.isBlind ? nil : row.score.recommendation
    let best = row.shown.target.count > 0 ? recommended?.best : nil
    return [
      .init(
        Self.radii(row.score), recommended?.isFound == false ? .caution : .plain,
        value: recommended.flatMap { Double($0.from) }),
      .init(best ?? Numerals.absent, value: best.flatMap(Double.init)),
    ]
  }

  private func cell(_ outcome: Outcome, _ row: Row) -> DataTable.Cell {
    let isWrong = outcome.name == "wrong code" && row.shown.wrongCode.count > 0
    guard let rate = outcome.share(row.shown).rate, !row.score.isBlind else {
      return .init(Self.share(outcome, row), row.score.isBlind ? .caution : .plain)
    }
    return .init(
      Self.share(outcome, row), detail: Numerals.range(rate.lower, rate.upper),
      isWrong ? .alarm : .plain, value: rate.value)
  }

  private var levels: DataTable {
    let outcomes = Self.outcomes + Self.faults
    var grid = DataTable(
      "Every level", keys: [.init("group"), .init("decoder"), .init(axis, isNumber: true)],
      outcomes.map { .init("\($0.name), %", isNumber: true) } + [.init("tried", isNumber: true)])
    for row in rows {
      for level in row.score.levels {
        grid.add(
          [
            .init(row.group.group), .decoder(row.decoder.label),
            .init(level.level, value: Double(level.level)),
          ]
            + outcomes.map { .init(share($0.share(level)), value: $0.share(level).rate?.value) }
            + [.init(level.tried)], decoder: row.decoder.label, group: row.group.group)
      }
    }
    return grid
  }
}
