import Results

extension KneeWording {
  /// The section on time against reach, for sweeps over resolutions.
  static func section(_ wording: ScoreWording) -> Section {
    var grid = DataTable(
      "Time against reach", keys: [.init("group"), .init("decoder")],
      [
        .init("resolution, MP", isNumber: true), .init("decode rate, %", isNumber: true),
        .init("ms", hint: "median time of all answers", isNumber: true),
        .init(
          "time / time at the knee", hint: "median ratio scene by scene, with its 95 % interval",
          isNumber: true),
        .init("knee"),
      ], unfoldedUpTo: 40)
    grid.formats = [.markdown, .page]
    for (decoder, group) in wording.rowsByGroup {
      guard let knee = group.knee else { continue }
      for (place, step) in knee.steps.enumerated() {
        grid.add(
          [.init(group.group), .decoder(decoder.label)]
            + cells(step, "knee.steps.\(place).")
            + [.init(step.level == knee.level ? "knee" : "")],
          decoder: decoder.label, group: group.group)
      }
    }
    return Section(
      "resolution", "Resolution",
      grid.rows.isEmpty
        ? [] : [.lines(sentences(wording.table)), .note(explanation), .table(grid)])
  }

  private static func cells(_ step: KneeScore.Step, _ path: String) -> [DataTable.Cell] {
    [
      .init(step.level, value: Double(step.level)),
      .init(
        Numerals.percent(step.rate), value: step.rate, field: step.rate.map { _ in path + "rate" }),
      .init(
        Numerals.milliseconds(step.median), value: step.median,
        field: step.median.map { _ in path + "median" }),
      .init(
        step.timeRatio.map(times) ?? Numerals.absent, value: step.timeRatio?.value,
        field: step.timeRatio.map { _ in path + "timeRatio.value" }),
    ]
  }
}
