import Analysis
import DecoderKit
import Measuring
import Results

/// `iso-15423.md`: a run as a report on decoders' performance, in the order of ISO/IEC 15423: equipment,
/// conditions, test symbols, criterion, results.
public enum GradeMarkdown {
  /// Renders the report.
  public static func render(_ table: GradeTable) -> String {
    let wording = GradeTableWording(table: table)
    let corpus = table.run.corpus
    let blocks =
      [
        "# Decoder performance by print quality grade",
        Markdown.text(
          "\(corpus.name), run \(table.number): \(corpus.question) Structured as ISO/IEC 15423 asks of "
            + "test reports."),
        Markdown.list(wording.sentences.map { "**\(Markdown.text($0)).**" }),
        "> " + Markdown.text(GradeWording.disclaimer),
        "## Equipment under test", equipment(table.run),
        "## Test conditions", conditions(table, wording),
        "## Test symbols", symbols(table), "### Parameters", parameters(table),
      ] + ungraded(table) + [
        "## Test criterion",
        Markdown.text(
          "A symbol is read if the decoder returns the right data in the right symbology before the "
            + "deadline; other data is a misread. Each image is given once."),
        "## Results", rates(wording), Markdown.text(GradeTableWording.intervals), counts(wording),
      ]
    return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private static func equipment(_ run: RunRecord) -> String {
    var grid = Markdown.Table(
      titles: ["decoder", "library", "version", "options"], rightAligned: [])
    for decoder in run.decoders {
      let options = decoder.options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      grid.add([decoder.label, decoder.library, decoder.version, options.joined(separator: ", ")])
    }
    return grid.text
  }

  private static func conditions(_ table: GradeTable, _ wording: GradeTableWording) -> String {
    let (run, corpus) = (table.run, table.run.corpus)
    let levels = corpus.levels
    let range =
      levels.count > 1
      ? "\(levels[0].text) to \(levels[levels.count - 1].text) \(corpus.unit)"
      : "\(levels.first?.text ?? "") \(corpus.unit)"
    return Markdown.list(
      [
        "Images: corpus \(corpus.name), version \(corpus.version), \(corpus.axis) from \(range); seed "
          + "\(corpus.seed); file SHA-256 \(corpus.sha256)",
        wording.extent + ", taken trial by trial over all groups and levels",
        "Optics: none; the images are those that decoders were given, their pixels stand for the aperture "
          + "and their light for the illumination",
        "Decoding: on \(run.provenance.machine), \(run.provenance.system); at most "
          + "\(Numerals.decimal(run.settings.timeoutSeconds, places: 1)) s an image; started "
          + run.provenance.startedAt,
      ].map { Markdown.text($0) + "." })
  }

  private static func symbols(_ table: GradeTable) -> String {
    var grid = Markdown.Table(
      titles: ["symbology", "graded by", "px per module", "symbols"]
        + GradeLetter.allCases.map { "grade \($0.rawValue)" }, rightAligned: [2, 3, 4, 5, 6, 7, 8])
    for summary in table.symbols {
      let sizes = summary.moduleSizePixels
      grid.add(
        [
          summary.symbology.description, summary.standard.rawValue,
          "\(Numerals.decimal(sizes.lowerBound, places: 2))–"
            + Numerals.decimal(sizes.upperBound, places: 2),
          Numerals.count(summary.letters.values.reduce(0, +)),
        ] + GradeLetter.allCases.map { Numerals.count(summary.letters[$0] ?? 0) })
    }
    return grid.text
  }

  private static func parameters(_ table: GradeTable) -> String {
    var grid = Markdown.Table(
      titles: ["standard", "parameter", "lowest", "median", "highest", "sets the grade of"],
      rightAligned: [2, 3, 4, 5])
    for summary in table.parameters {
      grid.add(
        [summary.standard.rawValue, GradeWording.name(summary.parameter)]
          + GradeTableWording.values(summary) + [Numerals.count(summary.limits)])
    }
    return grid.text
  }

  private static func ungraded(_ table: GradeTable) -> [String] {
    guard !table.ungraded.isEmpty else { return [] }
    return [
      "### Not graded",
      Markdown.list(
        table.ungraded.map { reason, samples in
          Markdown.text(
            "\(Numerals.counted(samples, "sample", "samples")): \(GradeTableWording.reason(reason))."
          )
        }),
    ]
  }

  private static let letters = GradeLetter.allCases.map { "grade \($0.rawValue)" }

  private static func rates(_ wording: GradeTableWording) -> String {
    var grid = Markdown.Table(
      titles: ["decoder", "symbols"] + letters, rightAligned: [2, 3, 4, 5, 6])
    for row in wording.rows {
      grid.add(
        [row.symbology == nil ? row.decoder : "", row.symbology?.description ?? "all"]
          + row.rates.map(GradeTableWording.rate), isStrong: row.symbology == nil)
    }
    return grid.text
  }

  private static func counts(_ wording: GradeTableWording) -> String {
    var grid = Markdown.Table(
      titles: ["read / misread / of", "symbols"] + letters, rightAligned: [2, 3, 4, 5, 6])
    for row in wording.rows {
      grid.add(
        [row.symbology == nil ? row.decoder : "", row.symbology?.description ?? "all"]
          + row.rates.map { "\($0.reads) / \($0.misreads) / \($0.trials)" })
    }
    return grid.text
  }
}
