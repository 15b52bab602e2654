import Foundation
import TestSupport

/// ZXing Java's result parser, version 3.4.1, in a process of its own.
enum ZXingJava {
  private static let jar = "/usr/share/java/core-3.4.1.jar"
  private static let source =
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
    + "/ZXingJava/ParseResults.java"

  /// The reason for which it cannot run here; `nil` if it can.
  static let obstacle: String? = {
    guard FileManager.default.fileExists(atPath: jar) else {
      return "\(jar) is missing (Debian: libzxing-core-java)"
    }
    let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let hasCompiler = paths.contains {
      FileManager.default.isExecutableFile(atPath: $0 + "/javac")
    }
    return hasCompiler ? nil : "javac is missing (Debian: openjdk-17-jdk-headless)"
  }()

  /// The output lines for input lines of a format and hexadecimal digits.
  static func parse(_ lines: [String]) throws -> [Substring] {
    let scratch = try ScratchFolder()
    defer { withExtendedLifetime(scratch) {} }
    let input = try FileHandle(
      forReadingFrom: URL(
        filePath: scratch.file("payloads.txt", lines.joined(separator: "\n") + "\n")))
    let output = URL(filePath: try scratch.file("results.txt", ""))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["java", "-Duser.timezone=UTC", "-cp", jar, source]
    process.standardInput = input
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    return try String(contentsOf: output, encoding: .utf8).split(separator: "\n")
  }
}
