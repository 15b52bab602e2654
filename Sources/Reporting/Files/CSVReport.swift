import Results

/// `scores.csv`: one row for each decoder, group and level, for spreadsheets and data frames.
///
/// RFC 4180: a header line, comma-separated fields, lines end in CR LF. Numbers are unrounded, with
/// a decimal point and without grouping; a missing value is an empty field. Rows are in the table's
/// order.
package struct CSVReport: ReportWriter {
  /// One column: its name, its meaning, and its value in a row.
  package struct Column: Sendable {
    package let name: String
    package let meaning: String
    let value: @Sendable (Row) -> String
  }

  /// The table, decoder, group and level that a row describes.
  struct Row {
    let table: ScoreTable
    let decoder: DecoderScore
    let group: GroupScore
    let level: LevelScore
  }

  package init() {}

  /// `scores.csv`.
  package var fileName: String { "scores.csv" }

  /// Renders the header and all rows.
  package func render(_ table: ScoreTable) -> String {
    var lines = [Self.columns.map(\.name)]
    for decoder in table.decoders {
      for group in decoder.groups {
        for level in group.levels {
          let row = Row(table: table, decoder: decoder, group: group, level: level)
          lines.append(Self.columns.map { $0.value(row) })
        }
      }
    }
    return Self.text(lines)
  }

  /// Renders lines of fields.
  static func text(_ lines: [[String]]) -> String {
    lines.map { $0.map { quoted($0) }.joined(separator: ",") + "\r\n" }.joined()
  }

  /// Quotes a field as RFC 4180 requires if it holds a comma, a quote or a line break; what a terminal,
  /// an editor or a spreadsheet would obey is escaped first. See ``SafeText``.
  ///
  /// The test goes scalar by scalar, since CR LF is a single character in Swift.
  ///
  /// - Parameter isRaw: True to escape nothing.
  package static func quoted(_ field: String, isRaw: Bool = false) -> String {
    // Most fields are numbers and plain names, in which there is nothing to escape or quote.
    let isPlain = field.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    if isPlain { return field }
    let field = isRaw ? field : SafeText.csv(field)
    let special: [Unicode.Scalar] = [",", "\"", "\r", "\n"]
    guard field.unicodeScalars.contains(where: special.contains) else { return field }
    var result = "\""
    for scalar in field.unicodeScalars {
      if scalar == "\"" { result += "\"" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }

  /// Every column of the file, in order.
  package static let columns: [Column] =
    runColumns + levelColumns + thresholdColumns + crossingColumns + meaningColumns
    + kneeColumns + selectionColumns + conductColumns

  /// The conduct of a decoder over a run, which no single sample shows; empty in runs of older harnesses.
  private static let conductColumns = [
    Column(name: "decoded_twice", meaning: "the decoder's samples that were decoded twice") {
      text(conduct($0)?.repeated)
    },
    Column(name: "answered_otherwise", meaning: "those of them with another second answer") {
      text(conduct($0)?.different)
    },
    Column(name: "empty_images", meaning: "empty images that were mixed in for the decoder") {
      text(conduct($0)?.blanks)
    },
    Column(name: "empty_images_read", meaning: "those of them in which it read something") {
      text(conduct($0)?.readBlanks)
    },
    Column(name: "impossible_times", meaning: "the decoder's answers with impossible times") {
      text(conduct($0)?.impossibleTimes)
    },
  ]

  private static func conduct(_ row: Row) -> DecoderConduct? {
    ConductWording(row.table).conduct(of: row.decoder.label)
  }

  /// The columns of the group's crossings: three for each rate and each method.
  private static let crossingColumns = [0.5, 0.9, 0.95].flatMap { rate in
    let percent = Int((rate * 100).rounded())
    let crossing: @Sendable (Row) -> CrossingScore? = { row in
      row.group.crossings.first { $0.rate == rate }
    }
    return [
      Column(
        name: "t\(percent)_hard",
        meaning: "the group's: where a rising curve crosses \(percent) %, the hard end"
      ) { text(crossing($0)?.hard) },
      Column(name: "t\(percent)_easy", meaning: "the same, the easy end; empty for no bound") {
        text(crossing($0)?.easy)
      },
      Column(
        name: "t\(percent)_model",
        meaning: "where the model crosses \(percent) %; empty where it does not or is hidden"
      ) { row in
        crossing(row).flatMap { $0.model.kind == .at ? $0.model.value : nil }.map(text) ?? ""
      },
    ]
  }

  private static let runColumns = [
    Column(name: "corpus", meaning: "the corpus's name") { $0.table.corpus.name },
    Column(name: "corpus_version", meaning: "the corpus's version; versions are not comparable") {
      "\($0.table.corpus.version)"
    },
    Column(name: "corpus_sha256", meaning: "SHA-256 of the corpus file") {
      $0.table.corpus.sha256
    },
    Column(name: "seed", meaning: "the seed of all random numbers") {
      "\($0.table.corpus.seed)"
    },
    Column(name: "decoder", meaning: "the decoder as named in the call, with its options") {
      $0.decoder.label
    },
    Column(name: "library", meaning: "the library that reads") { $0.decoder.library },
    Column(name: "library_version", meaning: "its version") { $0.decoder.version },
    Column(
      name: "standing",
      meaning: "ranked, apart, unjudged, unsupported, given-up, broken (failed throughout) or "
        + "insufficient"
    ) {
      $0.decoder.standing.rawValue
    },
    Column(name: "rank", meaning: "1 + the number of significantly better decoders") {
      text($0.decoder.rank)
    },
    Column(name: "group", meaning: "recipe/condition") { $0.group.group },
  ]

  /// The decode rate of a symbol at the row's level; `nil` where images do not hold several.
  private static func symbols(_ row: Row) -> Estimate? {
    guard let scene = row.group.scene,
      let index = row.group.levels.firstIndex(where: { $0.level == row.level.level })
    else { return nil }
    return scene.levels[index]
  }

  private static let levelColumns = [
    Column(name: "axis", meaning: "the property that is swept") { $0.table.corpus.axis },
    Column(name: "unit", meaning: "unit of level and of all thresholds") {
      $0.table.corpus.unit
    },
    Column(name: "level", meaning: "the value on the sweep") { $0.level.level },
    Column(name: "planned", meaning: "samples that the plan gave to the decoder") {
      "\($0.level.counts.planned)"
    },
    Column(name: "tried", meaning: "samples with a verdict") { "\($0.level.counts.tried)" },
    Column(name: "read", meaning: "right bytes, right symbology") { "\($0.level.counts.read)" },
    Column(name: "strict_read", meaning: "the part of read that needs no rule about spelling") {
      "\($0.level.counts.strictRead)"
    },
    Column(name: "no_read", meaning: "nothing found") { "\($0.level.counts.noRead)" },
    Column(name: "misread", meaning: "something else found") { "\($0.level.counts.misread)" },
    Column(name: "crash", meaning: "crashes of the worker") { "\($0.level.counts.crash)" },
    Column(name: "timeout", meaning: "decodes that exceeded the time limit") {
      "\($0.level.counts.timeout)"
    },
    Column(name: "failed", meaning: "failures of the adapter") { "\($0.level.counts.failed)" },
    Column(name: "clean", meaning: "nothing read in an image without a symbol") {
      "\($0.level.counts.clean)"
    },
    Column(name: "false_positive", meaning: "something read in an image without a symbol") {
      "\($0.level.counts.falsePositive)"
    },
    Column(name: "detected", meaning: "something read in an image without a known truth") {
      "\($0.level.counts.detected)"
    },
    Column(name: "undetected", meaning: "nothing read in an image of unknown truth") {
      "\($0.level.counts.undetected)"
    },
    Column(name: "retried", meaning: "images on which a first worker crashed or timed out") {
      "\($0.level.counts.retried)"
    },
    Column(name: "symbols_read", meaning: "symbols read, of images with several") {
      text($0.level.counts.symbols?.read)
    },
    Column(name: "symbols_missed", meaning: "symbols not found, of images with several") {
      text($0.level.counts.symbols?.missed)
    },
    Column(name: "symbols_misread", meaning: "symbols misread, of images with several") {
      text($0.level.counts.symbols?.misread)
    },
    Column(name: "duplicates", meaning: "the right symbol found more than once") {
      "\($0.level.counts.duplicates)"
    },
    Column(name: "wrong_extras", meaning: "wrong readings beside the judged one") {
      "\($0.level.counts.wrongExtras)"
    },
    Column(name: "unjudged_extras", meaning: "readings in images that may show more codes") {
      "\($0.level.counts.unjudgedExtras)"
    },
    Column(name: "read_rate", meaning: "(read + clean + detected) / tried, 0 to 1") {
      text($0.level.readRate)
    },
    Column(name: "read_rate_lower", meaning: "lower end of its exact 95 % interval") {
      text($0.level.readRateInterval.lower)
    },
    Column(name: "read_rate_upper", meaning: "upper end of its exact 95 % interval") {
      text($0.level.readRateInterval.upper)
    },
    Column(
      name: "symbol_rate", meaning: "symbols read / symbols tried, of images with several"
    ) { row in text(symbols(row)?.value) },
    Column(name: "symbol_rate_lower", meaning: "lower end of its 95 % interval") { row in
      text(symbols(row)?.lower)
    },
    Column(name: "symbol_rate_upper", meaning: "upper end of its 95 % interval") { row in
      text(symbols(row)?.upper)
    },
    Column(
      name: "misread_rate_upper",
      meaning: "one-sided 95 % upper bound of (misread + false_positive) / tried"
    ) {
      text($0.level.counts.misreadUpperBound)
    },
  ]

  /// Values of the whole group, which are repeated on each of its levels.
  private static let thresholdColumns = [
    Column(
      name: "threshold", meaning: "the group's: interval, at-most, above, not-certified or none"
    ) { $0.group.threshold.kind.rawValue },
    Column(name: "threshold_fails", meaning: "the group's: the easiest level shown to fail") {
      text($0.group.threshold.lower)
    },
    Column(name: "threshold_holds", meaning: "the group's: reliable from this level on") {
      text($0.group.threshold.upper)
    },
    Column(name: "mean_threshold", meaning: "the group's mean threshold") {
      text($0.group.meanThreshold?.value)
    },
    Column(name: "mean_threshold_lower", meaning: "lower end of its 95 % interval") {
      text($0.group.meanThreshold?.lower)
    },
    Column(name: "mean_threshold_upper", meaning: "upper end of its 95 % interval") {
      text($0.group.meanThreshold?.upper)
    },
    Column(
      name: "sampling", meaning: "why the group's sampling ended; empty where trials were fixed"
    ) { $0.group.sampling?.ending.rawValue ?? "" },
    Column(name: "ms_read_median", meaning: "the group's median milliseconds of a read") {
      text($0.group.latency.readMedian)
    },
    Column(name: "ms_miss_median", meaning: "the group's median milliseconds of a miss") {
      text($0.group.latency.missMedian)
    },
    Column(
      name: "corner_share",
      meaning: "the group's: symbols read with corners / symbols read, of drawn ones"
    ) { text($0.group.outline?.cornerShare) },
    Column(
      name: "outline_error_median",
      meaning: "the group's median outline error in modules, of symbols read with corners"
    ) { text($0.group.outline?.errorMedian) },
    Column(name: "outline_error_p95", meaning: "95th percentile of the outline error") {
      text($0.group.outline?.errorP95)
    },
    Column(
      name: "overlap_median",
      meaning: "the group's median intersection over union with the drawn outline, 0 to 1"
    ) { text($0.group.outline?.overlapMedian) },
    Column(name: "overlap_p5", meaning: "5th percentile of the intersection over union") {
      text($0.group.outline?.overlapP5)
    },
  ]

  /// The columns of the group's knee; empty where the sweep is not over resolutions.
  private static let kneeColumns = [
    Column(
      name: "knee", meaning: "the group's: from this resolution on more pixels bring no more reads"
    ) { $0.group.knee?.level ?? "" },
    Column(name: "ms_median", meaning: "median milliseconds of the answers at this resolution") {
      row in text(step(row)?.median)
    },
    Column(name: "knee_time_ratio", meaning: "median ratio of the time here to that at the knee") {
      row in text(step(row)?.timeRatio?.value)
    },
  ]

  private static func step(_ row: Row) -> KneeScore.Step? {
    row.group.knee?.steps.first { $0.level == row.level.level }
  }

  /// The columns of the group's meanings; empty where its recipe does not ask for them.
  private static let meaningColumns = [
    Column(name: "meanings_tried", meaning: "the group's symbols whose meaning was asked for") {
      text($0.group.meaning?.tried)
    },
    Column(name: "meaning_same", meaning: "those of them whose reading means the same") {
      text($0.group.meaning?.same)
    },
    Column(
      name: "meaning_different",
      meaning: "those of them whose reading means something else and looks right"
    ) { text($0.group.meaning?.different) },
    Column(
      name: "meaning_unreadable",
      meaning: "those of them whose reading shows by itself that it is broken"
    ) { text($0.group.meaning?.unreadable) },
    Column(name: "meaning_rate", meaning: "meaning_same / meanings_tried, 0 to 1") {
      text($0.group.meaning?.rate.value)
    },
    Column(name: "meaning_rate_lower", meaning: "lower end of its 95 % interval") {
      text($0.group.meaning?.rate.lower)
    },
    Column(name: "meaning_rate_upper", meaning: "upper end of its 95 % interval") {
      text($0.group.meaning?.rate.upper)
    },
  ]

  static func text<Number: CustomStringConvertible>(_ number: Number?) -> String {
    number.map(\.description) ?? ""
  }
}
