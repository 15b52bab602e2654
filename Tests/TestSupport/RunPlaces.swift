import Foundation

/// The runs of the harness that may go on at the same time: four, and more while the processors have nothing to do.
///
/// Four runs that decode fill two cores, and deadlines pass on machines that are busier. Four that wait for a
/// deadline leave them idle.
package final class RunPlaces: Sendable {
  package static let shared = RunPlaces()

  private static let always = 4
  private static let most = 12

  private let state = NSCondition()
  private nonisolated(unsafe) var taken = 0
  private nonisolated(unsafe) var isIdle = false

  private init() {
    Thread.detachNewThread { [self] in
      var before = Self.times()
      while true {
        usleep(250_000)
        let now = Self.times()
        let (idle, all) = (now.idle - before.idle, now.all - before.all)
        before = now
        state.withLock {
          isIdle = all > 0 && Double(idle) > 0.3 * Double(all)
          // One more a look, so that what it does shows in the next one.
          if isIdle { state.signal() }
        }
      }
    }
  }

  /// Waits for a place.
  package func take() {
    state.withLock {
      while taken >= (isIdle ? Self.most : Self.always) { state.wait() }
      taken += 1
      isIdle = false
    }
  }

  /// Gives a place back.
  package func leave() {
    state.withLock {
      taken -= 1
      if taken < Self.always { state.signal() }
    }
  }

  /// The ticks in which the processors had nothing to do, and all ticks; 0 where the system does not tell.
  private static func times() -> (idle: Int, all: Int) {
    let line = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8))?.prefix { $0 != "\n" }
    let ticks = line?.split(separator: " ").dropFirst().compactMap { Int($0) } ?? []
    return (ticks.count > 4 ? ticks[3] + ticks[4] : 0, ticks.reduce(0, +))
  }
}
