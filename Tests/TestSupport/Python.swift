import Foundation
import Synchronization

/// A Python interpreter, whose libraries read the formats that the reports write.
package enum Python {
  /// The interpreters that have a module, once they were looked for.
  private static let interpreters = Mutex<[String: String]>([:])

  /// Runs a program and returns what it prints.
  ///
  /// - Parameter module: A module that the program imports besides the standard library.
  ///   `scripts/prepare.sh tests` installs it for the system's interpreter, which need not be the
  ///   first on the PATH.
  package static func run(
    _ program: String, needing module: String? = nil, input: String
  ) throws -> String {
    let interpreter = interpreters.withLock { known in
      let found =
        known[module ?? ""]
        ?? ["python3", "/usr/bin/python3"].first { name in
          module.map { (try? run(name, "import \($0)", input: "")) != nil } ?? true
        }
      known[module ?? ""] = found
      return found
    }
    return try run(interpreter ?? "python3", program, input: input)
  }

  private static func run(
    _ interpreter: String, _ program: String, input: String
  ) throws -> String {
    let file = FileManager.default.temporaryDirectory.path + "/python-\(UUID().uuidString)"
    try Data(input.utf8).write(to: URL(filePath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [interpreter, "-c", program]
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: file))
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: String(decoding: complaint, as: UTF8.self))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The interpreter's error output, after it ended with a status other than 0.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}
