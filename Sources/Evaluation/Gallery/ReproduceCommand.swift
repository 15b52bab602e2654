/// The command that draws a sample again and gives it to one decoder.
package enum ReproduceCommand {
  /// The command in a line, for a POSIX shell.
  ///
  /// - Parameter options: What else must be said, quoted already; see
  ///   ``ComparisonPlan/reproduceOptions``.
  package static func line(key: String, decoder: String, options: String) -> String {
    "harness reproduce \(ComparisonPlan.quoted(key)) --decoder \(ComparisonPlan.quoted(decoder))"
      + (options.isEmpty ? "" : " \(options)")
  }
}
