import Foundation

/// A program of the system, found on the PATH.
package enum SystemProgram {
  /// Runs a program, and returns its exit code and what it printed.
  ///
  /// The input is a file, so that neither side waits for the other.
  package static func run(
    _ arguments: [String], input: [UInt8] = []
  ) throws -> (status: Int32, output: Data) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    let scratch = try ScratchFolder()
    process.standardInput = try FileHandle(
      forReadingFrom: URL(filePath: scratch.file("input", bytes: input)))
    let stdout = Pipe()
    process.standardOutput = stdout
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}
