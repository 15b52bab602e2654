import Base
import Foundation

/// A finished run of a program that the user has others do work with, such as pip.
///
/// It is no plugin: it has this process's environment and rights.
struct ProgramRun {
  /// The ends of a run.
  enum Ending: Equatable, Sendable {
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
  let ending: Ending
  /// The text on standard output.
  let output: String
  /// The text on standard error.
  let errors: String

  /// True if the program says that all went well.
  var succeeded: Bool { ending == .exited(0) }

  private static let pollMicroseconds: UInt32 = 10_000
  private static let mostBytes = 1 << 22

  /// Runs a program to its end, without standard input.
  ///
  /// - Parameters:
  ///   - words: The program, looked for on `PATH` unless it has a slash, and its arguments.
  ///   - folder: The folder in which it works; `nil` for this process's.
  ///   - seconds: The time after which it is ended.
  ///   - isStopped: Tells if it is no longer wanted.
  /// - Throws: ``FileError`` if the program is not there or does not start.
  static func run(
    _ words: [String], folder: String? = nil, seconds: Double, isStopped: () -> Bool = { false }
  ) throws(FileError) -> ProgramRun {
    let program = words[0].contains("/") ? words[0] : path(of: words[0])
    guard let program else { throw FileError(path: words[0], message: "is not on PATH") }
    let (output, errors) = (try scratch(), try scratch())
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { for descriptor in [output, errors, nothing] { close(descriptor) } }
    let started: ProcessStart
    do {
      started = try ProcessStart(
        [program] + words.dropFirst(), folder: folder, descriptors: [nothing, output, errors])
    } catch {
      throw FileError(
        path: program, message: "does not start: \(error.reason)", systemCode: error.systemCode)
    }
    let ending = wait(for: started.identifier, seconds: seconds, isStopped: isStopped)
    return ProgramRun(ending: ending, output: text(output), errors: text(errors))
  }

  private static func wait(
    for process: pid_t, seconds: Double, isStopped: () -> Bool
  ) -> Ending {
    let start = ContinuousClock.now
    while true {
      var status: Int32 = 0
      if waitpid(process, &status, WNOHANG) == process {
        return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F)
      }
      let ending: Ending? =
        isStopped() ? .stopped : ContinuousClock.now - start > .seconds(seconds) ? .timedOut : nil
      if let ending {
        // The group is the program's own: what it started goes with it.
        kill(-process, SIGKILL)
        waitpid(process, &status, 0)
        return ending
      }
      usleep(pollMicroseconds)
    }
  }

  private static func path(of program: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .filter { $0.hasPrefix("/") }.map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) && !Folder.exists($0) }
  }

  /// A file without a name, for output of any length.
  private static func scratch() throws(FileError) -> Int32 {
    let folder = FileManager.default.temporaryDirectory.path
    var name = Array("\(folder)/harness-program-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else {
      let code = errno
      throw FileError(
        path: folder, message: "cannot be written: \(String(cString: strerror(code)))",
        systemCode: code)
    }
    unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  private static func text(_ descriptor: Int32) -> String {
    lseek(descriptor, 0, SEEK_SET)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < mostBytes {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
