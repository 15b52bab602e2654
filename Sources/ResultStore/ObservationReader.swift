import Base
import GRDB
import GRDBSQLite
import Results

/// Reads observations row by row, without an object for each.
///
/// A run may have ten million of them: the columns are read straight from SQLite, and a verdict's
/// name is recognised by its bytes.
struct ObservationReader {
  private let statement: OpaquePointer
  /// The columns of ``Schema/selectObservations`` and its like.
  private let columns: StoredColumns
  private let verdicts = Self.verdictsByKey

  private static let verdictsByKey: [UInt32: Verdict] = Dictionary(
    uniqueKeysWithValues: Verdict.allCases.map { (Self.key(Array($0.rawValue.utf8)), $0) })

  init(_ statement: Statement) {
    self.statement = statement.sqliteStatement
    columns = StoredColumns(
      statement: statement.sqliteStatement, table: "observation", key: [0, 1])
  }

  /// Calls a closure with every row of ``Schema/selectObservations``; the rows are of one cell.
  ///
  /// - Throws: ``StoreFault`` for a row that nobody can have written, and `DatabaseError`.
  func forEach(
    by decoder: Int, group: Int, level: Int, _ body: (borrowing Observation) throws -> Void
  ) throws {
    while try statement.stepToRow() {
      let place = SamplePlace(group: group, level: level, trial: try trial())
      try body(observation(decoder, place))
    }
  }

  /// Adds the rows of ``Schema/selectRange`` to blocks.
  ///
  /// - Throws: ``StoreFault`` for a row that nobody can have written, and `DatabaseError`.
  func makeBlocks(
    by decoder: Int, group: Int, level: Int, in trials: Range<Int>,
    detailing isDetailed: (Verdict) -> Bool, _ body: (borrowing OutcomeBlock) throws -> Void
  ) throws {
    var builder: OutcomeBlock.Builder?
    var last = trials.lowerBound - 1
    try forEach(by: decoder, group: group, level: level) { observation in
      let place = observation.place
      guard place.trial > last, trials.contains(place.trial) else {
        throw columns.fault(1, expected: "trials in their order: the table's pages are damaged")
      }
      last = place.trial
      if builder?.holds(place) != true {
        if let whole = builder?.block { try body(whole) }
        builder = OutcomeBlock.Builder(holding: place)
      }
      builder?.add(observation, isDetailed: isDetailed(observation.verdict))
    }
    if let block = builder?.block { try body(block) }
  }

  /// Calls a closure with every row of ``Schema/selectObserved``.
  func forEachVerdict(
    _ body: (_ decoder: Int, SamplePlace, Verdict) -> Void
  ) throws {
    while try statement.stepToRow() {
      let place = try SamplePlace(
        group: columns.integer(4), level: columns.integer(5), trial: trial())
      try body(columns.integer(3), place, verdict(2))
    }
  }

  /// Reads the row on which the statement stands, as an observation of no run, with its cell.
  func row() throws(StoreFault) -> (cell: Int, observation: Observation) {
    let cell = try columns.integer(0)
    let place = SamplePlace(group: 0, level: 0, trial: try trial())
    return (cell, try observation(0, place))
  }

  /// Makes a fault of the row on which the statement stands.
  func fault(_ problem: String, expected: String) -> StoreFault {
    columns.fault(problem, expected: expected)
  }

  private func trial() throws(StoreFault) -> Int {
    try columns.integer(1, in: 0...RecordBounds.samples)
  }

  private func observation(
    _ decoder: Int, _ place: SamplePlace
  ) throws(StoreFault) -> Observation {
    let counts = 0...Int(UInt32.max)
    var finding = Finding(
      try verdict(2), isStrict: try columns.flag(3),
      extras: Extras(
        duplicates: try columns.integer(6, in: counts), wrong: try columns.integer(7, in: counts),
        unjudged: try columns.integer(8, in: counts)))
    finding.misreadClass = try misreadClass(4, of: finding.verdict)
    finding.symbols = try letters(5, SymbolOutcome.letters)
    finding.detail = try columns.optionalText(12)
    finding.printed = try columns.optionalText(13)
    finding.outlines = try outlines(14)
    finding.meanings = try letters(16, MeaningVerdict.letters)
    let times = 0...RecordBounds.decodeNanoseconds
    return Observation(
      decoder: decoder, place: place, finding: finding,
      wallNanoseconds: try columns.integer(9, in: times),
      cpuNanoseconds: try columns.integer(10, in: times), wasRetried: try columns.flag(11),
      readingCount: columns.isNull(15) ? nil : try columns.integer(15, in: counts))
  }

  private func misreadClass(
    _ column: Int32, of verdict: Verdict
  ) throws(StoreFault) -> MisreadClass? {
    guard let name = try columns.optionalText(column) else { return nil }
    guard let known = MisreadClass(rawValue: name) else {
      throw columns.fault(column, expected: "a class of misreads that this harness knows")
    }
    guard verdict == .misread else {
      throw columns.fault(column, expected: "NULL: the verdict is no misread")
    }
    return known
  }

  /// A text of a few letters, one for each symbol of an image.
  private func letters(_ column: Int32, _ known: Set<Character>) throws(StoreFault) -> String? {
    guard let text = try columns.optionalText(column) else { return nil }
    guard text.utf8.count <= RecordBounds.symbolsInImage, text.allSatisfy(known.contains) else {
      throw columns.fault(
        column, expected: "letters of \(String(known.sorted())), one for each symbol")
    }
    return text
  }

  private func outlines(_ column: Int32) throws(StoreFault) -> SymbolOutlines? {
    guard !columns.isNull(column) else { return nil }
    if let outlines = SymbolOutlines(stored: try columns.blob(column)) { return outlines }
    throw columns.fault(column, expected: "four bytes for each symbol, as the schema has them")
  }

  private func verdict(_ column: Int32) throws(StoreFault) -> Verdict {
    let bytes = try columns.textBytes(column)
    // Names of the same length, beginning and end would have the same key: all of it is compared.
    if let verdict = verdicts[Self.key(bytes)], bytes.elementsEqual(verdict.rawValue.utf8) {
      return verdict
    }
    throw columns.fault(column, expected: "a verdict that this harness knows")
  }

  /// A key of length, first and last byte, unique for each verdict.
  @inline(__always)
  private static func key(_ name: some RandomAccessCollection<UInt8>) -> UInt32 {
    guard let first = name.first, let last = name.last else { return 0 }
    return UInt32(truncatingIfNeeded: name.count) << 16 | UInt32(first) << 8 | UInt32(last)
  }
}

extension SymbolOutcome {
  fileprivate static let letters = Set(allCases.map(\.rawValue))
}

extension MeaningVerdict {
  fileprivate static let letters = Set(allCases.map(\.rawValue) + [absent, unsupported])
}

/// Errors that SQLite reports while a statement is stepped through.
enum StepFailure {
  static func error(of statement: OpaquePointer) -> DatabaseError {
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
      fingerprint: configured.fingerprint.sha256, record: SortedJSON.text(configured))
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
