import Dispatch
import Foundation
import PluginHost
import ResultStore
import Synchronization

/// Turns Ctrl-C, TERM and a closed terminal into a request to stop; a second one ends the harness.
///
/// Workers are asked first: what they are decoding is worth a second. After that they are killed, so that
/// neither one that hangs nor one that never introduced itself keeps the run from ending.
struct Interrupts {
  /// The time for which workers may go on after a request to stop.
  private static let patience: DispatchTimeInterval = .seconds(1)
  private static let requested = Atomic<Bool>(false)

  /// True if one of the signals has come.
  static var isRequested: Bool { requested.load(ordering: .relaxed) }

  private let signals: [Int32]
  private let sources: [any DispatchSourceSignal]

  init(stopping stop: StopSignal) {
    let queue = DispatchQueue(label: "interrupts")
    signals = [SIGINT, SIGTERM, SIGHUP].filter { number in
      let previous = signal(number, SIG_IGN)
      // A signal that was ignored at the start, as nohup and background jobs of scripts do, stays
      // ignored.
      return unsafeBitCast(previous, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
    }
    sources = signals.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        if stop.isRequested {
          LiveProcesses.killAll()
          _exit(ExitStatus.interrupted.rawValue)
        }
        stop.request()
        Self.requested.store(true, ordering: .relaxed)
        StorePatience.end()
        queue.asyncAfter(deadline: .now() + Self.patience) { LiveProcesses.close() }
        printMessage("stopping; results so far are kept. Interrupt again to quit at once.")
      }
      source.resume()
      return source
    }
  }

  /// Restores the default effect of the signals.
  func end() {
    for source in sources { source.cancel() }
    for number in signals { signal(number, SIG_DFL) }
  }
}
