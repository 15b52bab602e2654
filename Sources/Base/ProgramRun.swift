import Foundation

/// A finished run of a program that the user has others do work with, such as pip or a compiler.
///
/// It is no plugin: it has this process's environment and rights. Its output goes to files, so that nothing that it
/// prints can block it.
package struct ProgramRun {
  /// The ends of a run.
  package enum Ending: Equatable, Sendable {
    /// The program ended by itself, with an exit code.
    case exited(Int32)
    /// A signal ended it.
    case killed(Int32)
    /// It took too long, and was ended.
    case timedOut
    /// It was no longer wanted, and was ended.
    case stopped
  }

  /// The end of the run.
  package let ending: Ending
  /// The bytes on standard output; at most 256 MB of them.
  package let output: [UInt8]
  /// The bytes on standard error; at most 256 MB of them.
  package let errors: [UInt8]

  private static let pollMicroseconds: UInt32 = 2000
  private static let mostBytes = 1 << 28

  /// Runs a program to its end, without standard input; it and its children are ended when it takes too long.
  ///
  /// The thread waits for it.
  ///
  /// - Parameters:
  ///   - words: The program, looked for on `PATH` unless it has a slash, and its arguments.
  ///   - folder: The folder in which it works; `nil` for this process's.
  ///   - limit: The time after which it is ended.
  ///   - isStopped: Tells if it is no longer wanted.
  /// - Throws: ``FileError`` if the program is not there or does not start.
  package static func run(
    _ words: [String], in folder: String? = nil, limit: Duration, isStopped: () -> Bool = { false }
  ) throws(FileError) -> ProgramRun {
    let program = words[0].contains("/") ? words[0] : path(of: words[0])
    guard let program else { throw FileError(path: words[0], message: "is not on PATH") }
    let output = try scratch()
    defer { close(output) }
    let errors = try scratch()
    defer { close(errors) }
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(nothing) }
    let started: ProcessStart
    do {
      started = try ProcessStart(
        [program] + words.dropFirst(), folder: folder, descriptors: [nothing, output, errors])
    } catch {
      throw FileError(
        path: program, message: "does not start: \(error.reason)", systemCode: error.systemCode)
    }
    let ending = wait(for: started.identifier, limit: limit, isStopped: isStopped)
    return ProgramRun(ending: ending, output: bytes(output), errors: bytes(errors))
  }

  /// Reaps a process; until then no other one has its number.
  private static func wait(for process: pid_t, limit: Duration, isStopped: () -> Bool) -> Ending {
    let deadline = ContinuousClock.now + limit
    while true {
      var status: Int32 = 0
      if waitpid(process, &status, WNOHANG) == process {
        return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F)
      }
      let ending: Ending? =
        isStopped() ? .stopped : ContinuousClock.now >= deadline ? .timedOut : nil
      if let ending {
        // The group is the program's own: what it started goes with it.
        kill(-process, SIGKILL)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return ending
      }
      usleep(pollMicroseconds)
    }
  }

  /// The path of a program on the search path; `nil` if there is none.
  package static func path(of program: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .filter { $0.hasPrefix("/") }.map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) && !Folder.exists($0) }
  }

  /// A file without a name, for output of any length.
  private static func scratch() throws(FileError) -> Int32 {
    let folder = FileManager.default.temporaryDirectory.path
    var name = Array("\(folder)/harness-program-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw .system("cannot be written", folder) }
    unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  private static func bytes(_ descriptor: Int32) -> [UInt8] {
    lseek(descriptor, 0, SEEK_SET)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < mostBytes {
      let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0) }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }
}
