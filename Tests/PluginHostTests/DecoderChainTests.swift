import Base
import PluginHost
import TestSupport
import Testing

/// Hostile plugins in a decoder chain: the failure of one must not affect the others.
@Suite struct DecoderChainTests {
  private func decode(_ plugins: [String]) async throws -> (words: String, attempt: DecodeAttempt) {
    let attempt = try await onThreadOfItsOwn {
      let team = DecoderChain(
        members: plugins.map { WorkerSettings.hostile($0) },
        health: DecoderHealth(givingUpAfter: 10), stop: StopSignal())
      defer { team.close() }
      return team.decode(Sample.black)
    }
    let words =
      switch attempt.outcome {
      case .readings(let readings): "readings \(readings.count)"
      case .failed: "failed"
      case .crashed: "crashed"
      case .timedOut: "timed out"
      default: "\(attempt.outcome)"
      }
    return (words, attempt)
  }

  @Test func theFirstThatReadsSettlesIt() async throws {
    // The second decoder would abort.
    let (words, attempt) = try await decode(["unknown-symbology", "aborts"])
    #expect(words == "readings 1")
    #expect(!attempt.wasRetried)
  }

  @Test func whoFindsNothingIsFollowedByTheNext() async throws {
    #expect(try await decode(["closes-stderr", "unknown-symbology"]).words == "readings 1")
    #expect(try await decode(["closes-stderr", "closes-stderr"]).words == "readings 0")
  }

  @Test func whoBreaksIsPassedOverIfAnotherReads() async throws {
    #expect(try await decode(["aborts", "unknown-symbology"]).words == "readings 1")
    #expect(try await decode(["reports-error", "unknown-symbology"]).words == "readings 1")
  }

  @Test func aBreakageIsWhatCameOfItIfNoneReads() async throws {
    #expect(try await decode(["closes-stderr", "aborts"]).words == "crashed")
    #expect(try await decode(["aborts", "reports-error"]).words == "crashed")
  }
}
