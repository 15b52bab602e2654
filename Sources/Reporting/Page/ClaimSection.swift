import Results

/// The section of documented minima, with the verdict on each for every decoder.
struct ClaimSection {
  let page: PageContext

  var html: HTML {
    guard let claims = ClaimWording(page.wording) else { return .empty }
    var grid = PageTable(
      caption: "Verdict on each claim, with the interval in which the decoder becomes reliable",
      columns: [.init("claim"), .init("size", isNumber: true)]
        + claims.decoders.map { .init(page.series($0).short) }, isStacking: true)
    for row in claims.rows {
      let statement = HTML.text(ClaimWording.statement(row.claim))
      grid.add(
        [
          .init(
            .text(row.claim.name) + .span(statement, class: "details")),
          .init(text: ClaimWording.size(row.claim), value: row.claim.value.value),
        ] + claims.decoders.map { cell(row, $0, claims) })
    }
    return .section(
      "claims", ClaimWording.title,
      .p(.text(claims.explanation + "."), class: "note") + grid.html
        + .list((claims.summaries + claims.evidence).map { .text(page.shortened($0) + ".") })
        + .details(
          "Sources",
          .list(claims.rows.map { .text("\($0.claim.name): \($0.claim.source)") })))
  }

  private func cell(
    _ row: ClaimWording.Row, _ label: String, _ claims: ClaimWording
  ) -> PageTable.Cell {
    guard let decoder = row.score.decoders.first(where: { $0.decoder == label }),
      let group = ClaimWording.decisive(decoder)
    else { return .init(text: Numerals.absent) }
    let verdict = HTML.text(ClaimWording.verdict(decoder.verdict))
    let isRefuted = decoder.verdict == .tooOptimistic
    let place = decoder.groups.count > 1 ? " on \(group.group)" : ""
    return .init(
      (isRefuted ? .span(verdict, class: "alarm") : verdict) + " "
        + .span(.text(claims.interval(group) + place), class: "interval"), value: group.holds)
  }
}

/// The section of bands: what each decoder reads of each symbology in each band of module sizes.
struct BandSection {
  let page: PageContext

  var html: HTML {
    guard let bands = BandWording(page.wording) else { return .empty }
    var grid = PageTable(
      caption: "Certified decode rate, %, by band of module sizes, with the observed one",
      columns: [.init("group"), .init("decoder")]
        + bands.bands.map {
          .init("\(BandWording.name($0)), \(BandWording.range($0))", isNumber: true)
        }, isStacking: true)
    for group in page.wording.table.corpus.groups.map(\.id) {
      for row in bands.rows where row.group.group == group {
        grid.add(
          [.init(text: group), .init(page.name(row.decoder.label))]
            + bands.bands.map { cell(row, $0) },
          subject: .init(decoder: row.decoder.label, group: group))
      }
    }
    return .section(
      "bands", BandWording.title,
      .p(.text(BandWording.explanation + "."), class: "note") + grid.html
        + .list(bands.sentences.map { .text(page.shortened($0) + ".") }))
  }

  private func cell(_ row: BandWording.Row, _ band: ModuleSizeBand) -> PageTable.Cell {
    guard let index = row.bands.firstIndex(where: { $0.band == band }) else {
      return .init(text: Numerals.absent)
    }
    let score = row.bands[index]
    let rate = HTML.text(BandWording.rate(score))
    let worst = BandWording.worst(score)
    return .init(
      (score.counterexample == nil ? rate : .span(rate, class: "alarm"))
        + (worst == Numerals.absent ? .empty : " " + .span(.text(worst), class: "interval")),
      value: score.certified, field: "bands.\(index).certified")
  }
}
