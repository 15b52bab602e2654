import Results

/// Sentences about the runs that thresholds come from.
enum EvidenceWording {
  /// The run behind thresholds.
  static func run(_ run: ThresholdRun) -> String {
    "\(run.store), run \(run.number) (\(run.corpus))"
  }

  /// A run that is no evidence.
  static func passedOver(_ run: ThresholdRun) -> String {
    "\(Self.run(run)) has as many trials or more, but certifies nothing: it is passed over."
  }
}
