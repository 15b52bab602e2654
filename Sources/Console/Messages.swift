import ArgumentParser
import Base
import Corpora
import Evaluation
import Foundation
import PluginHost
import ResultStore
import Results
import Sessions

/// Exit codes, as the README documents them.
package enum ExitStatus {
  package static let regression = ExitCode(1)
  /// Not every image had something to read.
  package static let nothingRead = ExitCode(1)
  /// A bundle or a hidden split is not what it says.
  package static let contradicted = ExitCode(1)
  /// A decoder was found to fail.
  package static let found = ExitCode(1)
  package static let cannotDoItsJob = ExitCode(2)
  package static let cannotJudge = ExitCode(3)
  package static let usage = ExitCode(64)
  package static let interrupted = ExitCode(130)
}

/// An error of a feature that says with which code a command ends.
package protocol ErrorWithExitCode: Error {
  var exitCode: ExitCode { get }
}

/// Runs a command's body and turns what it throws into one line on standard error and an exit code.
package func reportingFailures<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let exit as ExitCode {
    throw exit
  } catch is CorpusFreeze.Interruption {
    throw ExitStatus.interrupted
  } catch is PluginError where Interrupts.isRequested {
    // Its worker was killed, or no longer started, because of that.
    throw ExitStatus.interrupted
  } catch let error as StoreError where Interrupts.isRequested {
    // Another process holds the store, most likely: it was not waited for.
    printMessage("\(error)")
    throw ExitStatus.interrupted
  } catch {
    printMessage("\(error)")
    throw exitStatus(of: error)
  }
}

/// Runs a command's body as ``reportingFailures(_:)`` does; an interrupt asks it to stop.
package func interruptibly<Result>(_ body: (StopSignal) throws -> Result) throws -> Result {
  try reportingFailures {
    let stop = StopSignal()
    let interrupts = Interrupts(stopping: stop)
    defer { interrupts.end() }
    return try body(stop)
  }
}

/// One line (or more) on standard error, with the program's name before it.
package func printMessage(_ message: String) {
  writeToStandardError(
    Terminal.filling(Terminal.fitting("harness: \(Terminal.harmless(message))\n")))
}

/// Reports the decoders that were asked for and cannot take part, with the reasons.
package func printMessages(about unavailable: [UnavailableDecoder]) {
  for missing in unavailable { printMessage("\(missing.label): \(missing.reason)") }
}

/// Names the processes of plugins that are still there. Results do not depend on them.
package func printSurvivors() {
  for survivor in LiveProcesses.survivors { printMessage(SandboxWording.sentence(survivor)) }
}

/// Writes text as far as standard error takes it: a closed terminal is no reason to end a run.
package func writeToStandardError(_ text: String) {
  _ = writeAll(text, to: STDERR_FILENO)
}

/// Writes a command's result for a person on standard output, in the characters that the terminal has,
/// with a line feed at its end.
///
/// - Throws: As ``printData(_:)``.
package func printResult(_ text: String) throws {
  try printData(Terminal.fitting(Terminal.withoutCommands(text)))
}

/// Writes data for programs on standard output, in UTF-8 whatever the terminal, with a line feed at the
/// end: one that is there already is not doubled.
///
/// It is no failure if the reader stops early (`| head`).
///
/// - Throws: ``OutputError`` when the text is lost, on a full disk say.
package func printData(_ text: String) throws {
  let failure = writeAll(text.hasSuffix("\n") ? text : text + "\n", to: STDOUT_FILENO)
  guard failure == 0 || failure == EPIPE else {
    throw OutputError(description: "standard output: \(FileError.words(for: failure))")
  }
}

/// True unless the reader of standard output has gone (`| head`): long work can then end early.
package var isOutputRead: Bool {
  var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
  _ = poll(&output, 1, 0)
  return output.revents & Int16(POLLERR | POLLHUP) == 0
}

/// Writes all of a text; returns 0, or the error number of the write that failed.
private func writeAll(_ text: String, to descriptor: Int32) -> Int32 {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return errno }
    rest = rest.dropFirst(count)
  }
  return 0
}

/// A result that could not be shown.
package struct OutputError: Error, CustomStringConvertible {
  package let description: String
}

package func exitStatus(of error: any Error) -> ExitCode {
  switch error {
  case let error as StoreError where error.isBusy: ExitStatus.cannotJudge
  case let error as PluginError: error.isUsageError ? ExitStatus.usage : ExitStatus.cannotDoItsJob
  case is ReleaseMismatch: ExitStatus.cannotJudge
  case let error as any ErrorWithExitCode: error.exitCode
  case is CorpusCatalogError, is CameraCatalogError, is SampleError, is RequestError,
    is ValidationError:
    ExitStatus.usage
  default: ExitStatus.cannotDoItsJob
  }
}
