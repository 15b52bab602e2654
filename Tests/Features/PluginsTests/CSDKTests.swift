import Base
import DecoderKit
import Foundation
import PluginHost
import TestSupport
import Testing

@testable import Plugins

/// The SDK for C, with sanitizers if the compiler has them, compared with the harness's parsing.
@Suite(.waits) struct CSDKTests {
  /// Executables built once, in a folder that lives as long as the tests.
  private struct Build: Sendable {
    var every: String
    var mutations: String
    var complaints: String
  }

  private static let folder = try? ScratchFolder()

  private static let build: Build? = {
    guard let folder else { return nil }
    let sources = Package.root + "/Tests/Features/PluginsTests/Plugins/c"
    let sdk = Package.root + "/Plugins/SDK/c"
    var complaints = ""
    func compile(_ arguments: [String], to name: String) -> String? {
      let strict = ["-std=c11", "-Wall", "-Wextra", "-pedantic", "-Wshadow", "-g", "-pthread"]
      for sanitizers in [["-fsanitize=address,undefined"], []] {
        let command =
          ["cc"] + strict + sanitizers + ["-I", sdk] + arguments
          + ["-o", folder.path + "/" + name, "-lm"]
        guard let run = try? Finished.run(command, in: "/") else { return nil }
        complaints = run.errors
        if run.status == 0 { return folder.path + "/" + name }
      }
      return nil
    }
    guard
      let every = compile([sources + "/every.c", sdk + "/harness_decoder.c"], to: "every"),
      let mutations = compile(
        ["-Wno-unused-function", "-Wno-unused-variable", sources + "/mutations.c"], to: "mutations")
    else { return nil }
    return Build(every: every, mutations: mutations, complaints: complaints)
  }()

  private func answers(
    to pixels: [UInt8], options: [String: String] = [:], hints: DecodeHints = .none
  ) async throws -> [DecodeAttempt.Outcome] {
    let settings = WorkerSettings(
      executable: try #require(Self.build?.every), options: options,
      decodeDeadlineNanoseconds: 30_000_000_000, startDeadlineNanoseconds: 30_000_000_000)
    return try await onThreadOfItsOwn {
      let worker = DecoderWorker(
        settings: settings, health: DecoderHealth(givingUpAfter: 100), stop: StopSignal())
      defer { worker.close() }
      return pixels.map {
        worker.decode(GrayImage(width: 5, height: 3, filledWith: $0), hints: hints).outcome
      }
    }
  }

  private func readings(
    _ pixel: UInt8, options: [String: String] = [:], hints: DecodeHints = .none
  ) async throws -> [Reading] {
    let outcome = try await answers(to: [pixel], options: options, hints: hints).first
    guard case .readings(let readings)? = outcome else {
      Issue.record("\(String(describing: outcome))")
      return []
    }
    return readings
  }

  private func failure(_ pixel: UInt8) async throws -> String? {
    guard case .failed(let reason, _)? = try await answers(to: [pixel]).first else { return nil }
    return reason
  }

  @Test func itCompilesWithoutAWarning() throws {
    #expect(try #require(Self.build).complaints.isEmpty)
  }

  @Test func theParserWithstandsMutations() async throws {
    let mutations = try #require(Self.build?.mutations)
    let run = try await onThreadOfItsOwn { try Finished.run([mutations], in: "/") }
    #expect(run.status == 0, "\(run.output) \(run.errors.suffix(2000))")
  }

  @Test func itPassesTheKit() async throws {
    let report = try await examine(try #require(Self.build?.every))
    #expect(report.objections.isEmpty)
    #expect(report.passed >= 25)
  }

  @Test func bytesOfEveryValueAndCountArrive() async throws {
    let expected = [0, 1, 2, 3, 4, 5, 256].map { count in (0..<count).map { UInt8($0) } }
    #expect(try await readings(1).map(\.bytes) == expected)
    #expect(try await readings(1).allSatisfy { $0.symbology == .code128 && $0.text == nil })
  }

  @Test func textArrivesAsItIsAndIsLeftOutWhereItIsNone() async throws {
    let text = "\"quoted\" \\ \u{1}\u{1F}\u{7F} tab\té点😀"
    let good = try await readings(2)
    #expect(good.map(\.text) == [text])
    #expect(good.map(\.bytes) == [Array(text.utf8)])
    let bad = try await readings(3)
    #expect(bad.map(\.text) == [nil])
    #expect(bad.first?.bytes.contains(0xE9) == true)
  }

  @Test func failuresAreSentencesAndTheNextImageWorks() async throws {
    #expect(try await failure(4) == "the \"library\" has 3\nfaults")
    #expect(try await failure(5)?.contains("not numbers") == true)
    let outcomes = try await answers(to: [4, 5, 7, 10, 0])
    guard case .readings(let last)? = outcomes.last else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(last.isEmpty)
  }

  @Test func cornersKeepEveryDigit() async throws {
    let corners = try #require(try await readings(6).first?.corners)
    #expect(
      corners.points
        == [(0.1, -2.5), (1e-300, 3), (1.0 / 3, 12345678.875), (4, 5)].map {
          Point(x: $0.0, y: $0.1)
        })
  }

  @Test func factsArriveWithTheReadingThatWasAddedLast() async throws {
    let seen = try await readings(12)
    #expect(seen.map(\.text) == ["unknown", "all", "none"])
    #expect(
      seen.map(\.facts) == [
        .unknown,
        ReadingFacts(
          identifier: SymbologyIdentifier("]Q1"),
          interpretations: [.init(offset: 0, number: 9), .init(offset: 2, number: 26)],
          losses: [.charset, .data]),
        ReadingFacts(
          identifier: SymbologyIdentifier("]d2"), interpretations: [], losses: [.separators]),
      ])
    #expect(try await failure(13) == "the adapter gave facts before any reading")
  }

  @Test func whatTheLibraryPrintsTouchesNoFrame() async throws {
    #expect(try await readings(7).isEmpty)
  }

  @Test func hintsArrive() async throws {
    let none = try await readings(8)
    #expect(none.map(\.text) == ["-1"])
    let hints = DecodeHints(symbologies: [.qrCode, .ean13], maximumCount: 3)
    let some = try await readings(8, hints: hints)
    #expect(some.map(\.text) == ["ean-13", "qr-code", "3"])
    let empty = try await readings(8, hints: DecodeHints(symbologies: []))
    #expect(empty.map(\.text) == ["-1"])
  }

  @Test(arguments: [
    ([:], "0 2 one"),
    (["profile": "tuned"], "1 8 one"),
    (["profile": "tuned", "number": "-5", "word": "two"], "1 -5 two"),
    (["flag": "YES", "profile": "default"], "1 2 one"),
  ])
  func explicitOptionsWinOverProfilesOverDefaults(options: [String: String], seen: String)
    async throws
  {
    #expect(try await readings(9, options: options).map(\.text) == [seen])
  }

  @Test(arguments: [
    (["numbr": "3"], "no option \"numbr\". Its options: flag, number, word."),
    (["number": "21"], "a whole number from -5 to 20"), (["number": "3x"], "cannot be \"3x\""),
    (["number": " 3"], "cannot be \" 3\""), (["word": "three"], "one of one, two"),
    (["flag": "maybe"], "true or false"), (["profile": "fast"], "Its profiles: default, tuned."),
    (["number": "13"], "unavailable: 13 brings no luck"),
  ])
  func whatCannotBeMeantIsRefused(options: [String: String], reason: String) async throws {
    let every = try #require(Self.build?.every)
    let error = await #expect(throws: PluginError.self) {
      try await onThreadOfItsOwn {
        _ = try DecoderWorker.identify(WorkerSettings(executable: every, options: options))
      }
    }
    #expect(error?.message.contains(reason) == true, "\(String(describing: error))")
  }

  @Test func anAnswerThatFitsNoFrameIsSaidToBeSo() async throws {
    #expect(try await failure(11)?.contains("does not fit a frame") == true)
  }
}
