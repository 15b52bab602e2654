import Foundation
import Synchronization

/// The progress of work in steps on standard error: a line that is redrawn in place, or, where that is no
/// terminal, a line for each step.
package final class StepProgress: Sendable {
  private let isLive = isatty(STDERR_FILENO) == 1
  private let isQuiet: Bool
  private let shown = Mutex("")
  private let due = Mutex(ContinuousClock.now)

  package init(isQuiet: Bool = false) {
    self.isQuiet = isQuiet
  }

  /// Shows a step.
  package func show(_ text: String) {
    guard !isQuiet else { return }
    guard isLive else { return printMessage(text) }
    shown.withLock { last in
      writeToStandardError("\r\u{1B}[K\(text)")
      last = text
    }
  }

  /// Shows how much of a step is done: a line now and then is enough; in a log, one for each tenth.
  package func show(_ text: String, _ done: Int, of all: Int) {
    let isTenth = done * 10 / max(all, 1) != (done - 1) * 10 / max(all, 1)
    if isLive ? all < 200 || done % 20 == 0 || done == all : isTenth {
      show("\(text): \(done) of \(all)")
    }
  }

  /// Shows how far a long step is: a few times a second, and in a log now and then.
  package func showNow(_ text: @autoclosure () -> String) {
    let isDue = due.withLock { due in
      let now = ContinuousClock.now
      guard now >= due else { return false }
      due = now + .seconds(isLive ? 0.2 : Terminal.secondsBetweenLines)
      return true
    }
    if isDue { show(text()) }
  }

  /// Removes the line.
  package func end() {
    shown.withLock { last in
      if !last.isEmpty { writeToStandardError("\r\u{1B}[K") }
      last = ""
    }
  }
}
