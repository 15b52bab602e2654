import Foundation
import TestSupport

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
    let (status, output) = try SystemProgram.run(arguments, input: input)
    guard status == 0 else {
      throw CocoaError(.fileReadUnknown, userInfo: [NSDebugDescriptionErrorKey: "\(arguments)"])
    }
    return Array(output)
  }
}
