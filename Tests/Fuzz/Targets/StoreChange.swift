import Foundation
import GRDB

/// A change of one field in a well-formed store, as four bytes say: field, row, kind of value, value.
///
/// Mutated pages end in SQLite's own checks. Fields that hold what no harness wrote get past them.
struct StoreChange {
  private let field: (table: String, column: String, key: String)
  private let row: Int
  private let value: DatabaseValue?
  private let argument: Int

  /// Makes the changes that some bytes say.
  static func changes(_ bytes: [UInt8]) -> [StoreChange] {
    stride(from: 0, to: min(bytes.count, 32) & ~3, by: 4).map {
      StoreChange(bytes[$0], bytes[$0 + 1], bytes[$0 + 2], bytes[$0 + 3])
    }
  }

  /// A store as a run left it.
  static let untouched: [UInt8] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Seeds/stores/blocks")
    return (try? Data(contentsOf: file)).map { [UInt8]($0) } ?? []
  }()

  private init(_ field: UInt8, _ row: UInt8, _ kind: UInt8, _ argument: UInt8) {
    self.field = Self.fields[Int(field) % Self.fields.count]
    (self.row, self.argument) = (Int(row), Int(argument))
    value =
      switch kind % 5 {
      case 0: Self.numbers[Int(argument) % Self.numbers.count].databaseValue
      case 1: Self.texts[Int(argument) % Self.texts.count].databaseValue
      case 2: Data(repeating: argument, count: Int(argument)).databaseValue
      case 3: .null
      default: nil
      }
  }

  /// Makes the change, unless SQLite's types or keys forbid it.
  func apply(to database: Database) throws {
    let (table, column, key) = field
    let keys = key.split(separator: " ")
    let rows = try Row.fetchAll(
      database, sql: "SELECT \(keys.joined(separator: ", ")), \(column) FROM \(table)")
    guard !rows.isEmpty else { return }
    let chosen = Array(rows[row % rows.count].databaseValues)
    let value = value ?? edited(chosen[keys.count])
    let condition = keys.map { "\($0) = ?" }.joined(separator: " AND ")
    try? database.execute(
      sql: "UPDATE \(table) SET \(column) = ? WHERE \(condition)",
      arguments: StatementArguments([value] + chosen.dropLast()))
  }

  /// A text with one of its numbers replaced: records are JSON.
  private func edited(_ old: DatabaseValue) -> DatabaseValue {
    guard let text = String.fromDatabaseValue(old) else { return old }
    let numbers = text.matches(of: /-?\d+/)
    guard !numbers.isEmpty else { return old }
    let chosen = numbers[row * 7 % numbers.count].range
    let number = Self.numbers[argument % Self.numbers.count]
    return text.replacingCharacters(in: chosen, with: "\(number)").databaseValue
  }

  private static let numbers = [
    -1, 0, 1, 2, 3, 7, 255, 1 << 31 - 1, 1 << 31, 1 << 32, 1 << 53, 1 << 62, Int.max, Int.min,
  ]
  private static let texts = [
    "", "read", "misread", "crash", "no-read", "several", "substitution", "rnmu", "sdu.-", "\u{0}",
    "qr-code", "{}", "[]", String(repeating: "0", count: 64),
  ]
  private static let fields: [(table: String, column: String, key: String)] = {
    let tables = [
      ("run", "id", "id record outcome"), ("decoder", "id", "id fingerprint record"),
      ("cell", "id", "id decoder hash samples"),
      (
        "run_cell", "run configured group_index level_index",
        "configured group_index level_index cell trials"
      ),
      (
        "observation", "cell trial",
        "trial verdict is_strict misread_class symbols duplicates wrong_extras unjudged_extras "
          + "wall_ns cpu_ns was_retried detail printed outlines readings meanings"
      ),
      ("reading", "cell trial number", "number symbology bytes byte_count sha256 corners"),
      ("block", "cell number", "number observations last_trial outcomes times"),
    ]
    return tables.flatMap { table, key, columns in
      columns.split(separator: " ").map { (table, String($0), key) }
    }
  }()
}
