import Base
import Dispatch
import Foundation
import PluginHost
import ResultStore
import Synchronization

/// The end of a pipe that the handler of signals writes to; -1 if there is none.
private nonisolated(unsafe) var signalled: Int32 = -1

/// Turns Ctrl-C, Ctrl-\, TERM and a closed terminal into a request to stop; a second one ends the harness.
///
/// Workers are asked first: what they are decoding is worth a second. After that they are killed, so that
/// neither one that hangs nor one that never introduced itself keeps the run from ending.
///
/// A handler writes to a pipe and a queue reads it: from the first moment on, a signal either ends the
/// harness or is heard. (Sources of Dispatch are registered later, by another thread; a signal before that
/// is lost.) Where there is no descriptor left for a pipe, signals end the harness.
package struct Interrupts {
  /// The time for which workers may go on after a request to stop.
  private static let patience: DispatchTimeInterval = .seconds(1)
  private static let requested = Atomic<Bool>(false)

  /// True if one of the signals has come.
  package static var isRequested: Bool { requested.load(ordering: .relaxed) }

  private let source: (any DispatchSourceRead)?

  package init(stopping stop: StopSignal) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      source = nil
      return
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    signalled = ends[1]
    let queue = DispatchQueue(label: "interrupts")
    let source = DispatchSource.makeReadSource(fileDescriptor: ends[0], queue: queue)
    source.setEventHandler { [reading = ends[0]] in
      var numbers = [UInt8](repeating: 0, count: 64)
      let count = read(reading, &numbers, numbers.count)
      // Those of one kind that came together are one request: a closed terminal sends two.
      for _ in Set(numbers.prefix(max(count, 0))) { Self.answer(stop, on: queue) }
    }
    source.setCancelHandler { [ends] in
      for end in ends { close(end) }
    }
    source.resume()
    self.source = source
    Self.unblock(Self.handle(with: Self.hear))
  }

  /// Asks for a stop, or ends the harness if that has been done.
  private static func answer(_ stop: StopSignal, on queue: DispatchQueue) {
    if stop.isRequested {
      LiveProcesses.killAll()
      printSurvivors()
      _exit(ExitStatus.interrupted.rawValue)
    }
    stop.request()
    requested.store(true, ordering: .relaxed)
    StorePatience.end()
    queue.asyncAfter(deadline: .now() + patience) { LiveProcesses.close() }
    printMessage("stopping; results so far are kept. Interrupt again to quit at once.")
  }

  /// Lets signals end the harness with a word, where there is nothing to be kept: before
  /// ``init(stopping:)`` and after ``end()``.
  package static func answerBriefly() { _ = handle(with: sayAndEnd) }

  /// Sets the handler of the signals, and returns those that it is for.
  ///
  /// A signal that was ignored at the start, as nohup and background jobs of scripts do, stays ignored.
  private static func handle(with handler: @escaping @convention(c) (Int32) -> Void) -> [Int32] {
    [SIGINT, SIGQUIT, SIGTERM, SIGHUP].filter { number in
      let previous = signal(number, handler)
      let isIgnored = unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      if isIgnored { signal(number, SIG_IGN) }
      return !isIgnored
    }
  }

  /// A handler that ends the harness.
  private static let sayAndEnd: @convention(c) (Int32) -> Void = { _ in
    let word: StaticString = "harness: interrupted\n"
    _ = write(STDERR_FILENO, word.utf8Start, word.utf8CodeUnitCount)
    _exit(130)
  }

  /// A handler that passes the signals on: `write` and `errno` are all that it may touch.
  private static let hear: @convention(c) (Int32) -> Void = { number in
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(signalled, &byte, 1)
    errno = before
  }

  /// Lets the signals through to this thread: a harness may be started by one that blocks them, as the
  /// threads of Dispatch do.
  private static func unblock(_ signals: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in signals { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Lets signals end the harness again.
  package func end() {
    Self.answerBriefly()
    signalled = -1
    source?.cancel()
  }
}
