import Foundation
import TestSupport
import Testing

/// The action's steps against the example of a decoder's repository, with a stand-in for GitHub's interface.
@Suite(.waits) struct ActionTests {
  private let scratch: ScratchFolder
  private let repository: String
  private static let example = HarnessRun.root + "/docs/examples/decoder"
  private static let inputs = [
    "plugin": "gate/plugin.yaml", "corpus": "gate/shelf-labels.yaml", "baseline": "gate/baselines",
  ]

  init() throws {
    scratch = try ScratchFolder()
    repository = scratch.path + "/toyread"
    // With its times, by which make knows what is built.
    try Self.shell("cp -a '\(Self.built.get().path)/toyread' '\(repository)'")
  }

  /// The example, compiled once.
  private static let built = Result {
    let folder = try ScratchFolder()
    let repository = folder.path + "/toyread"
    try shell("cp -RL '\(example)' '\(repository)' && make --silent -C '\(repository)'")
    return folder
  }

  private static func shell(_ command: String) throws {
    let ended = try ActionRun.shell(
      command, in: "/", environment: ProcessInfo.processInfo.environment)
    try #require(ended.status == 0, "\(ended.output)")
  }

  /// Runs the gate as a job of a pull request would.
  private func run(
    _ more: [String: String] = [:], environment: [String: String] = [:]
  ) throws -> ActionRun {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try ActionRun(
      .shipped(), inputs: Self.inputs.merging(more) { $1 }, in: repository, scratch: scratch,
      environment: [
        "PATH": HarnessRun.binaries + ":" + path, "HOME": scratch.path, "GITHUB_ACTIONS": "true",
        "GITHUB_REPOSITORY": "maker/toyread", "GITHUB_RUN_ID": "42",
      ].merging(environment) { $1 })
  }

  /// Runs the comment on a gate as the second workflow would, once the first has ended.
  ///
  /// - Parameter artefacts: folders by the names under which they were uploaded.
  private func comment(
    _ inputs: [String: String] = [:], on artefacts: [String: String], service: CommentService?,
    conclusion: String = "success", event: String = "pull_request",
    commit: String = "0123456789abcdef"
  ) throws -> ActionRun {
    let file = try scratch.file(
      "event.json",
      """
      {"workflow_run": {"id": 42, "name": "decoder", "event": "\(event)", "conclusion": "\(conclusion)",
        "head_sha": "\(commit)", "head_branch": "change", "pull_requests": [],
        "head_repository": {"full_name": "stranger/toyread", "owner": {"login": "stranger"}}}}
      """)
    return try ActionRun(
      .comment(), at: "/comment", inputs: inputs, in: scratch.path, scratch: scratch,
      artefacts: artefacts,
      environment: [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        "HOME": scratch.path, "GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "maker/toyread",
        "GITHUB_API_URL": service?.address ?? "http://127.0.0.1:9", "GITHUB_EVENT_PATH": file,
        "GITHUB_SERVER_URL": "https://github.test", "PYTHONDONTWRITEBYTECODE": "1",
      ])
  }

  /// Writes a file that a pull request could have uploaded, with the folders on its way.
  private func forge(_ name: String, _ content: String) throws {
    let file = URL(filePath: scratch.path + "/" + name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try content.write(to: file, atomically: false, encoding: .utf8)
  }

  /// Uploads of a run of the gate, by name.
  private func uploaded(_ run: ActionRun) -> [String: String] {
    run.uploads.mapValues { repository + "/" + $0 }
  }

  /// Makes the library worse as a change of one line would: a digit must fit better to be taken.
  private func doctor() throws {
    let source = repository + "/src/toyread.c"
    let text = try String(contentsOfFile: source, encoding: .utf8)
    let worse = text.replacing("LARGEST_ERROR = 2.0", with: "LARGEST_ERROR = 1.0")
    try #require(worse != text)
    try worse.write(toFile: source, atomically: true, encoding: .utf8)
    try Self.shell("make --silent -C '\(repository)'")
  }

  @Test func anUnchangedDecoderPassesADoctoredOneFailsAndTheCommentStaysOne() throws {
    let service = try CommentService(in: scratch)
    let green = try run()
    #expect(green.status == 0, "\(green.output)")
    #expect(green.outputs["conclusion"] == "passed" && green.outputs["exit-code"] == "0")
    #expect(!green.output.contains("::error") && !green.output.contains("::warning"))
    #expect(green.summary.hasPrefix("# Gate: passed"))
    #expect(green.uploads == ["barcode-report": "barcode-report"])
    let said = try comment(on: uploaded(green), service: service)
    #expect(said.status == 0, "\(said.output)")
    let first = try service.state()
    let comment = try #require(first.comments.last)
    #expect(first.comments.count == 103 && comment.user.login == "github-actions[bot]")
    #expect(comment.body.contains("## Barcode decoders: passed"))
    #expect(said.outputs["comment-url"] == "https://github.test/c/\(comment.id)")

    try doctor()
    let red = try run()
    #expect(red.status == 1, "\(red.output)")
    #expect(red.outputs["conclusion"] == "regressed")
    #expect(
      red.output.contains(
        "\n::error file=gate/baselines/shelf-labels.json,title=toyread@ean-13/sharp got worse::21 of 420 images "
      ))
    #expect(red.summary.hasPrefix("# Gate: ") && red.summary.contains("got worse"))
    _ = try self.comment(on: uploaded(red), service: service, conclusion: "failure")
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
    for cell in ["toyread@\u{200B}ean-13/sharp", "toyread@\u{200B}ean-13/out-of-focus"] {
      #expect(text.contains("#### \(cell) got worse"), "\(text)")
    }
    let shown = try String(
      contentsOfFile: HarnessRun.root + "/docs/examples/comment.md", encoding: .utf8)
    #expect(text + "\n" == shown, "\(text)")
    #expect(
      scratch.names(in: "toyread/barcode-report/shelf-labels").contains("report.html"))
  }

  @Test func theStepsThatRunThePullRequestsCodeHaveNoToken() throws {
    for step in try ActionFile.shipped().runs.steps {
      let values = Array((step.env ?? [:]).values) + Array((step.with ?? [:]).values)
      #expect(!values.contains { $0.contains("token") || $0.contains("secrets") })
    }
    #expect(try !ActionFile.comment().runs.steps.contains { $0.uses?.contains("checkout") == true })
  }

  @Test func whatStandsInTheWayOfACommentIsSaidAndIsNoFailure() throws {
    let gate = try run(["trials": "20"])
    let reports = uploaded(gate)
    let readOnly = try CommentService(in: scratch, rights: ["read-only"])
    let service = try CommentService(in: scratch)
    for (run, words) in [
      (
        try comment(on: reports, service: readOnly),
        "::warning title=Comment on the pull request::There is no comment: GitHub answers 403 Forbidden. Give the job "
          + "`permissions: actions: read` and `pull-requests: write`."
      ),
      (try comment(on: reports, service: nil), "There is no comment: GitHub cannot be reached"),
      (
        try comment(on: reports, service: service, event: "push"),
        "::notice title=Comment on the pull request::There is no comment: the finished run belongs to no pull request."
      ),
      (
        try comment(on: reports, service: service, commit: String(repeating: "a", count: 40)),
        "the commit is not the newest of an open pull request"
      ),
    ] {
      #expect(run.status == 0 && run.output.contains(words), "\(run.output)")
    }
    #expect(try service.state().requests.allSatisfy { $0.hasPrefix("GET ") })
  }

  @Test func twoCommentsOfRacingRunsBecomeOne() throws {
    let service = try CommentService(in: scratch)
    let reports = uploaded(try run(["trials": "20"]))
    for name in ["one", "two", "one"] {
      _ = try comment(["name": name], on: reports, service: service)
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

  /// A pass folds its table and no changes; without a baseline the file to commit comes before the command.
  @Test func theCommentFoldsTheTableAloneAndNamesTheNewBaselineFirst() throws {
    let service = try CommentService(in: scratch)
    func body(_ code: Int, _ page: String) throws -> String {
      let folder = "code-\(code)"
      try forge("\(folder)/gates.tsv", "\(code)\tlabels\tbarcode-report/labels\tbase.json\n")
      try forge("\(folder)/labels/gate.md", page)
      let run = try comment(
        on: ["barcode-report": scratch.path + "/" + folder], service: service,
        conclusion: code == 0 ? "success" : "failure")
      #expect(run.status == 0, "\(run.output)")
      return try #require(try service.state().comments.last).body
    }
    let passed = try body(
      0, "# Gate: passed\n\n## Changes\n\n- a change\n\n## Every cell\n\n| a |\n| --- |\n")
    let parts = passed.components(separatedBy: "<details><summary>Every cell</summary>")
    #expect(parts.count == 2 && parts[0].contains("- a change") && parts[1].contains("| a |"))
    let absent = try body(
      3,
      "# Gate: cannot judge\n\n## Not judged\n\n- base.json: the file does not exist; harness gate accept\n"
    )
    let order = absent.components(separatedBy: "commit `labels/new-baseline.json`")
    #expect(order.count == 2 && order[1].contains("harness gate accept"), "\(absent)")
  }

  /// Pages that a pull request could upload in the place of its reports, each with what must not reach the comment.
  ///
  /// The first are of one kind each: a link, an image, HTML, a marker, a call, an address, code, a fence, control.
  private static let forgedPages: [(page: String, remains: String)] = [
    ("\\[click](https://evil.test)", "["), ("![x](https://evil.test/a.png)", "!["),
    ("</details><h1>Merged</h1>", "<h1"), ("<!-- barcode-harness gate: other -->", "<!-- b"),
    ("@maintainer fixes #12", "@maintainer"), ("see https://evil.test", "https://evil"),
    ("`a`` [b](https://evil.test)", "["), ("~~~\nnever closed\n[b](https://evil.test)", "\n~~~"),
    ("\u{1B}[31mred", "\u{1B}"),
    ("[click](https://evil.test)", "["), ("[ref]: https://evil.test\n\n[ref]", "[ref]"),
    ("<img src=https://evil.test/a.png>", "<img"),
    ("&lt;script&gt;alert(1)&lt;/script&gt;", "<script"),
    ("@maintainer merge this", "@maintainer"),
    ("www.evil.test", "www.evil"), ("mailto:a@evil.test", "@evil"), ("fixes #12", "#12"),
    ("GH-12", "GH-12"), ("$\\href{https://evil.test}{x}$", "$"),
    ("a `x` [b](https://evil.test) `", "["),
    ("\\`[b](https://evil.test)`", "\\`["),
    ("| `a | [b](https://evil.test)` |\n|---|---|", "`a | ["),
    ("text\n    [lazy](https://evil.test)", "["), ("```\ncode\n```\n[b](https://evil.test)", "[b"),
    ("```mermaid\ngraph TD; A-->B; click A \"https://evil.test\"\n```", "```mermaid"),
    ("\u{202E}desrever", "\u{202E}"), ("a\u{0}b", "\u{0}"),
    ("[^1]\n\n[^1]: note", "[^"), ("> [!CAUTION]\n> x", "[!"),
  ]

  @Test func aForgedPageNeitherLinksNorLoadsNorCallsAnybody() throws {
    let service = try CommentService(in: scratch)
    for (index, forged) in Proof.all(Self.forgedPages, orFirst: 9).enumerated() {
      let folder = "forged-\(index)"
      try forge("\(folder)/gates.tsv", "1\tlabels\tbarcode-report/labels\tbase.json\n")
      try forge("\(folder)/labels/gate.md", "# Gate: \(forged.page)\n\n\(forged.page)\n")
      let run = try comment(
        on: ["barcode-report": scratch.path + "/" + folder], service: service,
        conclusion: "failure")
      #expect(run.status == 0, "\(run.output)")
      var text = try #require(try service.state().comments.last).body
      #expect(text.contains("## Barcode decoders: got worse"))
      // The frame is ours: the marker, and the link to the run.
      text = text.replacing("<!-- barcode-harness gate: decoder/barcode-report -->", with: "")
      text = text.replacing(/\[Run and reports\]\(https:\/\/github\.test[^)]*\)/, with: "")
      // Code shows what it holds and does nothing.
      text = text.replacing(/(?s)```text\n.*?\n```/, with: "").replacing(/`[^`\n|]*`/, with: "")
      #expect(!text.contains(forged.remains), "\(forged.page) -> \(text)")
      #expect(!text.contains("[") && !text.contains("https:/"), "\(forged.page) -> \(text)")
    }
  }

  @Test func aForgedFolderReadsNothingElseAndNeverPasses() throws {
    let service = try CommentService(in: scratch)
    try forge("secret/gate.md", "# the secret\n")
    try forge("gate.md", "# the secret\n")
    let row = "0\tlabels\t%\tbase.json\n"
    let rows = ["../secret", "/etc", "labels/../../secret", "..", ".", "", "a b"].map {
      row.replacing("%", with: $0)
    }
    let tables = [
      String(repeating: "0\ta\tlabels\tc\n", count: 200_000), "x\ta\tb\tc\n", "", "0\n",
      "99999\ta\tb\tc\n", "0\ta\tb\tc\td\n",
    ]
    let forged = Proof.all(rows, orFirst: 2) + Proof.all(tables, orFirst: 2)
    for (index, table) in forged.enumerated() {
      let folder = scratch.path + "/folder-\(index)"
      try forge("folder-\(index)/gates.tsv", table)
      let run = try comment(
        on: ["barcode-report": folder], service: service, conclusion: "failure")
      #expect(run.status == 0, "\(run.output)")
      let text = try #require(try service.state().comments.last).body
      #expect(!text.contains("the secret") && !text.contains("decoders: passed"), "\(text)")
      #expect(text.utf8.count < 65_536)
    }
    // Links in the place of files and folders.
    for link in ["gate.md", "labels", "gates.tsv"] {
      let folder = scratch.path + "/linked-" + link
      try forge("linked-\(link)/gates.tsv", row.replacing("%", with: "labels"))
      let place = link == "gate.md" ? folder + "/labels/gate.md" : folder + "/" + link
      try FileManager.default.createDirectory(
        atPath: folder + (link == "gate.md" ? "/labels" : "/x"), withIntermediateDirectories: true)
      try? FileManager.default.removeItem(atPath: place)
      try FileManager.default.createSymbolicLink(
        atPath: place,
        withDestinationPath: scratch.path + (link == "labels" ? "/secret" : "/secret/gate.md"))
      _ = try comment(on: ["barcode-report": folder], service: service)
      let text = try #require(try service.state().comments.last).body
      #expect(!text.contains("the secret"), "\(link): \(text)")
    }
    // A run that failed before it uploaded anything, and one whose reports say otherwise.
    _ = try comment(on: [:], service: service, conclusion: "failure")
    let absent = try #require(try service.state().comments.last).body
    #expect(absent.contains("There are no reports: gates.tsv is not there."), "\(absent)")
    let claimed = scratch.path + "/claimed"
    try forge("claimed/gates.tsv", row.replacing("%", with: "labels"))
    try forge("claimed/labels/gate.md", "# Gate: passed\n")
    _ = try comment(on: ["barcode-report": claimed], service: service, conclusion: "failure")
    let text = try #require(try service.state().comments.last).body
    #expect(text.contains("## Barcode decoders: failed"), "\(text)")
  }

  @Test func aMissingBaselineAndACorpusThatIsNotThereAreToldAndNeverPass() throws {
    let service = try CommentService(in: scratch)
    let first = try run(["trials": "20", "baseline": "none"])
    #expect(first.status == 3 && first.outputs["conclusion"] == "cannot-judge", "\(first.output)")
    #expect(first.output.contains("\n::warning file=none/shelf-labels.json,title=Not judged::"))
    _ = try comment(on: uploaded(first), service: service, conclusion: "failure")
    let text = try #require(try service.state().comments.last).body
    #expect(text.contains("## Barcode decoders: cannot judge"))
    #expect(
      text.contains(
        "commit `shelf-labels/new-baseline.json` of the reports as `none/shelf-labels.json`"))
    let again = try run(
      ["trials": "20", "baseline": "barcode-report/shelf-labels/new-baseline.json"])
    #expect(again.status == 0, "what was left is a baseline: \(again.output)")

    let two = try run(
      ["trials": "20", "corpus": "  gate/shelf-labels.yaml\n\n no-such-corpus \n"])
    #expect(two.status == 2 && two.outputs["conclusion"] == "failed", "\(two.output)")
    #expect(two.output.contains("\n::error title=no-such-corpus::harness compare ended with"))
    _ = try comment(on: uploaded(two), service: service, conclusion: "failure")
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
    let run = try self.run(inputs)
    #expect(run.status == 64, "\(run.output)")
    #expect(run.output.hasPrefix("::error title=Barcode decoder gate::"))
    #expect(run.output.contains(words), "\(run.output)")
  }

  @Test func noInputIsRunAsACommand() throws {
    for step in try ActionFile.shipped().runs.steps + ActionFile.comment().runs.steps {
      #expect(step.run?.contains("${{") != true, "an input in a command's text could be a command")
    }
    let hostile = "x\"; touch pwned; '$(touch pwned)`touch pwned`"
    for name in [
      "plugin", "decoder", "corpus", "baseline", "fail-on", "trials", "arguments",
    ] {
      let run = try self.run([name: hostile])
      #expect(run.status != 0, "\(name): \(run.output)")
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
    let run = try self.run(["trials": "20"], environment: ["PATH": path])
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
      environment: ["PATH": "/usr/bin:/bin", "GATE_ENGINE": "no-engine"])
    #expect(
      nowhere.status == 64 && nowhere.output.contains("give the job `container: \(image)`"),
      "\(nowhere.output)")
  }

  /// A library that was not built is the decoder's fault to start, and not one of wrong usage.
  @Test func thePlainShellWithoutTheLibraryIsExitTwoAndSaysOnlyWhatIsMissing() throws {
    try FileManager.default.removeItem(atPath: repository + "/libtoyread.so")
    let path = HarnessRun.binaries + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let run = try ActionRun.shell(
      "gate/gate.sh", in: repository, environment: ["PATH": path, "HOME": scratch.path])
    #expect(run.status == 2 && run.output.contains("install it with: make"), "\(run.output)")
    #expect(!run.output.contains("there are no results"), "\(run.output)")
  }

  @Test func theExamplesPlainShellPassesAndFailsAlike() throws {
    let path = HarnessRun.binaries + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let environment = ["PATH": path, "HOME": scratch.path]
    let green = try ActionRun.shell("gate/gate.sh", in: repository, environment: environment)
    #expect(green.status == 0, "\(green.output)")
    #expect(
      ["junit.xml", "new-baseline.json"].allSatisfy(
        scratch.names(in: "toyread/reports/shelf-labels").contains))
    try doctor()
    let red = try ActionRun.shell("gate/gate.sh", in: repository, environment: environment)
    #expect(
      red.status == 1 && red.output.contains("WORSE toyread, group ean-13/sharp"), "\(red.output)")
  }
}
