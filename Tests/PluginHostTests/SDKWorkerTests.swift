import Base
import DecoderKit
import Foundation
import PluginHost
import TestSupport
import Testing

/// The worker side of the SDK, tested with the plugin that reads nothing.
@Suite(.serialized, .waits)
struct SDKWorkerTests {
  /// The executable of the null plugin, built with the tests into the same folder.
  private static let null = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appending(path: "harness-decoder-null").path

  @Test func theNullDecoderAnswersImagesOfEverySize() async throws {
    let settings = WorkerSettings(executable: Self.null)
    let (identity, outcomes) = try await onThreadOfItsOwn {
      let identity = try DecoderWorker.identify(settings)
      let health = DecoderHealth(givingUpAfter: 1)
      let worker = DecoderWorker(settings: settings, health: health, stop: StopSignal())
      defer { worker.close() }
      let sides = [0, 1, 100, 4000]
      return (
        identity,
        sides.map { side in
          let image = GrayImage(width: side, height: side, filledWith: 7)
          return summary(of: worker.decode(image).outcome)
        }
      )
    }
    #expect(identity.name == "null")
    #expect(outcomes == Array(repeating: "readings 0", count: 4))
  }

  @Test func optionsThatADecoderDoesNotKnowAreRefusedInItsWords() async throws {
    let settings = WorkerSettings(executable: Self.null, options: ["speed": "11"])
    let error = await #expect(throws: PluginError.self) {
      _ = try await onThreadOfItsOwn { try DecoderWorker.identify(settings) }
    }
    #expect(error?.message.contains("decoder \"null\" has no option \"speed\"") == true)
  }

  /// The process that writes the pipe has ended long before the last request is read.
  @Test func requestsPipedInFromAFileAreAnsweredToTheLast() async throws {
    let count = 200
    var requests = try frame(.hello(version: 1)) + frame(.configure(options: [:]))
    for id in 1...count {
      let request = DecodeRequest(id: id, width: 10, height: 10, rowStride: 10)
      requests += try frame(.decode(request), payload: [UInt8](repeating: 0, count: 100))
    }
    let (status, answers) = try await run("cat requests | '\(Self.null)' > answers", on: requests)
    #expect(status == 0)
    #expect(answers.count == count + 2)
    let ids = answers.compactMap { message -> Int? in
      guard case .result(let result) = message else { return nil }
      return result.id
    }
    #expect(ids == Array(1...count))
  }

  @Test func requestsThatCannotBeUnderstoodEndTheWorkerWithAnErrorAndACode() async throws {
    let bad: [[UInt8]] = [
      [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0, 0, 0x20, 0x7B, 0x7D],
      [2, 0, 0, 0, 0, 0, 0, 0, 0x7B, 0x7D], [5, 0, 0, 0, 0, 0, 0, 0, 0x7B],
      try frame(.hello(version: 2)),
    ]
    for requests in bad {
      let (status, answers) = try await run("'\(Self.null)' < requests > answers", on: requests)
      #expect(status == 1)
      guard case .error? = answers.last else {
        Issue.record("no error for \(requests.prefix(20))")
        continue
      }
    }
  }

  private func frame(_ message: HostMessage, payload: [UInt8] = []) throws -> [UInt8] {
    let header = message.header
    return try FramePrelude(headerLength: header.count, payloadLength: payload.count).bytes
      + header + payload
  }

  /// Runs a shell command in a folder with the requests and reads the answers that it writes there.
  private func run(
    _ command: String, on requests: [UInt8]
  ) async throws -> (status: Int32, answers: [PluginMessage]) {
    let folder = try TemporaryFolder()
    try Data(requests).write(to: URL(fileURLWithPath: folder.path + "/requests"))
    let status = try await onThreadOfItsOwn {
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      shell.arguments = ["-c", command]
      shell.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      shell.standardError = FileHandle.nullDevice
      try shell.run()
      shell.waitUntilExit()
      return shell.terminationStatus
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/answers"))
    var assembler = FrameAssembler()
    bytes.withUnsafeBytes { assembler.append($0) }
    var answers: [PluginMessage] = []
    while let header = try assembler.nextHeader() {
      answers.append(try PluginMessage(header: header))
    }
    return (status, answers)
  }
}
