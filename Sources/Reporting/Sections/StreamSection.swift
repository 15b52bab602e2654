import Results

extension StreamScoreWording {
  /// The longest table that pages show at once.
  private static let unfoldedRows = 40

  /// The section on streams: when decoders first read right, at what cost, and what other rules change.
  var section: Section {
    Section(
      "streams", Self.title,
      [
        .note(explanation), .figure { StreamPlot(table: table, page: $0).html }, .table(times),
        .lines(sentences), .note(Self.costExplanation), .heading(Self.effectTitle),
        .note(Self.effectExplanation), .table(effects),
      ])
  }

  private static let scores: [DataTable.Column] = [
    .init("read", hint: "streams with a right report", isNumber: true),
    .init("half read by, s", hint: "with its 95 % interval", isNumber: true),
    .init("95\(Numerals.narrowSpace)% read by, s", hint: "with its 95 % interval", isNumber: true),
    .init("frames decoded, %", isNumber: true),
    .init("wrong first", hint: "with the exact upper 95 % bound", isNumber: true),
    .init("CPU ms per read", isNumber: true), .init("CPU ms per first read", isNumber: true),
  ]

  private static func cells(_ score: StreamScore) -> [DataTable.Cell] {
    [
      .init(reads(score), value: Double(score.firstReads)),
      .init(time(score.median), value: score.median.value),
      .init(time(score.p95), value: score.p95.value),
      .init(Numerals.percent(score.judgedShare), value: score.judgedShare),
      .init(
        wrongFirst(score), score.wrongFirst > 0 ? .alarm : .plain, value: Double(score.wrongFirst)),
      .init(cpu(score.cpuSecondsPerRead), value: score.cpuSecondsPerRead),
      .init(cpu(score.cpuSecondsPerFirstRead), value: score.cpuSecondsPerFirstRead),
    ]
  }

  private var times: DataTable {
    var grid = DataTable(
      "Time to first correct read, and its cost", keys: [.init("group"), .init("decoder")],
      grouped: true, Self.scores, unfoldedUpTo: Self.unfoldedRows)
    let all = table.groups.count > 1 ? [("all groups", table.decoders)] : []
    for (name, scores) in all + table.groups.map({ ($0.group, $0.decoders) }) {
      for score in scores {
        grid.add(
          [.init(name), .decoder(score.decoder)] + Self.cells(score), decoder: score.decoder)
      }
    }
    return grid
  }

  private var effects: DataTable {
    var grid = DataTable(
      Self.effectTitle, keys: [.init("decoder"), .init("frames"), .init("read in k/n")],
      grouped: true, Self.scores, unfoldedUpTo: Self.unfoldedRows)
    for effect in table.effects {
      grid.add(
        [
          .decoder(effect.score.decoder), .init(Self.shortPolicy(effect.rules)),
          .init(Self.shortConfirmation(effect.rules)),
        ] + Self.cells(effect.score), decoder: effect.score.decoder)
    }
    return grid
  }
}
