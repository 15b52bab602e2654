import Evaluation

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A baseline as a file: JSON with its version first, one line for each level's outcomes, so that two
/// versions of it differ line by line.
public enum BaselineFile {
  /// The file's whole text.
  ///
  /// - Throws: `EncodingError` for a number that is not finite, which JSON cannot say.
  public static func text(_ baseline: Baseline) throws -> String {
    try VersionedJSON.text(baseline, version: baseline.schemaVersion)
  }

  /// Reads a file.
  ///
  /// - Throws: ``BaselineFileError`` that names the file and says what is wrong.
  public static func read(path: String) throws(BaselineFileError) -> Baseline {
    guard FileManager.default.fileExists(atPath: path) else {
      throw BaselineFileError(
        .absent, path: path,
        "there is no such file; harness baseline accept writes one from a finished run")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw BaselineFileError(.damaged, path: path, "the file cannot be read")
    }
    return try read(data, path: path)
  }

  /// Reads a file's text.
  ///
  /// - Parameters:
  ///   - text: The file's whole text.
  ///   - path: What errors call the file.
  /// - Throws: ``BaselineFileError`` that names the file and says what is wrong.
  public static func read(
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
            + "\(Baseline.currentSchemaVersion): use the harness that wrote it, or accept anew")
      }
      let baseline = try JSONDecoder().decode(Baseline.self, from: data)
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

  /// Writes a file beside its place and moves it there when it is complete; makes its folder.
  ///
  /// - Throws: ``ReportError`` that names the file, or what ``text(_:)`` throws.
  public static func write(_ baseline: Baseline, to path: String) throws {
    let text = try text(baseline)
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    let isInRoot = path.hasPrefix("/") && parts.count == 2
    let place = isInRoot ? "/" : folder.isEmpty ? "." : folder
    try ReportFolder.write([(name: String(parts.last ?? ""), text: text)], to: place)
  }
}

/// Why a baseline's file cannot be used.
public struct BaselineFileError: Error, Hashable, CustomStringConvertible {
  /// The kinds of reasons.
  public enum Code: Hashable, Sendable {
    /// There is none.
    case absent
    /// It is no baseline, or contradicts itself.
    case damaged
  }

  /// The kind of reason.
  public let code: Code
  /// The file.
  public let path: String
  /// What is wrong, and what would help.
  public let message: String

  init(_ code: Code, path: String, _ message: String) {
    (self.code, self.path, self.message) = (code, path, message)
  }

  public var description: String { "\(path): \(message)" }
}
