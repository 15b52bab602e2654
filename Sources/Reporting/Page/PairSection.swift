import Results

/// The section of decoders pair by pair: what only one of two reads, and whether that may be chance.
struct PairSection {
  let page: PageContext
  /// The same in sentences, with times.
  let sentences: [Section]
  private var table: ScoreTable { page.wording.table }

  private var pairs: [PairScore] { table.comparisons + (table.partialComparisons ?? []) }

  var html: HTML {
    // Of very many decoders not every pair is in the table.
    guard page.wording.hasRankedGroups, table.significance == nil, !pairs.isEmpty else {
      return .empty
    }
    let compared = page.tried.filter { series in
      pairs.contains { $0.better == series.label || $0.worse == series.label }
    }
    let heads = compared.map {
      HTML.element("th", ["scope": "col", "data-decoder": $0.label], $0.title)
    }
    let rows = compared.map { row in
      HTML.element(
        "tr", ["data-decoder": row.label],
        .element("th", ["scope": "row"], row.title)
          + compared.map { cell(row.label, $0.label) }.joined())
    }
    let title = "Only the row's decoder : only the column's"
    let writer = SectionPage(page: page)
    return .section(
      "pairs", "Pair by pair",
      .p(.text(explanation), class: "note")
        + .element(
          "div", ["class": "frame", "tabindex": "0", "role": "group", "aria-label": title],
          .element(
            "table", ["class": compared.count > 6 ? "map dense pairs" : "map pairs"],
            PageTable.caption(.text(title))
              + .element(
                "thead", [:],
                .element(
                  "tr", [:], .element("th", ["scope": "col"], .text("decoder")) + heads.joined()))
              + .element("tbody", [:], rows.joined())))
        + .details("In sentences, with times", writer.parts(sentences)))
  }

  private var explanation: String {
    let units = page.wording.units(2)
    return
      "How many \(units) only one of two decoders \(page.wording.findsNothing ? "leaves empty" : "reads"), "
      + "and below it p, the probability of so unequal numbers if both were equally good (exact paired test, "
      + "with Holm's correction). Blue: the row's decoder is significantly better; outlined: worse; grey: "
      + "not significantly different."
  }

  private func cell(_ row: String, _ column: String) -> HTML {
    guard row != column else {
      return .element("td", ["class": "self", "data-decoder": column], .text("·"))
    }
    let pair = pairs.first {
      ($0.better == row && $0.worse == column) || ($0.better == column && $0.worse == row)
    }
    guard let pair else {
      return .element(
        "td", ["class": "unsupported", "data-decoder": column], .text(Numerals.absent))
    }
    let isBetter = pair.better == row
    let (mine, other) =
      isBetter ? (pair.onlyBetter, pair.onlyWorse) : (pair.onlyWorse, pair.onlyBetter)
    let groups = pair.groups.map { " on \(Words.list($0))" } ?? ""
    return .element(
      "td",
      [
        "class": !pair.isSignificant ? "tie" : isBetter ? "ahead" : "behind",
        "data-decoder": column,
        "title": "\(row) against \(column)\(groups): of \(Numerals.count(pair.pairs)) "
          + "\(page.wording.units(pair.pairs))",
      ],
      .element("strong", [:], .text("\(Numerals.count(mine)) : \(Numerals.count(other))"))
        + .span(.text(Numerals.p(pair.adjustedP)), class: "below"))
  }
}
