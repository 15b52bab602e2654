import Results

/// The columns that every export has, in their order; those of parameters follow.
enum ExportColumns {
  /// The version of the columns: a published version keeps names, order and meanings. Columns may be
  /// added behind the last one.
  static let version = 1

  static let verdicts = Verdict.allCases.map(\.rawValue)
  static let misreadClasses = MisreadClass.allCases.map(\.rawValue)
  static let meaningNames = MeaningVerdict.allCases.map(\.name)

  /// The columns of an observation: one decoder's verdict on one sample.
  static let observation: [ExportColumn] = [
    ExportColumn("decoder", .category, "the decoder as it is named in the run's table"),
    ExportColumn("sample", .text, "the sample's key, as harness reproduce takes it"),
    ExportColumn("group", .category, "recipe/condition"),
    ExportColumn("level", .category, "the value on the sweep's axis, as the corpus writes it"),
    ExportColumn("trial", .integer, "the number of the draw at this level, from 0"),
    ExportColumn("verdict", .category, "the verdict on the image").among(verdicts),
    ExportColumn(
      "is_strict", key: "isStrict", .flag, "true if strict matching counts it as read too"),
    ExportColumn(
      "misread_class", key: "misreadClass", .category, optional: true,
      "the kind of error in a misread"
    ).among(misreadClasses),
    ExportColumn(
      "symbols", .text, optional: true,
      "a letter for each of several symbols: r read, n not found, m misread, u unsupported"),
    ExportColumn("duplicates", .integer, "further readings of a symbol that was found already"),
    ExportColumn(
      "wrong_extras", key: "wrongExtras", .integer, "readings of what is not in the image"),
    ExportColumn(
      "unjudged_extras", key: "unjudgedExtras", .integer, "readings of what may be in the image"),
    ExportColumn(
      "wall_ns", key: "wallNanoseconds", .integer, unit: "ns",
      "wall-clock time of the decode; 0 without an answer"),
    ExportColumn(
      "cpu_ns", key: "cpuNanoseconds", .integer, unit: "ns",
      "processor time of the decode; 0 without an answer"),
    ExportColumn(
      "was_retried", key: "wasRetried", .flag, "true if a first attempt killed the worker"),
    ExportColumn(
      "detail", .text, optional: true,
      "an error's message, the worker's ending or the wrong reading"),
    ExportColumn(
      "printed", .text, optional: true, "the end of what the worker printed before an error"),
    ExportColumn(
      "readings", .integer, optional: true, "the number of readings that the decoder returned"),
    ExportColumn(
      "outline_errors", key: "outlineErrors", .reals, unit: "modules", optional: true,
      "for each symbol, how far its corners are off"),
    ExportColumn(
      "overlaps", .reals, optional: true,
      "for each symbol, the share of its outline that the corners cover: 0 to 1"),
    ExportColumn(
      "meanings", .categories, optional: true,
      "for each symbol, what the reading means beside what the symbol says"
    ).among(meaningNames),
  ]

  /// The columns of a reading: what one decoder returned for one symbol.
  static let reading: [ExportColumn] =
    [
      ExportColumn("decoder", .category, "the decoder as it is named in the run's table"),
      ExportColumn("sample", .text, "the sample's key, as harness reproduce takes it"),
      ExportColumn("verdict", .category, "the verdict on the image").among(verdicts),
      ExportColumn("reading", .integer, "the place of the reading in the answer, from 1"),
      ExportColumn("of", .integer, "the number of readings that the decoder returned"),
      ExportColumn(
        "symbology", .category, optional: true, "the symbology that the decoder reported"),
      ExportColumn("data", .text, "the data in printable characters, others as \\x0D"),
      ExportColumn(
        "byte_count", key: "byteCount", .integer, unit: "bytes", "the length of the whole data"),
      ExportColumn(
        "sha256", .text, optional: true, "SHA-256 of the whole data, where only a part was kept"),
    ]
    + corners
    + [
      ExportColumn("bytes", .bytes, "the data that was kept; hexadecimal in CSV, Base64 in JSON"),
      ExportColumn("group", .category, "recipe/condition"),
      ExportColumn("level", .category, "the value on the sweep's axis, as the corpus writes it"),
      ExportColumn("trial", .integer, "the number of the draw at this level, from 0"),
    ]

  private static let corners = ["top_left", "top_right", "bottom_right", "bottom_left"].flatMap {
    corner in
    ["x", "y"].map { axis in
      ExportColumn(
        "\(corner)_\(axis)", key: "corners", .real, unit: "px", optional: true,
        "\(axis) of the corner \(corner.replacing("_", with: " ")) of the reading")
    }
  }

  /// The columns of a run: those of its kind, with the run's own categories, and its parameters'.
  static func of(_ fixed: [ExportColumn], _ record: RunRecord, _ parameters: SampleParameters)
    -> [ExportColumn]
  {
    fixed.map { column in
      switch column.name {
      case "decoder": column.among(record.decoders.map(\.label))
      case "group": column.among(record.corpus.groups.map(\.id))
      case "level": column.among(record.corpus.levels.map(\.text))
      default: column
      }
    } + parameters.facts.map(ExportColumn.init)
  }
}
