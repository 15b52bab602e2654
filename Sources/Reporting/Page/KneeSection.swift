import Results

/// The section on time against reach, for sweeps over resolutions.
struct KneeSection {
  let page: PageContext

  /// The longest table that is shown at once.
  private static let unfoldedRows = 40

  var html: HTML {
    var grid = PageTable(
      caption: "Time against reach", columns: columns, isStacking: true)
    for group in page.wording.table.corpus.groups {
      for row in page.rows(of: group.id) {
        guard let knee = row.score.knee else { continue }
        for (place, step) in knee.steps.enumerated() {
          grid.add(
            cells(row, knee, place, step),
            subject: .init(decoder: row.series.label, group: group.id),
            class: place == 0 ? "first" : nil)
        }
      }
    }
    guard grid.count > 0 else { return .empty }
    return .section(
      "resolution", "Resolution",
      .p(.text(KneeWording.explanation), class: "note")
        + grid.html(unfoldedUpTo: Self.unfoldedRows))
  }

  private let columns = [
    PageTable.Column("group"), .init("decoder"), .init("resolution, MP", isNumber: true),
    .init("decode rate, %", isNumber: true),
    .init("ms", hint: "median time of all answers", isNumber: true),
    .init(
      "time / time at the knee", hint: "median ratio scene by scene, with its 95 % interval",
      isNumber: true),
    .init("knee"),
  ]

  private func cells(
    _ row: PageContext.Row, _ knee: KneeScore, _ place: Int, _ step: KneeScore.Step
  ) -> [PageTable.Cell] {
    let path = "knee.steps.\(place)."
    return [
      .init(text: row.score.group), .init(row.series.title),
      .init(text: step.level, value: Double(step.level)),
      .init(
        text: Numerals.percent(step.rate), value: step.rate,
        field: step.rate == nil ? nil : path + "rate"),
      .init(
        text: Numerals.milliseconds(step.median), value: step.median,
        field: step.median == nil ? nil : path + "median"),
      .init(
        text: step.timeRatio.map(KneeWording.times) ?? Numerals.absent,
        value: step.timeRatio?.value, field: step.timeRatio == nil ? nil : path + "timeRatio.value"),
      .init(text: step.level == knee.level ? "knee" : ""),
    ]
  }
}
