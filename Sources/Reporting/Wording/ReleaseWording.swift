import Results

extension ReleaseMismatch: CustomStringConvertible {
  /// The sentence for people: what differs, and what would be right.
  public var description: String {
    switch self {
    case .specification(let corpus, let release, let was, let now):
      "\(corpus) is not that of release \(release): the corpus file has SHA-256 \(now.prefix(12))…, and the "
        + "release's has \(was.prefix(12))…; take the file as it was released"
    case .seed(let corpus, let release, let was, let now):
      "\(corpus) is not that of release \(release): its seed is \(now), and the release's is \(was)"
    case .renderer(let corpus, let release, let was, let now):
      "\(corpus) cannot be drawn as in release \(release): the drawing code here has version \(now), and the "
        + "release was drawn by version \(was); take a harness of that time"
    case .samples(let corpus, let release):
      "\(corpus) is not that of release \(release): it has other groups, levels or numbers of trials"
    case .images(
      let corpus, let release, let group, let level, let differing, let count, let libraries):
      "\(corpus) is drawn otherwise than in release \(release): images of \(group) at \(level) differ, "
        + (differing == 1
          ? "and those of no other level" : "with those of \(differing) of \(count) levels")
        + ". \(Self.cause(libraries)) harness corpus freeze --list prints a line for each image."
    case .store(let path, let release, let run, let other):
      "\(path) holds run \(run), which is "
        + (other == release
          ? "of release \(release) under another root"
          : other.map { "of release \($0)" } ?? "of no release")
        + ": its results are not mixed with those of release \(release); name another --output"
    case .root(let corpus, let release, let was, let now):
      "the run kept to another release \(release) of \(corpus): its root was \(was.prefix(12))…, and that of the "
        + "lock file here is \(now.prefix(12))…"
    case .stores(let first, let second, let corpus):
      "\(first) and \(second) have runs of \(corpus) that do not keep to one release: they are not joined"
    }
  }

  private static func cause(_ libraries: [LibraryChange]) -> String {
    guard !libraries.isEmpty else {
      return "The libraries are the same, so the harness or the machine draws otherwise."
    }
    return "Then it was "
      + libraries.map { "\($0.was), here it is \($0.now)" }.joined(separator: "; then ") + "."
  }
}

extension SplitFault: CustomStringConvertible {
  /// The sentence for people: what differs, and what would be right.
  public var description: String {
    switch self {
    case .samples: "it is of another corpus or renderer than what was committed to"
    case .day: "it names another day than what was committed to"
    case .hash(let was, let now):
      "its hash is \(now.prefix(16))…, and what was committed to has \(was.prefix(16))…"
    case .changed(let corpus, let was, let now):
      "the split was committed to for \(was.corpus) version \(was.version) (\(was.sha256.prefix(12))…, drawing "
        + "code \(was.renderer)), and here is \(now.corpus) version \(now.version) "
        + "(\(now.sha256.prefix(12))…, drawing code \(now.renderer)): take the \(corpus) of that time"
    }
  }
}

extension BundleFault: CustomStringConvertible {
  /// The sentence for people: what is wrong, and where.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file): \(reason)"
    case .digest(let file):
      "\(file) is not the file that was submitted: its SHA-256 is not the one in \(Submission.fileName)"
    case .otherRun(let file): "\(file) is of another run than \(Submission.fileName) says"
    case .scores(let decoder, let group, let level):
      "\(Submission.Part.scores.rawValue) does not follow from \(Submission.Part.verdicts.rawValue): \(decoder)"
        + (group.isEmpty ? "" : " on \(group)") + (level.map { " at \($0)" } ?? "")
    case .otherSamples(let corpus, let group, let level, let isOtherFile):
      "\(corpus) is drawn otherwise here, first in \(group) at \(level)"
        + (isOtherFile
          ? ": the corpus file is another one" : ": take a harness of the same version")
    }
  }

  /// True if the bundle says something that is not so; false if it cannot be judged here.
  public var isContradiction: Bool {
    switch self {
    case .digest, .otherRun, .scores: true
    case .unreadable, .otherSamples: false
    }
  }
}
