import Base
import DecoderKit
import Foundation
import PluginHost
import TestSupport
import Testing

/// Images that travel while the one before them is decoded.
@Suite struct RequestsAheadTests {
  /// The ways in which the fixture `takes-ahead` treats an image.
  private enum Way: UInt8 {
    case answers, awaitsTheNext, aborts, hangs, answersAnother, fails, exits, isSlow, isAlone
  }

  private struct Course {
    var attempts: [DecodeAttempt]
    /// The images' numbers, in the order in which processes took them up.
    var numbers: [Int]
    var processes: Int

    /// The outcomes in short: a reading's number, or the way in which it ended.
    var words: [String] {
      attempts.map { attempt in
        switch attempt.outcome {
        case .readings(let readings): readings.map { "\($0.bytes[0])" }.joined()
        case .failed(let reason, _): reason.contains("not this one") ? "failed" : "breach"
        case .crashed: "crashed"
        case .timedOut: "timed out"
        case .givenUp: "given up"
        case .lost, .stopped, .notStarted: "not tried"
        }
      }
    }
  }

  /// Gives a worker images that are numbered from 0.
  private func course(
    _ ways: [Way], from plugin: String = "takes-ahead", deadlineMilliseconds: Int = 20_000,
    deaths: Int = 100
  ) async throws -> Course {
    let notes = try ProcessNotes()
    let settings = WorkerSettings.hostile(
      plugin, notes: notes, decodeMilliseconds: deadlineMilliseconds)
    let attempts = try await onThreadOfItsOwn {
      let worker = DecoderWorker(
        settings: settings, health: DecoderHealth(givingUpAfter: deaths), stop: StopSignal())
      defer { worker.close() }
      return worker.decode(
        try ways.enumerated().map { number, way in
          let pixels = [UInt8(number), way.rawValue] + [UInt8](repeating: 255, count: 30_000)
          return PendingDecode(try GrayImage(width: 200, height: 150, pixels: pixels))
        })
    }
    #expect(notes.survivors() == [])
    let numbers = try? String(contentsOfFile: notes.path + "-numbers", encoding: .utf8)
    return Course(
      attempts: attempts, numbers: numbers?.split(separator: "\n").compactMap { Int($0) } ?? [],
      processes: notes.all.count)
  }

  @Test func theNextImageIsThereBeforeTheAnswerToTheLast() async throws {
    let ways = Array(repeating: Way.awaitsTheNext, count: 12) + [.answers]
    let course = try await course(ways)
    #expect(course.words == ways.indices.map { "\($0)" })
    #expect(course.numbers == Array(ways.indices))
    #expect(course.processes == 1)
  }

  @Test func aPluginOfTheFirstVersionGetsOneImageAtATime() async throws {
    let ways = Array(repeating: Way.isAlone, count: 4)
    let course = try await course(ways, from: "takes-nothing-ahead")
    #expect(course.words == ["0", "1", "2", "3"])
    #expect(course.processes == 1)
  }

  @Test(arguments: ["takes-ahead", "takes-nothing-ahead"])
  func whatEndsInMidPipelineLosesNothingAndCountsNothingTwice(plugin: String) async throws {
    let ways: [Way] = [
      .answers, .aborts, .answers, .answersAnother, .exits, .answers, .fails, .hangs, .answers,
      .answers, .answers, .aborts,
    ]
    let course = try await course(ways, from: plugin, deadlineMilliseconds: 700)
    #expect(
      course.words == [
        "0", "crashed", "2", "breach", "crashed", "5", "failed", "timed out", "8", "9", "10",
        "crashed",
      ])
    // Fatal images are tried twice, and every other one once, in order.
    #expect(course.numbers == [0, 1, 1, 2, 3, 3, 4, 4, 5, 6, 7, 7, 8, 9, 10, 11, 11])
    #expect(course.attempts.map(\.wasRetried) == course.words.map { !isAnswer($0) })
    // A process for the first image, and one after each death.
    #expect(course.processes == 10)
  }

  private func isAnswer(_ word: String) -> Bool { Int(word) != nil || word == "failed" }

  @Test func anImagesTimeBeginsWithTheAnswerToTheOneBeforeIt() async throws {
    let course = try await course(
      Array(repeating: .isSlow, count: 5), deadlineMilliseconds: 2000)
    #expect(course.words == ["0", "1", "2", "3", "4"])
    #expect(course.attempts.allSatisfy { $0.exchangeNanoseconds < 2_000_000_000 })
  }

  @Test func aDecoderThatDiesTooOftenIsGivenUpInMidPipeline() async throws {
    let ways: [Way] = [.answers, .aborts, .aborts, .answers, .answers]
    let course = try await course(ways, deaths: 2)
    #expect(course.words == ["0", "crashed", "crashed", "given up", "given up"])
    #expect(course.numbers == [0, 1, 1, 2, 2])
  }

  @Test func decodeTimesOfAnswersThatComeTogetherFitIntoTheTimeThatPassed() async throws {
    let attempts = try await onThreadOfItsOwn {
      let worker = DecoderWorker(
        settings: .hostile("claims-much"), health: DecoderHealth(givingUpAfter: 1),
        stop: StopSignal())
      defer { worker.close() }
      let start = ContinuousClock.now
      let attempts = worker.decode(Array(repeating: PendingDecode(Sample.white), count: 40))
      return (attempts, ContinuousClock.now - start)
    }
    let claimed = attempts.0.reduce(0) { $0 + $1.wallNanoseconds }
    #expect(claimed > 0)
    #expect(claimed <= Int(attempts.1 / .nanoseconds(1)))
    #expect(attempts.0.allSatisfy { $0.wallNanoseconds >= 0 })
  }
}
