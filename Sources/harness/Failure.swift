import ArgumentParser
import Corpora
import Evaluation
import Foundation
import PluginHost

/// Exit codes, as the README documents them.
enum ExitStatus {
  static let cannotDoItsJob = ExitCode(2)
  static let usage = ExitCode(64)
  static let interrupted = ExitCode(130)
}

/// Runs a command's body and turns what it throws into one line on standard error and an exit code.
func reportingFailures<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let exit as ExitCode {
    throw exit
  } catch {
    complain("\(error)")
    throw exitStatus(of: error)
  }
}

/// One line (or more) on standard error, with the program's name before it.
func complain(_ message: String) {
  writeToStandardError("harness: \(message)\n")
}

/// Writes text as far as standard error takes it: a closed terminal is no reason to end a run.
func writeToStandardError(_ text: String) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    guard count > 0 else { return }
    rest = rest.dropFirst(count)
  }
}

private func exitStatus(of error: any Error) -> ExitCode {
  switch error {
  case let error as PluginError: error.isUsageError ? ExitStatus.usage : ExitStatus.cannotDoItsJob
  case is CorpusCatalogError, is SampleError, is UsageError: ExitStatus.usage
  default: ExitStatus.cannotDoItsJob
  }
}

/// What was typed makes no sense, in a sentence.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
