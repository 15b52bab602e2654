import Foundation
import TestSupport
import Testing

/// The command line's manners: what it says, where, in which characters, and before which work.
@Suite(.waits) struct MannersTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  /// A run that several tests look at, made once, with the short forms of options.
  private static let made = Result {
    let folder = try ScratchFolder()
    let run = try HarnessRun.run(
      [
        "compare", "--corpus", "qr-small", "-t", "2", "-j", "2", "-o", folder.path + "/r",
        "--explain",
      ],
      environment: ["LC_ALL": "C"])
    #expect(run.status == 0, "\(run.errors)")
    return (folder: folder, run: run)
  }

  private func run(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) async throws -> HarnessRun {
    try await HarnessRun.run(arguments, in: scratch.path, environment: environment)
  }

  @Test func withoutUnicodeNoCommandPrintsAnythingBeyondASCII() async throws {
    let (folder, made) = try Self.made.get()
    let store = folder.path + "/r"
    let corpus = try scratch.file("bad.yaml", "format: 1\nname: [\n")
    var runs = [("compare", made)]
    let commands = [
      ["--help"], ["list", "decoders"], ["corpus", "check", "qr-small"],
      ["corpus", "check", corpus], ["compare", "--corpus", "nöwhere"],
      ["compare", "--corpus", "smoke", "--decoder", "…"],
      ["reproduce", "qr-small/v2-m/upright/2/0", "--decoder", "zbar", "--decoder", "zxing"],
      ["runs", store], ["gate", "accept", store, "-o", "b.json"],
      ["gate", store, "--baseline", "b.json", "-o", "gate"],
      // The same writers as above.
      ["gate", "accept", store, "-o", "b.json"], ["gate", "show", "b.json"],
      ["runs", "history", store], ["compare", "--help"], ["tune", "--help"],
      ["report", "--site", "--help"], ["list", "corpora"], ["list", "decoders", "zxing", "dmtx"],
      ["plugin", "check", "null", "--only", "ending"],
      ["tune", "zbar", "--corpus", "qr-small", "--option", "profile", "-t", "1", "-o", "tune"],
    ]
    for arguments in Proof.all(commands, orFirst: 10) {
      runs.append((arguments.joined(separator: " "), try await run(arguments, ["LC_ALL": "C"])))
    }
    for (name, run) in runs {
      let text = run.output + run.errors
      #expect(!text.isEmpty, "\(name)")
      #expect(!run.output.hasSuffix("\n\n"), "\(name) ends in an empty line")
      let strange = text.unicodeScalars.filter { $0.value >= 0x80 }
      #expect(strange.isEmpty, "\(name): \(String(String.UnicodeScalarView(strange)))")
    }
    // It is the locale that decides: with UTF-8 the same commands use the better signs.
    let unicode = try await run(["corpus", "check", "qr-small"], ["LC_ALL": "C.UTF-8"])
    #expect(unicode.output.contains(" × "), "\(unicode.output)")
  }

  @Test func dataForProgramsKeepTheirCharactersWhateverTheLocale() async throws {
    let photos = scratch.path + "/größe"
    let drawn = try await run(["corpus", "render", "smoke", "-t", "1", "-o", photos])
    #expect(drawn.status == 0, "\(drawn.errors)")
    let compared = try await run(["compare", "--corpus", photos, "--decoder", "null", "-o", "r"])
    #expect(compared.status == 0, "\(compared.errors)")
    let plain = try await run(["runs", "export", "r"], ["LC_ALL": "C.UTF-8"])
    #expect(try await run(["runs", "export", "r"], ["LC_ALL": "C"]).output == plain.output)
  }

  @Test func exportGivesGroupLevelAndTrialInColumnsOfTheirOwn() async throws {
    let store = try Self.made.get().folder.path + "/r"
    let lines = try await run(["runs", "export", store]).output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(lines[0].prefix(6) == ["decoder", "sample", "group", "level", "trial", "verdict"])
    for line in lines.dropFirst() {
      #expect(line[1] == "qr-small/\(line[2])/\(line[3])/\(line[4])")
    }
    #expect(Set(lines.dropFirst().map { $0[2] }) == ["v2-m/upright", "v2-m/rotated"])
    #expect(Set(lines.dropFirst().map { $0[4] }) == ["0", "1"])
    #expect(lines.dropFirst().contains { $0[3] == "1.37" })
    let objects = try await run(["runs", "export", store, "--format", "jsonl"]).output
    let first = try #require(
      try JSONSerialization.jsonObject(with: Data(objects.prefix { $0 != "\n" }.utf8))
        as? [String: Any])
    let (group, level) = (first["group"] as? String ?? "", first["level"] as? String ?? "")
    #expect(first["sample"] as? String == "qr-small/\(group)/\(level)/\(first["trial"] ?? "")")
  }

  @Test func aLogGetsALineNowAndThenAndNoCursorMovements() async throws {
    let arguments = [
      "compare", "--corpus", "qr-small", "--decoder", "zbar", "--decoder", "null", "-t", "30",
      "-o", "r",
    ]
    let log = try await run(arguments, ["HARNESS_PROGRESS_SECONDS": "0.1"])
    let line = /harness: \d+.% after \d+:\d\d, ETA .*, zbar [\d\x{202F}]+ of 1.980, null .*/
    let shown = log.errors.split(separator: "\n").filter { $0.contains(line) }
    #expect(!shown.isEmpty, "\(log.errors)")
    #expect(!log.errors.contains("\u{1B}"))
    let quiet = try await run(
      arguments + ["--fresh", "--quiet"], ["HARNESS_PROGRESS_SECONDS": "0.1"])
    #expect(quiet.errors.isEmpty, "\(quiet.errors)")
  }

  @Test func aBaselineOfNothingNamesTheCommandThatMakesARun() async throws {
    let never = try await run(["gate", "accept", "--corpus", "qr-small"])
    #expect(never.status == 64)
    #expect(never.errors.contains("there are no results in reports/qr-small yet"))
    #expect(never.errors.contains("harness compare --corpus qr-small makes them"))
    let mistyped = try await run(["gate", "accept", "--corpus", "qr-smal"])
    #expect(mistyped.status == 64 && mistyped.errors.contains("Did you mean \"qr-small\"?"))
    let folder = try await run(["gate", "accept", "nowhere"])
    #expect(folder.status == 64 && folder.errors.contains("there are no results in nowhere yet"))
    #expect(scratch.names().isEmpty, "nothing is left behind")
  }

  @Test(arguments: [
    ["report", "tinny"], ["runs", "diff", "tiny"], ["runs", "list", "tinny"],
    ["runs", "history", "reports/tny"],
  ])
  func aReportFolderIsSuggestedForAMistypedOne(_ arguments: [String]) async throws {
    let folder = scratch.path + "/reports/tiny"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try scratch.file("reports/tiny/observations.sqlite", "a store, for all that is looked at")
    let run = try await run(arguments)
    let words = run.errors.replacing(/\s+/, with: " ")
    #expect(run.status == 64 && words.contains("there are no results in \(arguments.last ?? "")"))
    #expect(words.contains("Did you mean \"reports/tiny\"?"), "\(words)")
  }

  @Test func aReplacedBaselineIsNamedAndAnotherFileIsNotReplaced() async throws {
    let store = try Self.made.get().folder.path + "/r"
    let first = try await run(["gate", "accept", store, "-o", "b.json"])
    #expect(first.status == 0 && !first.output.contains("replaces"), "\(first.errors)")
    let second = try await run(["gate", "accept", store, "-o", "b.json"])
    let sentence = /It replaces the run of 20\S+ by harness \S+.* on qr-small version 1: .*zbar \d/
    #expect(second.status == 0 && second.output.contains(sentence), "\(second.output)")
    let notes = try scratch.file("notes.txt", "mine")
    let third = try await run(["gate", "accept", store, "-o", "notes.txt"])
    #expect(third.status == 2 && third.errors.contains("the file was not changed"))
    #expect(try String(contentsOfFile: notes, encoding: .utf8) == "mine")
  }

  @Test func aBaselineOfADecoderThatReadsNothingSaysSo() async throws {
    _ = try await run([
      "compare", "--corpus", "qr-small", "--decoder", "null", "-t", "1", "-o", "r",
    ])
    _ = try await run(["gate", "accept", "r", "-o", "b.json"])
    let short = try await run(["gate", "show", "b.json"])
    let shown = try await run(["gate", "show", "b.json", "--full"])
    #expect(shown.output.contains("v2-m/upright  reads nothing, decode"), "\(shown.output)")
    #expect(short.output.contains(/null +2 +0\.0\n/), "\(short.output)")
    #expect(!(short.output + shown.output).contains("mean threshold"))
  }

  @Test func aDecoderThatIsRefusedIsListedWithWhatMendsIt() async throws {
    let folder = scratch.path + "/open"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = try scratch.file("open/harness-decoder-stray", "#!/bin/sh\n", isExecutable: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
    let list = try await run(["list", "decoders"], ["HARNESS_PLUGIN_PATH": folder])
    let words = list.output.replacing(/\s+/, with: "")
    #expect(list.status == 0 && words.contains("chmodo-w\(folder)"), "\(list.output)")
  }

  @Test func anAdaptiveRunIsRefusedAsABaselineForWhatItIs() async throws {
    let made = try await run([
      "compare", "--corpus", "qr-small", "--decoder", "null", "--budget", "200", "-o", "r",
    ])
    #expect(made.status == 0, "\(made.errors)")
    let refused = try await run(["gate", "accept", "r", "-o", "b.json"])
    #expect(refused.status == 2)
    #expect(
      refused.errors.contains("chose its own trials (--precision, --budget or --time)"),
      "\(refused.errors)")
    #expect(!refused.errors.contains("lacks"))
    #expect(scratch.names() == ["r"])
  }

  @Test func twoStoresOfACorpusMakeOneTrend() async throws {
    let store = try Self.made.get().folder.path + "/r"
    try FileManager.default.copyItem(atPath: store, toPath: scratch.path + "/copy")
    let site = try await run(["report", "--site", store, "copy", "-o", "site", "--no-decoders"])
    #expect(site.status == 0, "\(site.errors)")
    #expect(scratch.names(in: "site").count { $0.hasSuffix(".trend.html") } == 1)
  }

  @Test func aStoreThatCannotBeReadLeavesNoSiteWithHalfItsPages() async throws {
    let store = try Self.made.get().folder.path + "/r"
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/bad", withIntermediateDirectories: true)
    _ = try scratch.file("bad/observations.sqlite", "no store")
    let site = try await run(["report", "--site", store, "bad", "-o", "site", "--no-decoders"])
    #expect(site.status == 2 && site.errors.contains("bad/observations.sqlite"), "\(site.errors)")
    #expect(scratch.names(in: "site").isEmpty, "no page of the first store without the second")
    let whole = try await run(["report", "--site", store, "-o", "site", "--no-decoders"])
    #expect(whole.status == 0, "\(whole.errors)")
    #expect(scratch.names(in: "site").contains("index.html"))
  }

  @Test func listsFitTheTerminal() async throws {
    for list in ["corpora", "cameras", "decoders"] {
      let brief = try await run(["list", list]).output.split(separator: "\n")
      let full = try await run(["list", list, "--full"]).output.split(separator: "\n")
      #expect(brief.count > 4 && brief.count <= 40 && brief.count < full.count, "\(list)")
      for line in brief + full where !line.hasPrefix("  found ") {
        #expect(line.count <= 100, "\(line)")
      }
    }
  }

  @Test func usageNamesACommandOnce() async throws {
    let help = try await run(["list", "decoders", "--help"])
    #expect(help.status == 0 && help.output.contains("USAGE: harness list decoders "))
  }

  @Test func helpShowsFewCommandsInGroups() async throws {
    let help = try await run(["--help"])
    let titles = ["COMPARE", "LOOK", "DECIDE", "MAINTAIN A DECODER", "RESULTS", "PUBLISH"]
    var rest = help.output[...]
    for title in titles {
      let place = try #require(rest.range(of: "\(title) SUBCOMMANDS:\n"), "\(title)")
      rest = rest[place.upperBound...]
    }
    let commands = help.output.matches(of: /\n {2}[a-z]+\s/)
    #expect(commands.count == 28, "\(help.output)")
  }

  @Test(arguments: [
    (["comapre"], "compare"), (["list", "corpra"], "corpora"), (["help", "comapre"], "compare"),
    (["publish", "sumbit", "x"], "submit"), (["help", "corpus", "rendr"], "render"),
  ])
  func aMistypedCommandIsRefusedInALineWithTheOneThatWasMeant(words: [String], meant: String)
    async throws
  {
    let run = try await run(words)
    #expect(run.status == 64 && run.output.isEmpty, "\(run.output)")
    #expect(run.errors.contains("Did you mean \"\(meant)\"?"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func corporaAreListedByName() async throws {
    let some = try await run(["list", "corpora", "smoke", "tilt"])
    #expect(some.status == 0 && some.output.split(separator: "\n").count == 4, "\(some.output)")
    let none = try await run(["list", "corpora", "smok"])
    #expect(none.status == 64 && none.errors.contains("Did you mean \"smoke\"?"))
  }

  @Test func camerasAreListedByName() async throws {
    let some = try await run(["list", "cameras", "pixel-8"])
    #expect(some.status == 0 && some.output.contains("frames, with their focal lengths: 4080x3072"))
    #expect(!some.output.contains("iphone"))
    let none = try await run(["list", "cameras", "pixel-9"])
    #expect(none.status == 64 && none.errors.contains("Did you mean \"pixel-8\"?"))
  }

  @Test func earlierSpellingsDoTheSameWithANote() async throws {
    for (former, present) in [
      (["diff", "--help"], ["runs", "diff", "--help"]),
      (["help", "site"], ["help", "report"]),
      (["baseline", "accept", "--help"], ["gate", "accept", "--help"]),
      (["corpus", "freeze", "--help"], ["publish", "freeze", "--help"]),
      (["plugin", "list", "null"], ["list", "decoders", "null"]),
      (["verify", "nowhere"], ["publish", "verify", "nowhere"]),
    ] {
      let before = try await run(former)
      let now = try await run(present)
      #expect(before.output == now.output && before.status == now.status, "\(former)")
      let notes = before.errors.replacing("\n", with: " ")
      #expect(notes.contains("is now harness \(present[0] == "help" ? present[1] : present[0])"))
      #expect(before.errors.hasSuffix(now.errors) && !now.errors.contains("is now"), "\(former)")
    }
  }

  @Test func theManualHasEveryCommandWithItsOptionsAndIsValid() async throws {
    let page = try await run(["man"])
    #expect(page.status == 0 && page.errors.isEmpty)
    #expect(page.output.utf8.allSatisfy { $0 < 0x80 })
    for section in ["compare", "list decoders", "plugin check", "gate accept", "runs export"] {
      #expect(page.output.contains(".SS \"\(section)\"\n"), "\(section)")
    }
    #expect(page.output.contains(".B \\-j, \\-\\-jobs <number>\n"))
    for command in [["compare"], ["tune"], ["plugin", "check"], ["report"]] {
      let help = try await run(command + ["--help"])
      let options = Set(help.output.matches(of: /--[a-z][a-z-]+/).map { String($0.0) })
      let head = ".SS \"\(command.joined(separator: " "))\"\n"
      let section = page.output.components(separatedBy: head).last?
        .components(separatedBy: "\n.S")[0]
      for option in options.subtracting(["--help", "--version"]) {
        let entry = /\.TP\n\.B .*/
        let heads = (section ?? "").matches(of: entry).map { $0.0.replacing("\\-", with: "-") }
        #expect(heads.contains { $0.contains(option) }, "\(option) of \(command)")
      }
    }
    let file = try scratch.file("harness.1", page.output)
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/groff") else { return }
    let complaints = try shell("groff -man -Tascii -ww -z \(file) 2>&1")
    #expect(complaints.isEmpty, "\(complaints)")
  }
}
