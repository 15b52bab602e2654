import GRDB
import Results

/// The tables. Migrations are only ever appended.
///
/// A cell is one decoder at one level of a group. Observations are filed under their cell and
/// trial, so neighbours in a run are neighbours in the file. Runs whose samples are made of the
/// same things share cells, and with them observations.
enum Schema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("cells, runs and observations") { database in
      try database.execute(sql: version1)
    }
    migrator.registerMigration("printed text beside the ending") { database in
      try database.execute(sql: version2)
    }
    migrator.registerMigration("outlines and readings") { database in
      try database.execute(sql: version3)
    }
    migrator.registerMigration("meanings") { database in
      try database.execute(sql: version4)
    }
    migrator.registerMigration("verdicts on selections") { database in
      try admitVerdicts(database, ["wrong-code", "several", "cannot-select"])
    }
    migrator.registerMigration("outcomes as columns") { database in
      try database.execute(sql: version6)
    }
    return migrator
  }

  /// Marks the file as a result store, whatever its name: `brch` in ASCII.
  static let applicationID = 0x6272_6368

  private static let version1 = """
    CREATE TABLE decoder (
      id INTEGER PRIMARY KEY,
      fingerprint TEXT NOT NULL UNIQUE CHECK (length(fingerprint) = 64),
      record TEXT NOT NULL CHECK (json_valid(record))
    ) STRICT;

    CREATE TABLE cell (
      id INTEGER PRIMARY KEY,
      decoder INTEGER NOT NULL REFERENCES decoder (id),
      hash TEXT NOT NULL CHECK (length(hash) = 64),
      -- The key of a sample in it is this and the trial: corpus/recipe/condition/level.
      samples TEXT NOT NULL,
      UNIQUE (decoder, hash)
    ) STRICT;

    CREATE TABLE run (
      id INTEGER PRIMARY KEY,
      record TEXT NOT NULL CHECK (json_valid(record)),
      outcome TEXT CHECK (outcome IS NULL OR json_valid(outcome))
    ) STRICT;

    CREATE TABLE run_cell (
      run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
      configured INTEGER NOT NULL CHECK (configured >= 0),
      group_index INTEGER NOT NULL CHECK (group_index >= 0),
      level_index INTEGER NOT NULL CHECK (level_index >= 0),
      cell INTEGER NOT NULL REFERENCES cell (id),
      -- The run looks at the trials below this one.
      trials INTEGER NOT NULL CHECK (trials >= 0),
      PRIMARY KEY (run, configured, group_index, level_index)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE observation (
      cell INTEGER NOT NULL REFERENCES cell (id),
      trial INTEGER NOT NULL CHECK (trial >= 0),
      -- One by one: for IN, SQLite would build an index of the names at every insertion.
      verdict TEXT NOT NULL CHECK (
        verdict = 'read' OR verdict = 'no-read' OR verdict = 'misread' OR verdict = 'crash'
        OR verdict = 'timeout' OR verdict = 'failed' OR verdict = 'clean'
        OR verdict = 'false-positive' OR verdict = 'detected' OR verdict = 'undetected'),
      is_strict INTEGER NOT NULL CHECK (is_strict IN (0, 1)),
      misread_class TEXT CHECK (verdict = 'misread' OR misread_class IS NULL),
      symbols TEXT,
      duplicates INTEGER NOT NULL CHECK (duplicates >= 0),
      wrong_extras INTEGER NOT NULL CHECK (wrong_extras >= 0),
      unjudged_extras INTEGER NOT NULL CHECK (unjudged_extras >= 0),
      wall_ns INTEGER NOT NULL CHECK (wall_ns >= 0),
      cpu_ns INTEGER NOT NULL CHECK (cpu_ns >= 0),
      was_retried INTEGER NOT NULL CHECK (was_retried IN (0, 1)),
      detail TEXT,
      PRIMARY KEY (cell, trial)
    ) STRICT, WITHOUT ROWID;
    """

  /// Takes apart what the first version joined: a worker's ending and its last words.
  private static let version2 = """
    ALTER TABLE observation ADD COLUMN printed TEXT;
    UPDATE observation SET
      printed = substr(detail, instr(detail, '; it printed: ') + length('; it printed: ')),
      detail = substr(detail, 1, instr(detail, '; it printed: ') - 1)
    WHERE (verdict = 'crash' OR verdict = 'failed') AND instr(detail, '; it printed: ') > 0;
    """

  /// Adds what decoders returned. NULL in the new columns of older rows says that nobody looked.
  private static let version3 = """
    -- The fits of the corners of an image's symbols, four bytes each, little-endian: bits 0 to 15 the
    -- bin of the outline error, one per cent wide from a thousandth of a module on; 16 to 25 the
    -- overlap in thousandths, 1023 for corners on a line; 26 set if their order is another one. Four
    -- bytes of 255 stand for a symbol without; those at the end are left out.
    ALTER TABLE observation ADD COLUMN outlines BLOB CHECK (length(outlines) % 4 = 0);
    -- The number of readings that the decoder returned, kept or not.
    ALTER TABLE observation ADD COLUMN readings INTEGER CHECK (readings >= 0);

    CREATE TABLE reading (
      cell INTEGER NOT NULL,
      trial INTEGER NOT NULL,
      -- Its place in the decoder's answer, from 0.
      number INTEGER NOT NULL CHECK (number >= 0),
      symbology TEXT,
      -- All of the data, or its beginning: then with the length and the SHA-256 of all of it.
      bytes BLOB NOT NULL,
      byte_count INTEGER CHECK (byte_count > length(bytes)),
      sha256 TEXT CHECK (length(sha256) = 64),
      -- x and y of the four corners in pixels, little-endian 32-bit floating point.
      corners BLOB CHECK (length(corners) = 32),
      PRIMARY KEY (cell, trial, number),
      FOREIGN KEY (cell, trial) REFERENCES observation (cell, trial) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    """

  /// Adds the verdicts on meanings. NULL says that nobody asked.
  private static let version4 = """
    -- A character for each symbol of the image: s same, d different, u unreadable, - no reading, . not
    -- of a symbology that the decoder reads.
    ALTER TABLE observation ADD COLUMN meanings TEXT CHECK (meanings NOT GLOB '*[^sdu.-]*');
    """

  /// Widens the check on verdicts, in place: the rows stay as they are, however many there are.
  ///
  /// SQLite has no statement for it; this is its documentation's way for changes that touch no row
  /// (Making Other Kinds Of Table Schema Changes, https://sqlite.org/lang_altertable.html).
  private static func admitVerdicts(_ database: Database, _ verdicts: [String]) throws {
    let version = try Int.fetchOne(database, sql: "PRAGMA schema_version") ?? 0
    let last = "verdict = 'undetected'"
    let more = verdicts.map { " OR verdict = '\($0)'" }.joined()
    try database.execute(sql: "PRAGMA writable_schema = ON")
    try database.execute(
      sql: """
        UPDATE sqlite_schema SET sql = replace(sql, ?, ?)
        WHERE type = 'table' AND name = 'observation'
        """, arguments: [last, last + more])
    try database.execute(sql: "PRAGMA schema_version = \(version + 1)")
    try database.execute(sql: "PRAGMA writable_schema = OFF")
  }

  /// Adds the outcomes as columns, beside the observations, which stay the record. The table is empty
  /// after the migration: blocks are made where they are missing, when a run is closed or scored.
  private static let version6 = """
    -- What scores need of the observations of up to 1024 neighbouring trials of a cell. A block that is
    -- there agrees with the observations: whoever changes one of those deletes it in the same transaction.
    CREATE TABLE block (
      cell INTEGER NOT NULL REFERENCES cell (id),
      -- It holds the trials from 1024 times this number on.
      number INTEGER NOT NULL CHECK (number >= 0),
      -- The number of observations in it, and the trial of the last one.
      observations INTEGER NOT NULL CHECK (observations BETWEEN 1 AND 1024),
      last_trial INTEGER NOT NULL CHECK (last_trial / 1024 = number),
      -- Bits and lists, then 32-bit floating point; StoredBlocks.swift has the layout.
      outcomes BLOB NOT NULL,
      times BLOB NOT NULL CHECK (length(times) = 4 * observations),
      PRIMARY KEY (cell, number)
    ) STRICT, WITHOUT ROWID;
    """

  static let insertObservation = """
    INSERT OR REPLACE INTO observation (cell, trial, verdict, is_strict, misread_class, symbols,
      duplicates, wrong_extras, unjudged_extras, wall_ns, cpu_ns, was_retried, detail,
      printed, outlines, readings, meanings)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  static let insertReading = """
    INSERT INTO reading (cell, trial, number, symbology, bytes, byte_count, sha256, corners)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    """

  /// The readings of one observation, in the decoder's order.
  static let selectReadings = """
    SELECT \(readingColumns) FROM reading WHERE cell = ? AND trial = ? ORDER BY number
    """

  /// A decoder's cells in a run.
  static let selectCells = """
    SELECT group_index, level_index, cell, trials FROM run_cell
    WHERE run = ? AND configured = ? AND group_index BETWEEN ? AND ?
    ORDER BY group_index, level_index
    """

  /// A cell's observations with a trial number below a limit.
  static let selectObservations = """
    SELECT \(observationColumns) FROM observation WHERE cell = ? AND trial < ? ORDER BY trial
    """

  /// The observations of some trials of a cell: from the first on, below the second.
  static let selectRange = """
    SELECT \(observationColumns) FROM observation WHERE cell = ? AND trial >= ? AND trial < ?
    ORDER BY trial
    """

  /// The blocks of a cell that begin below a trial.
  static let selectBlocks = """
    SELECT cell, number, observations, last_trial, outcomes, times FROM block
    WHERE cell = ? AND number * \(OutcomeBlock.trials) < ? ORDER BY number
    """

  /// A run's cells with fewer blocks than their last trial asks for.
  static let selectCellsWithoutBlocks = """
    SELECT cell, max(trials) AS most FROM run_cell WHERE run = ? GROUP BY cell
    HAVING (SELECT count(*) FROM block WHERE block.cell = run_cell.cell)
      <= (SELECT max(trial) FROM observation
        WHERE observation.cell = run_cell.cell AND trial < most) / \(OutcomeBlock.trials)
    """

  static let insertBlock = """
    INSERT OR REPLACE INTO block (cell, number, observations, last_trial, outcomes, times)
    VALUES (?, ?, ?, ?, ?, ?)
    """

  static let deleteBlock = "DELETE FROM block WHERE cell = ? AND number = ?"

  /// The columns in the order in which ``ObservationReader`` has them.
  static let observationColumns = """
    cell, trial, verdict, is_strict, misread_class, symbols, duplicates, wrong_extras,
      unjudged_extras, wall_ns, cpu_ns, was_retried, detail, printed, outlines, readings, meanings
    """

  /// The columns in the order in which ``KeptReading`` has them.
  static let readingColumns =
    "cell, trial, number, symbology, bytes, byte_count, sha256, corners"

  /// The observations that need not be made again, but for those whose readings are not kept, though the
  /// decoder returned some or nobody counted them.
  static let selectObservedWithReadings = """
    SELECT cell, trial, verdict, configured, group_index, level_index
    FROM run_cell JOIN observation USING (cell)
    WHERE run = ? AND trial < trials AND verdict NOT IN ('timeout', 'failed')
      AND (verdict = 'crash' OR readings = 0 OR EXISTS (
        SELECT 1 FROM reading
        WHERE reading.cell = observation.cell AND reading.trial = observation.trial))
    """

  /// Limits a cell to the trials that an adaptive run chose, once they are known.
  static let limitTrials = """
    UPDATE run_cell SET trials = ?
    WHERE run = ? AND configured = ? AND group_index = ? AND level_index = ?
    """
}
