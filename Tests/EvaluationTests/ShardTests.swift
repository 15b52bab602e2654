import Results
import Testing

@Suite struct ShardTests {
  @Test(arguments: [("1/1", 1, 1), ("2/4", 2, 4), ("100000/100000", 100_000, 100_000)])
  func whatIsTypedIsRead(text: String, index: Int, count: Int) throws {
    #expect(try Shard(parsing: text, environment: [:]) == Shard(index: index, count: count))
  }

  @Test(arguments: [
    "0/4", "5/4", "a/4", "2", "2/", "/4", "2/0", "-1/4", "2/4/6", "", "auto", "auto/x",
  ])
  func whatIsNoSliceIsRefusedInItsOwnWords(text: String) {
    let problem = #expect(throws: Shard.Problem.self) {
      try Shard(parsing: text, environment: ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "2"])
    }
    #expect(problem?.description.contains("slice") == true)
  }

  @Test(arguments: [
    (["BUILDKITE_PARALLEL_JOB": "0", "BUILDKITE_PARALLEL_JOB_COUNT": "8"], "1/8"),
    (["CIRCLE_NODE_INDEX": "2", "CIRCLE_NODE_TOTAL": "8"], "3/8"),
    (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "8"], "1/8"),
    (["JOB_COMPLETION_INDEX": "7"], "8/8"),
    // A task of an array that was submitted again alone, and tasks of --array=2,4 and --array=1-7:2.
    (slurm(task: 5, from: 5, count: 1), "5/8"), (slurm(task: 4, from: 2, count: 2), "4/8"),
    (slurm(task: 7, from: 1, count: 4), "7/8"), (slurm(task: 8, from: 1, count: 8), "8/8"),
  ])
  func theIndexComesFromTheEngineAndTheNumberFromTheUser(
    environment: [String: String], slice: String
  ) throws {
    #expect(try Shard(parsing: "auto/8", environment: environment).description == slice)
    let problem = #expect(throws: Shard.Problem.self) {
      try Shard(parsing: "auto", environment: environment)
    }
    #expect(problem?.description.contains("auto/8") == true)
  }

  private static func slurm(task: Int, from first: Int, count: Int) -> [String: String] {
    [
      "SLURM_ARRAY_TASK_ID": "\(task)", "SLURM_ARRAY_TASK_MIN": "\(first)",
      "SLURM_ARRAY_TASK_COUNT": "\(count)",
    ]
  }

  @Test(arguments: [
    // An array from 0 to 7 has a task too many at its start; one from 1 to 9 at its end.
    (
      slurm(task: 0, from: 0, count: 8),
      "SLURM_ARRAY_TASK_ID=0 is none of 8 slices, which are numbered 1-8"
    ),
    (slurm(task: 9, from: 1, count: 9), "SLURM_ARRAY_TASK_ID=9 is none of 8"),
    (["JOB_COMPLETION_INDEX": "8"], "numbered 0-7"),
    (["JOB_COMPLETION_INDEX": "\(Int.max)"], "numbered 0-7"),
    (["SLURM_ARRAY_TASK_ID": "\(Int.min)"], "numbered 1-8"),
    (["SLURM_ARRAY_TASK_ID": "abc"], "SLURM_ARRAY_TASK_ID=abc is not a number"),
    (
      ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "4"],
      "GitLab runs 4 jobs (CI_NODE_TOTAL) and --shard says 8"
    ),
    // GNU parallel numbers its jobs anew when some of them are run again.
    (["PARALLEL_SEQ": "2"], "finds none of the variables SLURM_ARRAY_TASK_ID"), ([:], "finds none"),
  ])
  func aSliceThatCannotBeTheRightOneIsRefused(environment: [String: String], words: String) {
    let problem = #expect(throws: Shard.Problem.self) {
      try Shard(parsing: "auto/8", environment: environment)
    }
    #expect(problem?.description.contains(words) == true, "\(problem?.description ?? "")")
  }
}
