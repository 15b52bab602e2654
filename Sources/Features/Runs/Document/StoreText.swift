import Base
import Reporting
import Results

/// The result of checking or repairing a result store, for people and for programs.
enum StoreText {
  /// Renders a check: the sound rows of each table, and the faults.
  static func text(_ check: StoreCheck) -> String {
    let verdict =
      check.isSound
      ? "\(check.path) is sound"
      : "\(check.path) has \(Numerals.counted(check.faultCount, "fault", "faults")); harness runs "
        + "store repair writes what is sound to a new file"
    return ([verdict] + rows(check) + faults(check)).joined(separator: "\n")
  }

  /// Renders a repair: what the new store holds, and what was left out.
  static func repaired(_ check: StoreCheck, new: String) -> String {
    let verdict =
      "\(new): a new store with all sound rows of \(check.path), which stays as it is; "
      + (check.isSound
        ? "nothing was left out"
        : Numerals.counted(check.faultCount, "fault was", "faults were") + " left out or repaired")
    let runs = (check.runs ?? []).map { run in
      "  run \(run.number): \(Numerals.count(run.kept)) of the \(Numerals.count(run.planned)) decodes "
        + "that it plans"
    }
    let hasDecodes = check.tables.contains { $0.name == "observation" && $0.rows > 0 }
    let advice =
      check.runs?.isEmpty == true && hasDecodes
      ? [
        "  no run's record is intact: the same harness compare with this store reuses its decodes"
      ]
      : []
    return ([verdict] + runs + advice + rows(check) + faults(check)).joined(separator: "\n")
  }

  /// Renders a check as one JSON object, with the version of its layout first.
  ///
  /// - Throws: `EncodingError`.
  static func json(_ check: StoreCheck) throws -> String {
    try VersionedJSON.text(check, version: check.schemaVersion)
  }

  private static func rows(_ check: StoreCheck) -> [String] {
    let counts = check.tables.map { Numerals.count($0.rows) }
    let width = counts.map(DisplayText.width).max() ?? 0
    return zip(check.tables, counts).map { table, count in
      "  " + String(repeating: " ", count: width - DisplayText.width(count)) + "\(count) "
        + (table.rows == 1 ? "row" : "rows") + " of \(table.name)"
    }
  }

  private static func faults(_ check: StoreCheck) -> [String] {
    let rest = check.faultCount - check.faults.count
    return check.faults.map { "  " + DisplayText.printable($0.description) }
      + (rest > 0 ? ["  and \(Numerals.count(rest)) more"] : [])
  }
}
