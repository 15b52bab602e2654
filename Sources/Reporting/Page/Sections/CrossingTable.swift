import Evaluation

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
      caption: "Where curves cross, with 95 % intervals: what any curve allows that never falls "
        + "towards easier levels, then a logistic curve with a lapse rate, where it fits",
      columns: [.init("group"), .init("decoder")]
        + names.flatMap { name in
          [PageTable.Column(name + unit), .init("\(name) by model\(unit)")]
        })
    for group in wording.table.corpus.groups.map(\.id) {
      for row in page.rows(of: group) {
        grid.add(
          [.init(.text(group)), .init(row.series.name)]
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
    let hidden = Findings(wording).hiddenModels
    return .details(
      "Where curves cross 50, 90 and 95 %",
      grid.html
        + (hidden.isEmpty ? .empty : .list(hidden.map { .text("\($0).") }, class: "remarks")))
  }
}
