import Base
import Console
import Foundation
import PluginHost
import Reporting
import Statistics
import TestSupport
import Testing

@testable import Publish
@testable import RunFixtures

/// Bundles that were doctored, and made to fit again: none is confirmed, and the reason is named.
@Suite(.waits) struct DoctoredBundleTests {
  private let scratch: ScratchFolder
  private static let corpus = """
    format: 1
    name: tiny
    version: 1
    title: Tiny
    question: Who survives?
    seed: 3
    symbols:
      - {name: v2, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 10}}
      - {name: c128, symbology: code-128, payload: {kind: digits, length: 10}}
    conditions:
      - {name: plain}
      - {name: noisy, read-noise: 8, rotation: 5}
    sweep: {axis: module-size, harder: smaller, levels: [1, 1.5, 2, 3]}
    trials: 5
    """

  init() throws {
    scratch = try ScratchFolder()
    try scratch.file("tiny.yaml", Self.corpus)
  }

  private func harness(_ arguments: [String]) async throws -> HarnessRun {
    try await HarnessRun.run(arguments, in: scratch.path)
  }

  private func submit(_ options: [String]) async throws {
    let run = try await harness(
      ["compare", "--corpus", "./tiny.yaml", "--quiet", "--output", "run"] + options)
    #expect(run.status == 0, "\(run.errors)")
    let bundle = try await harness(["publish", "submit", "run", "--output", "honest"])
    #expect(bundle.status == 0, "\(bundle.errors)")
  }

  /// The honest bundle of two decoders that most tests doctor, made once.
  private static let honest = Task {
    let tests = try DoctoredBundleTests()
    try await tests.submit(["--decoder", "zbar", "--decoder", "zxing", "--jobs", "2"])
    return tests.scratch
  }

  private func honest() async throws -> BundleForge {
    try BundleForge(try await Self.honest.value.path + "/honest")
  }

  private func verify(_ bundle: String, _ more: [String] = []) async throws -> HarnessRun {
    try await harness(
      ["publish", "verify", bundle, "--corpus", "./tiny.yaml", "--sample", "100%"] + more)
  }

  /// Verifies a bundle as the command does, in this process: a hundred bundles take less than half the time.
  private func audit(
    _ bundle: String, _ more: [String]
  ) async throws -> (status: Int32, words: String) {
    let folder = scratch.path
    let (status, text) = try await onThreadOfItsOwn { () throws -> (Int32, String) in
      // One lane starts half as many workers as two.
      let command = try Verify.parse(
        ["\(folder)/\(bundle)", "--corpus", folder + "/tiny.yaml", "--jobs", "1"] + more)
      do {
        let report = try #require(try command.report(stop: StopSignal()))
        let status: Int32 =
          switch report.conclusion {
          case .confirmed: 0
          case .contradicted: 1
          case .open: 3
          }
        return (status, AuditText(TerminalStyle(width: 80)).render(report))
      } catch {
        return (exitStatus(of: error).rawValue, "\(error)")
      }
    }
    return (status, text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  @Test func noDoctoredBundleIsConfirmed() async throws {
    let honest = try await honest()
    typealias Doctoring = BundleDoctoring
    let consistent =
      Doctoring.shapes + Doctoring.verdicts + Doctoring.decoders + Doctoring.runs
      + Doctoring.further + Doctoring.statements
    var reasons: Set<String> = []
    for (number, doctoring) in (consistent + Doctoring.figures).enumerated() {
      // One of each reason; of figures a few, because all are compared by the same code.
      let isNew =
        number < consistent.count
        ? reasons.insert(doctoring.words).inserted : number < consistent.count + 4
      guard Proof.isAsked || isNew else { continue }
      var bundle = honest
      doctoring.forge(&bundle)
      // What makes no run at all cannot be made to fit.
      if number < consistent.count { try? bundle.rescore() }
      try bundle.write(to: scratch.path + "/forged\(number)")
      let (status, words) = try await audit("forged\(number)", ["--sample", "100%"])
      #expect([1, 3, 64].contains(status), "\(doctoring.name): \(words)")
      #expect(words.contains(doctoring.words), "\(doctoring.name): \(words)")
    }
  }

  @Test(arguments: BundleDoctoring.files.indices)
  func noBundleWithForgedFilesIsConfirmed(_ number: Int) async throws {
    let (name, words, forge) = BundleDoctoring.files[number]
    let folder = scratch.path + "/forged"
    try await honest().write(to: folder)
    try forge(folder)
    let run = try await verify("forged")
    #expect([1, 2, 3].contains(run.status), "\(name): \(run.output)\(run.errors)")
    let text = run.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains(words), "\(name): \(text)")
  }

  /// One of a hundred verdicts is changed, others each time, and everything is made to fit: as many bundles are
  /// refused as `verify` itself states, to four standard deviations. Eight tries of a larger sample, or 40;
  /// `HARNESS_AUDIT_TRIES=400` for more of them.
  @Test func aChangeOfOnePerCentIsCaughtAsOftenAsStated() async throws {
    // In one group, which is scored sooner than four.
    let lines = Self.corpus.replacing("trials: 5", with: "trials: 400").split(separator: "\n")
    try scratch.file(
      "tiny.yaml",
      lines.filter { !$0.contains("c128") && !$0.contains("noisy") }.joined(separator: "\n"))
    try await submit(["--decoder", "zbar"])
    let honest = try BundleForge(scratch.path + "/honest")
    let asked = Int(ProcessInfo.processInfo.environment["HARNESS_AUDIT_TRIES"] ?? "")
    let isLong = Proof.isAsked || asked != nil
    let (tries, sample) = isLong ? (asked ?? 40, 32) : (8, 160)
    let share = isLong ? [] : ["--sample", "10%"]
    var random = SeededGenerator(seed: SeededGenerator.testSeed)
    var (caught, stated) = (0, Set<String>())
    for _ in 0..<tries {
      var bundle = honest
      bundle.turn(16, using: &random)
      try bundle.rescore()
      try bundle.write(to: scratch.path + "/forged")
      let (status, words) = try await audit("forged", share + ["--seed", "\(random.next())"])
      #expect([0, 1].contains(status), "\(words)")
      if status == 1 { caught += 1 }
      stated.insert(String(try #require(words.firstMatch(of: /a probability of (\S+)/)).1))
    }
    let chance = SamplingInspection.detection(ofFaults: 16, lot: 1600, sample: sample)
    #expect(stated.compactMap(Double.init) == [(chance * 1000).rounded() / 10], "\(stated)")
    // The deviation alone would let it pass that none is caught: a chance of less than 1 in 100 000.
    #expect(caught > 0)
    let deviation = (chance * (1 - chance) / Double(tries)).squareRoot()
    // Of eight, fewer than two have a chance of 1 in 20 000.
    #expect(
      isLong ? abs(Double(caught) / Double(tries) - chance) <= 4 * deviation : caught >= 2,
      "\(caught) of \(tries) caught, \(chance) stated")
    let interval = Binomial.clopperPearson(reads: caught, trials: tries)
    print(
      "audit: \(caught) of \(tries) caught, 95 % interval \(interval.lower) to \(interval.upper), "
        + "\(chance) stated")
  }

  /// A bundle that nobody changed goes the forger's way unharmed, so that it is the doctoring that is caught.
  @Test func whatTheForgerLeavesAloneIsConfirmed() async throws {
    var bundle = try await honest()
    bundle.change { $1 }
    try bundle.rescore()
    try bundle.write(to: scratch.path + "/same")
    let run = try await verify("same")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  /// Numbers that no run has: each of them ended the harness before, or was taken.
  @Test(
    arguments: [
      ("timeoutSeconds", "5", ["1e10", "1e300", "-1", "0"]),
      ("deathsBeforeGivingUp", "10", ["0", "-1", "1e9"]), ("jobs", "2", ["0", "-3", "1e12"]),
      ("memoryLimitBytes", "2147483648", ["-1", "0", "1e30"]),
    ] as [(String, String, [String])])
  func numbersOutOfBoundsAreNamed(_ key: String, _ usual: String, _ others: [String]) async throws {
    for other in others {
      let folder = scratch.path + "/forged"
      try await honest().write(to: folder)
      try BundleForge.edit(
        folder, "submission.json", "\"\(key)\" : \(usual)", "\"\(key)\" : \(other)")
      let run = try await verify("forged")
      #expect(run.status == 2, "\(key) \(other): \(run.output)\(run.errors)")
      #expect(run.errors.contains("settings.\(key)"), "\(run.errors)")
      #expect(run.errors.contains("\(other) is out of bounds: write a "), "\(run.errors)")
    }
  }

  // MARK: Honest ones

  @Test(
    arguments: Proof.all(
      [["--jobs", "3", "--timeout", "1s"], ["--jobs", "1"], ["--seed", "9"]], orFirst: 1))
  func honestBundlesAreConfirmed(_ options: [String]) async throws {
    try await submit(["--decoder", "zbar", "--decoder", "quick=zxing:try-harder=false"] + options)
    for more in [["--jobs", "1"], ["--sample", "20%", "--seed", "5"]] {
      let run = try await verify("honest", more)
      #expect(run.status == 0, "\(run.output)\(run.errors)")
    }
  }

  @Test func aRunThatWasKilledAndCarriedOnIsConfirmed() async throws {
    let file = scratch.path + "/tiny.yaml"
    try String(contentsOfFile: file, encoding: .utf8).replacing("trials: 5", with: "trials: 200")
      .write(toFile: file, atomically: true, encoding: .utf8)
    // One lane decodes for longer than the second after which it writes first, on fast machines, too.
    let command = [
      "compare", "--corpus", "./tiny.yaml", "--decoder", "zbar", "--jobs", "1", "--output", "run",
    ]
    let killed = try RunningHarness(command, in: scratch.path)
    eventually("verdicts are stored") {
      let count = try? ScoreFile.observationCount(in: scratch.path + "/run")
      return (count ?? 0) > 0 || !killed.isRunning
    }
    killed.send(SIGKILL)
    #expect(killed.wait().status == -SIGKILL)
    let run = try await harness(command)
    #expect(run.status == 0 && run.errors.contains("carrying on run 1"), "\(run.errors)")
    let bundle = try await harness(["publish", "submit", "run", "--output", "honest"])
    #expect(bundle.status == 0, "\(bundle.errors)")
    let verified = try await verify("honest", Proof.isAsked ? [] : ["--sample", "20%"])
    #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
  }

  @Test func aDecoderThatDiesAndIsGivenUpIsConfirmed() async throws {
    for plugin in Proof.all(["aborts", "dies-every-third"], orFirst: 1) {
      let path = HarnessRun.root + "/Tests/PluginHostTests/Plugins/" + plugin
      try await submit(["--plugin", path, "--decoder", "zbar", "--decoder", "hostile", "--fresh"])
      let run = try await verify("honest", ["--plugin", path])
      #expect(run.status == 0, "\(plugin): \(run.output)\(run.errors)")
    }
  }

  @Test func slicesThatWereMergedAreConfirmed() async throws {
    for slice in ["1", "2"] {
      let run = try await harness([
        "compare", "--corpus", "./tiny.yaml", "--decoder", "zbar", "--quiet", "--shard",
        "\(slice)/2", "--output", "slice\(slice)",
      ])
      #expect(run.status == 0, "\(run.errors)")
    }
    let merged = try await harness(["runs", "merge", "slice1", "slice2", "--output", "run"])
    #expect(merged.status == 0, "\(merged.errors)")
    let bundle = try await harness(["publish", "submit", "run", "--output", "honest"])
    #expect(bundle.status == 0, "\(bundle.errors)")
    let run = try await verify("honest")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }
}
