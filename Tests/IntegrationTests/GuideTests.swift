import Foundation
import TestSupport
import Testing

/// The guides' links and commands, without running the commands: `make guides` does that.
@Suite struct GuideTests {
  /// Runs a script of `scripts/site` with the system's interpreter.
  private func script(_ words: String) throws -> (status: Int32, output: String) {
    try ActionRun.shell(
      "python3 scripts/site/" + words, in: HarnessRun.root,
      environment: ProcessInfo.processInfo.environment)
  }

  private var harness: String { "--harness '\(HarnessRun.binaries)/harness'" }

  /// A repository of a few guides.
  private func repository(_ guides: [String: String]) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    for folder in ["docs", "Corpora", "scripts"] {
      try FileManager.default.createDirectory(
        atPath: scratch.path + "/" + folder, withIntermediateDirectories: true)
    }
    try scratch.file("Makefile", "MINUTES ?= 10\nfuzz:\n\ttrue\n")
    try scratch.file("Corpora/qr-small.yaml", "")
    try scratch.file("rules.toml", "")
    for (path, text) in guides { try scratch.file(path, text) }
    return scratch
  }

  // MARK: Links

  @Test func everyLinkLeadsSomewhereAndEveryGuideIsReached() throws {
    let run = try script("check_links.py")
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains(/[0-9]{2} pages with [0-9]{3} links: none dead/), "\(run.output)")
  }

  @Test func aDeadLinkIsNamedWithItsLineAndWhatIsMeant() throws {
    let page = """
      # One

      [a](docs/two.md) [b](docs/tow.md) [c](docs/two.md#the-secnd)
      [d](docs/two.md#the-second-1) and `[e](nowhere.md)`

          [f](nowhere.md)

      ```text
      [g](nowhere.md)
      ```
      [h](#one) [i](../outside.md) [j](https://example.org/x)
      """
    let scratch = try repository([
      "README.md": page, "docs/two.md": "# Two\n\n## The `second`\n\n## The second\n",
      "docs/three.md": "# Three\n",
    ])
    let run = try script("check_links.py --root '\(scratch.path)'")
    #expect(run.status == 1)
    let lines = run.output.split(separator: "\n").map { String($0) }
    #expect(
      lines.prefix(4) == [
        "README.md:3: the link \"docs/tow.md\" is dead: there is no docs/tow.md; did you mean docs/two.md?",
        "README.md:3: the link \"docs/two.md#the-secnd\" is dead: docs/two.md has no heading "
          + "#the-secnd; did you mean #the-second?",
        "README.md:11: the link \"../outside.md\" is dead: it leaves the repository",
        "docs/three.md:1: no page leads here; link it from README.md or from a guide",
      ], "\(run.output)")
    #expect(lines.count == 5)
  }

  @Test func aDeadLinkOfABuiltSiteIsNamedWithItsLine() throws {
    let scratch = try repository([
      "index.html": """
      <h1 id="a">A</h1><p id="a">
      <a href="docs/b.html#s">1</a> <a href="docs/b.html#t">2</a> <a href="docs/c.html">3</a>
      <a href="/docs/b.html">4</a> <a href="docs">5</a> <a href="https://example.org/x">6</a>
      """,
      "docs/b.html": "<h1 id=\"s\">B</h1><a href=\"../index.html\">up</a>",
      "docs/index.html": "",
    ])
    let run = try script("check_site.py '\(scratch.path)'")
    #expect(run.status == 1)
    for line in [
      "index.html:1: the name \"a\" is given twice",
      "index.html:2: the link \"docs/b.html#t\" is dead: docs/b.html has no #t",
      "index.html:2: the link \"docs/c.html\" is dead: there is no docs/c.html",
      "index.html:3: the link \"/docs/b.html\" is dead: it is not relative; from here docs/b.html would be",
      "index.html:3: the link \"docs\" is dead: a folder does not open from a file system; docs/index.html does",
      "3 pages with 6 internal links: 5 dead",
    ] {
      #expect(run.output.contains(line), "\(line)\nis not in\n\(run.output)")
    }
  }

  // MARK: Commands

  @Test func everyCommandOfTheGuidesWouldBeTaken() throws {
    let run = try script("check_commands.py \(harness)")
    #expect(run.status == 0, "\(run.output)")
    #expect(
      run.output.contains(/[0-9]{3} commands in [0-9]{2} guides: none wrong/), "\(run.output)")
  }

  @Test func aCommandThatWouldBeRefusedIsNamedWithItsLine() throws {
    let page = """
      # One

      `harness compare --corpus qr-small --tirals 3` and `harness list COMMAND`

          harness compar --corpus qr-small
          harness compare --corpus qr-smal --trials 3     # a comment --with=this
          harness compare --trials 3
          harness compare --corpus qr-small \\
            --sandbox loose
          harness corpus render qr-small
          harness runs export reports/a reports/b
          curl -s https://example.org/x.png | harness scan - --quite
          harness compare --corpus qr-small --quiet=yes
          make fuz
          make fuzz HOURS=1
          scripts/nothing.sh
          harness compare --corpus my-labels.yaml --trials 3
          make fuzz MINUTES=1
      """
    let scratch = try repository(["README.md": page])
    let run = try script(
      "check_commands.py \(harness) --root '\(scratch.path)' --rules '\(scratch.path)/rules.toml'")
    #expect(run.status == 1)
    let expected = [
      "README.md:3: `harness compare --corpus qr-small --tirals 3`: compare has no option --tirals; did you mean --trials?",
      "README.md:5: `harness compar --corpus qr-small`: harness has no command \"compar\"; did you mean compare?",
      "README.md:6: `harness compare --corpus qr-smal --trials 3`: there is no corpus qr-smal; did you mean qr-small?",
      "README.md:7: `harness compare --trials 3`: compare needs --corpus",
      "README.md:8: `harness compare --corpus qr-small --sandbox loose`: --sandbox takes no \"loose\"; there are auto, none, strict",
      "README.md:10: `harness corpus render qr-small`: render needs --output",
      "README.md:11: `harness runs export reports/a reports/b`: export takes 1 arguments, and \"reports/b\" is one too many",
      "README.md:12: `curl -s https://example.org/x.png | harness scan - --quite`: scan has no option --quite",
      "README.md:13: `harness compare --corpus qr-small --quiet=yes`: --quiet is a flag and takes no value",
      "README.md:14: `make fuz`: the Makefile has no target fuz; did you mean fuzz?",
      "README.md:15: `make fuzz HOURS=1`: the Makefile has no variable HOURS",
      "README.md:16: `scripts/nothing.sh`: there is no scripts/nothing.sh",
    ]
    for line in expected {
      #expect(run.output.contains(line), "\(line)\nis not in\n\(run.output)")
    }
    #expect(run.output.split(separator: "\n").count == expected.count + 1, "\(run.output)")
  }

  @Test func aRuleForACommandThatIsGoneIsAnError() throws {
    let scratch = try repository(["README.md": "# One\n\n    make fuzz\n"])
    try scratch.file(
      "rules.toml", "[[not-run]]\nmatch = \"make fuss\"\nreason = \"it takes long\"\n")
    let words = "--root '\(scratch.path)' --rules '\(scratch.path)/rules.toml'"
    let stale = try script("check_commands.py \(harness) " + words)
    #expect(stale.status == 1)
    #expect(stale.output.contains("no command of a guide matches 'make fuss' (not-run)"))
    try scratch.file("rules.toml", "[[not-run]]\nmatch = \"make fuzz\"\n")
    let bare = try script("check_commands.py \(harness) " + words)
    #expect(bare.status == 2)
    #expect(bare.output.contains("not-run 1 has match; it needs match, reason"), "\(bare.output)")
  }
}
