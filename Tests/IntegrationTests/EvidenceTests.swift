import Foundation
import TestSupport
import Testing

/// The stored run that conclusions stand on: the one that says most, not the one that was made last.
@Suite(.waits) struct EvidenceTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  /// Runs a decoder over QR Codes of version 2, and gives the run's errors.
  private func compare(
    _ name: String, levels: String, trials: Int, more: [String] = [], version: Int = 2,
    decoders: [String] = ["zxing"], condition: String = ""
  ) async throws {
    try scratch.corpus(
      name,
      """
      symbols:
        - {name: qr, symbology: qr-code, version: \(version), ecc: M, payload: {kind: digits, length: 10}}
      conditions: [{name: upright\(condition)}]
      sweep: {axis: module-size, levels: \(levels)}
      trials: \(trials)
      """)
    let run = try await harness(
      ["compare", "--corpus", "./\(name).yaml", "--quiet"]
        + decoders.flatMap { ["--decoder", $0] } + more)
    #expect(run.status == 0, "\(run.errors)")
  }

  /// Stores a run over tilt.
  private func lean() async throws {
    try scratch.corpus(
      "leaning",
      """
      symbols:
        - {name: qr, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 10}}
      conditions: [{name: near, module-size: 5}]
      sweep: {axis: tilt, harder: larger, levels: [10, 75]}
      trials: 60
      """)
    let run = try await harness([
      "compare", "--corpus", "./leaning.yaml", "--decoder", "zxing", "--quiet",
    ])
    #expect(run.status == 0, "\(run.errors)")
  }

  private func harness(_ arguments: [String]) async throws -> HarnessRun {
    try await HarnessRun.run(arguments, in: scratch.path)
  }

  private func distance(_ more: [String] = []) async throws -> HarnessRun {
    try await harness(["distance", "--camera", "iphone-11", "--code", "qr:v2:20mm"] + more)
  }

  /// Changes a value in a stored run's JSON.
  private func change(
    _ store: String, run: Int, _ column: String, _ path: String, to value: String
  ) throws {
    let changed = try SystemProgram.run([
      "python3", "-c",
      """
      import sqlite3
      with sqlite3.connect("\(scratch.path)/reports/\(store)/observations.sqlite") as file:
          file.execute("UPDATE run SET \(column) = json_set(\(column), '\(path)', \(value)) WHERE id = \(run)")
      """,
    ])
    #expect(changed.status == 0)
  }

  private func words(_ run: HarnessRun) -> String {
    run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func aRunOfFewTrialsDisplacesNoneAndIsNotTheLatestOfItsFolder() async throws {
    try await compare("sizes", levels: "[0.2, 4]", trials: 60)
    try await compare("sizes", levels: "[0.2, 4]", trials: 60, more: ["--trials", "5"])

    for against in [[], ["--against", "reports/sizes"], ["--against", "reports/sizes:1"]] {
      let run = try await distance(against)
      #expect(run.status == 0 && run.output.contains("(0.2, 4]"), "\(against): \(run.errors)")
      #expect(words(run).contains("module sizes: reports/sizes, run 1 (sizes)"), "\(against)")
    }
    let few = try await distance(["--against", "reports/sizes:2"])
    #expect(few.output.contains("not certified") && few.output.contains("run 2 (sizes)"))

    let site = try await harness(["report", "--site", "--markdown"])
    #expect(site.status == 0 && site.output.contains("reports/sizes:1, not the latest"))
    let pages = try await harness(["report", "--site", "--no-decoders", "--output", "site"])
    #expect(pages.status == 0, "\(pages.errors)")
    let page = try String(contentsOfFile: scratch.path + "/site/sizes.html", encoding: .utf8)
    #expect(page.contains("60 trials each"))

    let drawn = try await harness([
      "corpus", "render", "./sizes.yaml", "--output", "images",
    ])
    #expect(drawn.status == 0, "\(drawn.errors)")
    let image = try #require(
      FileManager.default.subpathsOfDirectory(atPath: scratch.path + "/images").sorted()
        .last { $0.hasSuffix(".png") })
    let scan = try await harness(["scan", "images/\(image)", "--decoder", "zxing"])
    #expect(
      scan.errors.replacing("\n", with: " ").contains(
        "margins stand on reports/sizes, run 1 (sizes)."), "\(scan.errors)")
  }

  @Test func cleanSymbolsComeBeforeMoreTrialsAndOtherRunsAreNamed() async throws {
    try await compare("clean", levels: "[0.2, 4]", trials: 70)
    try await compare("third", levels: "[0.2, 5]", trials: 60)
    try await compare("noisy", levels: "[0.2, 6]", trials: 80, condition: ", read-noise: 2")
    let run = words(try await distance())
    #expect(run.contains("module sizes: reports/clean, run 1 (clean)"), "\(run)")
    #expect(run.hasPrefix("A clean 20 mm QR Code reads up to "), "\(run)")
    #expect(run.contains("Another run, reports/third, run 1 (third) says "), "\(run)")
    #expect(!run.contains("reports/noisy"), "\(run)")
  }

  /// It was planned with 100 000 trials, and made 400 at most.
  @Test func theTrialsOfARunThatChoseThemAreThoseThatItMade() async throws {
    try await compare("sizes", levels: "[0.2, 4]", trials: 400)
    try await compare("quick", levels: "[0.2, 5]", trials: 60, more: ["--budget", "400"])
    let run = try await distance()
    #expect(words(run).contains("module sizes: reports/sizes, run 1 (sizes)"), "\(run.output)")
    let quick = try await distance(["--against", "reports/quick"])
    #expect(quick.output.contains("(0.2, 5]"), "it certifies a level: \(quick.output)")
  }

  @Test func aStoredRunOverTiltTellsWhatATiltCosts() async throws {
    try await compare("sizes", levels: "[0.2, 4]", trials: 60)
    let before = words(try await distance(["--tilt", "8"]))
    #expect(before.contains("run harness compare --corpus tilt"), "\(before)")
    try await lean()
    let told = words(try await distance(["--tilt", "8"]))
    #expect(told.contains("zxing: takes it") && told.contains("reports/leaning"), "\(told)")
    #expect(!told.contains("run harness compare --corpus tilt"), "\(told)")
  }

  @Test func aRunThatWasInterruptedIsNoEvidence() async throws {
    try await compare("sizes", levels: "[0.2, 4]", trials: 60)
    try await compare("sizes", levels: "[0.2, 4]", trials: 60, more: ["--trials", "400"])
    let latest = try await distance()
    #expect(words(latest).contains("run 2 (sizes)"), "\(latest.output)")
    try change("sizes", run: 2, "outcome", "$.wasStopped", to: "json('true')")
    for against in [[], ["--against", "reports/sizes"]] {
      let run = try await distance(against)
      #expect(words(run).contains("run 1 (sizes)"), "\(against): \(run.output)")
    }
    let cut = try await distance(["--against", "reports/sizes:2"])
    #expect(cut.status == 64 && cut.output == "", "\(cut.output)")
    #expect(cut.errors.replacing(/\s+/, with: " ").contains("no finished run"), "\(cut.errors)")
    let site = try await harness(["report", "--site", "--markdown"])
    #expect(site.status == 0 && site.output.contains("reports/sizes:1"), "\(site.output)")
  }

  @Test func withinAStoreTheLatestRunIsTheLastWhateverItsClockSaid() async throws {
    try await compare("sizes", levels: "[0.2, 4]", trials: 60)
    try await compare("sizes", levels: "[0.2, 4]", trials: 60)
    try await compare("sizes", levels: "[0.2, 4]", trials: 60, more: ["--output", "reports/other"])
    for (store, number, hour) in [("sizes", 1, "10"), ("sizes", 2, "08"), ("other", 1, "09")] {
      try change(
        store, run: number, "record", "$.provenance.startedAt",
        to: "'2026-01-01T\(hour):00:00Z'")
    }
    let run = try await distance(["--against", "reports/sizes"])
    #expect(words(run).contains("reports/sizes, run 2 (sizes)"), "\(run.output)")
    let history = try await harness(["runs", "history", "--json"])
    let sources = history.output.matches(of: /"source":"([^"]+)"/).map { String($0.1) }
    let stores = ["reports/other:1", "reports/sizes:1", "reports/sizes:2"]
    #expect(sources == stores, "\(history.output)\(history.errors)")
  }

  @Test func aRunThatCertifiesNothingIsPassedOverAndNamed() async throws {
    try await compare("sizes", levels: "[0.2, 4]", trials: 60)
    try await compare("tiny", levels: "[0.2, 0.3]", trials: 100)
    let run = try await distance()
    #expect(run.output.contains("(0.2, 4]"), "\(run.output)")
    #expect(words(run).contains("reports/sizes, run 1 (sizes)"))
    #expect(
      words(run).contains(
        "reports/tiny, run 1 (tiny) has as many trials or more, but certifies nothing: it is passed over."
      ), "\(run.output)")
    let json = try await distance(["--format", "json"])
    #expect(json.output.contains("\"passedOver\""))
  }

  /// At 1.8 pixels per module ZXing reads all QR Codes, and zbar does not.
  @Test func aDecoderThatTheRunWithMostTrialsDoesNotCertifyStandsOnItsOwnRun() async throws {
    let both = ["zxing", "zbar"]
    try await compare("many", levels: "[0.2, 1.8]", trials: 80, decoders: both)
    try await compare("few", levels: "[0.2, 4]", trials: 60, decoders: both)
    let run = try await distance()
    #expect(run.status == 0, "\(run.errors)")
    let rows = run.output.split(separator: "\n")
    #expect(rows.contains { $0.contains("zxing") && $0.contains("(0.2, 1.8]") }, "\(run.output)")
    #expect(rows.contains { $0.contains("zbar") && $0.contains("(0.2, 4]") }, "\(run.output)")
    #expect(
      words(run).contains(
        "module sizes: reports/many, run 1 (many); of zbar: reports/few, run 1 (few)."),
      "\(run.output)")
    let alone = try await distance(["--against", "reports/many"])
    #expect(!words(alone).contains("of zbar:"), "a run that is named is taken for all")

    let drawn = try await harness(["corpus", "render", "./few.yaml", "--output", "images"])
    #expect(drawn.status == 0, "\(drawn.errors)")
    let image = try #require(
      FileManager.default.subpathsOfDirectory(atPath: scratch.path + "/images").sorted()
        .last { $0.hasSuffix(".png") })
    let scan = try await harness(["scan", "images/\(image)"] + both.flatMap { ["--decoder", $0] })
    // 4 px ÷ 4 px, and 4 px ÷ 1.8 px.
    #expect(words(scan).contains("zbar (1.00 ×"), "\(scan.output)")
    #expect(words(scan).contains("zxing (2.22 ×"), "\(scan.output)")
  }

  @Test func theCodesOwnSizeComesBeforeMoreTrialsOfAnother() async throws {
    try await compare("small", levels: "[0.2, 4]", trials: 60)
    try await compare("large", levels: "[0.2, 5]", trials: 80, version: 7)
    let run = try await distance()
    #expect(run.output.contains("(0.2, 4]") && words(run).contains("run 1 (small)."))
    let other = try await distance(["--against", "reports/large"])
    #expect(words(other).contains("Measured on symbols 45 modules across, not of 25: "))
    // Larger symbols fail earlier than those that were measured; between two sizes both count.
    let larger = try await harness([
      "distance", "--camera", "iphone-11", "--code", "qr:v40:100mm",
    ])
    #expect(larger.status != 0 && larger.output == "", "\(larger.output)")
    let refusal = larger.errors.replacing(/\s+/, with: " ")
    #expect(refusal.contains("say nothing about larger ones"), "\(refusal)")
    #expect(refusal.contains("--corpus qr-versions"), "\(refusal)")
  }

  /// The run with most trials has only smaller symbols, and says nothing; a run of larger ones does.
  @Test func aLargerCodeTakesTheRunOfLargerSymbolsWhicheverHasMostTrials() async throws {
    try await compare("small", levels: "[0.2, 4]", trials: 80)
    try await compare("far", levels: "[0.2, 5]", trials: 70, version: 7)
    try await compare("near", levels: "[0.2, 4.5]", trials: 60, version: 4)
    let code = ["distance", "--camera", "iphone-11", "--code", "qr:v3:20mm"]
    let run = words(try await harness(code))
    #expect(run.contains("Measured on symbols 33 modules across, not of 29: "), "\(run)")
    #expect(run.contains("Thresholds of module sizes: reports/near, run 1 (near)."), "\(run)")
    #expect(run.contains("; --against reports/far:1 takes it"), "\(run)")
    let small = try await harness(code + ["--against", "reports/small"])
    let refusal = small.errors.replacing(/\s+/, with: " ")
    #expect(refusal.contains("reports/small has only smaller symbols"), "\(refusal)")
    // The sizes of corpus payloads go no particular way: its runs certify nothing.
    #expect(refusal.contains("--corpus qr-versions") && !refusal.contains("payloads"), "\(refusal)")
    try await lean()
    let leaning = words(try await harness(code + ["--tilt", "8"]))
    #expect(leaning.contains("zxing: takes it (reports/leaning, run 1 (leaning), "), "\(leaning)")
    #expect(leaning.contains("of symbols 25 modules across). ") && !leaning.contains("not decided"))
  }

  @Test func aStoreThatCannotBeReadIsAnErrorWhereverEvidenceIsLookedFor() async throws {
    try await compare("sizes", levels: "[0.2, 4]", trials: 60)
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/reports/broken", withIntermediateDirectories: true)
    try scratch.file(
      "reports/broken/observations.sqlite", String(repeating: "no store ", count: 900))
    try scratch.file("image.png", "")
    for arguments in [
      ["distance", "--camera", "iphone-11", "--code", "qr:v2:20mm"], ["scan", "image.png"],
      ["report", "--site", "--markdown"], ["runs", "history"],
    ] {
      let run = try await harness(arguments)
      #expect(run.status == 2, "\(arguments): \(run.errors)")
      #expect(
        run.errors.contains("reports/broken/observations.sqlite")
          && run.errors.contains("not a result store"), "\(arguments): \(run.errors)")
      #expect(!run.errors.contains("no stored run"), "\(arguments)")
    }
  }
}
