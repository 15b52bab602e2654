/// A command as an earlier release spelled it, and its spelling now.
///
/// Earlier spellings work, with a note, in the release that renamed them and in the next one: see
/// docs/versioning.md.
struct FormerSpelling {
  /// The words of the command line, spelled as now.
  let arguments: [String]
  private let former: [String]
  private let present: [String]

  /// The note that names the present spelling.
  var note: String {
    "harness \(former.joined(separator: " ")) is now harness \(present.joined(separator: " ")); "
      + "the old spelling works until 0.5"
  }

  /// A command line's earlier spelling; `nil` if it has none.
  ///
  /// - Parameter arguments: the command line without the program's name; `help` may stand first.
  static func of(_ arguments: [String]) -> FormerSpelling? {
    let opening = Array(arguments.prefix { $0 == "help" })
    let words = arguments.dropFirst(opening.count)
    if let present = ratesByGrade(Array(words)) {
      return FormerSpelling(
        arguments: present, former: ["report", "--iso", "15423"], present: ["grade", "--run"])
    }
    for (former, present) in table where words.starts(with: former) {
      // help takes commands alone.
      let present = opening.isEmpty ? present : present.filter { !$0.hasPrefix("-") }
      return FormerSpelling(
        arguments: opening + present + words.dropFirst(former.count), former: former,
        present: present)
    }
    return nil
  }

  /// `report RUN --iso 15423` as it is spelled now, whatever stands between; `nil` for other words.
  private static func ratesByGrade(_ words: [String]) -> [String]? {
    let joined = words.firstIndex(of: "--iso=15423").map { $0..<$0 + 1 }
    let apart = words.indices.first { words[$0...].starts(with: ["--iso", "15423"]) }
      .map { $0..<$0 + 2 }
    guard words.first == "report", let place = joined ?? apart else { return nil }
    let rest = words[1..<place.lowerBound] + words[place.upperBound...]
    return ["grade", "--run"]
      + rest.flatMap { $0 == "--part-marks" ? ["--standard", "29158"] : [$0] }
  }

  /// The first words of earlier spellings: a mistyped one may mean them.
  static var words: [String] { table.map { $0.former[0] } }

  /// Earlier spellings and what they became, the longer ones first.
  static let table: [(former: [String], present: [String])] = [
    (["corpus", "freeze"], ["publish", "freeze"]),
    (["plugin", "list"], ["list", "decoders"]),
    (["baseline"], ["gate"]),
    (["calibrate"], ["realism"]),
    (["diff"], ["runs", "diff"]),
    (["export"], ["runs", "export"]),
    (["history"], ["runs", "history"]),
    (["merge"], ["runs", "merge"]),
    (["site"], ["report", "--site"]),
    (["split"], ["publish", "split"]),
    (["store"], ["runs", "store"]),
    (["submit"], ["publish", "submit"]),
    (["verify"], ["publish", "verify"]),
    (["wins"], ["runs", "wins"]),
  ]
}
