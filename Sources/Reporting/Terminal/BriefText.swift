import Base
import Results

/// The short form of a score report: the answer, what is wrong, and a row a decoder.
///
/// No sentence repeats a column of the table, and a lead's test is left to the full form: ranks show ties.
struct BriefText {
  let wording: ScoreWording
  let style: TerminalStyle
  private var table: ScoreTable { wording.table }

  /// The most sentences about one kind of fault.
  private static let mostSentences = 3
  /// The most decoders with a row of their own.
  private static let mostRows = 13

  /// The lines of all parts.
  var lines: [String] {
    var lines = style.paragraph(table.corpus.question)
    if let warning = Statements(wording).warning { lines += style.paragraph(warning, .caution) }
    let answer = Answer(wording)
    let sentence = answer.sentence ?? Conclusion(wording).claim
    lines += style.paragraph(sentence + ".", .strong)
    lines += faults.flatMap { style.paragraph($0 + ".", .caution, label: "  ", hanging: 4) }
    for sentence in [Conclusion(wording).quickest, answer.reservation].compactMap(\.self) {
      lines += style.paragraph(sentence + ".", label: "  ", hanging: 4)
    }
    if !wording.tried.isEmpty {
      lines += [""] + SectionText(style: style, drops: true).lines(scores)
    }
    // Asked for by an option of its own.
    let informed = InformedWording(wording).map { SectionText(style: style).lines($0.section) }
    if let informed, !informed.isEmpty { lines += [""] + informed }
    let rest = wording.tried.count - Self.mostRows
    guard rest > 0 else { return lines }
    return lines + [""] + style.paragraph("\(rest) more decoders took part: use --full.", .caution)
  }

  // MARK: Table

  private var scores: DataTable {
    var grid = DataTable(
      "Decoders", keys: [.init("rank"), .init("decoder")], columns.map(\.head))
    for decoder in wording.tried.prefix(Self.mostRows) {
      grid.add(
        [.init(wording.rank(decoder)), .decoder(decoder.label)] + columns.map { $0.cell(decoder) },
        isStrong: wording.isFirst(decoder))
    }
    return grid
  }

  private typealias Column = (head: DataTable.Column, cell: (DecoderScore) -> DataTable.Cell)

  private func column(
    _ title: String, isNumber: Bool = true, _ cell: @escaping (DecoderScore) -> DataTable.Cell
  ) -> Column { (.init(title, isNumber: isNumber), cell) }

  /// The measure of the corpus's question, then what holds for all of them.
  private var columns: [Column] {
    let unit = wording.unitAfterComma
    // A column without a certificate says no more than the sentence about the trials that it takes.
    let isCertified =
      Answer(wording).reservation == nil
      || wording.tried.contains { reliable($0) != Self.notCertified }
    let thresholds: [Column] =
      (isCertified
        ? [column("\(wording.thresholdTitle)\(unit)", isNumber: false) { .init(reliable($0)) }]
        : [])
      + [column("mean threshold\(unit)", isNumber: false) { .init(wording.meanThreshold($0)) }]
    let measure =
      table.streams != nil
      ? streams
      : table.corpus.selection != nil
        ? selection : wording.isOrdered && !wording.ranksByRate ? thresholds : []
    let coverage =
      wording.hasPartialCoverage ? [column("supports") { .init(wording.coverage($0)) }] : []
    return measure + coverage + meanings + [
      column(rateTitle) {
        .init(wording.decodeRate($0.total))
      },
      column("misread") {
        .init(wording.misreads($0.total), $0.total.falseAnswers > 0 ? .alarm : .plain)
      },
      column("errors") {
        .init(
          wording.errors($0.total), $0.total.broken + $0.total.retried > 0 ? .caution : .plain)
      },
      column("ms a read") {
        .init(Numerals.milliseconds(table.milliseconds(of: $0, \.readMedian)))
      },
    ]
  }

  private var rateTitle: String {
    if wording.hasScenes { return "all read, %" }
    if wording.findsNothing { return "nothing read, %" }
    return table.corpus.selection == nil ? "read, %" : "target, %"
  }

  /// The thresholds of a decoder's groups in one: the worst, or the number of groups without one.
  private func reliable(_ decoder: DecoderScore) -> String {
    let groups = decoder.groups.filter { $0.total.tried > 0 }
    let scores = groups.map(wording.threshold(of:))
    let open = scores.count { $0.certified == nil }
    guard open > 0 else { return wording.certified(groups).map(Numerals.level) ?? Numerals.absent }
    if scores.count == 1 { return wording.threshold(scores[0]) }
    return open == scores.count ? Self.notCertified : "not in \(open) of \(scores.count) groups"
  }

  private static let notCertified = "not certified"

  private var streams: [Column] {
    func score(_ decoder: DecoderScore) -> StreamScore? {
      table.streams?.decoders.first { $0.decoder == decoder.label }
    }
    return [
      column("half read by, s") {
        .init(score($0).map { StreamScoreWording.time($0.median) } ?? Numerals.absent)
      },
      column("95\(Numerals.narrowSpace)% by, s") {
        .init(score($0).map { StreamScoreWording.time($0.p95) } ?? Numerals.absent)
      },
    ]
  }

  private var selection: [Column] {
    [
      column("wrong code, %") { decoder in
        let scores = decoder.groups.compactMap(\.selection).filter { !$0.isBlind }.map(\.total)
        let tried = scores.reduce(0) { $0 + $1.tried }
        return .init(
          Numerals.percent(scores.reduce(0) { $0 + $1.wrongCode.count }, of: tried))
      }
    ]
  }

  private var meanings: [Column] {
    guard wording.hasMeanings else { return [] }
    return [
      column("same meaning, %") { .init(MeaningWording.same($0.meaning)) },
      column("another meaning") {
        .init(
          MeaningWording.different($0.meaning), $0.meaning?.different ?? 0 > 0 ? .alarm : .plain)
      },
    ]
  }

  // MARK: What is wrong

  /// The decoders that support none of the symbologies, each once, whatever its hints and ways to select.
  private var silent: [String] {
    table.decoders.filter(\.groups.isEmpty).map {
      $0.label.split(separator: "@").first.map(String.init) ?? $0.label
    }.uniqued()
  }

  /// The errors of the first decoders that have some, the first one's with their most frequent cause.
  private var errors: [String] {
    let erring = wording.erring
    guard !erring.isEmpty else { return [] }
    let shown = erring.prefix(Self.mostSentences).map { decoder in
      let total = decoder.total
      let kinds = ScoreWording.errorKinds(total)
      let what =
        kinds.isEmpty
        ? "\(Numerals.counted(total.retried, "image", "images")) tried again" : Words.list(kinds)
      // One cause is enough here; the page has them all.
      let isFirst = decoder.label == erring[0].label
      let cause = isFirst ? decoder.causes?.first.map(\.signature) ?? "" : ""
      return "\(decoder.label): \(what) in \(Numerals.count(total.tried)) decodes"
        + (cause.isEmpty ? "" : " (\(cause.hasSuffix(".") ? String(cause.dropLast()) : cause))")
    }
    let rest = erring.count - shown.count
    return ["Errors: \(shown.joined(separator: "; "))" + (rest > 0 ? " (\(rest) more)" : "")]
  }

  /// The decoders that answered wrongly, with the number of images, the most first: a narrow table has no
  /// column of them.
  private var wrong: [String] {
    let wrong = wording.tried.filter { $0.total.falseAnswers > 0 }
      .sorted { $0.total.falseAnswers > $1.total.falseAnswers }
    guard !wrong.isEmpty else { return [] }
    let each = wrong.map { "\($0.label) \(Numerals.count($0.total.falseAnswers))" }
    return ["Wrong answers: \(Words.first(each, others: "more decoders").joined(separator: ", "))"]
  }

  /// Whatever makes a number worth less, in a sentence each.
  private var faults: [String] {
    let sections = Statements(wording).sections
    let told = ["screen", "unreadable", "endings", "doubts", "survivors"].compactMap { id in
      sections.first { $0.id == id }
    }
    let first = told.map { section in
      let shown = section.sentences.prefix(Self.mostSentences)
      let rest = section.sentences.count - shown.count
      return "\(section.title): \(shown.joined(separator: "; "))"
        + (rest > 0 ? " (\(rest) more)" : "")
    }
    let lost = table.decoders.filter { [.givenUp, .lost, .broken].contains($0.standing) }
    let ended = (sections.first { $0.id == "unranked" }?.sentences ?? []).filter { sentence in
      lost.contains { sentence.hasPrefix("\($0.label): ") }
    }
    let verb = silent.count == 1 ? "reads" : "read"
    return wrong + errors + first + ended
      + (silent.isEmpty ? [] : ["\(Words.list(silent)) \(verb) none of these symbologies"])
      + table.unavailable.map { "\($0.label) could not take part: \($0.reason)" }
  }
}
