import Evaluation
import GRDB

/// The numbers of a run's cells, found or made when the run is opened.
struct CellNumbers {
  private let levels: Int
  private let groups: Int
  /// Cell numbers by contestant, group and level; 0 where the decoder does not support the group.
  private var numbers: [Int]

  /// Finds a run's cells, makes those that no run had before, and lists them all for this run.
  init(of run: RunRecord, number: Int, in database: Database) throws {
    groups = run.corpus.groups.count
    levels = run.corpus.levels.count
    numbers = Array(repeating: 0, count: run.contestants.count * groups * levels)
    let enlist = try database.makeStatement(
      sql: """
        INSERT OR IGNORE INTO run_cell (run, contestant, group_index, level_index, cell, trials)
        VALUES (?, ?, ?, ?, ?, ?)
        """)
    let cells = try CellTable(database)
    for (index, contestant) in run.contestants.enumerated() {
      let decoder = try cells.decoder(contestant)
      for (group, entry) in run.corpus.groups.enumerated()
      where contestant.supportedGroups[group] {
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

  func decoder(_ contestant: ContestantRecord) throws -> Int {
    try decoder(
      fingerprint: contestant.fingerprint.sha256, record: StoredRun.text(contestant))
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
