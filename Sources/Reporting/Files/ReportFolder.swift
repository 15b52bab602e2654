import Base
import Foundation
import Results

/// The folder that a comparison's reports are written to.
package enum ReportFolder {
  /// The page of what drawn symbols say about photos, to which a site links.
  package static let realismPage = "calibration.html"

  /// Makes the folder and checks that files can be written in it, before hours of work.
  ///
  /// - Throws: ``ReportError`` that names the path and suggests a remedy.
  package static func prepare(_ path: String) throws(ReportError) {
    try makeFolder(path)
    try begin("writable", in: path).discard()
  }

  /// Writes every report of a table; see ``write(_:to:)``.
  ///
  /// - Returns: The paths of the files, in the writers' order.
  /// - Throws: ``ReportError`` that names the file, or any error of a writer.
  /// - Precondition: No two writers have the same file name.
  @discardableResult
  package static func write(
    _ table: ScoreTable, to path: String, writers: [any ReportWriter] = ReportSet.writers
  ) throws -> [String] {
    let names = writers.map(\.fileName)
    precondition(Set(names).count == names.count, "two reports have the same file name")
    let applying = writers.filter { $0.applies(to: table) }
    let files = try write(applying.map { ($0.fileName, try $0.render(table)) }, to: path)
    // Files that an earlier version of the corpus asked for would mislead beside these scores.
    for writer in writers where !writer.applies(to: table) {
      _ = unlink(place(of: writer.fileName, in: path))
    }
    return files
  }

  /// Writes files; the folder is made if it does not exist.
  ///
  /// All files are complete under temporary names before the first one is renamed. A full disk thus
  /// leaves the files of an earlier run as they were, and nothing half-written.
  ///
  /// - Returns: The paths of the files, in order.
  /// - Throws: ``ReportError`` that names the file.
  @discardableResult
  package static func write(
    _ texts: [(name: String, text: String)], to path: String
  ) throws(ReportError) -> [String] {
    try makeFolder(path)
    var files: [AtomicFile] = []
    for (name, text) in texts {
      let file = try begin(name, in: path)
      // Files that do not take their place remove themselves.
      files.append(file)
      try reporting { () throws(FileError) in
        try file.write(text)
        try file.complete()
      }
    }
    for file in files { try reporting(file.commit) }
    return files.map(\.path)
  }

  /// Writes every report of a run, with the gate's findings if it was judged.
  ///
  /// Without a gate, the gate files of an earlier run are removed from the folder: they would be
  /// misleading beside scores that no gate has judged.
  ///
  /// - Parameter gate: The writers that know the gate's findings; `nil` if no gate was requested.
  /// - Throws: As ``write(_:to:writers:)``.
  package static func write(
    _ table: ScoreTable, judgedBy gate: [any ReportWriter]?, to path: String
  ) throws {
    if let gate {
      try write(table, to: path, writers: gate)
    } else {
      try write(table, to: path)
      for name in ReportSet.gateFiles { _ = unlink(place(of: name, in: path)) }
    }
  }

  // MARK: Files

  private static func place(of name: String, in folder: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  private static func makeFolder(_ path: String) throws(ReportError) {
    do throws(FileError) {
      try Folder.make(path)
    } catch {
      throw ReportError(
        code: .folder, path: path,
        message: "the report folder cannot be made, because of \(error.path): \(error.reason). "
          + "Choose a folder that can be written with --output")
    }
  }

  private static func begin(_ name: String, in folder: String) throws(ReportError) -> AtomicFile {
    do throws(FileError) {
      return try AtomicFile(path: place(of: name, in: folder), isDurable: true)
    } catch {
      // Without a system's word for it, something else is in the file's place.
      guard error.systemCode != nil else { throw fileError(error) }
      throw ReportError(
        code: .folder, path: folder,
        message: "nothing can be written to the report folder: \(error.reason). "
          + "Choose a folder that can be written with --output")
    }
  }

  private static func reporting(
    _ body: () throws(FileError) -> Void
  ) throws(ReportError) {
    do throws(FileError) {
      try body()
    } catch {
      throw fileError(error)
    }
  }

  private static func fileError(_ error: FileError) -> ReportError {
    ReportError(
      code: .file, path: error.path, message: "the report cannot be written: \(error.reason)")
  }
}

/// The reason reports cannot be written.
package struct ReportError: Error, Equatable, CustomStringConvertible {
  /// The kinds of failure.
  package enum Code: Hashable, Sendable {
    /// The folder cannot be made, or the path is not a folder.
    case folder
    /// A file cannot be created, written or renamed.
    case file
  }

  /// The kind of failure.
  package let code: Code
  /// The path of the folder or file.
  package let path: String
  /// The message: the problem and a remedy.
  package let message: String

  package var description: String { "\(path): \(message)" }
}
