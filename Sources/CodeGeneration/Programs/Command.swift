import Base
import Foundation
import Subprocess
import Synchronization
import SystemPackage

/// A command that is waited for, with its output in files: nothing it prints can block it.
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
  ///   - words: The command, found as `env` finds it in `folder`, and its arguments.
  ///   - folder: The folder in which it runs.
  init(_ words: [String], in folder: String) {
    self.words = words
    self.folder = folder
  }

  /// Runs the command to its end, or for as long as it may run.
  ///
  /// If the task is cancelled, the command is ended, too.
  func run(limit: Duration) async throws -> Ended {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let (output, errors) = (scratch.appending(path: "out"), scratch.appending(path: "err"))
    let status = try await status(output: output.path, errors: errors.path, limit: limit)
    let said = String(
      decoding: try Data(contentsOf: errors).suffix(Self.keptErrors), as: UTF8.self)
    switch status {
    case .signaled(let signal):
      throw ProgramRunError.killed(command: words[0], signal: signal, errors: said)
    // What env says of a command that it does not find.
    case .exited(127): throw ProgramRunError.notStarted(command: words[0], reason: said)
    case .exited(let code):
      return Ended(status: code, output: [UInt8](try Data(contentsOf: output)), errors: said)
    }
  }

  /// Runs the command with its output in files.
  ///
  /// - Throws: ``ProgramRunError/timeLimit(command:)`` if its time was up.
  private func status(
    output: String, errors: String, limit: Duration
  ) async throws -> TerminationStatus {
    let group = ProcessGroup()
    defer { group.end() }
    return try await withThrowingTaskGroup(of: TerminationStatus?.self) { tasks in
      tasks.addTask { try await start(output: output, errors: errors, as: group) }
      tasks.addTask {
        try? await Task.sleep(for: limit)
        return nil
      }
      defer { tasks.cancelAll() }
      guard let first = try await tasks.next(), let status = first else {
        // Its time is up, or the task was cancelled.
        group.end()
        try Task.checkCancellation()
        throw ProgramRunError.timeLimit(command: words[0])
      }
      return status
    }
  }

  private func start(
    output: String, errors: String, as group: ProcessGroup
  ) async throws -> TerminationStatus {
    func file(_ path: String) throws -> FileDescriptor {
      try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.create, .closeOnExec], permissions: [.ownerReadWrite]
      )
    }
    var options = PlatformOptions()
    // A group of its own, which holds what the command starts.
    options.processGroupID = 0
    let result = try await Subprocess.run(
      .path("/usr/bin/env"), arguments: Arguments(words), workingDirectory: FilePath(folder),
      platformOptions: options, input: .none,
      output: .fileDescriptor(try file(output), closeAfterSpawningProcess: true),
      error: .fileDescriptor(try file(errors), closeAfterSpawningProcess: true)
    ) { execution in
      group.begin(execution.processIdentifier.value)
    }
    group.finish()
    return result.terminationStatus
  }
}

/// A process with what it has started, which can be ended from anywhere.
private final class ProcessGroup: Sendable {
  private enum State {
    case waiting
    case running(pid_t)
    case ended
  }

  private let state = Mutex(State.waiting)

  /// Notes that the process runs; one that was ended before ends at once.
  func begin(_ identifier: pid_t) {
    state.withLock { state in
      if case .ended = state {
        _ = kill(-identifier, SIGKILL)
      } else {
        state = .running(identifier)
      }
    }
  }

  /// Notes that the process is gone: another one may have its number from now on.
  func finish() { state.withLock { $0 = .ended } }

  /// Ends the process and what it has started.
  func end() {
    state.withLock { state in
      if case .running(let identifier) = state { _ = kill(-identifier, SIGKILL) }
      state = .ended
    }
  }
}
