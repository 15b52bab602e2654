import Base
import Foundation
import Results

/// A baseline as a JSON file, with its version first and one line for each level's outcomes.
///
/// Two versions of the file can therefore be compared line by line.
package enum BaselineFile {
  /// Renders the file's whole text.
  ///
  /// - Throws: `EncodingError` for a number that is not finite, which JSON cannot express.
  package static func text(_ baseline: Baseline) throws -> String {
    try VersionedJSON.text(baseline, version: baseline.schemaVersion)
  }

  /// The file that a path names: a JSON file or a file that is there as it is, otherwise `CORPUS.json` in the
  /// folder of that name.
  package static func path(in place: String, ofCorpus name: String) -> String {
    let isFile = place.hasSuffix(".json") || FileManager.default.fileExists(atPath: place)
    guard Folder.exists(place) || !isFile else { return place }
    return place + (place.hasSuffix("/") ? "" : "/") + name + ".json"
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - folder: The reports of the run that could become the baseline if there is none.
  ///   - number: The run's number; `nil` for the latest.
  /// - Throws: ``BaselineFileError`` that names the file and says what is wrong.
  package static func read(
    path: String, orAccept folder: String? = nil, run number: Int? = nil
  ) throws(BaselineFileError) -> Baseline {
    guard FileManager.default.fileExists(atPath: path) else {
      let quoted = ReproduceCommand.quoted
      let run = number.map { " --run \($0)" } ?? ""
      throw BaselineFileError(
        .absent, path: path,
        "the file does not exist; harness gate accept "
          + (folder.map { "\(quoted($0))\(run) --output \(quoted(path)) makes it from this run" }
            ?? "writes one from a finished run"))
    }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try WholeFile.read(path, maximumBytes: 1 << 28)
    } catch {
      throw BaselineFileError(.damaged, path: path, error.message)
    }
    return try read(Data(bytes), path: path)
  }

  /// Reads a file's text.
  ///
  /// - Parameters:
  ///   - text: The file's whole text.
  ///   - path: The name of the file in errors.
  /// - Throws: ``BaselineFileError`` that names the file and says what is wrong.
  package static func read(
    _ text: String, path: String
  ) throws(BaselineFileError) -> Baseline {
    try read(Data(text.utf8), path: path)
  }

  private static func read(_ data: Data, path: String) throws(BaselineFileError) -> Baseline {
    do {
      let version = try VersionedJSON.version(of: data)
      guard version == Baseline.currentSchemaVersion else {
        throw BaselineFileError(
          .damaged, path: path,
          "it has schema version \(version), and this harness reads version "
            + "\(Baseline.currentSchemaVersion): use the harness that wrote it, or accept a new baseline"
        )
      }
      let baseline = try BoundedJSON.decode(Baseline.self, from: data)
      try baseline.check()
      return baseline
    } catch let error as BaselineFileError {
      throw error
    } catch let error as DecodingError {
      throw BaselineFileError(.damaged, path: path, DecodingErrorText.sentence(error))
    } catch {
      throw BaselineFileError(.damaged, path: path, "\(error)")
    }
  }

  /// Writes a file under a temporary name and renames it when it is complete; makes its folder.
  ///
  /// - Throws: ``FileError`` that names the file, or any error of ``text(_:)``.
  package static func write(_ baseline: Baseline, to path: String) throws {
    let text = try text(baseline)
    try Folder.make(Folder.parent(of: path))
    try AtomicFile.write(Array(text.utf8), to: path, isDurable: true)
  }
}

/// The reason a baseline's file cannot be used.
package struct BaselineFileError: Error, Hashable, CustomStringConvertible {
  /// The kinds of reasons.
  package enum Code: Hashable, Sendable {
    /// The file does not exist.
    case absent
    /// The file is not a baseline, or contradicts itself.
    case damaged
  }

  /// The kind of reason.
  package let code: Code
  /// The path of the file.
  package let path: String
  /// The message: the problem and a remedy.
  package let message: String

  init(_ code: Code, path: String, _ message: String) {
    (self.code, self.path, self.message) = (code, path, message)
  }

  package var description: String { "\(path): \(message)" }
}
