import Base
import CProcess
import Foundation

/// The start of a guard and of the plugin behind it.
struct GuardStart {
  /// The guard's process id.
  let guardian: pid_t
  /// The plugin's process id.
  let plugin: pid_t
  /// The socket to the guard. When it is closed, the guard ends everything and then itself.
  let control: Int32
  /// The kinds of protection that hold for the plugin.
  let protections: WorkerProtections
  /// The plugin's temporary folder, which the guard removes; empty if it has none.
  let folder: String

  /// Starts both and blocks until the plugin's program is loaded.
  ///
  /// - Throws: ``PluginError`` when that fails; nothing runs then.
  init(_ settings: WorkerSettings, pipes: WorkerPipes) throws(PluginError) {
    var ends: [Int32] = [-1, -1]
    guard process_socket_pair(&ends) == 0 else {
      throw PluginError(
        .notStarted, "no socket for a worker: \(String(cString: strerror(errno)))")
    }
    let control = ends[0]
    do throws(PluginError) {
      defer { close(ends[1]) }
      guardian = try Self.spawn(settings, pipes: pipes, control: ends[1])
    } catch {
      close(control)
      throw error
    }
    self.control = control
    var record = guard_record()
    let deadline = monotonicNanoseconds() + WorkerProcess.startMilliseconds * 1_000_000
    var outcome: Int32 = 0
    // A signal ends a wait early, and is no reason to give the worker up.
    while outcome == 0 {
      let left = deadline - monotonicNanoseconds()
      guard left > 0 else { break }
      outcome = process_next_record(control, &record, Int32(left / 1_000_000 + 1))
    }
    guard outcome == 1, record.kind == GUARD_STARTED.rawValue else {
      close(control)
      if outcome == 0 { kill(guardian, SIGKILL) }
      waitpid(guardian, nil, 0)
      throw Self.failure(outcome == 1 ? record : nil, of: settings.program)
    }
    plugin = record.number
    folder = record.message
    protections = WorkerProtections(rawValue: Int(record.value))
  }

  private static func failure(_ record: guard_record?, of program: PluginProgram) -> PluginError {
    var reason = "its guard ended"
    if let record {
      reason =
        (record.message.isEmpty ? "" : record.message + ": ")
        + String(cString: strerror(record.number))
    }
    return PluginError(.notStarted, "\(program.executable) does not start: \(reason)")
  }

  /// The guard's executable lies beside that of the harness.
  private static let executable: String = {
    let own = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    return own.resolvingSymlinksInPath().deletingLastPathComponent().path + "/harness-guard"
  }()

  private static func spawn(
    _ settings: WorkerSettings, pipes: WorkerPipes, control: Int32
  ) throws(PluginError) -> pid_t {
    let words =
      [executable] + settings.guardWords + ["--", settings.executable]
      + settings.program.arguments
    do {
      return try ProcessStart(
        words, environment: settings.program.environment,
        descriptors: [pipes.childInput, pipes.childOutput, pipes.childError, control]
      ).identifier
    } catch {
      throw PluginError(
        .notStarted,
        error.systemCode == ENOENT
          ? "\(executable) is missing: it belongs beside the harness, and every plugin is started "
            + "through it; install the harness again, or build it: swift build --product harness-guard"
          : "\(executable) does not start: \(error.reason)")
    }
  }
}

extension guard_record {
  /// The record's text.
  var message: String {
    withUnsafeBytes(of: text) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

extension WorkerSettings {
  /// The settings as the guard's command line has them.
  fileprivate var guardWords: [String] {
    var words = ["tasks=\(WorkerProcess.taskLimit)"]
    if let memoryLimitBytes { words.append("memory=\(memoryLimitBytes)") }
    if let folder = program.workingFolder { words.append("folder=\(folder)") }
    words += writableFolders.map { "writes=\($0)" }
    words += readableWords
    if !withheld.isEmpty { words.append("without=\(withheld.rawValue)") }
    if sandbox != .none { words.append("sandboxed") }
    words += program.needs.map { "needs-\($0.rawValue)" }.sorted()
    words += program.keptVariables.map { "keep=\($0)" }.sorted()
    return words
  }

  /// The places that may be read.
  private var readableWords: [String] {
    guard sandbox != .none, !program.needs.contains(.files) else { return [] }
    return PluginReading.known(of: program).places.map {
      ($0.extent == .names ? "lists=" : "reads=") + $0.path
    } + readableFiles.map { "reads=\($0)" }
  }
}
