import Results
import Testing

@Suite struct ShardTests {
  @Test(arguments: [("1/1", 1, 1), ("2/4", 2, 4), ("100000/100000", 100_000, 100_000)])
  func whatIsTypedIsRead(text: String, index: Int, count: Int) throws {
    #expect(try Shard(parsing: text, environment: [:]) == Shard(index: index, count: count))
  }

  @Test(arguments: ["0/4", "5/4", "a/4", "2", "2/", "/4", "2/0", "-1/4", "2/4/6", "", "auto/x"])
  func whatIsNoSliceIsRefusedInItsOwnWords(text: String) {
    let problem = #expect(throws: Shard.Problem.self) {
      try Shard(parsing: text, environment: ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "2"])
    }
    #expect(problem?.description.contains("slice") == true)
  }

  @Test(arguments: [
    // An array from 5 to 8: the second job is the second slice.
    (
      ["SLURM_ARRAY_TASK_ID": "6", "SLURM_ARRAY_TASK_MIN": "5", "SLURM_ARRAY_TASK_COUNT": "4"],
      "2/4"
    ),
    (["BUILDKITE_PARALLEL_JOB": "0", "BUILDKITE_PARALLEL_JOB_COUNT": "3"], "1/3"),
    (["CIRCLE_NODE_INDEX": "2", "CIRCLE_NODE_TOTAL": "3"], "3/3"),
    (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "3"], "1/3"),
  ])
  func anEngineThatSaysHowManyNeedsNothingElse(environment: [String: String], slice: String) throws
  {
    #expect(try Shard(parsing: "auto", environment: environment).description == slice)
  }

  @Test(arguments: [(["JOB_COMPLETION_INDEX": "7"], "8/8"), (["PARALLEL_SEQ": "8"], "8/8")])
  func anEngineThatDoesNotIsToldTheirNumber(environment: [String: String], slice: String) throws {
    #expect(try Shard(parsing: "auto/8", environment: environment).description == slice)
    let problem = #expect(throws: Shard.Problem.self) {
      try Shard(parsing: "auto", environment: environment)
    }
    #expect(problem?.description.contains("auto/N") == true)
  }

  @Test func withoutAnEngineAutoNamesTheVariablesItLookedFor() {
    let problem = #expect(throws: Shard.Problem.self) {
      try Shard(parsing: "auto", environment: [:])
    }
    #expect(problem?.description.contains("SLURM_ARRAY_TASK_ID") == true)
  }
}
