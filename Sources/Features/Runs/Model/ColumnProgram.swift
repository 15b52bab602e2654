import Base
import Foundation
import PluginHost

/// The program that writes columns to Parquet and Arrow files: `writer.py` of the Python package, with
/// pyarrow in an environment of the harness's own.
final class ColumnProgram {
  /// The variable that names another interpreter with pyarrow.
  static let variable = "HARNESS_PYTHON"
  /// The program's exit code where pyarrow is missing.
  private static let lacksLibrary: Int32 = 69

  private let process = Process()
  private let pipe = Pipe()

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - roots: The folders that may hold the package and its environment: those of an installation
  ///     or of a checkout.
  ///   - output: The descriptor that the file is written to.
  ///   - environment: The variables.
  /// - Throws: ``ColumnProgramError`` when there is no program, or nothing that runs it.
  init(
    roots: [String], output: Int32, environment: [String: String]
  ) throws {
    let files = FileManager.default
    let program = "/python/src/barcode_harness/writer.py"
    guard let root = roots.first(where: { files.fileExists(atPath: $0 + program) }) else {
      throw ColumnProgramError("the installation lacks its python folder: install it again")
    }
    let given = environment[Self.variable]
    let own = PluginEnvironment.places(in: root, environment: environment)
      .map { $0 + "/bin/python" }
    let candidates = given.map { [$0] } ?? own
    guard let python = candidates.first(where: files.isExecutableFile) else {
      throw given == nil
        ? ColumnProgramError.libraryIsMissing
        : ColumnProgramError("\(Self.variable) names \(candidates[0]), which is no program")
    }
    process.executableURL = URL(filePath: python)
    process.arguments = ["-I", root + program]
    process.standardInput = pipe
    process.standardOutput = FileHandle(fileDescriptor: output, closeOnDealloc: false)
    _ = signal(SIGPIPE, SIG_IGN)
    try process.run()
    // The program alone reads: a write then fails once it has ended.
    try? pipe.fileHandleForReading.close()
  }

  /// Hands over bytes.
  ///
  /// - Throws: ``ColumnProgramError`` when the program has ended.
  func write(_ bytes: [UInt8]) throws {
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: $0[written...]))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure() }
      written += count
    }
  }

  /// Waits until the file is written.
  ///
  /// - Throws: ``ColumnProgramError`` when it could not be.
  func finish() throws {
    try? pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    if process.terminationStatus != 0 || process.terminationReason != .exit { throw failure() }
  }

  /// The reason that the program has ended. It has complained on standard error.
  private func failure() -> ColumnProgramError {
    try? pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    let status = process.terminationStatus
    if process.terminationReason == .exit, status == Self.lacksLibrary {
      return .libraryIsMissing
    }
    let end =
      process.terminationReason == .exit ? "ended with \(status)" : "was ended by signal \(status)"
    return ColumnProgramError("the program that writes the file \(end); the file is incomplete")
  }
}

/// The reason that a Parquet or Arrow file cannot be written, in a sentence.
struct ColumnProgramError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  static let libraryIsMissing = ColumnProgramError(
    "Parquet and Arrow files are written by pyarrow, which is not installed; "
      + "install it with: harness plugin install parquet")
}
