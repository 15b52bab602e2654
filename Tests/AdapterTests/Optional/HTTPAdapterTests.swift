import DecoderKit
import Foundation
import PluginHost
import TestSupport
import Testing

/// The adapter for readers behind a URL, with a server on this machine.
@Suite(.serialized, .waits)
struct HTTPAdapterTests {
  private static let image = GrayImage(width: 5, height: 4, filledWith: 255)

  /// A server that runs as long as the test.
  private final class Server {
    let port: Int
    private let process = Process()
    private let input = Pipe()

    init() throws {
      let output = Pipe()
      process.executableURL = URL(filePath: PluginRun.fixture("server"))
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
        throw DecoderError("the server says \(line)")
      }
      self.port = port
    }

    deinit {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
  }

  private func run<Outcome>(
    _ settings: String, _ environment: [String: String] = [:],
    _ body: (WorkerSettings) async throws -> Outcome
  ) async throws -> Outcome {
    let folder = try ScratchFolder()
    let manifest = try folder.file(
      "plugin.yaml",
      """
      format: 1
      needs: [network]
      name: server
      command: [python3, \(PluginRun.root.path)/Plugins/HTTP/reader.py]
      environment: [\(environment.keys.sorted().joined(separator: ", "))]
      settings:
        name: server
        symbologies: [qr-code, ean-13]
        \(settings.replacing("\n", with: "\n  "))
      """)
    var surroundings = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    surroundings["HARNESS_PLUGIN_ENVIRONMENT"] = environment.keys.joined(separator: ",")
    let outcome = try await body(
      PluginRun.settings(of: manifest, environment: surroundings))
    withExtendedLifetime(folder) {}
    return outcome
  }

  private func attempts(
    _ settings: String, _ environment: [String: String] = [:], images: Int = 1
  ) async throws -> [DecodeAttempt] {
    try await run(settings, environment) {
      try await PluginRun.decode(Array(repeating: Self.image, count: images), with: $0)
    }
  }

  @Test func resultsAreFoundAtThePathsOfTheManifest() async throws {
    let server = try Server()
    let settings = """
      url: http://127.0.0.1:\(server.port)/read?fast=1
      headers: {Authorization: "Bearer {env:TOKEN}"}
      results: data[0].results
      text: value.text
      hex: value.bytes
      symbology: kind
      corners: at
      names: {QR: qr-code}
      """
    let attempt = try await attempts(settings, ["TOKEN": "granted"])[0]
    let readings = try #require(attempt.readings)
    #expect(readings.map(\.symbology) == [.qrCode, .ean13])
    #expect(readings[0].text == "image/png Bearer granted")
    #expect(readings[0].bytes == [0x89, 0x50, 0x4E, 0x47])
    #expect(readings[0].corners?.error(from: [(1, 2), (3, 2), (3, 4), (1, 4)]) == 0)
    #expect(readings[1] == Reading(symbology: .ean13, bytes: Array("Grüße".utf8), text: "Grüße"))
  }

  @Test func imagesCanBePostedAsAFormsFile() async throws {
    let server = try Server()
    let settings = """
      url: http://127.0.0.1:\(server.port)/multipart
      body: multipart
      field: photo
      image: pgm
      results: barcodes
      text: text
      """
    let text = try await attempts(settings)[0].readings?.first?.text
    #expect(text == #"True name="photo""#)
  }

  @Test func nothingFoundIsAnEmptyListAndTheConnectionMayClose() async throws {
    let server = try Server()
    let settings = "url: http://127.0.0.1:\(server.port)/closes\nresults: barcodes\ntext: text"
    let outcomes = try await attempts(settings, images: 3)
    #expect(outcomes.map { $0.readings?.count } == [0, 0, 0])
  }

  @Test(arguments: [
    ("/redirect", "barcodes", "the server answered 302"),
    ("/broken", "barcodes", "the server answered 500"),
    ("/page", "barcodes", "the server's answer is no JSON"),
    ("/empty", "codes", "\"codes\" is no list in the answer"),
  ])
  func whatIsNoAnswerIsAFailure(path: String, results: String, complaint: String) async throws {
    let server = try Server()
    let settings = "url: http://127.0.0.1:\(server.port)\(path)\nresults: \(results)\ntext: text"
    let failure = try await attempts(settings)[0].failure
    #expect(failure?.hasPrefix(complaint) == true, "\(failure ?? "")")
  }

  @Test func aServerThatIsNotThereIsAFailureOfEachImage() async throws {
    let port = try Server().port
    let settings = "url: http://127.0.0.1:\(port)/\nresults: barcodes\ntext: text"
    let failures = try await attempts(settings, images: 2).map(\.failure)
    #expect(failures.allSatisfy { $0?.contains("127.0.0.1:\(port) does not answer") == true })
  }

  @Test(arguments: [
    ("url: file:///etc/passwd\ntext: t", "is no URL that starts with http:// or https://"),
    ("url: ftp://127.0.0.1/\ntext: t", "is no URL that starts with http:// or https://"),
    ("url: 'http:///x'\ntext: t", "is no URL that starts with http:// or https://"),
    ("text: t", "the manifest's settings have no \"url\""),
    ("url: http://127.0.0.1/", "none of \"text\", \"base64\" and \"hex\""),
    ("url: http://127.0.0.1/\ntext: t\nbody: form", "\"body\" is form; it is raw or multipart"),
    ("url: http://127.0.0.1/\ntext: t\nrusults: x", "unknown key \"rusults\""),
    (
      "url: http://127.0.0.1/\ntext: t\nheaders: {A: '{env:HARNESS_NO_SUCH}'}",
      "the environment variable HARNESS_NO_SUCH is not set"
    ),
  ])
  func settingsThatMakeNoSenseAreRefused(settings: String, complaint: String) async throws {
    let refusal = try await run(settings) { try await PluginRun.refusal(of: $0) }
    #expect(refusal?.message.contains(complaint) == true, "\(refusal?.message ?? "")")
  }

  @Test func theOneThatShipsWaitsForItsURL() async throws {
    var environment = ProcessInfo.processInfo.environment
    environment["HARNESS_HTTP_READER"] = nil
    let closed = try PluginRun.settings(of: "http", environment: environment)
    let refusal = try await PluginRun.refusal(of: closed)
    #expect(refusal?.message.contains("environment variable HARNESS_HTTP_READER") == true)
    let server = try Server()
    environment["HARNESS_HTTP_READER"] = "http://127.0.0.1:\(server.port)/"
    let open = try PluginRun.settings(of: "http", environment: environment)
    #expect(try await PluginRun.decode([Self.image], with: open)[0].readings?.isEmpty == true)
  }
}
