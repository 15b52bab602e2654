import Results

/// The section on streams in Markdown.
enum StreamMarkdown {
  /// The blocks of the section; none for a corpus of other images.
  static func blocks(_ wording: ScoreWording) -> [String] {
    guard let streams = StreamScoreWording(wording) else { return [] }
    return [
      "## " + StreamScoreWording.title, Markdown.text(streams.explanation) + ".",
      times(streams.table),
      Markdown.list(streams.sentences.map { Markdown.text($0) + "." }),
      Markdown.text(StreamScoreWording.costExplanation) + ".",
      "## " + StreamScoreWording.effectTitle,
      Markdown.text(StreamScoreWording.effectExplanation) + ".",
      effects(streams.table),
    ].filter { !$0.isEmpty }
  }

  private static let costs = ["wrong first", "CPU ms a read", "CPU ms a first read"]

  private static func cells(_ score: StreamScore) -> [String] {
    [
      StreamScoreWording.reads(score), StreamScoreWording.time(score.median),
      StreamScoreWording.time(score.p95),
      StreamScoreWording.wrongFirst(score), StreamScoreWording.cpu(score.cpuSecondsPerRead),
      StreamScoreWording.cpu(score.cpuSecondsPerFirstRead),
    ]
  }

  private static func times(_ table: StreamTable) -> String {
    var grid = Markdown.Table(
      titles: ["decoder", "group", "read", "half read by, s", "95 % read by, s"] + costs,
      rightAligned: [2, 5, 6, 7])
    for score in table.decoders {
      grid.add([score.decoder, "all"] + cells(score), isStrong: true)
      for group in table.groups {
        guard let own = group.decoders.first(where: { $0.decoder == score.decoder }) else {
          continue
        }
        grid.add(["", group.group] + cells(own))
      }
    }
    return grid.text
  }

  private static func effects(_ table: StreamTable) -> String {
    var grid = Markdown.Table(
      titles: ["decoder", "frames", "read in k/n", "read", "half read by, s", "95 % read by, s"]
        + costs, rightAligned: [3, 6, 7, 8])
    for effect in table.effects {
      grid.add(
        [
          effect.score.decoder, StreamScoreWording.shortPolicy(effect.rules),
          StreamScoreWording.shortConfirmation(effect.rules),
        ] + cells(effect.score))
    }
    return grid.text
  }
}
