import Results
import Statistics

/// The table of crossings of 50, 90 and 95 %: the interval for any rising curve, and the model's.
struct CrossingTable {
  let page: PageContext
  private var wording: ScoreWording { page.wording }

  private var rates: [Double] {
    wording.tried.lazy.flatMap(\.groups).first?.crossings.map(\.rate) ?? []
  }

  /// The table; empty for sweeps without an order.
  var html: HTML {
    guard !rates.isEmpty else { return .empty }
    let unit = wording.unitAfterComma
    let names = rates.map { "t\(Numerals.decimal($0 * 100, places: 0))" }
    var grid = PageTable(
      caption: "Crossings with 95 % intervals: first for any curve that never falls towards easier "
        + "levels, then for a logistic curve with a lapse rate, where it fits",
      columns: [.init("group"), .init("decoder")]
        + names.flatMap { name in
          [PageTable.Column(name + unit), .init("\(name) by model\(unit)")]
        })
    for group in wording.table.corpus.groups.map(\.id) {
      for row in page.rows(of: group) {
        grid.add(
          [.init(.text(group)), .init(row.series.title)]
            + row.score.crossings.enumerated().flatMap { index, crossing in
              [
                PageTable.Cell(
                  text: wording.crossing(crossing), value: crossing.easy,
                  field: "crossings.\(index).easy"),
                PageTable.Cell(
                  text: wording.model(crossing.model), value: crossing.model.value,
                  field: "crossings.\(index).model.value"),
              ]
            }, subject: .init(decoder: row.series.label, group: group))
      }
    }
    let hidden = Statements(wording).hiddenModels
    return .details(
      "Where curves cross 50, 90 and 95 %",
      grid.html
        + (hidden.isEmpty ? .empty : .list(hidden.map { .text("\($0).") }, class: "remarks")))
  }
}

/// The table of decode rates by bands of module size, as benchmarks of cameras and scanners use.
///
/// The rate of a band covers all its levels together, over the groups on which ranks are based.
struct BandTable {
  let page: PageContext
  private var table: ScoreTable { page.wording.table }

  /// The bands in which the corpus has levels.
  private var tested: [ModuleSizeBand] {
    Self.bands.filter { band in
      table.corpus.levels.contains { ModuleSizeBand(pixels: $0.value) == band }
    }
  }

  private static let bands = Array(ModuleSizeBand.allCases.reversed())

  /// The table; empty for sweeps of anything other than module size.
  var html: HTML {
    guard table.corpus.axis == "module-size", page.wording.isOrdered, !tested.isEmpty else {
      return .empty
    }
    var grid = PageTable(
      caption: "Decode rate, %, by module size, with 95 % intervals, over \(page.speedBasis)",
      columns: [.init("decoder")] + tested.map { .init(BandWording.range($0), isNumber: true) })
    for decoder in page.wording.tried {
      grid.add(
        [PageTable.Cell(page.name(decoder.label))] + tested.map { cell(decoder, $0) },
        subject: .init(decoder: decoder.label))
    }
    let untested = Self.bands.filter { !tested.contains($0) }
    let note =
      untested.isEmpty
      ? HTML.empty
      : .p(
        .text("Not tested by this corpus: \(Words.list(untested.map(BandWording.range)))."),
        class: "note")
    return .element("h3", [:], "By module size")
      + grid.html(unfoldedUpTo: PageContext.mostUnfolded) + note
  }

  private func cell(_ decoder: DecoderScore, _ band: ModuleSizeBand) -> PageTable.Cell {
    let (reads, tried) = Self.counts(table.summedGroups(of: decoder), band, in: table)
    guard tried > 0 else { return .init(text: Numerals.absent) }
    let interval = Binomial.clopperPearson(reads: reads, trials: tried)
    let rate = Double(reads) / Double(tried)
    return .init(
      .text(Numerals.percent(rate)) + " "
        + .span(
          .text("[\(Numerals.percent(interval.lower))–\(Numerals.percent(interval.upper))]"),
          class: "interval"), value: rate)
  }

  private static func counts(
    _ groups: [GroupScore], _ band: ModuleSizeBand, in table: ScoreTable
  ) -> (reads: Int, tried: Int) {
    var sum = (reads: 0, tried: 0)
    for group in groups {
      for (level, score) in zip(table.corpus.levels, group.levels)
      where ModuleSizeBand(pixels: level.value) == band {
        sum.reads += score.counts.successes
        sum.tried += score.counts.tried
      }
    }
    return sum
  }
}
