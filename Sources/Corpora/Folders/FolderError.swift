/// Why a folder of photos cannot be a corpus.
public struct FolderError: Error, Equatable, CustomStringConvertible {
  /// The folder, as the caller named it.
  public let folder: String
  /// Everything that is wrong: each a sentence that begins with its file.
  public let problems: [String]

  /// Makes an error.
  ///
  /// - Precondition: There is a problem.
  public init(folder: String, problems: [String]) {
    precondition(!problems.isEmpty, "an error without a problem")
    self.folder = folder
    self.problems = problems
  }

  /// How many problems are told; mending those usually mends the rest.
  private static let told = 10

  public var description: String {
    if problems.count == 1 { return problems[0] }
    let rest = problems.count - Self.told
    let lines = problems.prefix(Self.told) + (rest > 0 ? ["and \(rest) more"] : [])
    return "\(folder): \(problems.count) things are wrong with the photos:\n  "
      + lines.joined(separator: "\n  ")
  }
}

/// What is odd about a folder of photos and stops nothing.
public enum FolderWarning: Hashable, Sendable, CustomStringConvertible {
  /// Files that look like truth, and there is no image that they could be about.
  case truthWithoutImage(files: [String])
  /// Images with more than one source of truth; the first of `.txt`, `.bin`, manifest holds.
  case severalTruths(files: [String])
  /// Truths that end in a line break, which a text editor may have put there.
  case truthEndsInLineBreak(files: [String])
  /// The images of a group have no truth: what is detected is only counted.
  case groupWithoutTruth(String)

  public var description: String {
    switch self {
    case .truthWithoutImage(let files):
      "\(Self.list(files)): no image of that name is beside it, so that it counts for nothing"
    case .severalTruths(let files):
      "\(Self.list(files)): it has several truths; .txt holds before .bin, and both before "
        + "\(FolderManifest.fileName)"
    case .truthEndsInLineBreak(let files):
      "\(Self.list(files)): the truth ends in a line break, and that is taken as part of the "
        + "data. If it is not, remove it: printf '%s' \"$(cat FILE)\" > FILE"
    case .groupWithoutTruth(let group):
      "group \"\(group)\" has no truth: what is detected is counted and not judged"
    }
  }

  private static func list(_ files: [String]) -> String {
    let shown = files.prefix(3).joined(separator: ", ")
    return files.count > 3 ? "\(shown) and \(files.count - 3) more" : shown
  }
}
