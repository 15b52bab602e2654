import Evaluation

/// The folder that a comparison's reports land in.
public enum ReportFolder {
  /// Makes sure, before hours of work, that reports can be written: makes the folder and tries it.
  ///
  /// - Throws: ``ReportError`` that names the path and what would be right.
  public static func prepare(_ path: String) throws(ReportError) {
    try ReportFile.makeFolder(path)
    let probe = try ReportFile.begin("writable", in: path)
    probe.discard()
  }

  /// Writes every report of a table; see ``write(_:to:)``.
  ///
  /// - Returns: The paths of the files, in the writers' order.
  /// - Throws: ``ReportError`` that names the file, or what a writer throws.
  /// - Precondition: No two writers have the same file name.
  @discardableResult
  public static func write(
    _ table: ScoreTable, to path: String, writers: [any ReportWriter] = ReportSet.writers
  ) throws -> [String] {
    let names = writers.map(\.fileName)
    precondition(Set(names).count == names.count, "two reports have the same file name")
    return try write(writers.map { ($0.fileName, try $0.render(table)) }, to: path)
  }

  /// Writes files; the folder is made if it is not there.
  ///
  /// All files are complete beside their places before the first one takes its place, so that a
  /// full disk leaves those of the last time as they were and nothing half-written.
  ///
  /// - Returns: The paths of the files, in order.
  /// - Throws: ``ReportError`` that names the file.
  @discardableResult
  public static func write(
    _ texts: [(name: String, text: String)], to path: String
  ) throws(ReportError) -> [String] {
    try ReportFile.makeFolder(path)
    var files: [ReportFile] = []
    do throws(ReportError) {
      for (name, text) in texts {
        let file = try ReportFile.begin(name, in: path)
        files.append(file)
        try file.fill(Array(text.utf8))
      }
      for file in files { try file.publish() }
    } catch {
      // A file that has its name already stays: it is complete.
      for file in files { file.discard() }
      throw error
    }
    return files.map(\.path)
  }

  /// Writes every report of a run, with what a gate found if it was judged.
  ///
  /// Without a gate, what an earlier run's gate left in the folder is removed: beside scores that it
  /// has not judged it would mislead.
  ///
  /// - Throws: As ``write(_:to:writers:)``.
  public static func write(
    _ table: ScoreTable, judgedBy gate: GateReport?, to path: String
  ) throws {
    if let gate {
      try write(table, to: path, writers: ReportSet.writers(judgedBy: gate))
    } else {
      try write(table, to: path)
      for name in ReportSet.gateFiles { ReportFile.remove(name, from: path) }
    }
  }
}

/// Why reports cannot be written.
public struct ReportError: Error, Equatable, CustomStringConvertible {
  /// What kind of failure it is.
  public enum Code: Hashable, Sendable {
    /// The folder cannot be made or is something else.
    case folder
    /// A file cannot be created, filled or put in its place.
    case file
  }

  /// What kind of failure it is.
  public let code: Code
  /// The folder or file.
  public let path: String
  /// What is wrong, and what would be right.
  public let message: String

  public var description: String { "\(path): \(message)" }
}
