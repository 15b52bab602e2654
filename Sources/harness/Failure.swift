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
  FileHandle.standardError.write(Data("harness: \(message)\n".utf8))
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
