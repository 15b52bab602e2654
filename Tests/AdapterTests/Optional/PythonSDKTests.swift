import DecoderKit
import Foundation
import PluginHost
import TestSupport
import Testing

/// The Python SDK, tested with a plugin that misbehaves behind it.
@Suite(.serialized, .waits)
struct PythonSDKTests {
  private static let image = GrayImage(width: 4, height: 3, filledWith: 200)

  /// The attempts of a plugin built on the SDK to decode images, acting as `act` tells it.
  private func attempts(
    _ act: String, _ images: [GrayImage] = [image], hints: DecodeHints = .none,
    options: [String: String] = [:]
  ) async throws -> [DecodeAttempt] {
    let options = options.merging(["act": act]) { $1 }
    let settings = try PluginRun.settings(
      of: PluginRun.fixture("sdk-plugin"), options: options)
    return try await PluginRun.decode(images, with: settings, hints: hints)
  }

  @Test func readingsArriveAsTheyWereMade() async throws {
    let image = try GrayImage(
      width: 2, height: 2, rowStride: 5, pixels: [1, 2, 0, 0, 0, 3, 4])
    let attempt = try await attempts("answer", [image])[0]
    let readings = try #require(attempt.readings)
    #expect(
      readings[0]
        == Reading(
          symbology: .qrCode, bytes: [1, 2, 3, 4], text: "text",
          corners: Corners(
            topLeft: Point(x: 1, y: 2), topRight: Point(x: 3.5, y: 2),
            bottomRight: Point(x: 3.5, y: 4), bottomLeft: Point(x: 1, y: 4))))
    // Text alone is sent as UTF-8.
    #expect(readings[1] == Reading(symbology: nil, bytes: Array("Grüße".utf8), text: "Grüße"))
    #expect(readings[2].bytes.isEmpty)
    #expect(attempt.wallNanoseconds > 0 && attempt.cpuNanoseconds >= 0)
  }

  @Test func whatIsPrintedCannotGetBetweenTheFrames() async throws {
    let outcomes = try await attempts("prints", [Self.image, Self.image])
    #expect(outcomes.map { $0.readings?.count } == [0, 0])
  }

  @Test func aLibraryMayOverwriteItsImage() async throws {
    let outcomes = try await attempts("overwrites", [Self.image, Self.image])
    #expect(outcomes.allSatisfy { $0.readings?.isEmpty == true && !$0.wasRetried })
  }

  @Test func whatADecoderRaisesIsAFailureOfOneImage() async throws {
    let black = GrayImage(width: 4, height: 3, filledWith: 0)
    let outcomes = try await attempts("raises", [Self.image, black])
    #expect(outcomes[0].failure?.hasPrefix("KeyError: 'gone' (") == true)
    #expect(outcomes[1].readings?.isEmpty == true)
    #expect(try await attempts("fails")[0].failure == "the lamp is off")
  }

  @Test func imagesWithoutPixelsAreRefusedByThoseThatNeedSome() async throws {
    let empty = GrayImage(width: 0, height: 5, filledWith: 0)
    let failure = try await attempts("fails", [empty])[0].failure
    #expect(failure == "an image of 0 × 5 pixels has nothing to read")
    #expect(try await attempts("answer", [empty])[0].readings?.first?.bytes.isEmpty == true)
  }

  @Test func cornersThatTheProtocolHasNoWordsForAreFailures() async throws {
    let notFinite = try await attempts("not-finite")[0].failure
    #expect(notFinite == "the adapter gave corners that are not numbers")
    let three = try await attempts("three-corners")[0].failure
    #expect(three == "the adapter gave 3 corners; a symbol has 4")
  }

  @Test func halfACharacterBecomesAQuestionMark() async throws {
    let text = try await attempts("surrogate")[0].readings?.first?.text
    #expect(text == "half a ? pair")
  }

  @Test func hintsArePassedOn() async throws {
    let hints = DecodeHints(symbologies: [.ean13, .gs1QRCode], maximumCount: 3)
    func said(_ hints: DecodeHints) async throws -> String? {
      try await attempts("hints", hints: hints)[0].readings?.first?.text
    }
    #expect(try await said(hints) == "ean-13,gs1-qr-code 3 False")
    #expect(try await said(.none) == "all None True")
  }

  @Test(arguments: [
    ([:], "[('act', 'options'), ('fast', True), ('passes', 2)]"),
    (["profile": "tuned"], "[('act', 'options'), ('fast', False), ('passes', 8)]"),
    (
      ["profile": "tuned", "passes": "-1", "fast": "ON"],
      "[('act', 'options'), ('fast', True), ('passes', -1)]"
    ),
    (["profile": "default"], "[('act', 'options'), ('fast', True), ('passes', 2)]"),
  ])
  func explicitOptionsWinOverTheProfilesAndThoseOverTheDefaults(
    options: [String: String], expected: String
  ) async throws {
    let text = try await attempts("options", options: options)[0].readings?.first?.text
    #expect(text == expected)
  }

  /// The refusals are those of the Swift SDK, word for word.
  @Test(arguments: [
    ["fasst": "true"], ["speed": "1"], ["passes": "9"], ["passes": "two"], ["passes": "1.0"],
    ["fast": "maybe"], ["act": "answr"], ["profile": "tunde"],
  ])
  func optionsThatItDoesNotKnowAreRefused(options: [String: String]) async throws {
    let fixture = PluginRun.fixture("sdk-plugin")
    let identity = try await PluginRun.identity(of: PluginRun.settings(of: fixture))
    let expected = #expect(throws: OptionError.self) {
      try DecoderOptions(resolving: options, for: identity)
    }
    let settings = try PluginRun.settings(of: fixture, options: options)
    let refusal = try await PluginRun.refusal(of: settings)
    #expect(refusal?.message.hasSuffix("says: \(expected?.description ?? "")") == true)
  }

  @Test func aMissingLibraryIsSaidWithTheWayToGetIt() async throws {
    let folder = try ScratchFolder()
    let sdk = PluginRun.root.path + "/Plugins/SDK/python"
    let plugin = try folder.file(
      "plugin",
      """
      #!/usr/bin/env python3
      import sys
      sys.path.insert(0, "\(sdk)")
      import harness_decoder

      class Missing(harness_decoder.Decoder):
          name = "missing"
          library = "none"
          install = "pip install no-such-module"

          @classmethod
          def load(cls):
              import no_such_module

      harness_decoder.main(Missing)
      """, isExecutable: true)
    let refusal = try await PluginRun.refusal(of: PluginRun.settings(of: plugin))
    #expect(refusal?.code == .unavailable)
    #expect(
      refusal?.message.hasSuffix(
        "says: No module named 'no_such_module'; install it with: pip install no-such-module")
        == true)
  }

  @Test func imageFilesAreWhatTheyShouldBe() async throws {
    let image = try GrayImage(
      width: 3, height: 2, rowStride: 4, pixels: [9, 8, 7, 0, 6, 5, 4])
    let files = try #require(try await attempts("png", [image])[0].readings)
    #expect(files[1].bytes == Array("P5 3 2 255\n".utf8) + [9, 8, 7, 6, 5, 4])
    // Another implementation reads the PNG file.
    let png = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
    defer { try? FileManager.default.removeItem(at: png) }
    try Data(files[0].bytes).write(to: png)
    #expect(try Self.run("pngtopnm '\(png.path)'").output == files[1].bytes.pnm)
  }

  /// The SDK promises to run on Python 3.9, which may be older than the machine's Python.
  @Test func theSDKIsWrittenInPython39WithoutDependencies() throws {
    let file = PluginRun.root.path + "/Plugins/SDK/python/harness_decoder.py"
    let check = """
      import ast, sys
      tree = ast.parse(open("\(file)").read(), feature_version=(3, 9))
      names = {alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names}
      sys.exit(len(names - set(sys.stdlib_module_names)))
      """
    #expect(try Self.run("python3 -c '\(check)'").status == 0)
  }

  @Test(arguments: [
    ("", 0), ("\\5\\0\\0\\0\\0\\0\\0\\0{}", 1), ("\\0\\0\\0\\0\\0\\0\\0\\0", 1),
    ("\\377\\377\\377\\377\\0\\0\\0\\0", 1), ("\\2\\0\\0\\0\\0\\0\\0\\040{}", 1),
    ("\\2\\0\\0\\0\\0\\0\\0\\0[]", 1), ("\\2\\0\\0\\0\\0\\0\\0\\0{}", 1),
  ])
  func theConversationsEndIsTheExitCode(input: String, code: Int32) throws {
    let plugin = PluginRun.fixture("sdk-plugin")
    let (status, output) = try Self.run("printf '\(input)' | '\(plugin)' 2>/dev/null")
    #expect(status == code)
    let said = String(decoding: output, as: UTF8.self)
    #expect(said.isEmpty == (code == 0))
    #expect(code == 0 || said.contains(#"{"type":"error","message":"the host "#), "\(said)")
  }

  private static func run(_ command: String) throws -> (status: Int32, output: [UInt8]) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, [UInt8](output))
  }
}

extension [UInt8] {
  /// A PGM file with its header as netpbm writes it.
  fileprivate var pnm: [UInt8] {
    guard let end = firstIndex(of: 10) else { return self }
    let header = String(decoding: self[..<end], as: UTF8.self).split(separator: " ")
    return Array("\(header[0])\n\(header[1]) \(header[2])\n\(header[3])\n".utf8)
      + self[(end + 1)...]
  }
}
