import Base
import Foundation
import GRDB
import Results

/// Cells and decoders whose rows are lost with their pages, named anew by the runs that looked at them.
enum SalvagedCells {
  /// Adds the rows that the runs' records and lists of cells tell.
  static func complete(_ database: Database) throws {
    // A record whose rest lay on a page that is overwritten would stand in a sound one's way.
    for row in try Row.fetchAll(database, sql: "SELECT id, record FROM decoder") {
      let text = String.fromDatabaseValue(row[1]) ?? ""
      guard (try? BoundedJSON.decode(DecoderRecord.self, from: Data(text.utf8))) == nil else {
        continue
      }
      try database.execute(
        sql: "DELETE FROM decoder WHERE id = ?", arguments: [row[0] as DatabaseValue])
    }
    for row in try Row.fetchAll(database, sql: "SELECT id, record FROM run") {
      guard let number = Int.fromDatabaseValue(row[0]), let text = String.fromDatabaseValue(row[1]),
        let record = try? BoundedJSON.decode(RunRecord.self, from: Data(text.utf8)),
        (try? record.check()) != nil
      else { continue }
      for index in record.decoders.indices {
        let cells = try Row.fetchAll(
          database,
          sql: """
            SELECT group_index, level_index, run_cell.cell, cell.decoder
            FROM run_cell LEFT JOIN cell ON cell.id = run_cell.cell
            WHERE run = ? AND configured = ?
            """, arguments: [number, index])
        try complete(cells, of: record, decoder: index, in: database)
      }
    }
  }

  /// - Parameter cells: Group, level, number, and the decoder's number, which is NULL in a lost cell.
  private static func complete(
    _ cells: [Row], of record: RunRecord, decoder index: Int, in database: Database
  ) throws {
    let decoder = record.decoders[index]
    let known = cells.lazy.compactMap { Int.fromDatabaseValue($0[3]) }.first
    let number =
      try known
      ?? Int.fetchOne(
        database, sql: "SELECT id FROM decoder WHERE fingerprint = ?",
        arguments: [decoder.fingerprint.sha256])
      ?? Int.fetchOne(
        database,
        sql:
          "SELECT 1 + max((SELECT ifnull(max(id), 0) FROM decoder), ifnull(max(decoder), 0)) FROM cell"
      )
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO decoder SELECT ?, ?, ?
        WHERE NOT EXISTS (SELECT 1 FROM decoder WHERE fingerprint = ?)
        """,
      arguments: [
        number, decoder.fingerprint.sha256, SortedJSON.text(decoder), decoder.fingerprint.sha256,
      ])
    let insert = try database.makeStatement(sql: "INSERT OR IGNORE INTO cell VALUES (?, ?, ?, ?)")
    for cell in cells {
      guard let group = Int.fromDatabaseValue(cell[0]), let level = Int.fromDatabaseValue(cell[1]),
        record.corpus.groups.indices.contains(group), record.corpus.levels.indices.contains(level)
      else { continue }
      let entry = record.corpus.groups[group]
      let samples = "\(record.corpus.name)/\(entry.id)/\(record.corpus.levels[level].text)"
      try insert.execute(
        arguments: [cell[2] as DatabaseValue, number, entry.cellHashes[level], samples])
    }
  }
}
