import Foundation

/// Other programs that read and write images.
enum Tools {
  /// True if a program is on the PATH.
  static func has(_ program: String) -> Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return folders.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }

  /// Runs a program and returns what it prints.
  static func run(_ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
    let scratch = NSTemporaryDirectory() + "images-tests-\(UUID().uuidString)"
    try Data(input).write(to: URL(filePath: scratch))
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: scratch))
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CocoaError(.fileReadUnknown, userInfo: [NSDebugDescriptionErrorKey: "\(arguments)"])
    }
    return Array(data)
  }
}
