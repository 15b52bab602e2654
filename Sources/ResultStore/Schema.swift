import Evaluation
import GRDB

/// The tables. Migrations are only ever appended.
enum Schema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: runs and observations") { database in
      try database.execute(sql: version1)
    }
    return migrator
  }

  private static let version1 = """
    CREATE TABLE run (
      id INTEGER PRIMARY KEY,
      record TEXT NOT NULL CHECK (json_valid(record)),
      outcome TEXT CHECK (outcome IS NULL OR json_valid(outcome))
    ) STRICT;

    CREATE TABLE observation (
      run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
      decoder INTEGER NOT NULL CHECK (decoder >= 0),
      sample INTEGER NOT NULL CHECK (sample >= 0),
      sample_hash TEXT NOT NULL CHECK (length(sample_hash) = 32),
      verdict TEXT NOT NULL CHECK (verdict IN (
        'read', 'no-read', 'misread', 'crash', 'timeout', 'failed')),
      duplicates INTEGER NOT NULL CHECK (duplicates >= 0),
      wrong_extras INTEGER NOT NULL CHECK (wrong_extras >= 0),
      wall_ns INTEGER NOT NULL CHECK (wall_ns >= 0),
      cpu_ns INTEGER NOT NULL CHECK (cpu_ns >= 0),
      was_retried INTEGER NOT NULL CHECK (was_retried IN (0, 1)),
      detail TEXT,
      PRIMARY KEY (run, decoder, sample)
    ) STRICT, WITHOUT ROWID;
    """

  static let insertObservation = """
    INSERT INTO observation (run, decoder, sample, sample_hash, verdict, duplicates,
      wrong_extras, wall_ns, cpu_ns, was_retried, detail)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  static func arguments(_ observation: Observation, run: Int) -> StatementArguments {
    [
      run, observation.decoder, observation.sample, observation.sampleHash,
      observation.verdict.rawValue, observation.extras.duplicates, observation.extras.wrong,
      observation.wallNanoseconds, observation.cpuNanoseconds, observation.wasRetried,
      observation.detail,
    ]
  }

  static let selectObservations = """
    SELECT decoder, sample, sample_hash, verdict, duplicates, wrong_extras, wall_ns, cpu_ns,
      was_retried, detail
    FROM observation WHERE run = ? ORDER BY decoder, sample
    """

  static func observation(_ row: Row) throws -> Observation {
    let name: String = row[3]
    guard let verdict = Verdict(rawValue: name) else {
      throw DatabaseError(message: "an observation has the unknown verdict \"\(name)\"")
    }
    return Observation(
      sample: row[1], decoder: row[0], sampleHash: row[2], verdict: verdict,
      extras: Extras(duplicates: row[4], wrong: row[5]), wallNanoseconds: row[6],
      cpuNanoseconds: row[7], wasRetried: row[8], detail: row[9])
  }
}
