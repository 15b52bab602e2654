import GRDB

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

  static let insertObservation = """
    INSERT OR REPLACE INTO observation (cell, trial, verdict, is_strict, misread_class, symbols,
      duplicates, wrong_extras, unjudged_extras, wall_ns, cpu_ns, was_retried, detail,
      printed)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  /// A decoder's cells in a run.
  static let selectCells = """
    SELECT group_index, level_index, cell, trials FROM run_cell
    WHERE run = ? AND configured = ? ORDER BY group_index, level_index
    """

  /// A cell's observations with a trial number below a limit.
  static let selectObservations = """
    SELECT trial, verdict, is_strict, misread_class, symbols, duplicates, wrong_extras,
      unjudged_extras, wall_ns, cpu_ns, was_retried, detail, printed
    FROM observation WHERE cell = ? AND trial < ? ORDER BY trial
    """

  static let selectObserved = """
    SELECT configured, group_index, level_index, trial, verdict
    FROM run_cell JOIN observation USING (cell)
    WHERE run = ? AND trial < trials AND verdict NOT IN ('timeout', 'failed')
    """

  /// Limits a cell to the trials that an adaptive run chose, once they are known.
  static let limitTrials = """
    UPDATE run_cell SET trials = ?
    WHERE run = ? AND configured = ? AND group_index = ? AND level_index = ?
    """
}
