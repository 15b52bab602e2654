import Results

/// Parsing of slices as people write them, and as job engines set them in the environment.
extension Shard {
  /// The reason a slice cannot be determined, in a sentence.
  public struct Problem: Error, Equatable, CustomStringConvertible {
    public let description: String
  }

  /// The environment variables in which an engine gives a job its index and the number of jobs.
  private struct Engine {
    let name: String
    let index: String
    /// The variable with the first job's index (Slurm); `nil` to use `firstIndex`.
    let first: String?
    let firstIndex: Int
    let count: String?
  }

  private static let engines = [
    Engine(
      name: "Slurm", index: "SLURM_ARRAY_TASK_ID", first: "SLURM_ARRAY_TASK_MIN", firstIndex: 0,
      count: "SLURM_ARRAY_TASK_COUNT"),
    // Kubernetes tells an indexed job its index, not how many there are: write auto/N.
    Engine(
      name: "Kubernetes", index: "JOB_COMPLETION_INDEX", first: nil, firstIndex: 0,
      count: "JOB_COMPLETIONS"),
    Engine(
      name: "Buildkite", index: "BUILDKITE_PARALLEL_JOB", first: nil, firstIndex: 0,
      count: "BUILDKITE_PARALLEL_JOB_COUNT"),
    Engine(
      name: "CircleCI", index: "CIRCLE_NODE_INDEX", first: nil, firstIndex: 0,
      count: "CIRCLE_NODE_TOTAL"),
    Engine(
      name: "GitLab", index: "CI_NODE_INDEX", first: nil, firstIndex: 1, count: "CI_NODE_TOTAL"),
    Engine(name: "GNU parallel", index: "PARALLEL_SEQ", first: nil, firstIndex: 1, count: nil),
  ]

  /// Parses a slice: `2/4`, or `auto` and `auto/4` to take the index from the environment.
  ///
  /// - Throws: ``Problem`` with a message that says what would be valid.
  public init(parsing text: String, environment: [String: String]) throws(Problem) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts[0] == "auto", parts.count <= 2 {
      try self.init(
        environment: environment, count: parts.count == 2 ? Self.count(parts[1], text) : nil)
      return
    }
    guard parts.count == 2, let index = Int(parts[0]) else {
      throw Problem(description: "\"\(text)\" is no slice: write 2/4, auto or auto/4")
    }
    try self.init(index: index, of: Self.count(parts[1], text), saying: text)
  }

  private static func count(_ word: String, _ text: String) throws(Problem) -> Int {
    guard let count = Int(word), (1...100_000).contains(count) else {
      throw Problem(description: "\"\(text)\" is no slice: there are 1 to 100000 of them")
    }
    return count
  }

  private init(index: Int, of count: Int, saying text: String) throws(Problem) {
    guard (1...count).contains(index) else {
      throw Problem(description: "\"\(text)\" is no slice: the first of \(count) is 1/\(count)")
    }
    self.init(index: index, count: count)
  }

  private init(environment: [String: String], count: Int?) throws(Problem) {
    func number(_ variable: String?) -> Int? {
      variable.flatMap { environment[$0] }.flatMap(Int.init)
    }
    for engine in Self.engines {
      guard let index = number(engine.index) else { continue }
      guard let count = count ?? number(engine.count) else {
        throw Problem(
          description: "\(engine.name) says that this is job \(index) and not of how many: "
            + "write auto/N with their number")
      }
      let first = number(engine.first) ?? engine.firstIndex
      try self.init(
        index: index - first + 1, of: count, saying: "\(engine.index)=\(index) of \(count)")
      return
    }
    let known = Self.engines.map(\.index).joined(separator: ", ")
    throw Problem(description: "--shard auto finds none of the variables \(known)")
  }
}
