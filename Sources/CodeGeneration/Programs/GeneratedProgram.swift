import Base
import Foundation

/// The files of a program that was generated, and the commands that build and run it.
package struct GeneratedProgram: Hashable, Sendable {
  /// One file.
  package struct File: Hashable, Sendable {
    /// The path in the program's folder, with `/` between its parts.
    package let path: String
    /// The whole text.
    package let text: String
  }

  /// The word for the language: `cpp`.
  package let language: String
  /// The language and the library: `C++ with zbar`.
  package let summary: String
  /// The files, in order of their paths.
  package let files: [File]
  /// The command that builds the program in its folder; empty where nothing is built.
  package let build: [String]
  /// The command that runs it in its folder, the images' paths follow; empty for what is no program of its
  /// own, such as code for an app.
  package let run: [String]
  /// The parts that the configuration sets and that have no code here, by the names that templates use:
  /// `values`, `selection`, `option.position`. The program's README says why.
  package let ignored: [String]
}

/// The reason that a program was not written.
package enum ProgramWriteError: Error, Equatable, Sendable {
  /// A file that is not the generator's, or that was changed since, is in the place of one.
  case occupied(String)
  /// The system refused.
  case file(FileError)
}

extension GeneratedProgram {
  /// The list of written files in a program's folder, with their hashes: it tells them from others.
  static let listName = ".generated"

  /// Writes the files into a folder, which is made if it is not there; all of them or none.
  ///
  /// Files that an earlier call wrote and nobody changed are replaced. Other files stay as they are.
  ///
  /// - Throws: ``ProgramWriteError`` with the folder as it was; a file in the way that is not the
  ///   generator's is one.
  package func write(to folder: String) throws(ProgramWriteError) {
    let earlier = Self.hashes(in: folder)
    for file in files {
      let path = "\(folder)/\(file.path)"
      guard FileManager.default.fileExists(atPath: path) else { continue }
      guard let known = earlier[file.path], known == Self.hash(ofFile: path) else {
        throw .occupied(path)
      }
    }
    do throws(FileError) {
      try writeFiles(to: folder)
    } catch {
      throw .file(error)
    }
  }

  private func writeFiles(to folder: String) throws(FileError) {
    var list = ""
    var waiting: [AtomicFile] = []
    for file in files {
      let path = "\(folder)/\(file.path)"
      try Folder.make(Folder.parent(of: path))
      let written = try AtomicFile(path: path, isDurable: false)
      try written.write(file.text)
      try written.complete()
      waiting.append(written)
      list += "\(ContentHash.sha256(of: Array(file.text.utf8)))  \(file.path)\n"
    }
    // Last, so that a killed process leaves files that look foreign rather than changed ones that do not.
    let written = try AtomicFile(path: "\(folder)/\(Self.listName)", isDurable: false)
    try written.write(list)
    try written.complete()
    for file in waiting + [written] { try file.commit() }
  }

  /// The hashes in a folder's list, by path.
  private static func hashes(in folder: String) -> [String: String] {
    guard let text = try? WholeFile.read("\(folder)/\(listName)", maximumBytes: 1 << 20) else {
      return [:]
    }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    return lines.reduce(into: [:]) { hashes, line in
      guard let blank = line.firstRange(of: "  ") else { return }
      hashes[String(line[blank.upperBound...])] = String(line[..<blank.lowerBound])
    }
  }

  private static func hash(ofFile path: String) -> String? {
    (try? WholeFile.read(path, maximumBytes: 1 << 24)).map { ContentHash.sha256(of: $0) }
  }
}
