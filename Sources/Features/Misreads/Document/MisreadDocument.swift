import Reporting

extension DocumentText {
  /// Renders the result of a search for misreads: rates, places, and the misreads themselves.
  func render(_ table: MisreadTable) -> String {
    MisreadWording(table: table).document.text(style)
  }
}

extension MisreadWording {
  /// The most misreads of one decoder that are shown; the file has all.
  static let mostShown = 20
  private static let mostPlaces = 8

  /// What is said of a search for misreads.
  var document: Document {
    Document(
      Self.question, answer: headlines + verdicts, basis: [subtitle],
      [Section("rates", Self.question, [.table(rates)])]
        + table.decoders.filter { $0.misreads > 0 }.map(places)
        + table.decoders.filter { $0.foundCount > 0 }.map(misreads), remarks: remarks)
  }

  private var rates: DataTable {
    var rates = DataTable(
      "Misreads by decoder", keys: [.init("decoder")],
      [
        .init("samples", isNumber: true), .init("read", isNumber: true),
        .init("misread", isNumber: true), .init("wrong per million answers", isNumber: true),
        .init("at least", isNumber: true), .init("at most", isNumber: true),
        .init("per million images, at most", isNumber: true),
      ])
    for decoder in table.decoders {
      let (answers, images) = (decoder.perAnswer, decoder.perAttempt)
      rates.add(
        [
          .decoder(decoder.decoder), .init(decoder.attempts), .init(decoder.reads),
          .init(decoder.misreads),
          .init(
            Numerals.perMillion(answers.estimate, .toNearestOrAwayFromZero), value: answers.estimate
          ),
          .init(Numerals.perMillion(answers.atLeast, .down), value: answers.atLeast),
          .init(Numerals.perMillion(answers.atMost, .up), .strong, value: answers.atMost),
          .init(Numerals.perMillion(images.atMost, .up), value: images.atMost),
        ], decoder: decoder.decoder)
    }
    return rates
  }

  /// The cells from which most wrong answers come.
  private func places(_ decoder: DecoderMisreads) -> Section {
    let cells = decoder.cells.filter { $0.misreads > 0 }.sorted { $0.burden > $1.burden }
    let all = cells.reduce(0) { $0 + $1.burden }
    var grid = DataTable(
      "Cells that are misread", keys: [.init("group")],
      [
        .init(table.unit.isEmpty ? "level" : "level, \(table.unit)", isNumber: true),
        .init("samples", isNumber: true), .init("read", isNumber: true),
        .init("misread", isNumber: true), .init("share of misreads, %", isNumber: true),
      ])
    for cell in cells.prefix(Self.mostPlaces) {
      grid.add([
        .init(cell.group), .init(cell.level.text), .init(cell.attempts), .init(cell.reads),
        .init(cell.misreads),
        .init(Numerals.percent(cell.burden / all), value: cell.burden),
      ])
    }
    let rest = cells.count - Self.mostPlaces
    return Section(
      "places-\(decoder.decoder)", "Where \(decoder.decoder) misreads",
      [
        .table(grid),
        .lines(
          rest > 0 ? ["\(Numerals.counted(rest, "more cell", "more cells")) in misreads.json"] : []),
      ])
  }

  /// The misreads one by one, with the command that repeats the first.
  private func misreads(_ decoder: DecoderMisreads) -> Section {
    let shown = decoder.found.prefix(Self.mostShown)
    let rest = decoder.foundCount - shown.count
    let sentences = shown.enumerated().map { place, found in
      let truth = found.truth.isEmpty ? "nothing" : found.truth.joined(separator: "; ")
      let kind = found.misreadClass?.rawValue ?? "false positive"
      return Section.Sentence(
        "\(found.sample) is \(truth), and read as \(found.read) (\(kind))",
        lines: place == 0 ? [found.command] : [])
    }
    return Section(
      "misreads-\(decoder.decoder)",
      "Misreads of \(decoder.decoder): \(Numerals.count(decoder.foundCount))",
      [
        .sentences(sentences),
        .lines(
          rest > 0
            ? [
              "\(Numerals.count(rest)) more in misreads.csv, with the command that repeats each"
            ] : []),
      ])
  }
}

extension CellMisreads {
  /// The cell's contribution to the rate of misreads in the use.
  fileprivate var burden: Double { weight * Double(misreads) / Double(max(attempts, 1)) }
}
