import Foundation
import Testing

/// Runs the tests of a suite on a few threads of their own.
///
/// They wait for processes. The cooperative pool, where all other tests run, has one thread a core: two tests
/// that wait there stop everything on two cores.
package struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingExecutor.shared, operation: function)
  }
}

extension Trait where Self == WaitingTrait {
  /// Tests that wait for processes without giving up their thread.
  package static var waits: Self { WaitingTrait() }
}

/// Threads for tests that wait: as many as cores can be waited for beside the tests that compute.
private final class WaitingExecutor: TaskExecutor {
  static let shared = WaitingExecutor()

  private let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 10
    return queue
  }()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
