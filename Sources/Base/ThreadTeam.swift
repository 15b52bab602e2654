import Dispatch
import Foundation
import Synchronization

/// Threads for work that blocks, such as waiting for worker processes; all of them start, or none does.
///
/// The cooperative pool has few threads, and Foundation's do not tell when the system has no more of them:
/// a run that waits for such a thread waits for ever.
package final class ThreadTeam: Sendable {
  /// The reason no threads were started.
  package struct Shortage: Error, CustomStringConvertible {
    package let description: String
  }

  private let gate = DispatchGroup()
  private let working = DispatchGroup()
  private let isComplete = Atomic<Bool>(false)

  /// Starts threads, each with its index, counted from 0.
  ///
  /// - Throws: ``Shortage`` if one of them cannot be started; the closure was not called then.
  package init(
    _ count: Int, _ body: @escaping @Sendable (Int) -> Void
  ) throws(Shortage) {
    gate.enter()
    defer { gate.leave() }
    for index in 0..<count {
      working.enter()
      let error = Self.start { [gate, working, self] in
        defer { working.leave() }
        gate.wait()
        if isComplete.load(ordering: .acquiring) { body(index) }
      }
      guard error == 0 else {
        working.leave()
        throw Shortage(
          description: "only \(index) of \(count) threads could be started: "
            + String(cString: strerror(error)) + "; take fewer --jobs")
      }
    }
    isComplete.store(true, ordering: .releasing)
  }

  /// Blocks until all threads have ended.
  package func wait() {
    working.wait()
  }

  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  /// Starts a thread that nobody joins. Returns 0, or an error's number.
  private static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let error = pthread_create(&thread, &attributes, threadBody, work.toOpaque())
    if error != 0 { work.release() }
    return error
  }

  fileprivate static func run(_ work: UnsafeMutableRawPointer) {
    Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
  }
}

#if canImport(Glibc)
  private func threadBody(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work { ThreadTeam.run(work) }
    return nil
  }
#else
  private func threadBody(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    ThreadTeam.run(work)
    return nil
  }
#endif
