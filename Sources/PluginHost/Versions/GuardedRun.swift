import Base
import Foundation

/// A finished run of a program that a manifest names or that a release is installed with, such as pip.
///
/// It runs under the guard, as plugins do: it ends with all that it started, however it got loose, also when the
/// harness is killed. What it prints is read as it comes, and no more of it is kept than was asked for.
struct GuardedRun {
  /// The ends of a run.
  enum Ending: Equatable {
    /// The program ended by itself, or was ended for its memory or its tasks.
    case ended(WorkerEnding)
    /// It took too long, and was ended.
    case timedOut
    /// It was no longer wanted, and was ended.
    case stopped
    /// It printed more than was to be read, and was ended.
    case printedTooMuch
  }

  /// The uses of what a program prints on standard output.
  enum Output {
    /// All of it, up to a number of bytes: one that prints more is ended.
    case whole(most: Int)
    /// The last kilobytes of it, however much it prints.
    case tail
    /// Nothing is kept: it goes to this process's own, and so does standard error.
    case passedOn
  }

  let ending: Ending
  /// The bytes on standard output, or the last of them.
  let output: [UInt8]
  /// The last kilobytes on standard error.
  let errors: String

  /// The bytes of standard output that are kept where the end alone matters.
  private static let tailBytes = 1 << 14
  /// The longest sleep between two looks, in milliseconds.
  private static let glanceMilliseconds = 50

  /// Runs a program to its end, without standard input; the thread waits for it.
  ///
  /// - Parameters:
  ///   - limit: The time after which it is ended, in seconds.
  ///   - isStopped: Tells if it is no longer wanted.
  /// - Throws: ``PluginError`` if the program does not start.
  static func run(
    _ settings: WorkerSettings, reading use: Output, limit: Double, isStopped: () -> Bool
  ) throws(PluginError) -> GuardedRun {
    let process = try WorkerProcess(settings)
    process.closeInput()
    var reader = OutputReader(process, use)
    let deadline = monotonicNanoseconds() + Int(limit * 1e9)
    var isOver = false
    while true {
      // What it had printed when it ended is still to be read.
      isOver = process.hasEnded
      let arrived = reader.readSome()
      if reader.hasTooMuch { break }
      if isOver && !arrived { break }
      if isStopped() || monotonicNanoseconds() >= deadline { break }
      if !arrived { reader.wait(milliseconds: glanceMilliseconds) }
    }
    let errors = reader.errors
    let ending: Ending =
      reader.hasTooMuch
      ? .printedTooMuch
      : isOver
        ? .ended(process.end() ?? .signalled(Int(SIGKILL))) : isStopped() ? .stopped : .timedOut
    process.end()
    return GuardedRun(ending: ending, output: reader.output, errors: errors)
  }

  /// The output of a process, as it comes.
  private struct OutputReader {
    private let process: WorkerProcess
    private let use: Output
    private var diagnostics: DiagnosticsPipe
    private var scratch = [UInt8](repeating: 0, count: 1 << 16)
    private var isOpen = true
    private(set) var output: [UInt8] = []
    private(set) var hasTooMuch = false

    init(_ process: WorkerProcess, _ use: Output) {
      (self.process, self.use) = (process, use)
      diagnostics = DiagnosticsPipe(process.diagnostics)
    }

    var errors: String {
      mutating get { diagnostics.text() }
    }

    /// Reads a buffer full; true if something came.
    mutating func readSome() -> Bool {
      if case .passedOn = use {
        let pipes = [(process.answers, STDOUT_FILENO), (process.diagnostics, STDERR_FILENO)]
        return pipes.count { passOn(from: $0, to: $1) } > 0
      }
      diagnostics.drain()
      guard isOpen else { return false }
      let count = scratch.withUnsafeMutableBytes { read(process.answers, $0.baseAddress, $0.count) }
      if count == 0 { isOpen = false }
      guard count > 0 else { return false }
      output += scratch[..<count]
      switch use {
      case .whole(let most): hasTooMuch = output.count > most
      case .tail:
        if output.count > 2 * tailBytes { output.removeFirst(output.count - tailBytes) }
      case .passedOn: break
      }
      return true
    }

    private mutating func passOn(from source: Int32, to place: Int32) -> Bool {
      let count = scratch.withUnsafeMutableBytes { read(source, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      var rest = scratch[..<count]
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(place, $0.baseAddress, $0.count) }
        // Nobody may listen any more; the program goes on.
        guard written > 0 else { return errno == EINTR }
        rest = rest.dropFirst(written)
      }
      return true
    }

    mutating func wait(milliseconds: Int) {
      var watched = [
        pollfd(fd: isOpen ? process.answers : -1, events: Int16(POLLIN), revents: 0),
        diagnostics.watched,
      ]
      _ = systemPoll(&watched, milliseconds: milliseconds)
    }
  }
}

/// A tool of the harness's own that installs things, and what it starts.
package enum GuardedTool {
  private static let mostSeconds = 24 * 3600.0

  /// Runs a tool under the guard with this process's environment and rights, and passes on what it prints.
  ///
  /// It ends with all that it started, also when this process is killed. No program can win rights in it: one
  /// that needs `sudo` cannot be run so.
  ///
  /// - Returns: Its exit code; `nil` if it was stopped.
  /// - Throws: ``PluginError`` if it does not start, or a signal ended it.
  package static func run(_ words: [String], stop: StopSignal) throws(PluginError) -> Int32? {
    var program = PluginProgram(executable: words[0])
    program.arguments = Array(words.dropFirst())
    program.environment = BasicEnvironment.current
    program.environment["HARNESS_GUARDED"] = "1"
    var settings = WorkerSettings(program: program)
    settings.sandbox = .none
    let run = try GuardedRun.run(
      settings, reading: .passedOn, limit: mostSeconds, isStopped: { stop.isRequested })
    switch run.ending {
    case .ended(.exited(let code)): return Int32(truncatingIfNeeded: code)
    case .stopped: return nil
    case .ended(let ending): throw PluginError(.unavailable, "\(words[0]) was \(ending)")
    case .timedOut, .printedTooMuch:
      throw PluginError(.unavailable, "\(words[0]) did not end within a day")
    }
  }
}
