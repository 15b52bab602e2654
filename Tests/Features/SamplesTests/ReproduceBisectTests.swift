import DecoderKit
import Foundation
import Images
import TestSupport
import Testing

/// Exit codes for `git bisect run`.
@Suite(.waits) struct ReproduceBisectTests {
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

  /// A decoder that fails by itself tells nothing of an image that a hunt kept; one that dies of it misses it.
  @Test func ofAKeptImageOnlyAnAnswerACrashAndATimeoutTell() async throws {
    let scratch = try ScratchFolder()
    try PNG.write(
      GrayImage(width: 8, height: 8, pixels: Array(repeating: 255, count: 64)),
      path: scratch.path + "/kept.png")
    try scratch.file(
      "kept.json",
      """
      {"schemaVersion": 1, "decoder": "planted", "library": "none", "libraryVersion": "1", "options": {},
       "decodedPart": {"x": 0, "y": 0, "width": 8, "height": 8}, "reproduce": "",
       "unread": [{"symbology": "qr-code", "bytes": "QQ=="}]}
      """)
    for (answer, status) in [
      ("send(message, readings=[])", 1), ("send(message, readings='none')", 125),
      ("os.abort()", 1), ("time.sleep(60)", 1),
    ] {
      try scratch.plantedPlugin(answer)
      let told = try await self.status(
        ["kept.json", "--plugin", "./harness-decoder-planted", "--timeout", "500ms"],
        in: scratch.path)
      #expect(told == status, "\(answer)")
    }
    try scratch.file("harness-decoder-planted", "#!/bin/sh\nexit 3\n")
    let silent = ["kept.json", "--plugin", "./harness-decoder-planted"]
    #expect(try await status(silent, in: scratch.path) == 125)
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

extension ScratchFolder {
  /// Makes a plugin that runs a line of Python for each image.
  fileprivate func plantedPlugin(_ line: String) throws {
    let file = try file(
      "harness-decoder-planted",
      """
      #!/usr/bin/env -S python3 -S
      import json, os, struct, sys, time
      incoming, outgoing = sys.stdin.buffer, sys.stdout.buffer
      def write(message):
        text = json.dumps(message).encode()
        outgoing.write(struct.pack("<II", len(text), 0) + text)
        outgoing.flush()
      def send(message, readings):
        write({"type": "result", "id": message["id"], "readings": readings, "wallNanoseconds": 1,
               "cpuNanoseconds": 1})
      while True:
        prelude = incoming.read(8)
        if len(prelude) < 8: sys.exit(0)
        header, payload = struct.unpack("<II", prelude)
        message, pixels = json.loads(incoming.read(header)), incoming.read(payload)
        if message["type"] == "hello":
          write({"type": "hello", "protocol": 1, "name": "planted", "library": "none",
                 "libraryVersion": "1", "symbologies": ["qr-code"]})
        elif message["type"] == "configure": write({"type": "ready"})
        else: \(line)

      """)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
  }
}
