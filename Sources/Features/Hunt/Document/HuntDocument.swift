import Reporting
import Results

extension HuntReport {
  /// The report as a document: rates by symbology, then the findings.
  var document: Document {
    Document(
      "Perfect symbols that \(decoder.label) fails on", answer: [HuntWording.answer(self)],
      basis: [basis],
      [
        Section("rates", "How many of a million fail", [.table(rates(of: symbologies))]), causes,
      ], remarks: bounds + readOtherwise)
  }

  /// The short form for a terminal, in at most 25 lines if that is possible: the symbologies that fail, the others in a
  /// sentence, and the first findings.
  func briefText(_ style: TerminalStyle) -> String {
    (2...Self.mostInBrief).reversed().lazy.map { brief(most: $0).text(style) }
      .first { $0.split(separator: "\n", omittingEmptySubsequences: false).count <= Self.mostLines }
      ?? brief(most: 1).text(style)
  }

  private static let (mostInBrief, mostLines) = (12, 25)

  private func brief(most: Int) -> Document {
    let clean = symbologies.filter { $0.failures == 0 && $0.decodes > 0 }
    // One alone takes no more room as a row.
    let isFolded = clean.count > 1 || failures == 0
    let failing = symbologies.filter { $0.failures > 0 || !isFolded && $0.decodes > 0 }
      .sorted { $0.rate.estimate ?? 0 > $1.rate.estimate ?? 0 }
    let rest = failing.count - most
    let more =
      rest > 0
      ? ["\(Numerals.counted(rest, "more symbology", "more symbologies")) with failures"] : []
    let others = isFolded ? HuntWording.clean(clean, areAll: failures == 0) : nil
    var told = findings.prefix(most).enumerated().map { place, finding in
      Section.Sentence(
        HuntWording.summary(finding), lines: place == 0 ? [finding.example.reproduce] : [])
    }
    if findings.count > most { told.append(.init("and \(findings.count - most) more")) }
    return Document(
      document.title, answer: document.answer, basis: [draws],
      [
        Section(
          "rates", "How many of a million fail",
          [
            .table(rates(of: Array(failing.prefix(most)))),
            .lines(more + [others].compactMap(\.self)),
          ]),
        Section("findings", "Findings", [.sentences(told)]),
      ],
      remarks: readOtherwise + ["--full shows all symbologies and findings"])
  }

  private var draws: String {
    "\(Numerals.counted(decodes, "unbiased draw", "unbiased draws")), "
      + "\(Numerals.count(focusedDecodes)) more near failures"
      + (wasStopped ? " · interrupted" : "")
  }

  private var basis: String {
    draws
      + " · modules of \(Words.list(moduleSizes.map { "\($0)" }, joinedBy: "or")) px · drawn by libzint "
      + "\(encoder) · seed \(seed)"
  }

  private func rates(of symbologies: [Symbols]) -> DataTable {
    var table = DataTable(
      "Failures by symbology", keys: [.init("symbology")],
      [
        .init("decoded", isNumber: true), .init("failed", isNumber: true),
        .init("ppm", isNumber: true), .init("at least", isNumber: true),
        .init("at most", isNumber: true),
      ])
    for symbols in symbologies where symbols.decodes > 0 {
      let rate = symbols.rate
      table.add([
        .init("\(symbols.symbology)"), .init(symbols.decodes), .init(symbols.failures),
        .init(
          Numerals.perMillion(rate.estimate, .toNearestOrAwayFromZero), value: rate.estimate),
        .init(Numerals.perMillion(rate.atLeast, .down), value: rate.atLeast),
        .init(Numerals.perMillion(rate.atMost, .up), .strong, value: rate.atMost),
      ])
    }
    return table
  }

  private var causes: Section {
    Section(
      "findings", "Findings",
      [
        .sentences(
          findings.map {
            .init(HuntWording.sentence($0), lines: [$0.example.issue, $0.example.reproduce])
          })
      ])
  }

  private var bounds: [String] {
    failures > 0
      ? [
        "Bounds hold for symbols as they are drawn here, each option equally likely, and not for those of your use"
      ] : []
  }

  /// What is read and is not what it should be, without being a failure.
  private var readOtherwise: [String] {
    var remarks: [String] = []
    if phantoms > 0 {
      remarks.append(
        "In \(Numerals.counted(phantoms, "image", "images")) something is read beside the right data that is not there"
      )
    }
    if otherCharsets > 0 {
      remarks.append(
        "Of \(Numerals.counted(otherCharsets, "symbol", "symbols")) the text is read in another charset, which "
          + "counts as read")
    }
    return remarks
  }
}

extension HuntFinding {
  /// The finding as an issue for the library's maintainers, without this machine's paths.
  func issue(in report: HuntReport, command: String) -> Document {
    let name = "\(report.decoder.library) \(report.decoder.version)"
    let cause = levels.isEmpty ? "" : " with \(HuntWording.levels(self))"
    let margin =
      example.levels.first { $0.factor == "extra margin" && $0.level != "0 px" }
      .map { " and \($0.level) more" } ?? ""
    let options = report.decoder.options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let facts = [
      "Symbol: \(example.symbol)",
      "Payload: \(example.payload) (\(Numerals.counted(example.payloadBytes, "byte", "bytes")), "
        + "hex \(example.payloadHex))",
      "Image: \(example.width) × \(example.height) px, \(Numerals.counted(example.modules, "module", "modules")), "
        + "black on white without blur or noise, with the quiet zone that the standard asks for\(margin)",
      "Drawn by libzint \(report.encoder); found as draw \(example.draw) of seed \(report.seed): \(example.found)",
      "Decoder: \(report.decoder)"
        + (options.isEmpty ? "" : ", options \(options.joined(separator: ", "))"),
      "Other decoders: \(HuntWording.witnesses(self))",
    ]
    let often =
      levels.isEmpty
      ? "\(Numerals.counted(failures, "failure", "failures")) of this kind in \(Numerals.counted(decodes, "draw", "draws")), "
        + "without a level that they have in common"
      : "\(Numerals.count(failures)) of \(Numerals.counted(decodes, "drawn symbol", "drawn symbols"))\(cause) fail in this way; "
        + "of all other draws significantly fewer do (exact test, adjusted p = \(Numerals.p(pValue ?? 1)))"
    let near =
      focusedDecodes > 0
      ? [
        "Of \(Numerals.counted(focusedDecodes, "further symbol", "further symbols")) like them "
          + "\(Numerals.count(focusedFailures)) fail"
      ] : []
    return Document(
      "\(name) \(HuntWording.verb(verdict)) a perfect \(symbology)\(cause)",
      answer: [
        "\(name) \(HuntWording.verb(verdict)) the symbol below, which is drawn without any fault"
      ],
      [
        Section("image", "The image", [.picture(title: "The symbol", file: example.image, .empty)]),
        Section("facts", "What it is", facts + (example.detail.map { ["Answer: \($0)"] } ?? [])),
        Section("often", "How often", [often] + near),
        Section(
          "again", "How to see it again",
          [.sentences([.init("In the folder of this text and its files", lines: [command])])]),
      ])
  }
}
