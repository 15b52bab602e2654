import Results

/// The type of an exported column.
enum ExportType: String, CaseIterable, Sendable, Encodable {
  /// UTF-8 text.
  case text = "string"
  /// One of a few texts, which are listed.
  case category
  /// A 64-bit integer.
  case integer = "int64"
  /// A 64-bit floating-point number.
  case real = "float64"
  /// Yes or no.
  case flag = "bool"
  case bytes = "binary"
  /// A number for each symbol of the image.
  case reals = "list<float64>"
  /// One of a few texts for each symbol of the image.
  case categories = "list<category>"
}

/// One column of exported data.
struct ExportColumn: Sendable, Encodable {
  /// The name in CSV, Parquet and Arrow files.
  var name: String
  /// The name in JSON lines.
  var key: String
  var type: ExportType
  /// The unit; empty for what has none.
  var unit: String
  /// The meaning in one line.
  var meaning: String
  /// True if a row may lack it.
  var isOptional: Bool
  /// The texts of a category.
  var categories: [String] = []
  /// The value of a corpus's parameter that means "not asked for".
  var neutral: Double?

  /// What the program that writes columns is told.
  private enum CodingKeys: CodingKey {
    case name, type, unit, meaning, isOptional, categories, neutral
  }
}

/// The value of one column in one row.
enum ExportCell: Sendable {
  case absent
  case text(String)
  /// The index of a text among the column's categories.
  case category(Int)
  case integer(Int)
  case real(Double)
  case flag(Bool)
  case bytes([UInt8])
  case reals([Double?])
  case categories([Int?])

  init(_ text: String?) { self = text.map(ExportCell.text) ?? .absent }
  init(_ number: Int?) { self = number.map(ExportCell.integer) ?? .absent }
  init(_ number: Double?) { self = number.map(ExportCell.real) ?? .absent }
}

extension ExportColumn {
  init(
    _ name: String, key: String? = nil, _ type: ExportType, unit: String = "",
    optional: Bool = false, _ meaning: String
  ) {
    self.init(
      name: name, key: key ?? name, type: type, unit: unit, meaning: meaning, isOptional: optional)
  }

  /// The same column with the texts of its category.
  func among(_ texts: [String]) -> ExportColumn {
    var column = self
    column.categories = texts
    return column
  }

  /// The column of a parameter: the corpus's key, as programs write names.
  init(_ parameter: ParameterFacts) {
    let words = parameter.key.split(separator: "-").map(String.init)
    let key =
      (words.first ?? "")
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    self.init(
      name: words.joined(separator: "_"), key: key, type: .real, unit: parameter.unit,
      meaning: parameter.meaning ?? "a parameter that this harness does not know",
      isOptional: true, neutral: parameter.neutral)
  }
}
