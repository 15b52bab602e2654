import Foundation
import Synchronization

/// A Python interpreter, whose libraries read the formats that the reports write.
package enum Python {
  /// Runs a program and returns what it prints.
  ///
  /// - Parameter module: A module that the program imports besides the standard library.
  ///   `scripts/prepare.sh tests` installs it for the system's interpreter, which need not be the
  ///   first on the PATH.
  package static func run(
    _ program: String, needing module: String? = nil, input: String
  ) throws -> String {
    try run(interpreter(needing: module), program, input: input)
  }

  private static let interpreters = Mutex<[String: String]>([:])

  /// The first interpreter that has the module, which is looked for once.
  static func interpreter(needing module: String?) -> String {
    guard let module else { return "python3" }
    if let known = interpreters.withLock({ $0[module] }) { return known }
    let found = ["python3", "/usr/bin/python3"].first {
      (try? run($0, "import \(module)", input: "")) != nil
    }
    interpreters.withLock { $0[module] = found }
    return found ?? "python3"
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
