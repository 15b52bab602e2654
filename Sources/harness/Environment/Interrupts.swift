import Dispatch
import Foundation
import PluginHost

/// Turns Ctrl-C, TERM and a closed terminal into a request to stop; a second one ends the harness.
///
/// Workers live in process groups of their own and end when the harness's end of their pipes does.
struct Interrupts {
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
