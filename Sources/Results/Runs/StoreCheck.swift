/// Something in a store that the harness cannot have written: its place, and what would be right.
public struct StoreFault: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The table; `nil` for a fault of the file as a whole.
  public var table: String?
  /// The row by its key, such as `cell 3, trial 7`; `nil` for a fault of the table as a whole.
  public var row: String?
  /// The fault, in a clause: `group_index is 4611686018427387904`.
  public var problem: String
  /// The right state, worded to follow "right would be".
  public var expected: String

  package init(table: String? = nil, row: String? = nil, _ problem: String, expected: String) {
    (self.table, self.row, self.problem, self.expected) = (table, row, problem, expected)
  }

  public var description: String {
    let place = [table.map { "table \($0)" }, row].compactMap(\.self).joined(separator: ", ")
    return (place.isEmpty ? "" : place + ": ") + problem + "; right would be \(expected)"
  }
}

/// All that is sound in a result store, and all that is not.
public struct StoreCheck: Sendable, Codable {
  /// The sound rows of a table.
  public struct Table: Hashable, Sendable, Codable {
    /// The table's name.
    public var name: String
    /// The number of sound rows.
    public var rows: Int

    package init(name: String, rows: Int) { (self.name, self.rows) = (name, rows) }
  }

  /// The decodes of a run that a repair kept.
  public struct KeptRun: Hashable, Sendable, Codable {
    /// The run's number.
    public var number: Int
    /// The decodes that its plan asks for.
    public var planned: Int
    /// Those of them that are there.
    public var kept: Int

    package init(number: Int, planned: Int, kept: Int) {
      (self.number, self.planned, self.kept) = (number, planned, kept)
    }
  }

  /// The most faults that are listed; all are counted.
  public static let mostListed = 100
  /// The version of the JSON layout.
  public static let currentSchemaVersion = 1

  /// The version of the JSON layout.
  public var schemaVersion = Self.currentSchemaVersion
  /// The store's file.
  public var path: String
  /// True if there is no fault.
  public private(set) var isSound = true
  /// The tables with the numbers of their sound rows.
  public var tables: [Table] = []
  /// What a repair kept of each run; `nil` for a check.
  public var runs: [KeptRun]?
  /// The first faults, ``mostListed`` at most.
  public private(set) var faults: [StoreFault] = []
  /// The number of all faults.
  public private(set) var faultCount = 0

  /// Makes a check that has found nothing yet.
  package init(path: String) { self.path = path }

  /// Adds a fault.
  package mutating func add(_ fault: StoreFault) {
    isSound = false
    faultCount += 1
    if faults.count < Self.mostListed { faults.append(fault) }
  }
}
