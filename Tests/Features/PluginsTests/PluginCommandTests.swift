import Foundation
import TestSupport
import Testing

/// The command `harness plugin`, run as on a command line.
@Suite struct PluginCommandTests {
  private func harness(
    _ arguments: [String], in folder: String = Package.root, environment: [String: String] = [:]
  ) async throws -> Finished {
    try await onThreadOfItsOwn {
      try Finished.run(["harness"] + arguments, in: folder, environment: environment)
    }
  }

  @Test func aCheckThatFailsSaysWhatWasSeenAndHowToMendItAndEndsWith1() async throws {
    let run = try await harness(
      ["plugin", "check", Package.plugin("any-version"), "--only", "handshake"])
    #expect(run.status == 1)
    #expect(run.output.contains("handshake  ..F...."))
    #expect(run.output.contains("FAILED protocol-version: the plugin refuses a version"))
    #expect(run.output.contains("\n  seen  it went on after a hello of version 99"))
    #expect(run.output.contains("\n  fix   Compare the hello's \"protocol\""))
    #expect(run.output.contains("broken (zbar 1): 6 passed, 1 failed in "))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func aDecoderIsCheckedByNameToo() async throws {
    let run = try await harness(["plugin", "check", "null", "--only", "ending", "--verbose"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("  passed   end-of-input"))
    #expect(run.output.contains("null (none 1): 3 passed in "))
  }

  @Test func theReportIsThereAsJSON() async throws {
    let run = try await harness(
      ["plugin", "check", "null", "--only", "unknown-option", "--json"])
    #expect(run.status == 0)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(json["schemaVersion"] as? Int == 1)
    #expect(run.output.hasPrefix("{\n  \"schemaVersion\" : 1,\n"))
    #expect(json["passed"] as? Int == 1)
    #expect(((json["checks"] as? [[String: Any]])?.first?["outcome"] as? String) == "passed")
  }

  @Test func whatCannotBeExaminedIsNoFailedCheck() async throws {
    let unavailable = try await harness(["plugin", "check", Package.plugin("unavailable")])
    #expect(unavailable.status == 2)
    #expect(unavailable.errors.contains("pip install toy"))
    let missing = try await harness(["plugin", "check", "./nowhere"])
    #expect(missing.status == 64)
    let unknown = try await harness(["plugin", "check", "nul"])
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("Did you mean \"null\"?"))
    let misspelt = try await harness(["plugin", "check", "null", "--only", "endings"])
    #expect(misspelt.status == 64)
    #expect(misspelt.errors.contains("Did you mean \"ending\"?"))
  }

  @Test func theListFitsAHundredColumnsInAPipeAndSaysWhyADecoderIsMissing() async throws {
    let run = try await harness(
      [
        "list", "decoders", "--full", "--plugin", Package.plugin("unavailable"), "--plugin",
        Package.plugin("good"),
      ])
    #expect(run.status == 0)
    #expect(run.output.contains("unavailable\n  because   the plugin"))
    #expect(run.output.contains("pip install toy"))
    #expect(run.output.contains("null  none 1  (takes part only when named)"))
    #expect(run.output.contains("  option    passes=2:"))
    #expect(run.output.contains("  reads     Code 128, EAN-13, QR Code"))
    for line in run.output.split(separator: "\n") where !line.contains("  found ") {
      #expect(line.count <= 100, "\(line)")
    }
    let same = try await harness(
      [
        "list", "decoders", "--verbose", "--plugin", Package.plugin("unavailable"), "--plugin",
        Package.plugin("good"),
      ])
    #expect(same.output == run.output)
  }

  @Test func theListIsShortWithWhatCanBeUsedFirst() async throws {
    let run = try await harness(
      ["list", "decoders", "--plugin", Package.plugin("unavailable")],
      environment: ["HARNESS_HTTP_READER": ""])
    let lines = run.output.split(separator: "\n").map(String.init)
    // One line each, with the optional decoders too where they are installed.
    #expect(run.status == 0 && lines.count < 30, "\(run.output)")
    let others = try #require(lines.firstIndex { $0.contains("Not available: ") })
    for name in ["dmtx", "null", "zbar", "zxing"] {
      #expect(
        lines[..<others].contains { $0.hasPrefix(name + " ") }, "\(name): \(run.output)")
    }
    #expect(lines.contains { $0.contains("Not available: ") && $0.contains("http") })
    #expect(lines.contains { $0.contains("pip install toy") }, "the reason of one that was named")
    #expect(run.output.contains("profile tuned") && !run.output.contains("  option "))
    #expect(lines.suffix(2).joined().contains("--full"))
  }

  @Test func theListIsOfThoseThatAreNamed() async throws {
    let run = try await harness(["list", "decoders", "null", "zbar"])
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count <= 40 && !run.output.contains("may read  "), "\(run.output)")
    #expect(lines.suffix(2).joined(separator: " ").contains("With --full: "))
    let full = try await harness(["list", "decoders", "zbar", "--full"]).output
    for label in ["found", "sandbox"] { #expect(full.contains("\n  \(label)  "), "\(full)") }
    #expect(full.contains(" Takes ") && !run.output.contains(" Takes "))
    let first = Set(lines.compactMap { $0.split(separator: " ").first })
    #expect(first.isSuperset(of: ["null", "zbar"]) && first.isDisjoint(with: ["dmtx", "zxing"]))
    let unknown = try await harness(["list", "decoders", "zbra"])
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("Did you mean \"zbar\"?"))
  }

  @Test func aNewPluginSaysWhatComesNextAndIsNotWrittenTwice() async throws {
    let folder = try ScratchFolder()
    let arguments = ["plugin", "new", "my-reader", "--language", "python"]
    let first = try await harness(arguments, in: folder.path)
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output.contains("harness plugin check ./my-reader/harness-decoder-my-reader"))
    #expect(folder.names() == ["my-reader"])
    let second = try await harness(arguments, in: folder.path)
    #expect(second.status == 64)
    #expect(second.errors.contains("my-reader already exists"))
    let bad = try await harness(
      ["plugin", "new", "My_Reader", "--language", "c"], in: folder.path)
    #expect(bad.status == 64)
    #expect(bad.errors.contains("how about my-reader?"))
    let language = try await harness(["plugin", "new", "x", "--language", "rust"], in: folder.path)
    #expect(language.status == 64)
    #expect(folder.names() == ["my-reader"])
  }
}
