import Results

/// The section of the score table: decoders, their groups, and bands of module size.
struct ScoreSection {
  let page: PageContext
  private var wording: ScoreWording { page.wording }
  private var table: ScoreTable { wording.table }

  var html: HTML {
    guard !wording.tried.isEmpty else { return .empty }
    return .section(
      "scores", "Score table",
      decoders + all
        + (Citation(page.whole).line.map { .p(.text($0), class: "note") } ?? .empty)
        + .element("h3", [:], "Group by group") + groups + BandTable(page: page).html)
  }

  // MARK: Decoders

  private var decoders: HTML {
    let plot = EstimatePlot(wording.tried.compactMap(\.meanThreshold))
    var columns = [
      PageTable.Column("rank", hint: "1 + the number of significantly better decoders"),
      .init("decoder"), .init("groups", hint: "the groups that it supports", isNumber: true),
    ]
    if wording.hasPartialCoverage {
      columns.append(
        .init("supports", hint: "symbologies that it reads, of those in the corpus"))
    }
    if page.hasRanks {
      if wording.ranksByRate || wording.hasScenes {
        columns.append(
          .init(
            "shared, %", hint: "decode rate over the work that all ranked decoders share",
            isNumber: true))
      }
      if !wording.ranksByRate {
        columns += [
          .init("mean threshold" + comma(wording.unit), isNumber: true),
          .init(plot.title(wording), isSortable: false),
        ]
      }
      columns += [
        .init(
          "significance groups",
          hint: "decoders that share a letter are not significantly different")
      ]
    }
    columns += countColumns
    columns.append(
      .init(
        "ms of a read", hint: "geometric mean of the groups’ medians, over \(page.speedBasis)",
        isNumber: true))
    var grid = PageTable(
      caption: "Every decoder over the groups that it supports, the best first",
      columns: columns, headColumn: 1)
    for decoder in wording.tried {
      var cells = [
        PageTable.Cell(
          text: wording.rank(decoder), value: decoder.rank.map(Double.init), field: "rank"),
        PageTable.Cell(page.series(decoder.label).fullTitle + library(decoder)),
        PageTable.Cell(
          text: "\(Numerals.count(decoder.groups.count)) of "
            + Numerals.count(table.corpus.groups.count), value: Double(decoder.groups.count)),
      ]
      if wording.hasPartialCoverage { cells.append(.init(text: wording.coverage(decoder))) }
      if page.hasRanks {
        if wording.ranksByRate || wording.hasScenes {
          cells.append(
            .init(
              text: wording.sharedRate(decoder), value: decoder.sharedRate?.value,
              field: "sharedRate.value"))
        }
        if !wording.ranksByRate {
          cells += [
            .init(
              text: wording.meanThreshold(decoder), value: decoder.meanThreshold?.value,
              field: "meanThreshold.value"),
            .init(plot.html(decoder.meanThreshold, page.series(decoder.label))),
          ]
        }
        cells.append(.init(text: wording.letters(decoder)))
      }
      cells += counts(decoder.total)
      let speed = page.wording.table.milliseconds(of: decoder, \.readMedian)
      cells.append(.init(text: Numerals.milliseconds(speed), value: speed))
      grid.add(cells, subject: .init(decoder: decoder.label))
    }
    let absent = page.notTried
    return grid.html
      + (absent.isEmpty
        ? .empty
        : .p(.text("Not in the table: \(absent.joined(separator: "; "))."), class: "note"))
  }

  /// A collapsed list of all decoders, where the page shows some of them; else nothing.
  private var all: HTML {
    let whole = page.whole
    guard let rest = whole.table.leftOut(in: "The list below, as scores.csv and scores.json,")
    else {
      return .empty
    }
    var grid = PageTable(
      caption: "All decoders",
      columns: [
        .init("place", isNumber: true), .init("rank"), .init("decoder"),
        .init("mean threshold" + comma(whole.unit), isNumber: true),
      ] + countColumns + [.init("ms of a read", isNumber: true)], headColumn: 2)
    for (place, decoder) in whole.table.decoders.enumerated() {
      let speed = whole.table.milliseconds(of: decoder, \.readMedian)
      grid.add(
        [
          .init(text: "\(place + 1)", value: Double(place + 1)),
          .init(
            text: decoder.rank == nil ? whole.standing(decoder) : whole.rank(decoder),
            value: decoder.rank.map(Double.init), field: "rank"), .init(text: decoder.label),
          .init(
            text: whole.meanThreshold(decoder), value: decoder.meanThreshold?.value,
            field: "meanThreshold.value"),
        ] + counts(decoder.total) + [.init(text: Numerals.milliseconds(speed), value: speed)],
        subject: .init(decoder: decoder.label))
    }
    return .p(.text(rest + "."), class: "note")
      + grid.html(unfoldedUpTo: PageContext.mostUnfolded)
  }

  /// The decoder's library, unless all have the same one.
  private func library(_ decoder: DecoderScore) -> HTML {
    let libraries = Set(wording.tried.map { [$0.library, $0.version] })
    guard libraries.count > 1 || wording.tried.count == 1 else { return .empty }
    return .span(.text("\(decoder.library) \(decoder.version)"), class: "library")
  }

  // MARK: Groups

  private var groups: HTML {
    let plot = EstimatePlot(
      wording.tried.flatMap(\.groups).compactMap(wording.meanThreshold(of:)))
    let unit = comma(wording.unit)
    var columns = [PageTable.Column("group"), .init("decoder")]
    if wording.isOrdered {
      columns += [
        .init(wording.thresholdTitle + unit, isNumber: true),
        .init("mean threshold" + unit, isNumber: true),
        .init(plot.title(wording), isSortable: false),
      ]
    }
    if wording.hasScenes { columns.append(.init("symbols read, %", isNumber: true)) }
    columns +=
      countColumns + [
        .init("ms read, p95", hint: "median and 95th percentile of reads", isNumber: true),
        .init("ms miss, p95", hint: "median and 95th percentile of misses", isNumber: true),
      ]
    if wording.isOrdered { columns.append(.init("islands" + unit)) }
    var grid = PageTable(
      caption: "Each group of samples, decoder by decoder", columns: columns)
    for id in table.corpus.groups.map(\.id) {
      for (place, row) in page.rows(of: id).enumerated() {
        grid.add(
          cells(row, plot), subject: .init(decoder: row.series.label, group: id),
          class: place == 0 ? "first" : nil)
      }
    }
    return grid.html(unfoldedUpTo: Self.unfoldedRows)
  }

  /// The longest table of groups that is shown at once.
  private static let unfoldedRows = 24

  private func cells(_ row: PageContext.Row, _ plot: EstimatePlot) -> [PageTable.Cell] {
    let score = row.score
    var cells = [PageTable.Cell(.text(score.group)), PageTable.Cell(row.series.title)]
    if wording.isOrdered {
      let (threshold, mean) = (wording.threshold(of: score), wording.meanThreshold(of: score))
      // The fields of a symbol lie deeper than those of an image.
      let path = score.scene == nil ? "" : "scene."
      cells += [
        .init(
          text: wording.threshold(threshold), value: threshold.upper,
          field: path + "threshold.upper"),
        .init(
          text: wording.meanThreshold(score), value: mean?.value,
          field: path + "meanThreshold.value"),
        .init(plot.html(mean, row.series)),
      ]
    }
    if wording.hasScenes {
      cells.append(
        .init(
          text: wording.symbolRate(score), value: score.scene?.rate.value, field: "scene.rate.value"
        ))
    }
    cells += counts(score.total)
    cells += [
      milliseconds(score.latency.readMedian, score.latency.readP95, "latency.readMedian"),
      milliseconds(score.latency.missMedian, score.latency.missP95, "latency.missMedian"),
    ]
    if wording.isOrdered {
      cells.append(
        .init(
          text: wording.islands(score.islands),
          value: score.islands.isEmpty ? nil : Double(score.islands.count)))
    }
    return cells
  }

  // MARK: Cells

  private var countColumns: [PageTable.Column] {
    [
      PageTable.Column(
        wording.hasScenes ? "all read, %" : "decode rate, %", isNumber: true),
      .init("tried", isNumber: true),
      .init("misread", hint: "with the 95 % upper bound of the rate", isNumber: true),
      .init("errors", hint: "crashes, timeouts and failures", isNumber: true),
    ]
  }

  private func counts(_ counts: Counts) -> [PageTable.Cell] {
    let rate = counts.tried > 0 ? Double(counts.successes) / Double(counts.tried) : nil
    return [
      .init(text: wording.decodeRate(counts), value: rate),
      .init(text: Numerals.count(counts.tried), value: Double(counts.tried), field: "total.tried"),
      .init(
        .text(wording.misreads(counts)), value: counts.misreadUpperBound,
        field: "total.misreadUpperBound", class: counts.falseAnswers > 0 ? "alarm" : nil),
      .init(
        .text(wording.errors(counts)), value: Double(counts.broken),
        class: counts.broken > 0 ? "alarm" : nil),
    ]
  }

  private func milliseconds(
    _ median: Double?, _ p95: Double?, _ field: String
  ) -> PageTable.Cell {
    let tail = p95.map { " " + HTML.span(.text(Numerals.milliseconds($0)), class: "interval") }
    return .init(
      .text(Numerals.milliseconds(median)) + (tail ?? .empty), value: median, field: field)
  }

  private func comma(_ unit: String) -> String { unit.isEmpty ? "" : ", \(unit)" }
}
