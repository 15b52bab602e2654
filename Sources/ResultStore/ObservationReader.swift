import GRDB
import GRDBSQLite
import Results

/// Reads observations row by row, without an object for each.
///
/// A run may have ten million of them: the columns are read straight from SQLite, and a verdict's
/// name is recognised by its bytes.
struct ObservationReader {
  private let statement: OpaquePointer
  private let verdicts: [UInt32: Verdict]

  init(_ statement: Statement) {
    self.statement = statement.sqliteStatement
    verdicts = Dictionary(
      uniqueKeysWithValues: Verdict.allCases.map { (Self.key(Array($0.rawValue.utf8)), $0) })
  }

  /// Calls a closure with every row of ``Schema/selectObservations``; the rows are of one cell.
  func forEach(
    by decoder: Int, group: Int, level: Int, _ body: (borrowing Observation) throws -> Void
  ) throws {
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        try body(
          observation(decoder, .init(group: group, level: level, trial: integer(0))))
      case SQLITE_DONE: return
      default: throw Self.error(of: statement)
      }
    }
  }

  /// Calls a closure with every row of ``Schema/selectObserved``.
  func forEachVerdict(
    _ body: (_ decoder: Int, SamplePlace, Verdict) -> Void
  ) throws {
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        let place = SamplePlace(group: integer(1), level: integer(2), trial: integer(3))
        try body(integer(0), place, verdict(4))
      case SQLITE_DONE: return
      default: throw Self.error(of: statement)
      }
    }
  }

  private func observation(
    _ decoder: Int, _ place: SamplePlace
  ) throws -> Observation {
    var finding = Finding(
      try verdict(1), isStrict: integer(2) != 0,
      extras: Extras(duplicates: integer(5), wrong: integer(6), unjudged: integer(7)))
    if let name = text(3) {
      guard let known = MisreadClass(rawValue: name) else {
        throw DatabaseError(message: "an observation has the unknown class of misread \"\(name)\"")
      }
      finding.misreadClass = known
    }
    finding.symbols = text(4)
    finding.detail = text(11)
    finding.printed = text(12)
    finding.outlines = try outlines(13)
    finding.meanings = text(15)
    return Observation(
      decoder: decoder, place: place, finding: finding, wallNanoseconds: integer(8),
      cpuNanoseconds: integer(9), wasRetried: integer(10) != 0,
      readingCount: isNull(14) ? nil : integer(14))
  }

  private func outlines(_ column: Int32) throws -> SymbolOutlines? {
    guard !isNull(column) else { return nil }
    let bytes = UnsafeRawBufferPointer(
      start: sqlite3_column_blob(statement, column),
      count: Int(sqlite3_column_bytes(statement, column)))
    if let outlines = SymbolOutlines(stored: bytes) { return outlines }
    throw DatabaseError(message: "an observation has outlines that nobody can have written")
  }

  private func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  private func integer(_ column: Int32) -> Int {
    Int(sqlite3_column_int64(statement, column))
  }

  private func text(_ column: Int32) -> String? {
    sqlite3_column_text(statement, column).map { String(cString: $0) }
  }

  private func verdict(_ column: Int32) throws -> Verdict {
    let bytes = UnsafeBufferPointer(
      start: sqlite3_column_text(statement, column),
      count: Int(sqlite3_column_bytes(statement, column)))
    if let verdict = verdicts[Self.key(bytes)] { return verdict }
    throw DatabaseError(
      message:
        "an observation has the unknown verdict \"\(String(decoding: bytes, as: UTF8.self))\"")
  }

  /// A key of length, first and last byte, unique for each verdict; the table takes no other names.
  @inline(__always)
  private static func key(_ name: some RandomAccessCollection<UInt8>) -> UInt32 {
    guard let first = name.first, let last = name.last else { return 0 }
    return UInt32(name.count) << 16 | UInt32(first) << 8 | UInt32(last)
  }

  private static func error(of statement: OpaquePointer) -> DatabaseError {
    let connection = sqlite3_db_handle(statement)
    return DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
      message: String(cString: sqlite3_errmsg(connection)))
  }
}

/// The numbers of a run's cells, found or made when the run is opened.
struct CellNumbers {
  private let levels: Int
  private let groups: Int
  /// Cell numbers by decoder, group and level; 0 where the decoder does not support the group.
  private var numbers: [Int]

  /// Finds a run's cells, makes those that no run had before, and lists them all for this run.
  init(of run: RunRecord, number: Int, in database: Database) throws {
    groups = run.corpus.groups.count
    levels = run.corpus.levels.count
    numbers = Array(repeating: 0, count: run.decoders.count * groups * levels)
    let enlist = try database.makeStatement(
      sql: """
        INSERT OR IGNORE INTO run_cell (run, configured, group_index, level_index, cell, trials)
        VALUES (?, ?, ?, ?, ?, ?)
        """)
    let cells = try CellTable(database)
    for (index, configured) in run.decoders.enumerated() {
      let decoder = try cells.decoder(configured)
      for (group, entry) in run.corpus.groups.enumerated()
      where configured.supportedGroups[group] {
        for (level, hash) in entry.cellHashes.enumerated() {
          let samples = "\(run.corpus.name)/\(entry.id)/\(run.corpus.levels[level].text)"
          let cell = try cells.cell(decoder: decoder, hash: hash, samples: samples)
          try enlist.execute(arguments: [number, index, group, level, cell, entry.trials])
          numbers[(index * groups + group) * levels + level] = cell
        }
      }
    }
  }

  subscript(_ observation: Observation) -> Int {
    let place = observation.place
    return numbers[(observation.decoder * groups + place.group) * levels + place.level]
  }
}

/// Finds decoders by fingerprint and cells by hash, and makes those that are not there.
struct CellTable {
  private let database: Database
  private let insertDecoder: Statement
  private let selectDecoder: Statement
  private let insertCell: Statement
  private let selectCell: Statement

  init(_ database: Database) throws {
    self.database = database
    insertDecoder = try database.makeStatement(
      sql: "INSERT OR IGNORE INTO decoder (fingerprint, record) VALUES (?, ?)")
    selectDecoder = try database.makeStatement(
      sql: "SELECT id FROM decoder WHERE fingerprint = ?")
    insertCell = try database.makeStatement(
      sql: "INSERT OR IGNORE INTO cell (decoder, hash, samples) VALUES (?, ?, ?)")
    selectCell = try database.makeStatement(
      sql: "SELECT id FROM cell WHERE decoder = ? AND hash = ?")
  }

  func decoder(_ configured: DecoderRecord) throws -> Int {
    try decoder(
      fingerprint: configured.fingerprint.sha256, record: StoredRun.text(configured))
  }

  func decoder(fingerprint: String, record: String) throws -> Int {
    try insertDecoder.execute(arguments: [fingerprint, record])
    return try number(selectDecoder, [fingerprint])
  }

  func cell(decoder: Int, hash: String, samples: String) throws -> Int {
    try insertCell.execute(arguments: [decoder, hash, samples])
    return try number(selectCell, [decoder, hash])
  }

  private func number(_ statement: Statement, _ arguments: StatementArguments) throws -> Int {
    guard let number = try Int.fetchOne(statement, arguments: arguments) else {
      throw DatabaseError(message: "a row that was just written is not there")
    }
    return number
  }
}
