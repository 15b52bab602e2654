import Base
import DecoderKit
import TestSupport
import Testing

@testable import PluginHost

/// A machine that is busy with something else is no fault of a decoder.
@Suite struct ProcessorQueueTests {
  private func outcome(firstPixel: UInt8) async throws -> String {
    let settings = WorkerSettings.hostile("queues", decodeMilliseconds: 1000)
    return try await onThreadOfItsOwn {
      let worker = DecoderWorker(
        settings: settings, health: DecoderHealth(givingUpAfter: 100), stop: StopSignal())
      defer { worker.close() }
      let image = GrayImage(width: 20, height: 20, filledWith: firstPixel)
      return summary(of: worker.decode([PendingDecode(image)])[0].outcome)
    }
  }

  @Test func whatQueuesForAProcessorHasTimeToAnswer() async throws {
    #expect(try await outcome(firstPixel: 0) == "readings 0")
  }

  @Test func whatSleepsOnABusyMachineTimesOut() async throws {
    #expect(try await outcome(firstPixel: 1) == "timed out")
  }
}
