import Results

/// The section on what hints about symbologies change, for runs that compare them.
struct HintSection {
  let page: PageContext

  var html: HTML {
    let effects = page.wording.table.hintEffects ?? []
    guard !effects.isEmpty else { return .empty }
    var grid = PageTable(
      caption: "Restricted beside unrestricted", columns: columns, isStacking: true)
    for effect in effects { grid.add(cells(effect)) }
    return .section(
      "hints", "What hints change",
      .p(.text(HintWording.explanation), class: "note") + grid.html)
  }

  private let columns = [
    PageTable.Column("decoder"), .init("hint"),
    .init(
      "time, restricted / unrestricted",
      hint: "median ratio over images that both read, with its 95 % interval", isNumber: true),
    .init("read only restricted", isNumber: true), .init("read only unrestricted", isNumber: true),
    .init("misreads, unrestricted", isNumber: true), .init("misreads avoided", isNumber: true),
    .init("misreads added", isNumber: true),
    .init(
      "wrong extras", hint: "wrong readings beside the judged ones: restricted / unrestricted",
      isNumber: true),
    .init("errors", hint: "restricted / unrestricted", isNumber: true),
    .init("images", hint: "images, or symbols, that both tried", isNumber: true),
  ]

  private func cells(_ effect: HintEffect) -> [PageTable.Cell] {
    func count(_ number: Int) -> PageTable.Cell {
      .init(text: Numerals.count(number), value: Double(number))
    }
    func sides(_ number: KeyPath<HintEffect.Side, Int>) -> PageTable.Cell {
      let (with, without) = (
        effect.restricted[keyPath: number], effect.unrestricted[keyPath: number]
      )
      return .init(
        text: "\(Numerals.count(with)) / \(Numerals.count(without))", value: Double(with))
    }
    return [
      .init(page.series(effect.restricted.label).title), .init(text: effect.hints),
      .init(text: HintWording.ratio(effect), value: effect.timeRatio?.value),
      count(effect.onlyRestricted), count(effect.onlyUnrestricted),
      count(effect.unrestricted.misreads), count(effect.misreadsAvoided),
      count(effect.misreadsAdded), sides(\.wrongExtras), sides(\.errors), count(effect.pairs),
    ]
  }
}
