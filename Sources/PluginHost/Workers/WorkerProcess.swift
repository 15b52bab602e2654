import CProcess
import Foundation

/// One worker process with the three pipes to it, from its start to its end.
///
/// Between the harness and the plugin stands `harness-guard`: it holds everything together that the
/// plugin starts and ends all of it with the plugin. The pipes are the plugin's own. Ctrl-C in the
/// terminal reaches the harness alone. A worker process belongs to the thread that started it.
final class WorkerProcess {
  /// The time that a worker has to exit after its input was closed, in milliseconds.
  static let goodbyeMilliseconds = 500

  /// The time in milliseconds for which the end of a worker that has closed its output is waited for. One
  /// that died is gone at once, but where many processes wait for a processor, the news takes its time.
  static let newsMilliseconds = 3000

  /// The time in milliseconds after which a guard is no longer waited for. It needs a fifth of a second
  /// for what ignores TERM, and a second for what hangs in the kernel.
  static let reapMilliseconds = 3000

  /// The time in milliseconds that the system has to load the plugin's program.
  static let startMilliseconds = 10_000

  /// The tasks that a plugin may have at the same time, with their threads where the system counts those.
  static let taskLimit = 1024

  /// The plugin's process id.
  let identifier: pid_t
  /// The kinds of protection that hold for the plugin.
  let protections: WorkerProtections
  /// Write end: requests. Non-blocking.
  let requests: Int32
  /// Read end: answers. Non-blocking.
  let answers: Int32
  /// Read end: the worker's standard error. Non-blocking.
  let diagnostics: Int32
  /// The decoder's name, for the report of what survives it.
  var decoderName: String {
    didSet { LiveProcesses.rename(guardian, decoderName) }
  }

  private let guardian: pid_t
  private let control: Int32
  private let folder: String
  private let memoryLimitBytes: Int?
  private var isReleased = false
  private var isOver = false
  private var ending: WorkerEnding?

  /// Makes a write to a worker that has died an error here, not the end of the harness.
  private static let brokenPipesAreErrors: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  /// Removes what guards of other harnesses have left, once.
  private static let oldGroupsAreGone: Void = process_remove_old_groups()

  /// Starts a plugin and blocks until it runs.
  ///
  /// - Parameters:
  ///   - settings: The program, its limits, and what it may do.
  /// - Throws: ``PluginError`` when there are no pipes, the program does not start, or a protection that
  ///   was asked for cannot be had.
  init(_ settings: WorkerSettings) throws(PluginError) {
    Self.brokenPipesAreErrors
    Self.oldGroupsAreGone
    guard !LiveProcesses.isClosed else {
      throw PluginError(.notStarted, "no worker is started any more: the run was asked to stop")
    }
    let pipes = try WorkerPipes()
    defer { pipes.closeChildEnds() }
    do throws(PluginError) {
      let start = try GuardStart(settings, pipes: pipes)
      (guardian, control) = (start.guardian, start.control)
      (identifier, protections) = (start.plugin, start.protections)
      folder = start.folder
    } catch {
      pipes.closeHostEnds()
      throw error
    }
    (requests, answers, diagnostics) = (pipes.requests, pipes.answers, pipes.diagnostics)
    memoryLimitBytes = settings.memoryLimitBytes
    decoderName = settings.program.label
    LiveProcesses.insert(guardian, control: control, decoder: settings.program.label)
    do throws(PluginError) {
      try settings.checkStrictness(of: protections)
    } catch {
      end()
      throw error
    }
  }

  deinit {
    end()
  }

  /// True if the process has ended, by itself or not, and what it started has ended with it.
  var hasEnded: Bool {
    take(withinMilliseconds: 0)
    return isOver
  }

  /// Waits ``newsMilliseconds`` at most for a process that has closed its output to end; true if it has.
  func endsByItself() -> Bool {
    take(withinMilliseconds: Self.newsMilliseconds)
    return isOver
  }

  /// Returns a text of the plugin with `$TMPDIR` for its temporary folder, whose name is another one each
  /// time: equal faults have equal texts.
  func neutral(_ text: String) -> String {
    folder.isEmpty ? text : text.replacing(folder, with: "$TMPDIR")
  }

  /// Ends the plugin's input, as a host does when it needs no more answers.
  func closeInput() {
    // The descriptor's number stays in use until the process is released, so that nothing else gets it in
    // the meantime.
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    dup2(nothing, requests)
    close(nothing)
  }

  /// Sends TERM to the plugin's own process and to no other.
  func terminate() {
    tell(GUARD_TERMINATE)
  }

  /// Ends the process, if it still runs, with everything that it started: TERM, then KILL.
  ///
  /// Does nothing the second time.
  ///
  /// - Returns: The way in which the process ended; `nil` if that is not known.
  @discardableResult
  func end() -> WorkerEnding? {
    guard !isReleased else { return ending }
    isReleased = true
    for descriptor in [requests, answers, diagnostics] { close(descriptor) }
    release()
    return ending
  }

  /// Closes the request pipe, which asks a plugin to exit, and ends it if it does not.
  func hangUp() {
    guard !isReleased else { return }
    isReleased = true
    close(requests)
    take(withinMilliseconds: Self.goodbyeMilliseconds)
    close(answers)
    close(diagnostics)
    release()
  }

  /// Has the guard end what runs, and reaps it.
  private func release() {
    if !isOver {
      tell(GUARD_END)
      take(withinMilliseconds: Self.reapMilliseconds)
    }
    // A guard that is stopped or hangs itself does not answer. What it leaves comes to the harness.
    let isLost = ending == nil
    // Somebody killed it, and the plugin with it.
    if isLost, isOver { ending = .signalled(Int(SIGKILL)) }
    if isLost { kill(guardian, SIGKILL) }
    LiveProcesses.remove(guardian)
    close(control)
    let deadline = monotonicNanoseconds() + Self.reapMilliseconds * 1_000_000
    while waitpid(guardian, nil, WNOHANG) == 0 {
      guard monotonicNanoseconds() < deadline else {
        LiveProcesses.reapLater(guardian)
        break
      }
      usleep(50)
    }
    guard isLost else { return }
    LiveProcesses.endWhatIsLeft(by: [guardian])
    if !folder.isEmpty { try? FileManager.default.removeItem(atPath: folder) }
  }

  private func tell(_ request: guard_request) {
    var byte = UInt8(truncatingIfNeeded: request.rawValue)
    _ = send(control, &byte, 1, Int32(MSG_DONTWAIT))
  }

  /// Takes the guard's records until the last one, the end of the time, or the guard's own end.
  private func take(withinMilliseconds limit: Int) {
    let deadline = monotonicNanoseconds() + limit * 1_000_000
    while !isOver {
      let left = max(0, deadline - monotonicNanoseconds())
      var record = guard_record()
      switch process_next_record(control, &record, Int32((left + 999_999) / 1_000_000)) {
      case 1: note(record)
      case 0: if left == 0 { return }
      default: isOver = true
      }
    }
  }

  private func note(_ record: guard_record) {
    if record.kind == GUARD_SURVIVOR.rawValue {
      LiveProcesses.note(WorkerSurvivor(record, decoder: decoderName))
    } else if record.kind == GUARD_ENDED.rawValue {
      isOver = true
      ending = WorkerEnding(
        status: record.number, limit: record.value, memoryLimitBytes: memoryLimitBytes)
    }
  }
}

/// The three pipes between the host and one worker.
struct WorkerPipes: Sendable {
  let childInput: Int32
  let childOutput: Int32
  let childError: Int32
  let requests: Int32
  let answers: Int32
  let diagnostics: Int32

  /// Opens the pipes; the host's ends are non-blocking and no end is inherited by other children.
  ///
  /// - Throws: ``PluginError`` when the process has no descriptors left; none is kept open then.
  init() throws(PluginError) {
    var opened: [Int32] = []
    do throws(PluginError) {
      (childInput, requests) = try Self.open(noting: &opened)
      (answers, childOutput) = try Self.open(noting: &opened)
      (diagnostics, childError) = try Self.open(noting: &opened)
    } catch {
      for end in opened { close(end) }
      throw error
    }
    for end in [requests, answers, diagnostics] {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    // Room for a VGA image, so that the host has finished sending before the worker wakes up.
    process_widen_pipe(requests, 1 << 19)
  }

  /// Closes the ends that the plugin has got.
  func closeChildEnds() {
    for end in [childInput, childOutput, childError] { close(end) }
  }

  /// Closes the host's ends after a start that failed.
  func closeHostEnds() {
    for end in [requests, answers, diagnostics] { close(end) }
  }

  private static func open(
    noting opened: inout [Int32]
  ) throws(PluginError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard process_pipe(&ends) == 0 else {
      throw PluginError(
        .notStarted, "no pipe for a worker: \(String(cString: strerror(errno)))")
    }
    opened += ends
    return (ends[0], ends[1])
  }
}

/// The end of a worker process, as the kernel reported it.
package enum WorkerEnding: Hashable, Sendable, CustomStringConvertible {
  /// It exited by itself with this code.
  case exited(Int)
  /// A signal that the host did not send ended it.
  case signalled(Int)
  /// It and what it started took more memory than this number of bytes, together.
  case exceededMemory(limitBytes: Int)
  /// It and what it started were more than this number of tasks.
  case exceededTasks(limit: Int)

  /// Makes an ending from a guard's last record.
  init(status: Int32, limit: Int64, memoryLimitBytes: Int?) {
    let signal = status & 0x7F
    switch UInt32(truncatingIfNeeded: limit) {
    case GUARD_MEMORY.rawValue: self = .exceededMemory(limitBytes: memoryLimitBytes ?? 0)
    case GUARD_TASKS.rawValue: self = .exceededTasks(limit: WorkerProcess.taskLimit)
    default: self = signal == 0 ? .exited(Int(status >> 8 & 0xFF)) : .signalled(Int(signal))
    }
  }

  package var description: String {
    switch self {
    case .exited(let code): "exited with code \(code)"
    case .signalled(let number): "killed by \(Self.signalName(number))"
    case .exceededMemory(let limit):
      "killed: with everything it started, it was over the memory limit of \(limit >> 20) MB"
    case .exceededTasks(let limit):
      "killed: with everything it started, it was over the limit of \(limit) tasks"
    }
  }

  private static func signalName(_ number: Int) -> String {
    switch Int32(number) {
    case SIGABRT: "SIGABRT (abort)"
    case SIGSEGV: "SIGSEGV (segmentation fault)"
    case SIGBUS: "SIGBUS (bus error)"
    case SIGFPE: "SIGFPE (arithmetic error)"
    case SIGILL: "SIGILL (illegal instruction)"
    case SIGKILL: "SIGKILL"
    case SIGTERM: "SIGTERM"
    case SIGTRAP: "SIGTRAP"
    case SIGXCPU: "SIGXCPU (CPU limit)"
    default: "signal \(number)"
    }
  }
}
