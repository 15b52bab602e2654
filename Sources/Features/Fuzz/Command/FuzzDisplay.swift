import Console
import Dispatch
import Foundation

/// The progress of fuzzing on standard error: one line that is redrawn in place, or, where that is no
/// terminal, a line now and then.
final class FuzzDisplay {
  private let queue = DispatchQueue(label: "progress")
  private let timer: any DispatchSourceTimer
  private let isLive: Bool

  init(_ run: FuzzRun, _ plan: FuzzPlan, allowsColor: Bool) {
    let isLive = isatty(STDERR_FILENO) == 1 && Terminal.isCapable
    self.isLive = isLive
    let interval = isLive ? 0.2 : Terminal.secondsBetweenLines
    let start = ContinuousClock.now
    let (label, limit) = (plan.decoder.label, plan.limit.map { $0 / .seconds(1) })
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + interval, repeating: interval)
    timer.setEventHandler {
      let line = FuzzWording.progress(
        run.progress, of: label, elapsedSeconds: (ContinuousClock.now - start) / .seconds(1),
        limitSeconds: limit, Terminal.style(of: STDERR_FILENO, allowsColor: allowsColor))
      isLive ? writeToStandardError("\r\u{1B}[K" + line) : printMessage(line)
    }
    timer.resume()
  }

  /// Removes the line, so that the table stands alone.
  func end() {
    timer.cancel()
    let isLive = isLive
    queue.sync { if isLive { writeToStandardError("\r\u{1B}[K") } }
  }
}
