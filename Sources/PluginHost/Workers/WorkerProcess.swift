import CProcess
import Foundation
import Subprocess
import SystemPackage

/// One worker process with the three pipes to it, from its start to its end.
///
/// The process leads a group of its own, so that whatever it starts ends with it and Ctrl-C in the
/// terminal reaches the harness alone. It belongs to the thread that started it.
final class WorkerProcess {
  /// The time that a worker has to obey TERM before it is killed.
  static let patience: Duration = .milliseconds(200)

  /// The time that a worker has to exit after its output or its input was closed, in milliseconds.
  static let goodbyeMilliseconds = 500

  /// The time in seconds after which a killed process is no longer waited for. Only one that hangs in
  /// the kernel takes that long.
  static let reapSeconds = 5

  /// The process id, which is also its group's unless the plugin has left its group.
  let identifier: pid_t
  /// Write end: requests. Non-blocking.
  let requests: Int32
  /// Read end: answers. Non-blocking.
  let answers: Int32
  /// Read end: the worker's standard error. Non-blocking.
  let diagnostics: Int32

  private let stopRequests: AsyncStream<Void>.Continuation
  private let ending: Handoff<WorkerEnding?>
  private var isReleased = false

  /// Makes a write to a worker that has died an error here, not the end of the harness.
  private static let brokenPipesAreErrors: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  /// Starts an executable and blocks until it runs.
  ///
  /// Not to be called on the cooperative thread pool, whose threads must not block: workers are
  /// driven by threads of their own.
  ///
  /// - Parameters:
  ///   - program: The executable, its arguments, its environment and its working folder.
  ///   - memoryLimitBytes: The limit of its address space, where the system has such a limit.
  /// - Throws: ``PluginError`` when there are no pipes or the executable does not start.
  init(program: PluginProgram, memoryLimitBytes: Int?) throws(PluginError) {
    Self.brokenPipesAreErrors
    let pipes = try WorkerPipes()
    let (stops, stopRequests) = AsyncStream<Void>.makeStream()
    let ending = Handoff<WorkerEnding?>()
    let started = Self.launch(
      program, pipes: pipes, memoryLimitBytes: memoryLimitBytes, until: stops, ending: ending)
    do throws(PluginError) {
      identifier = try started.wait().get()
    } catch {
      pipes.closeHostEnds()
      throw error
    }
    self.ending = ending
    self.stopRequests = stopRequests
    requests = pipes.requests
    answers = pipes.answers
    diagnostics = pipes.diagnostics
  }

  deinit {
    end()
  }

  /// Starts the task that owns the process, from spawning to reaping.
  private static func launch(
    _ program: PluginProgram, pipes: WorkerPipes, memoryLimitBytes: Int?,
    until stops: AsyncStream<Void>, ending: Handoff<WorkerEnding?>
  ) -> Handoff<Result<pid_t, PluginError>> {
    let started = Handoff<Result<pid_t, PluginError>>()
    // A thread waits for this task, so it goes before whatever computes.
    Task.detached(priority: .high) {
      do {
        let status = try await run(program, pipes: pipes, until: stops) { identifier in
          // The limit is set from outside, right after the start, before the plugin was asked
          // anything. Core files are off: those of decoders that abort by the hundred would cost
          // more than the decodes.
          process_limit(identifier, UInt64(memoryLimitBytes ?? 0))
          started.fulfil(.success(identifier))
        }
        ending.fulfil(status)
      } catch {
        started.fulfil(
          .failure(PluginError(.notStarted, "\(program.executable) does not start: \(error)")))
        ending.fulfil(nil)
      }
    }
    return started
  }

  private static func run(
    _ program: PluginProgram, pipes: WorkerPipes, until stops: AsyncStream<Void>,
    started: @escaping @Sendable (pid_t) -> Void
  ) async throws -> WorkerEnding {
    var options = PlatformOptions()
    options.processGroupID = 0
    let result = try await Subprocess.run(
      .path(FilePath(program.executable)), arguments: Arguments(program.arguments),
      environment: .custom(
        Dictionary(
          uniqueKeysWithValues: program.environment.map {
            (Environment.Key(stringLiteral: $0), $1)
          })),
      workingDirectory: program.workingFolder.map { FilePath($0) },
      platformOptions: options,
      input: .fileDescriptor(.init(rawValue: pipes.childInput), closeAfterSpawningProcess: true),
      output: .fileDescriptor(.init(rawValue: pipes.childOutput), closeAfterSpawningProcess: true),
      error: .fileDescriptor(.init(rawValue: pipes.childError), closeAfterSpawningProcess: true)
    ) { execution in
      let identifier = execution.processIdentifier.value
      LiveProcesses.insert(identifier)
      defer { LiveProcesses.remove(identifier) }
      started(identifier)
      for await _ in stops { break }
      // The group gets TERM, and the process by itself, too: a plugin may have left its group, and
      // then only its own process id reaches it.
      try? execution.send(signal: .terminate, toProcessGroup: true)
      await execution.teardown(using: [
        .send(signal: .terminate, toProcessGroup: false, allowedDurationToNextStep: patience)
      ])
      // A group leader that obeyed TERM may leave children that did not. The leader is reaped only
      // after this closure, so its process id, which is also the group's, cannot have been reused.
      try? execution.send(signal: .kill, toProcessGroup: true)
    }
    switch result.terminationStatus {
    case .exited(let code): return .exited(Int(code))
    case .signaled(let signal): return .signalled(Int(signal))
    }
  }

  /// True if the process has ended, by itself or not.
  var hasEnded: Bool {
    var information = siginfo_t()
    // This looks without reaping, which is left to the process library. The library reaps only
    // after ``end()`` or ``hangUp()``, so the process id is this process's as long as anyone asks
    // here.
    let outcome = waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
    #if os(Linux)
      return outcome < 0 || information.si_signo == SIGCHLD
    #else
      return outcome < 0 || information.si_pid == identifier
    #endif
  }

  /// Waits ``goodbyeMilliseconds`` at most for the process to end by itself; true if it has.
  ///
  /// It is called when the process has closed its output or was asked to exit.
  func endsByItself() -> Bool {
    for _ in 0..<Self.goodbyeMilliseconds {
      if hasEnded { return true }
      usleep(1000)
    }
    return hasEnded
  }

  /// Ends the process, if it still runs, with everything that it started: TERM, then KILL.
  ///
  /// Does nothing the second time.
  ///
  /// - Returns: The way in which the process ended; `nil` if that is not known.
  @discardableResult
  func end() -> WorkerEnding? {
    if !isReleased {
      isReleased = true
      for descriptor in [requests, answers, diagnostics] { close(descriptor) }
      stopRequests.finish()
    }
    return ending.wait(atMost: Self.reapSeconds) ?? nil
  }

  /// Closes the request pipe, which asks a plugin to exit, and ends it if it does not.
  func hangUp() {
    guard !isReleased else { return }
    isReleased = true
    close(requests)
    _ = endsByItself()
    close(answers)
    close(diagnostics)
    stopRequests.finish()
    _ = ending.wait(atMost: Self.reapSeconds)
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

  /// Closes the host's ends after a start that failed; the child's are closed with the attempt.
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
public enum WorkerEnding: Hashable, Sendable, CustomStringConvertible {
  /// It exited by itself with this code.
  case exited(Int)
  /// A signal that the host did not send ended it.
  case signalled(Int)

  public var description: String {
    switch self {
    case .exited(let code): "exited with code \(code)"
    case .signalled(let number): "killed by \(Self.signalName(number))"
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
