import CProcess
import Subprocess
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One worker process with the three pipes to it, from its start to its end.
///
/// The process leads a group of its own, so that whatever it starts ends with it and Ctrl-C in the
/// terminal reaches the harness alone.
final class WorkerProcess: Sendable {
  /// How long a worker may take to obey TERM before it is killed.
  static let patience: Duration = .milliseconds(300)

  /// The process id.
  let identifier: pid_t
  /// Write end: requests. Non-blocking.
  let requests: Int32
  /// Read end: answers. Non-blocking.
  let answers: Int32
  /// Read end: what the worker prints on standard error. Non-blocking.
  let diagnostics: Int32

  private let stopRequests: AsyncStream<Void>.Continuation
  private let ending: Handoff<WorkerEnding?>

  /// Starts an executable and blocks until it runs.
  ///
  /// - Parameters:
  ///   - executable: An absolute path.
  ///   - memoryLimitBytes: Its address space, where the system has such a limit.
  /// - Throws: ``PluginError`` when there are no pipes or the executable does not start.
  init(executable: String, memoryLimitBytes: Int?) throws(PluginError) {
    let pipes = try WorkerPipes()
    let started = Handoff<Result<pid_t, PluginError>>()
    let ending = Handoff<WorkerEnding?>()
    let (stops, stopRequests) = AsyncStream<Void>.makeStream()
    Task.detached {
      do {
        let status = try await Self.run(executable, pipes: pipes, until: stops) { identifier in
          // Set from outside, right after the start: the plugin has not been asked anything yet. No
          // core files, for those of decoders that abort by the hundred would cost more than the
          // decodes.
          process_limit(identifier, UInt64(memoryLimitBytes ?? 0))
          started.fulfil(.success(identifier))
        }
        ending.fulfil(status)
      } catch {
        started.fulfil(
          .failure(PluginError(.unavailable, "\(executable) does not start: \(error)")))
        ending.fulfil(nil)
      }
    }
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

  private static func run(
    _ executable: String, pipes: WorkerPipes, until stops: AsyncStream<Void>,
    started: @escaping @Sendable (pid_t) -> Void
  ) async throws -> WorkerEnding {
    var options = PlatformOptions()
    options.processGroupID = 0
    let result = try await Subprocess.run(
      .path(FilePath(executable)),
      platformOptions: options,
      input: .fileDescriptor(.init(rawValue: pipes.childInput), closeAfterSpawningProcess: true),
      output: .fileDescriptor(.init(rawValue: pipes.childOutput), closeAfterSpawningProcess: true),
      error: .fileDescriptor(.init(rawValue: pipes.childError), closeAfterSpawningProcess: true)
    ) { execution in
      started(execution.processIdentifier.value)
      for await _ in stops { break }
      await execution.teardown(using: [
        .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: patience)
      ])
    }
    switch result.terminationStatus {
    case .exited(let code): return .exited(Int(code))
    case .signaled(let signal): return .signalled(Int(signal))
    }
  }

  /// Whether the process ends by itself within a time, given that its output has closed.
  func endsByItself(withinMilliseconds limit: Int) -> Bool {
    for _ in 0...limit {
      var information = siginfo_t()
      let outcome = waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
      // No such child: it has been reaped already.
      if outcome < 0 { return true }
      #if os(Linux)
        if information.si_signo == SIGCHLD { return true }
      #else
        if information.si_pid == identifier { return true }
      #endif
      usleep(1000)
    }
    return false
  }

  /// Ends the process, if it still runs, with everything that it started: TERM, then KILL.
  ///
  /// - Returns: How it ended; `nil` when that could not be learned.
  @discardableResult
  func end() -> WorkerEnding? {
    close(requests)
    close(answers)
    close(diagnostics)
    stopRequests.finish()
    return ending.wait()
  }

  /// Closes the request pipe, which asks a plugin to exit, and ends it if it does not.
  func hangUp() {
    close(requests)
    _ = endsByItself(withinMilliseconds: 500)
    close(answers)
    close(diagnostics)
    stopRequests.finish()
    _ = ending.wait()
  }
}
