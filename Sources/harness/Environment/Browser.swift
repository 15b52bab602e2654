import Foundation
import Sessions

/// The reader's browser.
enum Browser {
  /// Opens a file in it.
  ///
  /// - Throws: ``RequestError`` when there is nothing to open it with.
  static func open(_ file: String) throws {
    #if os(macOS)
      let program = "open"
    #else
      let program = "xdg-open"
    #endif
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program, file]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw RequestError("no browser could be opened (\(program)); the page is \(file)")
    }
  }
}
