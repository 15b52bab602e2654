import Results

extension HintWording {
  /// The section on what hints about symbologies change, for runs that compare them.
  static func section(_ table: ScoreTable) -> Section {
    var grid = DataTable(
      "Restricted beside unrestricted", keys: [.init("decoder"), .init("hint")],
      [
        .init(
          "time, restricted / unrestricted",
          hint: "median ratio over images that both read, with its 95 % interval", isNumber: true),
        .init("read only restricted", isNumber: true),
        .init("read only unrestricted", isNumber: true),
        .init("misreads, unrestricted", isNumber: true), .init("misreads avoided", isNumber: true),
        .init("misreads added", isNumber: true),
        .init(
          "wrong extras",
          hint: "wrong readings beside the judged ones: restricted / unrestricted", isNumber: true),
        .init("errors", hint: "restricted / unrestricted", isNumber: true),
        .init("images", hint: "images, or symbols, that both tried", isNumber: true),
      ])
    grid.formats = [.markdown, .page]
    for effect in table.hintEffects ?? [] { grid.add(cells(effect)) }
    return Section(
      "hints", "What hints change",
      grid.rows.isEmpty ? [] : [.lines(sentences(table)), .note(explanation), .table(grid)])
  }

  private static func cells(_ effect: HintEffect) -> [DataTable.Cell] {
    func sides(_ number: KeyPath<HintEffect.Side, Int>) -> DataTable.Cell {
      let (with, without) = (
        effect.restricted[keyPath: number], effect.unrestricted[keyPath: number]
      )
      return .init(
        "\(Numerals.count(with)) / \(Numerals.count(without))", value: Double(with))
    }
    return [
      .decoder(effect.restricted.label), .init(effect.hints),
      .init(ratio(effect), value: effect.timeRatio?.value),
      .init(effect.onlyRestricted), .init(effect.onlyUnrestricted),
      .init(effect.unrestricted.misreads), .init(effect.misreadsAvoided),
      .init(effect.misreadsAdded), sides(\.wrongExtras), sides(\.errors), .init(effect.pairs),
    ]
  }
}
