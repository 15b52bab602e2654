import Foundation

/// A program in Python that answers one request after the other, for libraries that take long to import.
///
/// A request is the number of its bytes on a line of its own, and the bytes; an answer is a line. The program
/// ends with the process that started it, when its input does.
final class PythonService {
  private let process = Process()
  private let requests = Pipe()
  private let answers = Pipe()

  init(_ program: String, needing module: String) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [Python.interpreter(needing: module), "-c", program]
    process.standardInput = requests
    process.standardOutput = answers
    process.standardError = FileHandle.nullDevice
    // Programs that tests start must not keep it from ending.
    for handle in [requests.fileHandleForWriting, answers.fileHandleForReading] {
      _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    try process.run()
  }

  /// Asks, and waits for the answer.
  func answer(_ request: String) throws -> Data {
    let bytes = Data(request.utf8)
    try requests.fileHandleForWriting.write(contentsOf: Data("\(bytes.count)\n".utf8) + bytes)
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let piece = answers.fileHandleForReading.availableData
      guard !piece.isEmpty else { throw Python.Failure(description: "the program has ended") }
      line += piece
    }
    return line
  }
}
