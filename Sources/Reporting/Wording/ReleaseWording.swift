import Results

extension ReleaseMismatch: CustomStringConvertible {
  /// The sentence for people: what differs, and what would be right.
  public var description: String {
    switch self {
    case .specification(let corpus, let release, let was, let now):
      "\(corpus) is not that of release \(release): the corpus file has SHA-256 \(now.prefix(12))…, and the "
        + "release's has \(was.prefix(12))…; use the released file"
    case .seed(let corpus, let release, let was, let now):
      "\(corpus) is not that of release \(release): its seed is \(now), and the release's is \(was)"
    case .renderer(let corpus, let release, let was, let now):
      "\(corpus) cannot be drawn as in release \(release): the drawing code here has version \(now), and the "
        + "release was drawn by version \(was); use a harness version of that time"
    case .samples(let corpus, let release):
      "\(corpus) is not that of release \(release): it has other groups, levels or numbers of trials"
    case .images(
      let corpus, let release, let group, let level, let differing, let count, let libraries):
      "\(corpus) is drawn differently than in release \(release): images of \(group) at \(level) differ, "
        + (differing == 1
          ? "and those of no other level" : "with those of \(differing) of \(count) levels")
        + ". \(Self.cause(libraries)) harness publish freeze --list prints a line for each image."
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
      return "The libraries are the same, so the harness or the machine draws differently."
    }
    return "The release was drawn with "
      + libraries.map { "\($0.was), and \($0.now) is here" }.joined(separator: "; with ") + "."
  }
}
