/// An error that prevents a folder of photos from being a corpus.
public struct FolderError: Error, Equatable, CustomStringConvertible {
  /// The folder, as the caller named it.
  public let folder: String
  /// All problems, each a sentence that begins with the file's name.
  public let problems: [String]

  /// Makes an error.
  ///
  /// - Precondition: There is at least one problem.
  public init(folder: String, problems: [String]) {
    precondition(!problems.isEmpty, "an error without a problem")
    self.folder = folder
    self.problems = problems
  }

  /// The largest number of problems listed in the message; fixing those usually fixes the rest.
  private static let told = 10

  public var description: String {
    if problems.count == 1 { return problems[0] }
    let rest = problems.count - Self.told
    let lines = problems.prefix(Self.told) + (rest > 0 ? ["and \(rest) more"] : [])
    return "\(folder): \(problems.count) things are wrong with the photos:\n  "
      + lines.joined(separator: "\n  ")
  }
}

/// An oddity in a folder of photos that does not prevent a run.
public enum FolderWarning: Hashable, Sendable, CustomStringConvertible {
  /// Files that look like truth but have no image.
  case truthWithoutImage(files: [String])
  /// Images with more than one source of truth; the first of `.txt`, `.bin` and the manifest is
  /// used.
  case severalTruths(files: [String])
  /// Truths that end in a line break, which a text editor may have put there.
  case truthEndsInLineBreak(files: [String])
  /// The images of a group have no truth: detections are only counted.
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
