import Base
import Foundation
import Synchronization

/// A command that is waited for, with its output in files: nothing it prints can block it.
struct Command: Sendable {
  /// The bytes of standard error that are kept, from its end.
  private static let keptErrors = 4000
  /// The time between two looks at a command that runs.
  private static let lookMicroseconds: UInt32 = 2000

  struct Ended {
    let status: Int32
    let output: [UInt8]
    let errors: String
  }

  private let words: [String]
  private let folder: String

  /// Makes a command.
  ///
  /// - Parameters:
  ///   - words: The command, found as `env` finds it in `folder`, and its arguments.
  ///   - folder: The folder in which it runs.
  init(_ words: [String], in folder: String) {
    self.words = words
    self.folder = folder
  }

  /// Runs the command to its end, or for as long as it may run.
  ///
  /// If its time is up or the task is cancelled, the command is ended with all processes of its group.
  ///
  /// - Throws: ``ProgramRunError``, or `CancellationError`.
  func run(limit: Duration) async throws -> Ended {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let (output, errors) = (scratch.appending(path: "out"), scratch.appending(path: "err"))
    let process = try start(output: output.path, errors: errors.path)
    let status = try await status(of: process, limit: limit)
    let said = String(
      decoding: try Data(contentsOf: errors).suffix(Self.keptErrors), as: UTF8.self)
    let signal = status & 0x7F
    guard signal == 0 else {
      throw ProgramRunError.killed(command: words[0], signal: signal, errors: said)
    }
    let code = status >> 8 & 0xFF
    // What env says of a command that it does not find.
    guard code != 127 else { throw ProgramRunError.notStarted(command: words[0], reason: said) }
    return Ended(status: code, output: [UInt8](try Data(contentsOf: output)), errors: said)
  }

  /// Starts the command with its output in files.
  private func start(output: String, errors: String) throws -> pid_t {
    let descriptors = [
      open("/dev/null", O_RDONLY | O_CLOEXEC),
      open(output, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600),
      open(errors, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600),
    ]
    defer { for descriptor in descriptors { close(descriptor) } }
    do {
      return try ProcessStart(
        ["/usr/bin/env"] + words, folder: folder, descriptors: descriptors
      ).identifier
    } catch {
      throw ProgramRunError.notStarted(command: words[0], reason: error.reason)
    }
  }

  /// Waits for a process and reaps it, on a thread that nothing else delays.
  ///
  /// - Throws: ``ProgramRunError/timeLimit(command:)`` if its time was up, or `CancellationError`.
  private func status(of process: pid_t, limit: Duration) async throws -> Int32 {
    let deadline = ContinuousClock.now + limit
    let isCancelled = Cancellation()
    let waited = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(
            returning: Self.wait(for: process, until: deadline, unless: isCancelled))
        }
      }
    } onCancel: {
      isCancelled.set()
    }
    switch waited {
    case .ended(let status): return status
    case .killed:
      try Task.checkCancellation()
      throw ProgramRunError.timeLimit(command: words[0])
    case .lost(let code):
      throw ProgramRunError.notStarted(command: words[0], reason: String(cString: strerror(code)))
    }
  }

  private enum Waited {
    case ended(Int32)
    /// Its time was up, or nobody waits any more.
    case killed
    /// The system knows of no such process; its error number.
    case lost(Int32)
  }

  /// Reaps a process; until then no other one has its number.
  private static func wait(
    for process: pid_t, until deadline: ContinuousClock.Instant, unless isCancelled: Cancellation
  ) -> Waited {
    var status: Int32 = 0
    while true {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process { return .ended(status) }
      if ended < 0, errno != EINTR { return .lost(errno) }
      guard !isCancelled.isSet, ContinuousClock.now < deadline else {
        kill(-process, SIGKILL)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return .killed
      }
      usleep(lookMicroseconds)
    }
  }
}

/// A task's cancellation, as a thread sees it.
private final class Cancellation: Sendable {
  private let state = Atomic(false)

  var isSet: Bool { state.load(ordering: .relaxed) }

  func set() { state.store(true, ordering: .relaxed) }
}
