import Results

extension ClaimWording {
  /// The section of documented minima: each claim with the verdict on it for every decoder.
  var section: Section {
    var grid = DataTable(
      "Verdict on each claim, with the interval in which the decoder becomes reliable",
      keys: [.init("claim"), .init("decoder")], grouped: true,
      [
        .init("verdict"), .init("claimed, px", isNumber: true), .init("reliable from, px"),
        .init("on"),
      ], unfoldedUpTo: 60)
    for row in rows {
      for decoder in row.score.decoders {
        guard let group = Self.decisive(decoder) else { continue }
        grid.add(
          [
            .init(row.claim.name), .decoder(decoder.decoder),
            .init(Self.verdict(decoder.verdict), decoder.verdict.emphasis),
            .init(group.level.text, value: group.level.value),
            .init(interval(group), value: group.holds), .init(group.group),
          ], decoder: decoder.decoder, remark: Self.statement(row.claim))
      }
    }
    return Section(
      "claims", Self.title,
      [
        .note(explanation), .table(grid), .lines(summaries + evidence),
        .folded(
          "Claims and their sources",
          [
            .lines(
              rows.map {
                "\($0.claim.name), \(Self.size($0.claim)): \(Self.statement($0.claim)) "
                  + "Source: \($0.claim.source)"
              })
          ]),
      ])
  }
}

extension ClaimVerdict {
  fileprivate var emphasis: TerminalStyle.Emphasis {
    switch self {
    case .tooOptimistic: .alarm
    case .undecided: .caution
    case .holds, .tooStrict: .plain
    }
  }
}

extension BandWording {
  /// The section of bands: what each decoder reads of each symbology in each band of module sizes.
  var section: Section {
    var grid = DataTable(
      "Certified decode rate, %, by band of module sizes, with the observed one",
      keys: [.init("decoder"), .init("group")], grouped: true,
      [.init("symbology", in: [.markdown])]
        + bands.map { .init("\(Self.name($0)), \(Self.range($0))", isNumber: true) })
    for row in rows {
      grid.add(
        [.decoder(row.decoder.label), .init(row.group.group), .init(subject(row))]
          + bands.map { cell(row, $0) }, decoder: row.decoder.label, group: row.group.group)
    }
    return Section(
      "bands", Self.title, [.note(Self.explanation), .table(grid), .lines(sentences)])
  }

  private func cell(_ row: Row, _ band: ModuleSizeBand) -> DataTable.Cell {
    guard let index = row.bands.firstIndex(where: { $0.band == band }) else {
      return .init(Numerals.absent)
    }
    let score = row.bands[index]
    let worst = Self.worst(score)
    return .init(
      Self.rate(score), detail: worst == Numerals.absent ? nil : worst,
      score.counterexample == nil ? .plain : .alarm, value: score.certified,
      field: "bands.\(index).certified")
  }
}
