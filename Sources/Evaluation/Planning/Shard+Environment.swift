import Results

/// Parsing of slices as people write them, and as job engines set them in the environment.
extension Shard {
  /// The reason a slice cannot be determined, in a sentence.
  package struct Problem: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// The environment variables in which an engine gives a job its index and the number of jobs.
  private struct Engine {
    let name: String
    let index: String
    /// The index of the first slice.
    let first: Int
    /// The variable with the number of all jobs; `nil` where a retry counts its own jobs alone.
    let count: String?
  }

  // GNU parallel is not among them: its numbers begin anew with every call.
  private static let engines = [
    // Submitted again, an array counts the tasks of that call: their ids alone keep their meaning.
    Engine(name: "Slurm", index: "SLURM_ARRAY_TASK_ID", first: 1, count: nil),
    Engine(name: "Kubernetes", index: "JOB_COMPLETION_INDEX", first: 0, count: nil),
    Engine(
      name: "Buildkite", index: "BUILDKITE_PARALLEL_JOB", first: 0,
      count: "BUILDKITE_PARALLEL_JOB_COUNT"),
    Engine(name: "CircleCI", index: "CIRCLE_NODE_INDEX", first: 0, count: "CIRCLE_NODE_TOTAL"),
    Engine(name: "GitLab", index: "CI_NODE_INDEX", first: 1, count: "CI_NODE_TOTAL"),
  ]

  /// Parses a slice: `2/4`, or `auto/4` to take the index from the environment.
  ///
  /// The number of slices is never taken from there: a job that is run again may be told another one.
  ///
  /// - Throws: ``Problem`` with a message that says what would be valid.
  package init(parsing text: String, environment: [String: String]) throws(Problem) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts[0] == "auto", parts.count <= 2 {
      guard parts.count == 2 else {
        throw Problem(
          description:
            "\"auto\" is not a slice: say how many slices there are, auto/8. The number that an "
            + "engine gives may change when a job is run again")
      }
      try self.init(environment: environment, count: Self.count(parts[1], text))
      return
    }
    guard parts.count == 2, let index = Int(parts[0]) else {
      throw Problem(description: "\"\(text)\" is not a slice: write 2/4 or auto/4")
    }
    try self.init(index: index, of: Self.count(parts[1], text), saying: text)
  }

  private static func count(_ word: String, _ text: String) throws(Problem) -> Int {
    guard let count = Int(word), (1...100_000).contains(count) else {
      throw Problem(description: "\"\(text)\" is not a slice: there are 1 to 100000 of them")
    }
    return count
  }

  private init(index: Int, of count: Int, saying text: String) throws(Problem) {
    guard (1...count).contains(index) else {
      throw Problem(description: "\"\(text)\" is not a slice: the first of \(count) is 1/\(count)")
    }
    self.init(index: index, count: count)
  }

  private init(environment: [String: String], count: Int) throws(Problem) {
    func number(_ variable: String?) -> Int? {
      variable.flatMap { environment[$0] }.flatMap(Int.init)
    }
    for engine in Self.engines {
      guard let word = environment[engine.index] else { continue }
      guard let index = Int(word) else {
        throw Problem(description: "\(engine.index)=\(word) is not a number")
      }
      if let told = engine.count, let jobs = number(told), jobs != count {
        throw Problem(
          description:
            "\(engine.name) runs \(jobs) jobs (\(told)) and --shard says \(count) slices: "
            + "make them the same")
      }
      guard (engine.first..<engine.first + count).contains(index) else {
        throw Problem(
          description: "\(engine.index)=\(index) is none of \(count) slices, which are numbered "
            + "\(engine.first)-\(engine.first + count - 1)")
      }
      self.init(index: index - engine.first + 1, count: count)
      return
    }
    let known = Self.engines.map(\.index).joined(separator: ", ")
    throw Problem(description: "--shard auto/\(count) finds none of the variables \(known)")
  }
}
