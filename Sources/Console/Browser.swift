import Foundation

/// The reader's browser.
package enum Browser {
  /// Opens a file in it; says where the file is if there is nothing to open it with, which is no failure: the
  /// file is written.
  package static func open(_ file: String) {
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
    let isStarted = (try? process.run()) != nil
    if isStarted { process.waitUntilExit() }
    guard isStarted, process.terminationStatus == 0 else {
      return printMessage("no browser could be opened (\(program)); the page is \(file)")
    }
  }
}
