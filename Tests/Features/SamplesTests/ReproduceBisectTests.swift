import Foundation
import TestSupport
import Testing

/// Exit codes for `git bisect run`.
@Suite struct ReproduceBisectTests {
  private static let key = "qr-small/v2-m/upright/6/0"

  private func status(_ arguments: [String], in folder: String = HarnessRun.root) async throws
    -> Int32
  {
    try await HarnessRun.run(["reproduce", "--bisect"] + arguments, in: folder, input: nil).status
  }

  @Test func readIsZeroNotReadIsOneAndTheRestIs125() async throws {
    #expect(try await status([Self.key, "--decoder", "zbar"]) == 0)
    #expect(try await status([Self.key, "--decoder", "zbar", "--decoder", "null"]) == 1)
    // It reads no QR Codes; there is none of that name; there is no such sample.
    #expect(try await status([Self.key, "--decoder", "dmtx"]) == 125)
    #expect(try await status([Self.key, "--decoder", "zbarr"]) == 125)
    #expect(try await status(["qr-small/v9/upright/6/0", "--decoder", "zbar"]) == 125)
    let usual = try await HarnessRun.run(["reproduce", Self.key, "--decoder", "null"])
    #expect(usual.status == 0, "a sample that is not read is an answer")
  }

  /// A checkout whose decoder reads until its fifth commit, and whose third one does not start.
  @Test func gitFindsTheCommitFromWhichASampleIsNotRead() async throws {
    let scratch = try ScratchFolder()
    var script = "set -e; git init -q .; git config user.name x; git config user.email x@x\n"
    for (number, program) in ["zbar", "zbar", "gone", "zbar", "null", "null", "null"].enumerated() {
      try scratch.file(
        "\(number).yaml",
        "format: 1\nname: toy\ncommand: ['\(HarnessRun.binaries)/harness-decoder-\(program)']\n")
      script += "cp \(number).yaml plugin.yaml; git add plugin.yaml\n"
      script += "git commit --allow-empty -qm 'build \(number)'\n"
    }
    script += """
      git bisect start HEAD HEAD~6
      git bisect run harness reproduce \(Self.key) --plugin ./plugin.yaml --decoder toy --bisect
      """
    let told = try shell("exec 2>&1; export HOME=\(scratch.path); \(script)", in: scratch.path)
    #expect(told.contains("is the first bad commit") && told.contains("build 4"), "\(told)")
  }
}
