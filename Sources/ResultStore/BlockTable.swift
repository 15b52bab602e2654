import GRDB
import Results

/// The table of blocks: outcomes as columns, made from the observations beside them.
///
/// A block that is there agrees with the observations of its trials. Whoever changes one of those deletes
/// it in the same transaction; whoever reads takes the observations themselves where a block is missing.
struct BlockTable {
  private let blocks: Statement
  private let rows: Statement
  private let database: Database

  init(_ database: Database) throws {
    self.database = database
    blocks = try database.makeStatement(sql: Schema.selectBlocks)
    rows = try database.makeStatement(sql: Schema.selectRange)
  }

  /// A block as the table has it.
  struct Stored {
    let number: Int
    let observations: Int
    let lastTrial: Int
    let block: OutcomeBlock

    /// The trials for which it has room.
    var trials: Range<Int> {
      number * OutcomeBlock.trials..<(number + 1) * OutcomeBlock.trials
    }
  }

  // MARK: Reading

  /// Calls a closure with the outcomes of a cell's trials below a limit, block by block.
  ///
  /// - Parameter isDetailed: True for verdicts whose observations are in the blocks' details.
  /// - Throws: ``StoreFault`` for what nobody can have written, and `DatabaseError`.
  func forEachBlock(
    ofCell cell: Int, by decoder: Int, group: Int, level: Int, trialsBelow limit: Int,
    detailing isDetailed: (Verdict) -> Bool, _ body: (borrowing OutcomeBlock) throws -> Void
  ) throws {
    func readRows(_ trials: Range<Int>) throws {
      guard !trials.isEmpty else { return }
      try makeBlocks(
        ofCell: cell, by: decoder, group: group, level: level, in: trials, detailing: isDetailed,
        body)
    }
    var next = 0
    try forEachStored(ofCell: cell, group: group, level: level, trialsBelow: limit) { stored in
      try readRows(next..<stored.trials.lowerBound)
      next = stored.trials.upperBound
      guard var block = stored.block.limited(toTrialsBelow: limit) else { return }
      block.setDetails(
        try details(of: block, inCell: cell, by: decoder, detailing: isDetailed))
      try body(block)
    }
    try readRows(min(next, limit)..<limit)
  }

  /// Calls a closure with the cell's blocks that are in the table.
  func forEachStored(
    ofCell cell: Int, group: Int = 0, level: Int = 0, trialsBelow limit: Int,
    _ body: (borrowing Stored) throws -> Void
  ) throws {
    try blocks.setArguments([cell, limit])
    let columns = Self.columns(blocks)
    var next = 0
    while try blocks.sqliteStatement.stepToRow() {
      let stored = try Stored(columns, group: group, level: level)
      guard stored.number >= next else {
        throw columns.fault(1, expected: "numbers in their order: the table's pages are damaged")
      }
      next = stored.number + 1
      try body(stored)
    }
  }

  private func makeBlocks(
    ofCell cell: Int, by decoder: Int, group: Int, level: Int, in trials: Range<Int>,
    detailing isDetailed: (Verdict) -> Bool, _ body: (borrowing OutcomeBlock) throws -> Void
  ) throws {
    try rows.setArguments([cell, trials.lowerBound, trials.upperBound])
    try ObservationReader(rows).makeBlocks(
      by: decoder, group: group, level: level, in: trials, detailing: isDetailed, body)
  }

  /// Reads the observations of a block that are asked for.
  private func details(
    of block: borrowing OutcomeBlock, inCell cell: Int, by decoder: Int,
    detailing isDetailed: (Verdict) -> Bool
  ) throws -> [Observation] {
    let wanted = block.trials(where: isDetailed)
    guard wanted.contains(where: { $0 != 0 }) else { return [] }
    var found: [Observation] = []
    let reader = ObservationReader(rows)
    let first = block.first
    try OutcomeBlock.forEach(wanted) { offset in
      let trial = first.trial + offset
      let before = found.count
      try rows.setArguments([cell, trial, trial + 1])
      try reader.forEach(by: decoder, group: first.group, level: first.level) { observation in
        found.append(copy observation)
      }
      guard found.count == before + 1, found.last?.verdict == block.verdict(offset) else {
        throw StoreFault(
          table: "block", row: "cell \(cell), number \(trial / OutcomeBlock.trials)",
          "trial \(trial) is \"\(block.verdict(offset).rawValue)\" in it",
          expected: "the verdict in the table observation")
      }
    }
    return found
  }

  /// Returns the number of a run's observations: those in blocks that lie in it whole are not counted one
  /// by one.
  func observed(inRun run: Int) throws -> Int {
    let cells = try database.cachedStatement(
      sql: "SELECT cell, trials FROM run_cell WHERE run = ?")
    let whole = try database.makeStatement(
      sql: """
        SELECT cell, number, observations FROM block WHERE cell = ? AND last_trial < ?
        ORDER BY number
        """)
    let columns = Self.columns(whole)
    var sum = 0
    for row in try Row.fetchAll(cells, arguments: [run]) {
      let (cell, trials): (Int, Int) = (row[0], row[1])
      var next = 0
      try whole.setArguments([cell, trials])
      while try whole.sqliteStatement.stepToRow() {
        let number = try columns.integer(1, in: 0...RecordBounds.samples / OutcomeBlock.trials)
        sum += try count(cell, next..<max(next, number * OutcomeBlock.trials))
        sum += try columns.integer(2, in: 1...OutcomeBlock.trials)
        next = (number + 1) * OutcomeBlock.trials
      }
      sum += try count(cell, next..<max(next, trials))
    }
    return sum
  }

  private func count(_ cell: Int, _ trials: Range<Int>) throws -> Int {
    guard !trials.isEmpty else { return 0 }
    let between = try database.cachedStatement(
      sql: "SELECT count(*) FROM observation WHERE cell = ? AND trial >= ? AND trial < ?")
    return try Int.fetchOne(
      between, arguments: [cell, trials.lowerBound, trials.upperBound]) ?? 0
  }

  static func columns(_ statement: Statement) -> StoredColumns {
    StoredColumns(statement: statement.sqliteStatement, table: "block", key: [0, 1])
  }

  // MARK: Keeping

  /// Makes a block of a cell's observations; there is none without any.
  func makeBlock(
    cell: Int, number: Int, _ body: (borrowing OutcomeBlock) throws -> Void
  ) throws {
    let first = number * OutcomeBlock.trials
    try makeBlocks(
      ofCell: cell, by: 0, group: 0, level: 0, in: first..<first + OutcomeBlock.trials,
      detailing: { _ in false }, body)
  }

  /// Makes one block of a cell anew from its observations, and keeps it.
  func make(cell: Int, number: Int) throws {
    var made: OutcomeBlock?
    try makeBlock(cell: cell, number: number) { made = copy $0 }
    guard let block = made else { return }
    try database.cachedStatement(sql: Schema.insertBlock)
      .execute(arguments: [
        cell, number, block.triedCount, block.lastTrial, block.storedOutcomes, block.storedTimes,
      ])
  }

  /// Deletes a block whose observations change.
  static func delete(cell: Int, number: Int, in database: Database) throws {
    try database.cachedStatement(sql: Schema.deleteBlock).execute(arguments: [cell, number])
  }

  /// Returns the numbers of a cell's blocks that have observations and are not in the table.
  func missing(ofCell cell: Int, trialsBelow limit: Int = RecordBounds.samples) throws -> [Int] {
    var (present, missing): (Set<Int>, [Int]) = ([], [])
    let numbers = try database.cachedStatement(sql: "SELECT number FROM block WHERE cell = ?")
    for number in try Int.fetchAll(numbers, arguments: [cell]) { present.insert(number) }
    let next = try database.cachedStatement(
      sql: "SELECT min(trial) FROM observation WHERE cell = ? AND trial >= ?")
    var number = 0
    while true {
      while present.contains(number) { number += 1 }
      guard number * OutcomeBlock.trials < limit,
        let trial = try Int.fetchOne(next, arguments: [cell, number * OutcomeBlock.trials]),
        0..<limit ~= trial
      else { return missing }
      number = trial / OutcomeBlock.trials
      if present.insert(number).inserted { missing.append(number) }
      number += 1
    }
  }
}

extension BlockTable.Stored {
  /// Reads a row of ``Schema/selectBlocks``.
  init(_ columns: StoredColumns, group: Int = 0, level: Int = 0) throws(StoreFault) {
    number = try columns.integer(1, in: 0...RecordBounds.samples / OutcomeBlock.trials)
    observations = try columns.integer(2, in: 1...OutcomeBlock.trials)
    let first = number * OutcomeBlock.trials
    lastTrial = try columns.integer(3, in: first...first + OutcomeBlock.trials - 1)
    let place = SamplePlace(group: group, level: level, trial: first)
    let (outcomes, times) = (try columns.blob(4), try columns.blob(5))
    guard let block = OutcomeBlock(first: place, outcomes: outcomes, times: times),
      block.triedCount == observations, block.lastTrial == lastTrial
    else {
      throw columns.fault(4, expected: "the outcomes of its observations, as the schema has them")
    }
    self.block = block
  }
}

extension OutcomeBlock {
  /// The last trial that was made.
  fileprivate var lastTrial: Int {
    let word = (tried.lastIndex { $0 != 0 } ?? 0)
    return first.trial + word * Self.wordBits + Self.wordBits - 1
      - tried[word].leadingZeroBitCount
  }
}

/// The blocks that a batch of observations touches.
struct TouchedBlocks {
  private var furthest: [Key: Int] = [:]

  private struct Key: Hashable {
    let cell: Int
    let number: Int
  }

  mutating func add(cell: Int, trial: Int) {
    let key = Key(cell: cell, number: trial / OutcomeBlock.trials)
    furthest[key] = max(furthest[key] ?? 0, trial % OutcomeBlock.trials)
  }

  /// Deletes the blocks, and makes those before them that are full by now.
  ///
  /// Lanes write about in order of trials, but not to the trial: the block before is made when one is
  /// half full, so that few come late, whose block is deleted and made again when the run is closed.
  func update(_ database: Database) throws {
    let table = try BlockTable(database)
    for key in furthest.keys {
      try BlockTable.delete(cell: key.cell, number: key.number, in: database)
    }
    for (key, offset) in furthest where offset >= OutcomeBlock.trials / 2 && key.number > 0 {
      let isThere = try Int.fetchOne(
        database.cachedStatement(sql: "SELECT 1 FROM block WHERE cell = ? AND number = ?"),
        arguments: [key.cell, key.number - 1])
      if isThere == nil { try table.make(cell: key.cell, number: key.number - 1) }
    }
  }
}
