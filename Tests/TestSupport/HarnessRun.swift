import Foundation
import Testing

/// A finished run of the built harness, started as on a command line.
package struct HarnessRun {
  package var status: Int32
  package var output: String
  package var errors: String

  /// The package's root.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The folder of the built executables, which is also the tests' own.
  package static let binaries = URL(filePath: CommandLine.arguments[0])
    .resolvingSymlinksInPath().deletingLastPathComponent().path

  /// Runs the harness to its end.
  package static func run(
    _ arguments: [String], in folder: String = root, environment: [String: String] = [:]
  ) throws -> HarnessRun {
    let running = try RunningHarness(arguments, in: folder, environment: environment)
    return running.wait()
  }

  /// Runs the harness to its end on a thread of its own, once there is a place (``RunPlaces``).
  ///
  /// Standard input is a file of the folder, or empty. Meanwhile other tests use the cooperative pool, which has one thread a core.
  package static func run(
    _ arguments: [String], in folder: String = root, environment: [String: String] = [:],
    input: String? = nil
  ) async throws -> HarnessRun {
    try await onThreadOfItsOwn {
      RunPlaces.shared.take()
      defer { RunPlaces.shared.leave() }
      return try RunningHarness(arguments, in: folder, environment: environment, input: input)
        .wait()
    }
  }
}

/// The built harness while it runs, for tests that send it signals.
package final class RunningHarness {
  private let process = Process()
  private let outputFile: String
  private let errorFile: String

  package init(
    _ arguments: [String], in folder: String = HarnessRun.root,
    environment: [String: String] = [:], input: String? = nil,
    program: String = HarnessRun.binaries + "/harness"
  ) throws {
    // Files instead of pipes: they need not be drained, and nothing is lost.
    let base = FileManager.default.temporaryDirectory.path + "/harness-\(UUID().uuidString)"
    (outputFile, errorFile) = (base + ".out", base + ".err")
    for file in [outputFile, errorFile] {
      try Data().write(to: URL(filePath: file))
    }
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder)
    // Whatever plugins this machine has: tests are of those that are built here, and of their own.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["HARNESS_VENV": "/nowhere"]) { $1 }.merging(environment) { $1 }
    process.standardInput =
      input.flatMap { FileHandle(forReadingAtPath: folder + "/" + $0) } ?? FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: outputFile)
    process.standardError = FileHandle(forWritingAtPath: errorFile)
    Self.takeInterrupts
    try process.run()
  }

  /// A shell starts what runs in the background without interrupts, and so would all that tests start: those that
  /// send one would wait until the harness is overdue.
  private static let takeInterrupts: Void = { _ = signal(SIGINT, SIG_DFL) }()

  package var identifier: Int32 { process.processIdentifier }

  /// The text on standard error until now.
  package var errorsSoFar: String {
    (try? String(contentsOfFile: errorFile, encoding: .utf8)) ?? ""
  }

  package var isRunning: Bool { process.isRunning }

  package func send(_ signal: Int32) {
    kill(process.processIdentifier, signal)
  }

  /// Waits for the end. A harness that is there after ten minutes is killed, and an issue.
  package func wait() -> HarnessRun {
    let identifier = process.processIdentifier
    let overdue = DispatchWorkItem { kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(600), execute: overdue)
    process.waitUntilExit()
    if overdue.wait(timeout: .now()) == .success {
      Issue.record("the harness was still running after ten minutes")
    }
    overdue.cancel()
    defer {
      for file in [outputFile, errorFile] { try? FileManager.default.removeItem(atPath: file) }
    }
    let status = process.terminationStatus
    return HarnessRun(
      status: process.terminationReason == .exit ? status : -status,
      output: (try? String(contentsOfFile: outputFile, encoding: .utf8)) ?? "",
      errors: (try? String(contentsOfFile: errorFile, encoding: .utf8)) ?? "")
  }
}

/// Waits until a condition holds; records an issue if it does not hold within a minute.
package func eventually(_ what: String, _ condition: () -> Bool) {
  let deadline = ContinuousClock.now + .seconds(60)
  while !condition() {
    guard ContinuousClock.now < deadline else {
      Issue.record("it never came to be that \(what)")
      return
    }
    usleep(10_000)
  }
}

/// The processes whose command line contains a text, without zombies.
package func processes(mentioning text: String) -> [Int32] {
  let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return entries.compactMap(Int32.init).filter { identifier in
    guard identifier != getpid(),
      let line = FileManager.default.contents(atPath: "/proc/\(identifier)/cmdline")
    else { return false }
    return String(decoding: line, as: UTF8.self).contains(text)
  }
}

/// The output of a command line in a shell that finds the built harness.
package func shell(
  _ command: String, with program: String = "/bin/sh", in folder: String = HarnessRun.root
) throws -> String {
  let process = Process()
  process.executableURL = URL(filePath: program)
  process.arguments = ["-c", command]
  process.currentDirectoryURL = URL(filePath: folder)
  process.environment = ["PATH": HarnessRun.binaries + ":/usr/bin:/bin"]
  let pipe = Pipe()
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return String(decoding: output, as: UTF8.self)
}

extension ScratchFolder {
  /// Writes `NAME.yaml`, a corpus whose symbols, conditions, sweep and trials are given.
  package func corpus(_ name: String, seed: Int = 1, _ contents: String) throws {
    try file(
      "\(name).yaml",
      """
      format: 1
      name: \(name)
      version: 1
      title: Test
      question: Test?
      seed: \(seed)
      \(contents)
      """)
  }
}

extension HarnessRun {
  /// A corpus of one group and four levels, for decoders that misbehave.
  package static func tinyCorpus(trials: Int) -> String {
    """
    format: 1
    name: tiny
    version: 1
    title: Tiny
    question: Who survives?
    seed: 3
    symbols:
      - {name: v1, symbology: qr-code, version: 1, ecc: M, payload: {kind: digits, length: 10}}
    conditions:
      - {name: upright, rotation: 0}
    sweep: {axis: module-size, harder: smaller, levels: [2, 3, 4, 5]}
    trials: \(trials)
    """
  }
}
