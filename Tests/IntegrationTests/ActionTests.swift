import Foundation
import TestSupport
import Testing

/// The action's steps against the example of a decoder's repository, with a stand-in for GitHub's interface.
@Suite struct ActionTests {
  private let scratch: ScratchFolder
  private let repository: String
  private static let example = HarnessRun.root + "/docs/examples/decoder"
  private static let inputs = [
    "plugin": "gate/plugin.yaml", "corpus": "gate/shelf-labels.yaml", "baseline": "gate/baselines",
  ]

  init() throws {
    scratch = try ScratchFolder()
    repository = scratch.path + "/toyread"
    let made = try ActionRun.shell(
      "cp -RL '\(Self.example)' '\(repository)' && make --silent -C '\(repository)'", in: "/",
      environment: ProcessInfo.processInfo.environment)
    try #require(made.status == 0, "\(made.output)")
  }

  /// Runs the action as a job of a pull request would, which may come from a fork.
  private func run(
    _ more: [String: String] = [:], service: CommentService?, isFork: Bool = false,
    environment: [String: String] = [:]
  ) throws -> ActionRun {
    let head = isFork ? "stranger/toyread" : "maker/toyread"
    let event = try scratch.file(
      "event.json",
      """
      {"pull_request": {"number": 7, "head": {"sha": "0123456789abcdef", "repo": {"full_name": "\(head)"}}}}
      """)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try ActionRun(
      .shipped(), inputs: Self.inputs.merging(more) { $1 }, in: repository, scratch: scratch,
      environment: [
        "PATH": HarnessRun.binaries + ":" + path, "HOME": scratch.path, "GITHUB_ACTIONS": "true",
        "GITHUB_WORKFLOW": "decoder", "GITHUB_JOB": "gate", "GITHUB_REPOSITORY": "maker/toyread",
        "GITHUB_API_URL": service?.address ?? "http://127.0.0.1:9", "GITHUB_EVENT_PATH": event,
        "GITHUB_SERVER_URL": "https://github.test", "GITHUB_RUN_ID": "42",
        "GITHUB_SHA": "fedcba9876543210",
      ].merging(environment) { $1 })
  }

  /// Makes the library worse as a change of one line would: a digit must fit better to be taken.
  private func doctor() throws {
    let source = repository + "/src/toyread.c"
    let text = try String(contentsOfFile: source, encoding: .utf8)
    let worse = text.replacing("LARGEST_ERROR = 2.0", with: "LARGEST_ERROR = 1.0")
    try #require(worse != text)
    try worse.write(toFile: source, atomically: true, encoding: .utf8)
    let made = try ActionRun.shell(
      "make --silent", in: repository, environment: ProcessInfo.processInfo.environment)
    try #require(made.status == 0, "\(made.output)")
  }

  @Test func anUnchangedDecoderPassesADoctoredOneFailsAndTheCommentStaysOne() throws {
    let service = try CommentService(in: scratch)
    let green = try run(service: service)
    #expect(green.status == 0, "\(green.output)")
    #expect(green.outputs["conclusion"] == "passed" && green.outputs["exit-code"] == "0")
    #expect(!green.output.contains("::error") && !green.output.contains("::warning"))
    #expect(green.summary.hasPrefix("# Gate: passed"))
    #expect(green.uploads == ["barcode-report": "barcode-report"])
    let first = try service.state()
    let comment = try #require(first.comments.last)
    #expect(first.comments.count == 103 && comment.user.login == "github-actions[bot]")
    #expect(comment.body.contains("## Barcode decoders: passed"))
    #expect(green.outputs["comment-url"] == "https://github.test/c/\(comment.id)")

    try doctor()
    let red = try run(service: service)
    #expect(red.status == 1, "\(red.output)")
    #expect(red.outputs["conclusion"] == "regressed")
    #expect(
      red.output.contains(
        "\n::error file=gate/baselines/shelf-labels.json,title=toyread@ean-13/sharp got worse::mean threshold "
      ))
    #expect(red.summary.hasPrefix("# Gate: ") && red.summary.contains("got worse"))
    let second = try service.state()
    let changes = second.requests.filter { !$0.hasPrefix("GET ") }
    #expect(
      changes == [
        "POST /repos/maker/toyread/issues/7/comments",
        "PATCH /repos/maker/toyread/issues/comments/\(comment.id)",
      ], "created once, then updated, beyond the first page of comments")
    #expect(second.comments.map(\.id) == first.comments.map(\.id))
    #expect(second.comments.dropLast().map(\.body) == first.comments.dropLast().map(\.body))
    let text = try #require(second.comments.last).body
    for cell in ["toyread&#64;ean-13/sharp", "toyread&#64;ean-13/out-of-focus"] {
      #expect(text.contains("#### \(cell) got worse"), "\(text)")
    }
    let shown = try String(
      contentsOfFile: HarnessRun.root + "/docs/examples/comment.md", encoding: .utf8)
    #expect(text.replacing(scratch.path, with: "/workspace") + "\n" == shown, "\(text)")
    #expect(
      scratch.names(in: "toyread/barcode-report/shelf-labels").contains("report.html"))
  }

  @Test func aForkWithoutATokenThatWritesGetsItsVerdictAndNoComment() throws {
    let service = try CommentService(in: scratch, rights: ["read-only"])
    let refused = try run(["trials": "20"], service: service, isFork: true)
    #expect(refused.status == 0, "\(refused.output)")
    let sentence = "A pull request from a fork has no token that may write."
    #expect(refused.output.contains("::There is no comment (403). " + sentence))
    #expect(refused.output.contains("::notice ") && !refused.output.contains("::warning "))

    let asked = try service.state().requests.count
    let without = try run(["trials": "20", "token": ""], service: service, isFork: true)
    #expect(without.status == 0 && without.output.contains("there is no token. " + sentence))
    #expect(try service.state().requests.count == asked, "nothing was asked without a token")

    let own = try run(["trials": "20"], service: service)
    #expect(own.status == 0 && own.output.contains("::warning "))
    #expect(own.output.contains("Give the job `permissions: pull-requests: write`"))
    let unreachable = try run(["trials": "20"], service: nil)
    #expect(unreachable.status == 0 && unreachable.output.contains("GitHub cannot be reached"))
  }

  @Test func twoCommentsOfRacingRunsBecomeOne() throws {
    let service = try CommentService(in: scratch)
    for name in ["one", "two", "one"] {
      _ = try run(["trials": "20", "name": name], service: service)
    }
    let state = try service.state()
    #expect(state.comments.count == 104, "a comment for each gate")
    #expect(state.comments.last?.body.hasPrefix("<!-- barcode-harness gate: two -->") == true)
    let program = """
      import os, sys
      sys.path.insert(0, "\(HarnessRun.root)/scripts/action")
      import comment
      for text in (comment.marker() + "a", comment.marker() + "b"):
          comments = comment.Comments(7)
          comments.send("POST", f"{comments.base}/7/comments", {"body": text})
      comment.Comments(7).write(comment.marker() + "c")
      """
    let both = try ActionRun.shell(
      "python3 -B -c \"$PROGRAM\"", in: repository,
      environment: ProcessInfo.processInfo.environment.merging([
        "PROGRAM": program, "GITHUB_API_URL": service.address, "GITHUB_TOKEN": "the-token",
        "GITHUB_REPOSITORY": "maker/toyread", "GATE_NAME": "race",
      ]) { $1 })
    #expect(both.status == 0, "\(both.output)")
    let race = try service.state().comments.filter { $0.body.contains(": race -->") }
    #expect(race.map(\.body) == ["<!-- barcode-harness gate: race -->c"])
  }

  @Test func aMissingBaselineAndACorpusThatIsNotThereAreToldAndNeverPass() throws {
    let service = try CommentService(in: scratch)
    let first = try run(["trials": "20", "baseline": "none"], service: service)
    #expect(first.status == 3 && first.outputs["conclusion"] == "cannot-judge", "\(first.output)")
    #expect(first.output.contains("\n::warning file=none/shelf-labels.json,title=Not judged::"))
    let text = try #require(try service.state().comments.last).body
    #expect(text.contains("## Barcode decoders: cannot judge"))
    #expect(
      text.contains(
        "commit its `barcode-report/shelf-labels/new-baseline.json` as `none/shelf-labels.json`"))
    let again = try run(
      ["trials": "20", "baseline": "barcode-report/shelf-labels/new-baseline.json"],
      service: service)
    #expect(again.status == 0, "what was left is a baseline: \(again.output)")

    let two = try run(
      ["trials": "20", "corpus": "  gate/shelf-labels.yaml\n\n no-such-corpus \n"], service: service
    )
    #expect(two.status == 2 && two.outputs["conclusion"] == "failed", "\(two.output)")
    #expect(two.output.contains("\n::error title=no-such-corpus::harness compare ended with"))
    let both = try #require(try service.state().comments.last).body
    #expect(both.contains("| `gate/shelf-labels.yaml` | passed |"), "\(both)")
    #expect(both.contains("| `no-such-corpus` | **failed** |"))
  }

  @Test(arguments: [
    (["corpus": " \n"], "the input corpus is empty"),
    (["plugin": "", "decoder": ""], "the inputs plugin and decoder are both empty"),
    (["plugin": "gate/nowhere"], "the plugin gate/nowhere is not there"),
    (["corpus": "smoke\nqr-small", "baseline": "b.json"], "is one file for 2 corpora"),
    (["corpus": "smoke\nmy/smoke.yaml"], "two corpora are called smoke"),
  ])
  func inputsThatMakeNoSenseAreNamed(inputs: [String: String], words: String) throws {
    let run = try self.run(inputs, service: nil)
    #expect(run.status == 64, "\(run.output)")
    #expect(run.output.hasPrefix("::error title=Barcode decoder gate::"))
    #expect(run.output.contains(words), "\(run.output)")
  }

  @Test func noInputIsRunAsACommand() throws {
    for step in try ActionFile.shipped().runs.steps {
      #expect(step.run?.contains("${{") != true, "an input in a command's text could be a command")
    }
    let hostile = "x\"; touch pwned; '$(touch pwned)`touch pwned`"
    for name in [
      "plugin", "decoder", "corpus", "baseline", "fail-on", "trials", "arguments", "name",
    ] {
      let run = try self.run([name: hostile], service: nil)
      #expect(run.status != 0 || name == "name", "\(name): \(run.output)")
      #expect(scratch.names(in: "toyread").contains("pwned") == false, "\(name)")
    }
  }

  @Test func withoutAHarnessTheStepsRunInTheImageOfTheActionsVersion() throws {
    let log = scratch.path + "/engine.log"
    // Stands in for a container engine: notes its arguments and runs the command behind the image here.
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/bin", withIntermediateDirectories: false)
    try scratch.file(
      "bin/docker",
      """
      #!/bin/bash
      printf '%s\\n' "$@" -- >> '\(log)'
      while [ "$1" != --entrypoint ]; do shift; done
      program=$2; shift 3
      PATH='\(HarnessRun.binaries)':$PATH exec "$program" "$@"
      """, isExecutable: true)
    let path = "\(scratch.path)/bin:\(HarnessRun.root)/.build-quick/bin:/usr/bin:/bin"
    let run = try self.run(["trials": "20"], service: nil, environment: ["PATH": path])
    #expect(run.status == 0, "\(run.output)")
    let version = try HarnessRun.run(["--version"]).output.prefix { $0 != " " && $0 != "\n" }
    let image = "ghcr.io/maker/barcode-harness:\(version)"
    #expect(run.output.contains("The harness runs in \(image)."))
    let words = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    #expect(words.count { $0 == image } == 3, "compare, report and the new baseline")
    let variables = zip(words, words.dropFirst()).filter { $0.0 == "--env" }.map(\.1)
    #expect(Set(variables) == ["HOME=/tmp", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"], "no token")
    #expect(run.summary.hasPrefix("# Gate: passed"))
    let nowhere = try self.run(
      service: nil, environment: ["PATH": "/usr/bin:/bin", "GATE_ENGINE": "no-engine"])
    #expect(
      nowhere.status == 64 && nowhere.output.contains("give the job `container: \(image)`"),
      "\(nowhere.output)")
  }

  @Test func theExamplesPlainShellPassesAndFailsAlike() throws {
    let path = HarnessRun.binaries + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let environment = ["PATH": path, "HOME": scratch.path]
    let green = try ActionRun.shell("gate/gate.sh", in: repository, environment: environment)
    #expect(green.status == 0, "\(green.output)")
    #expect(scratch.names(in: "toyread/report/shelf-labels").contains("junit.xml"))
    try doctor()
    let red = try ActionRun.shell("gate/gate.sh", in: repository, environment: environment)
    #expect(red.status == 1 && red.output.contains("WORSE toyread@ean-13/sharp"), "\(red.output)")
  }
}
