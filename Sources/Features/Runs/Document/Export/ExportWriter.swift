import Results

/// A writer of exported rows. Rows are given one by one and leave in pieces, so that ten million of them
/// need no more memory than a few thousand.
protocol ExportWriter {
  /// Begins with the columns. Called once, first.
  mutating func begin(_ columns: ExportColumnList, _ description: ExportDescription) throws

  /// Adds a row.
  mutating func add(_ row: ExportRow) throws

  /// Writes what is left. Called once, last; without it an export is not whole.
  mutating func end() throws
}

/// The columns of an export, in their order.
struct ExportColumnList: Sendable {
  let columns: [ExportColumn]
}

/// A cell for each column.
struct ExportRow: Sendable {
  let cells: [ExportCell]
}

/// The origin of exported data, as files carry it with them.
struct ExportDescription: Encodable, Sendable {
  /// The version of the columns.
  let schemaVersion: Int
  /// `observations` or `readings`.
  let table: String
  let run: Int
  let harnessVersion: String
  let startedAt: String
  let corpus: Corpus
  let decoders: [Decoder]

  struct Corpus: Encodable {
    let name: String
    let version: Int
    let sha256: String
    let seed: UInt64
    let axis: String
    let unit: String
  }

  struct Decoder: Encodable {
    let label: String
    let library: String
    let version: String
    let options: [String: String]
  }

  init(_ table: String, run: Int, _ record: RunRecord) {
    schemaVersion = ExportColumns.version
    self.table = table
    self.run = run
    harnessVersion = record.provenance.harnessVersion
    startedAt = record.provenance.startedAt
    let corpus = record.corpus
    self.corpus = Corpus(
      name: corpus.name, version: corpus.version, sha256: corpus.sha256, seed: corpus.seed,
      axis: corpus.axis, unit: corpus.unit)
    decoders = record.decoders.map {
      Decoder(label: $0.label, library: $0.library, version: $0.version, options: $0.options)
    }
  }
}

extension ExportWriter {
  mutating func begin(_ columns: [ExportColumn], _ description: ExportDescription) throws {
    try begin(ExportColumnList(columns: columns), description)
  }

  mutating func add(_ cells: [ExportCell]) throws { try add(ExportRow(cells: cells)) }
}
