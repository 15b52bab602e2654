import DecoderKit
import Foundation
import PluginHost
import TestSupport
import Testing

/// The adapter for command-line readers, with a reader that acts as the test tells it.
@Suite(.serialized)
struct CommandAdapterTests {
  private static let image = GrayImage(width: 5, height: 4, filledWith: 255)

  /// The result of `body` with a plugin whose reader performs `act`; `changes` overrides settings.
  private func run<Outcome>(
    _ act: String, _ changes: [String: String],
    _ body: (WorkerSettings) async throws -> Outcome
  ) async throws -> Outcome {
    var settings = [
      "name": "reader", "library": "toy", "version": "'7'", "symbologies": "[qr-code]",
      "command": "[\(PluginRun.fixture("reader")), \(act), '{image}']", "nothing-found": "[4]",
    ]
    settings.merge(changes) { $1 }
    let folder = try ScratchFolder()
    let manifest = try folder.file(
      "plugin.yaml",
      """
      format: 1
      name: reader
      command: [python3, \(PluginRun.root.path)/Plugins/Command/command.py]
      settings:
        \(settings.map { "\($0.key): \($0.value)" }.joined(separator: "\n  "))
      """)
    // The worker works in the manifest's folder.
    let outcome = try await body(PluginRun.settings(of: manifest))
    withExtendedLifetime(folder) {}
    return outcome
  }

  private func attempt(
    _ act: String, _ changes: [String: String] = [:]
  ) async throws -> DecodeAttempt {
    try await run(act, changes) { try await PluginRun.decode([Self.image], with: $0)[0] }
  }

  @Test(
    arguments: [
      ("raw", [[0xC0, 10, 0]]), ("lines", [Array("one".utf8), Array("two".utf8)]),
      ("hex", [[0xC0, 10, 0], Array("AB".utf8)]),
    ] as [(String, [[UInt8]])])
  func outputBecomesReadingsByItsRule(rule: String, bytes: [[UInt8]]) async throws {
    let readings = try await attempt(rule, ["output": rule]).readings
    #expect(readings?.map(\.bytes) == bytes)
    // The manifest names only this symbology.
    #expect(readings?.allSatisfy { $0.symbology == .qrCode } == true)
  }

  @Test func regularExpressionsFindSymbologyAndDataInTheirGroups() async throws {
    let groups = #"(?:text=(?P<text>\S+)|hex=(?P<hex>\S+)|base64=(?P<base64>\S+))"#
    let attempt = try await attempt(
      "table",
      [
        "output": "regex", "pattern": #"'\[(?P<symbology>\S+)\] \#(groups)'"#,
        "names": "{QR: micro-qr-code, OTHER: ean-13}",
      ])
    let readings = try #require(attempt.readings)
    #expect(readings.map(\.symbology) == [.microQRCode, nil, .ean13])
    #expect(readings.map(\.bytes) == [Array("Hello".utf8), [0xC0, 0xC8], Array("Hi".utf8)])
  }

  @Test(arguments: [("png", "89504e47"), ("pgm", "50352035")])
  func theImageIsAFileInAFolderThatNobodyElseCanLookInto(format: String, start: String) async throws
  {
    let attempt = try await attempt("image", ["image": format])
    let bytes = try #require(attempt.readings?.first?.bytes)
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    #expect(words.dropLast() == ["image.\(format)", "0o700", Substring(start)])
    #expect(!FileManager.default.fileExists(atPath: String(words[3])))
  }

  @Test func nothingFoundIsNoFailureAndAFailureIsNotNothingFound() async throws {
    #expect(try await attempt("nothing").readings?.isEmpty == true)
    #expect(try await attempt("fails").failure?.hasSuffix("exited with code 3: no lamp") == true)
    #expect(
      try await attempt("broken-hex", ["output": "hex"]).failure?
        .hasPrefix("the output is not what the manifest says") == true)
  }

  @Test func theReadersDeathIsACrash() async throws {
    guard case .crashed(let ending, _) = try await attempt("dies").outcome else {
      Issue.record("no crash")
      return
    }
    #expect(ending == .signalled(Int(SIGSEGV)))
  }

  @Test(arguments: [
    ("outptu", "raw", "unknown key \"outptu\""), ("output", "words", "\"output\" is words"),
    ("output", "regex", "none of the groups text, base64 and hex"),
    ("pattern", "'('\n  output: regex", "is no regular expression"),
    ("image", "gif", "\"image\" is gif"), ("symbologies", "[]", "have no \"symbologies\""),
    (
      "command", "[no-such-program]\n  install: make it",
      "the program no-such-program is not there; install it with: make it"
    ),
  ])
  func settingsThatMakeNoSenseAreRefused(
    key: String, value: String, complaint: String
  ) async throws {
    let refusal = try await run("raw", [key: value]) { try await PluginRun.refusal(of: $0) }
    #expect(refusal?.message.contains(complaint) == true, "\(refusal?.message ?? "")")
  }
}
