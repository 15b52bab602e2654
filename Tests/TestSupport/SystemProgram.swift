import Foundation

/// A program of the system, found on the PATH.
package enum SystemProgram {
  /// Runs a program, and returns its exit code and what it printed.
  package static func run(
    _ arguments: [String], input: [UInt8] = []
  ) throws -> (status: Int32, output: Data) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    let stdin = Pipe()
    let stdout = Pipe()
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = FileHandle.nullDevice
    // A missing program never reads its input. Its status shows that; without this line, SIGPIPE
    // would end this process.
    signal(SIGPIPE, SIG_IGN)
    try process.run()
    try? stdin.fileHandleForWriting.write(contentsOf: Data(input))
    try stdin.fileHandleForWriting.close()
    let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}
