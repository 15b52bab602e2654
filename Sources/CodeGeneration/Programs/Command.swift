import Base
import Foundation

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

  /// - Parameter words: The command, found as a shell finds it in `folder`, and its arguments.
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
    for file in [output, errors] { try Data().write(to: file) }

    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = URL(filePath: folder)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    let ending = try await wait(for: process, limit: limit)
    let said = String(
      decoding: try Data(contentsOf: errors).suffix(Self.keptErrors), as: UTF8.self)
    guard !ending.isSignal else {
      throw ProgramRunError.killed(command: words[0], signal: ending.status, errors: said)
    }
    // What env says of a command that it does not find.
    if ending.status == 127 {
      throw ProgramRunError.notStarted(command: words[0], reason: said)
    }
    return Ended(
      status: ending.status, output: [UInt8](try Data(contentsOf: output)),
      errors: said)
  }

  private struct Ending: Sendable {
    let status: Int32
    let isSignal: Bool
  }

  /// Starts the process and waits for its end.
  ///
  /// - Throws: ``ProgramRunError/timeLimit(command:)`` if its time was up.
  private func wait(for process: Process, limit: Duration) async throws -> Ending {
    let (endings, ended) = AsyncStream.makeStream(of: Ending.self)
    process.terminationHandler = {
      ended.yield(
        Ending(status: $0.terminationStatus, isSignal: $0.terminationReason == .uncaughtSignal))
      ended.finish()
    }
    do {
      try process.run()
    } catch {
      throw ProgramRunError.notStarted(command: words[0], reason: "\(error)")
    }
    // Foundation starts each process in a group of its own, which holds what the command starts.
    let group = Group(identifier: process.processIdentifier)
    let ending = await withTaskCancellationHandler {
      await withTaskGroup(of: Ending?.self) { tasks in
        tasks.addTask { await endings.first { _ in true } }
        tasks.addTask {
          try? await Task.sleep(for: limit)
          return nil
        }
        let first = await tasks.next() ?? nil
        if first == nil { group.kill() }
        tasks.cancelAll()
        return first
      }
    } onCancel: {
      group.kill()
    }
    try Task.checkCancellation()
    guard let ending else { throw ProgramRunError.timeLimit(command: words[0]) }
    return ending
  }

  private struct Group: Sendable {
    let identifier: Int32

    func kill() { _ = Foundation.kill(-identifier, SIGKILL) }
  }
}
