import DecoderKit
import Dispatch
import Foundation
import PluginHost

/// Paths of the package's files, for tests that start programs and read documents.
enum Package {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A misbehaving plugin from the folder beside this file.
  static func hostilePlugin(_ name: String) -> String {
    root.appending(path: "Tests/PluginHostTests/Plugins/\(name)").path
  }
}

/// A folder that lives as long as the test.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "plugin-host-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file and the folders above it, and returns its path.
  @discardableResult
  func file(
    _ name: String, _ text: String = "#!/bin/sh\n", executable: Bool = true
  ) throws -> String {
    let file = path + "/" + name
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: file).deletingLastPathComponent(),
      withIntermediateDirectories: true)
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    try setPermissions(executable ? 0o755 : 0o644, of: name)
    return file
  }

  /// Sets the POSIX permissions of a file or of the folder itself.
  func setPermissions(_ mode: Int, of name: String = "") throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: path + "/" + name)
  }
}

/// The processes that a fixture has noted in a file.
struct ProcessNotes: Sendable {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  var path: String { folder.path + "/processes" }

  /// Every process noted so far, in order.
  var all: [pid_t] {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { pid_t($0) }
  }

  /// The noted processes that still run, after time for a kill to take effect.
  func survivors() -> [pid_t] {
    var left = all
    for _ in 0..<2000 where !left.isEmpty {
      left.removeAll { !Self.isRunning($0) }
      if !left.isEmpty { usleep(1000) }
    }
    return left
  }

  /// True if a process runs. A dead orphan that waits to be reaped does not run.
  static func isRunning(_ process: pid_t) -> Bool {
    guard kill(process, 0) == 0 else { return false }
    let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    guard let afterName = status.lastIndex(of: ")") else { return true }
    return !status[afterName...].hasPrefix(") Z")
  }
}

/// Images that the fixtures distinguish by the first pixel.
enum Sample {
  static let white = GrayImage(width: 40, height: 30, filledWith: 255)
  static let black = GrayImage(width: 40, height: 30, filledWith: 0)
  static let twelveMegapixels = GrayImage(width: 4000, height: 3000, filledWith: 0)
}

extension WorkerSettings {
  /// Settings for a fixture: short deadlines for decoding, long ones for Python's start.
  static func hostile(
    _ name: String, notes: ProcessNotes? = nil, decodeMilliseconds: Int = 20_000,
    startMilliseconds: Int = 30_000, memoryLimitBytes: Int? = nil
  ) -> WorkerSettings {
    var settings = WorkerSettings(
      executable: Package.hostilePlugin(name),
      options: notes.map { ["notes": $0.path] } ?? [:],
      decodeDeadlineNanoseconds: decodeMilliseconds * 1_000_000,
      startDeadlineNanoseconds: startMilliseconds * 1_000_000,
      memoryLimitBytes: memoryLimitBytes)
    // They note their processes in a file.
    settings.sandbox = .none
    return settings
  }
}

/// An outcome as a word with its details, to be compared with a test's expectation.
func summary(of outcome: DecodeAttempt.Outcome) -> String {
  switch outcome {
  case .readings(let readings): "readings \(readings.count)"
  case .failed(let reason, let diagnostics):
    "failed: \(reason)" + (diagnostics.isEmpty ? "" : ": \(diagnostics)")
  case .crashed(let ending, let diagnostics): "crashed: \(ending): \(diagnostics)"
  case .timedOut: "timed out"
  case .givenUp: "given up"
  case .stopped: "stopped"
  case .lost(let reason): "lost: \(reason)"
  case .notStarted(let error): "not started: \(error)"
  }
}

extension TemporaryFolder {
  /// Writes a manifest and returns its path.
  @discardableResult
  func manifest(
    _ file: String, name: String, command: String = "[/bin/sh]", rest: String = ""
  ) throws -> String {
    try self.file(
      file, "format: 1\nname: \(name)\ncommand: \(command)\n\(rest)\n", executable: false)
  }
}
