import Foundation
import PluginHost
import TestSupport

@testable import Plugins

/// Paths of the package's files and of the programs that tests run.
enum Package {
  static let root = HarnessRun.root

  /// A plugin from the folder beside this file.
  static func plugin(_ name: String) -> String {
    root + "/Tests/Features/PluginsTests/Plugins/" + name
  }

  /// The folder of the built executables, which is also the tests' own.
  static let binaries = URL(filePath: CommandLine.arguments[0])
    .resolvingSymlinksInPath().deletingLastPathComponent().path
}

/// Examines a plugin with the conformance kit.
///
/// - Parameters:
///   - patience: The deadline of a decode in seconds; short for plugins that hang.
///   - startPatience: The deadline of a start in seconds.
func examine(
  _ executable: String, only: Set<String> = [], known: Set<String> = [], patience: Int = 30,
  startPatience: Int = 30
) async throws -> PluginReport {
  let worker = WorkerSettings(
    executable: executable, decodeDeadlineNanoseconds: patience * 1_000_000_000,
    startDeadlineNanoseconds: startPatience * 1_000_000_000)
  return try await onThreadOfItsOwn {
    RunPlaces.shared.take()
    defer { RunPlaces.shared.leave() }
    return try ConformanceKit(settings: CheckSettings(worker: worker, only: only, known: known))
      .run()
  }
}

extension PluginReport {
  /// The objections of the failed checks, by the check's name.
  var objections: [String: CheckFault] {
    var objections: [String: CheckFault] = [:]
    for check in checks {
      if case .failed(let objection) = check.outcome { objections[check.name] = objection }
    }
    return objections
  }
}

/// A program that has ended.
struct Finished {
  var status: Int32
  var output: String
  var errors: String

  /// Runs a program to its end; `PATH` finds the harness and its plugins first.
  static func run(
    _ arguments: [String], in folder: String, environment: [String: String] = [:]
  ) throws -> Finished {
    let base = FileManager.default.temporaryDirectory.path + "/conformance-\(UUID().uuidString)"
    defer {
      for end in [".out", ".err"] { try? FileManager.default.removeItem(atPath: base + end) }
    }
    for end in [".out", ".err"] { try Data().write(to: URL(filePath: base + end)) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder)
    let own = ProcessInfo.processInfo.environment
    process.environment = own.merging(environment) { $1 }
      .merging(["PATH": Package.binaries + ":" + (own["PATH"] ?? "")]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: base + ".out")
    process.standardError = FileHandle(forWritingAtPath: base + ".err")
    try process.run()
    process.waitUntilExit()
    return Finished(
      status: process.terminationStatus,
      output: (try? String(contentsOfFile: base + ".out", encoding: .utf8)) ?? "",
      errors: (try? String(contentsOfFile: base + ".err", encoding: .utf8)) ?? "")
  }

  /// True if a program exists and ends with status 0.
  static func works(_ arguments: [String]) -> Bool {
    (try? run(arguments, in: "/"))?.status == 0
  }
}
