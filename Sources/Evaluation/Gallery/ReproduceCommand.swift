/// The command that draws a sample again and gives it to one decoder.
package enum ReproduceCommand {
  /// Returns the command on one line, for a POSIX shell.
  ///
  /// - Parameter options: Further options, already quoted; see ``ComparisonPlan/reproduceOptions``.
  package static func line(key: String, decoder: String, options: String) -> String {
    "harness reproduce \(ComparisonPlan.quoted(key)) --decoder \(ComparisonPlan.quoted(decoder))"
      + (options.isEmpty ? "" : " \(options)")
  }
}
