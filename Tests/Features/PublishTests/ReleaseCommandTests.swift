import Foundation
import Results
import TestSupport
import Testing

@testable import RunFixtures

/// Frozen releases on the command line: the same anywhere, and nothing else is mixed in.
@Suite struct ReleaseCommandTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try HarnessRun.tinyCorpus(trials: 3).write(
      toFile: scratch.path + "/tiny.yaml", atomically: true, encoding: .utf8)
  }

  private var lockFile: String { scratch.path + "/Corpora/Releases/2026.1/tiny.lock.json" }

  private func harness(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) async throws -> HarnessRun {
    try await HarnessRun.run(arguments, in: scratch.path, environment: environment)
  }

  private func freeze() async throws {
    let run = try await harness(["publish", "freeze", "./tiny.yaml", "--release", "2026.1"])
    #expect(run.status == 0, "\(run.errors)")
  }

  private func compare(_ more: [String] = ["--release", "2026.1"]) async throws -> HarnessRun {
    try await harness(
      ["compare", "--corpus", "./tiny.yaml", "--decoder", "null", "--quiet"] + more)
  }

  private func lock() throws -> ReleaseLock {
    try JSONDecoder().decode(ReleaseLock.self, from: Data(contentsOf: URL(filePath: lockFile)))
  }

  /// Replaces the lock by one that is sound and of other images.
  private func replace(_ change: (inout ReleaseLock) -> Void) throws {
    var lock = try lock()
    change(&lock)
    lock.root = lock.computedRoot
    try JSONEncoder().encode(lock).write(to: URL(filePath: lockFile))
  }

  /// The differences between two machines, as far as one machine can show them.
  @Test func machinesWithOtherSettingsFreezeTheSameImages() async throws {
    let settings: [(jobs: String, environment: [String: String])] = [
      ("1", ["LC_ALL": "C", "TZ": "UTC"]),
      ("3", ["LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8", "TZ": "Pacific/Kiritimati"]),
      ("2", ["LC_ALL": "tr_TR.UTF-8", "TZ": "America/Los_Angeles", "MALLOC_PERTURB_": "165"]),
    ]
    var lists: Set<String> = []
    var roots: Set<String> = []
    for (index, setting) in settings.enumerated() {
      let run = try await harness(
        [
          "publish", "freeze", "./tiny.yaml", "--release", "2026.1", "--jobs", setting.jobs,
          "--output", "\(index).json", "--list", "\(index).txt",
        ], setting.environment)
      #expect(run.status == 0, "\(run.errors)")
      lists.insert(
        try String(contentsOfFile: "\(scratch.path)/\(index).txt", encoding: .utf8))
      roots.insert(String(run.output.split(separator: " ").last ?? ""))
    }
    #expect(lists.count == 1 && roots.count == 1)
    #expect(lists.first?.split(separator: "\n").count == 12)
  }

  @Test func aRunOfAReleaseSaysSoAndKeepsToAStoreOfItsOwn() async throws {
    try await freeze()
    let run = try await compare()
    #expect(run.status == 0, "\(run.errors)")
    let table = try ScoreFile(scratch.path + "/reports/2026.1/tiny").table
    #expect(try table.settings.release == lock().record)
    let check = try await harness(["corpus", "check", "./tiny.yaml", "--release", "2026.1"])
    #expect(check.status == 0 && check.output.contains("bit for bit"), "\(check.errors)")

    _ = try await compare(["--output", "plain"])
    let mixed = try await compare(["--release", "2026.1", "--output", "plain"])
    #expect(mixed.status == 3 && mixed.errors.contains("of no release"), "\(mixed.errors)")
    let joined = try await harness([
      "runs", "merge", "plain", "reports/2026.1/tiny", "--output", "all",
    ])
    #expect(joined.status == 3 && joined.errors.contains("not joined"), "\(joined.errors)")
  }

  @Test func whatIsNotOfTheReleaseIsRefused() async throws {
    try await freeze()
    let frozen = try Data(contentsOf: URL(filePath: lockFile))
    try replace { $0.specification.renderer += 1 }
    let renderer = try await compare()
    #expect(renderer.status == 3 && renderer.errors.contains("drawing code"), "\(renderer.errors)")

    try frozen.write(to: URL(filePath: lockFile))
    try replace { $0.groups[0].levels[1].sha256 = String(repeating: "0", count: 64) }
    let image = try await compare()
    #expect(image.status == 3 && image.errors.contains("differ"), "\(image.errors)")
    let again = try await harness(["publish", "freeze", "./tiny.yaml", "--release", "2026.1"])
    #expect(again.status == 64 && again.errors.contains("never changes"), "\(again.errors)")

    let text = String(decoding: frozen, as: UTF8.self)
    try text.replacing("\"trials\" : 3", with: "\"trials\" : 4").write(
      toFile: lockFile, atomically: true, encoding: .utf8)
    let edited = try await compare()
    #expect(edited.status == 2 && edited.errors.contains("was changed"), "\(edited.errors)")

    try frozen.write(to: URL(filePath: lockFile))
    try (HarnessRun.tinyCorpus(trials: 3) + "\n# a remark\n").write(
      toFile: scratch.path + "/tiny.yaml", atomically: true, encoding: .utf8)
    let file = try await compare()
    #expect(file.status == 3 && file.errors.contains("corpus file"), "\(file.errors)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/reports"), "nothing was run")
  }

  @Test func otherSamplesAndUnknownReleasesAreWrongUsage() async throws {
    try await freeze()
    for options in [["--trials", "2"], ["--seed", "1"], ["--precision", "0.1"]] {
      let run = try await compare(["--release", "2026.1"] + options)
      #expect(run.status == 64 && run.errors.contains("--release fixes"), "\(run.errors)")
    }
    let unknown = try await compare(["--release", "2026.2"])
    #expect(unknown.status == 64 && unknown.errors.contains("Did you mean"), "\(unknown.errors)")
    let nonsense = try await compare(["--release", "newest"])
    #expect(nonsense.status == 64 && nonsense.errors.contains("2026.1"), "\(nonsense.errors)")
  }

  /// The lock files that ship are of the corpora that ship, drawn by this code: the quickest of them whole, of
  /// the others what need not be drawn.
  @Test func theShippedReleaseIsThatOfTheShippedCorpora() async throws {
    let run = try await HarnessRun.run(["corpus", "check", "smoke", "--release", "2026.1"])
    #expect(run.status == 0, "\(run.errors)")
  }
}
