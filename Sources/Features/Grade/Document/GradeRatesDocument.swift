import Measuring
import Reporting

extension GradeTable {
  /// A run as a report on decoders' performance, in the order of ISO/IEC 15423: equipment, conditions, test
  /// symbols, criterion, results. Terminals show the results.
  var document: Document {
    let wording = GradeTableWording(table: self)
    return Document(
      "Decoder performance by print quality grade",
      answer: wording.sentences.isEmpty
        ? ["No sample of the run was graded and tried"] : wording.sentences,
      [
        Section("run", "The run", opening, in: [.markdown]),
        Section("equipment", "Equipment under test", [.table(equipment)], in: [.markdown]),
        Section("conditions", "Test conditions", [.lines(conditions(wording))], in: [.markdown]),
        Section(
          "symbols", "Test symbols", [.table(symbolTable), .table(parameterTable)],
          in: [.markdown]),
        Section("criterion", "Test criterion", [.lines([Self.criterion])], in: [.markdown]),
        results(wording), Section("ungraded", "Not graded", reasons),
        Section("remark", "What this is not", [GradeWording.disclaimer]),
      ])
  }

  /// A sentence for each reason for which samples have no grade, without its full stop.
  var reasons: [String] {
    ungraded.map { reason, samples in
      "\(Numerals.counted(samples, "sample", "samples")): \(GradeTableWording.reason(reason))"
    }
  }

  private var opening: [Section.Block] {
    [
      .lines([
        "\(run.corpus.name), run \(number): \(run.corpus.question) Structured as ISO/IEC 15423 asks of test "
          + "reports"
      ])
    ]
  }

  private static let criterion =
    "A symbol is read if the decoder returns the right data in the right symbology before the deadline; other "
    + "data is a misread. Each image is given once"

  private var equipment: DataTable {
    var grid = DataTable(
      "Decoders", keys: [.init("decoder")],
      [.init("library"), .init("version"), .init("options")])
    for decoder in run.decoders {
      let options = decoder.options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      grid.add([
        .decoder(decoder.label), .init(decoder.library), .init(decoder.version),
        .init(options.joined(separator: ", ")),
      ])
    }
    return grid
  }

  private func conditions(_ wording: GradeTableWording) -> [String] {
    let corpus = run.corpus
    let ends = [corpus.levels.first, corpus.levels.count > 1 ? corpus.levels.last : nil]
    let range = ends.compactMap { $0?.text }.joined(separator: " to ") + " \(corpus.unit)"
    return [
      "Images: corpus \(corpus.name), version \(corpus.version), \(corpus.axis) from \(range); seed "
        + "\(corpus.seed); file SHA-256 \(corpus.sha256)",
      wording.extent + ", taken trial by trial over all groups and levels",
      "Optics: none; the images are those that decoders were given, their pixels stand for the aperture "
        + "and their light for the illumination",
      "Decoding: on \(run.provenance.machine), \(run.provenance.system); at most "
        + "\(Numerals.decimal(run.settings.timeoutSeconds, places: 1)) s an image; started "
        + run.provenance.startedAt,
    ]
  }

  private var symbolTable: DataTable {
    var grid = DataTable(
      "Symbols that were graded", keys: [.init("symbology")],
      [
        .init("graded by"), .init("px per module", isNumber: true),
        .init("symbols", isNumber: true),
      ] + Self.letterColumns)
    for summary in symbols {
      let sizes = summary.moduleSizePixels
      grid.add(
        [
          .init(summary.symbology.description), .init(summary.standard.rawValue),
          .init(
            "\(Numerals.decimal(sizes.lowerBound, places: 2))–"
              + Numerals.decimal(sizes.upperBound, places: 2), value: sizes.lowerBound),
          .init(summary.letters.values.reduce(0, +)),
        ] + GradeLetter.allCases.map { .init(summary.letters[$0] ?? 0) })
    }
    return grid
  }

  private var parameterTable: DataTable {
    var grid = DataTable(
      "Parameters", keys: [.init("standard"), .init("parameter")],
      [
        .init("lowest", isNumber: true), .init("median", isNumber: true),
        .init("highest", isNumber: true), .init("sets the grade of", isNumber: true),
      ])
    for summary in parameters {
      grid.add(
        [.init(summary.standard.rawValue), .init(GradeWording.name(summary.parameter))]
          + GradeTableWording.values(summary).map { .init($0) } + [.init(summary.limits)])
    }
    return grid
  }

  // MARK: Results

  /// A column for each letter, whose title stays in one line.
  private static var letterColumns: [DataTable.Column] {
    GradeLetter.allCases.map { .init("grade\u{A0}\($0.rawValue)", isNumber: true) }
  }

  private func results(_ wording: GradeTableWording) -> Section {
    Section(
      "results", "Results",
      [
        .table(
          table("Decode rates", wording) { .init(GradeTableWording.rate($0), value: $0.rate) }),
        .table(
          table("Symbols read / misread / given", wording, in: [.markdown]) {
            .init("\($0.reads) / \($0.misreads) / \($0.trials)", value: Double($0.trials))
          }),
        .lines(
          [
            "\(run.corpus.name), run \(number): \(wording.extent)", GradeTableWording.intervals,
          ]),
      ])
  }

  private func table(
    _ caption: String, _ wording: GradeTableWording,
    in formats: Set<DataTable.Format> = DataTable.Format.all,
    _ cell: (GradeRate) -> DataTable.Cell
  ) -> DataTable {
    var grid = DataTable(
      caption, keys: [.init("decoder"), .init("symbols")], Self.letterColumns)
    grid.formats = formats
    for row in wording.rows {
      grid.add(
        [.decoder(row.decoder), .init(row.symbology?.description ?? "all")] + row.rates.map(cell),
        isStrong: row.symbology == nil, decoder: row.decoder)
    }
    return grid
  }
}
