import Base
import Foundation
import Synchronization

/// A command of a generated program that a task waits for.
struct Command: Sendable {
  /// The bytes of standard error that are kept, from its end.
  private static let keptErrors = 4000

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
  ///   - words: The command, looked for on `PATH` unless it has a slash, and its arguments.
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
    let command = words[0]
    let run: ProgramRun
    do {
      run = try await finished(limit: limit)
    } catch {
      throw ProgramRunError.notStarted(command: command, reason: error.reason)
    }
    let errors = String(decoding: run.errors.suffix(Self.keptErrors), as: UTF8.self)
    switch run.ending {
    case .exited(let status): return Ended(status: status, output: run.output, errors: errors)
    case .killed(let signal):
      throw ProgramRunError.killed(command: command, signal: signal, errors: errors)
    case .timedOut: throw ProgramRunError.timeLimit(command: command)
    case .stopped: throw CancellationError()
    }
  }

  /// Waits on a thread of its own: a task's thread would wait behind all other tasks.
  private func finished(limit: Duration) async throws(FileError) -> ProgramRun {
    let isCancelled = Cancellation()
    let result: Result<ProgramRun, FileError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          let result = Result { () throws(FileError) in
            try ProgramRun.run(words, in: folder, limit: limit) { isCancelled.isSet }
          }
          continuation.resume(returning: result)
        }
      }
    } onCancel: {
      isCancelled.set()
    }
    return try result.get()
  }
}

/// A task's cancellation, as a thread sees it.
private final class Cancellation: Sendable {
  private let state = Atomic(false)

  var isSet: Bool { state.load(ordering: .relaxed) }

  func set() { state.store(true, ordering: .relaxed) }
}
