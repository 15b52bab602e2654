import Evaluation
import Foundation

/// The options that `harness reproduce` needs besides a sample's key and a decoder.
struct ReproduceOptions {
  /// The corpus's file or folder; `nil` when its name is enough.
  var corpusFile: String?
  /// The run's seed; `nil` when it is the corpus's own.
  var seed: UInt64?
  /// Plugins named by hand, as absolute paths.
  var plugins: [String]
  var timeout: DurationOption
  var memoryLimit: MemoryOption

  /// The options for a POSIX shell, paths made absolute.
  var text: String {
    var options: [(name: String, value: String)] = []
    if let corpusFile { options.append(("--corpus", URL(filePath: corpusFile).path)) }
    if let seed { options.append(("--seed", String(seed))) }
    options += plugins.map { ("--plugin", $0) }
    options.append(("--timeout", timeout.description))
    options.append(("--memory-limit", memoryLimit.description))
    return options.map { "\($0.name) \(ComparisonPlan.quoted($0.value))" }
      .joined(separator: " ")
  }
}
