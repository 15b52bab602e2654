import Results

/// Sentences about the runs that thresholds come from.
package enum EvidenceWording {
  /// The run behind thresholds.
  package static func run(_ run: ThresholdRun) -> String {
    "\(run.store), run \(run.number) (\(run.corpus))"
  }

  /// The runs behind thresholds: that of most decoders, and those of others.
  package static func runs(
    _ main: ThresholdRun, _ others: [(run: ThresholdRun, decoders: [String])]
  ) -> String {
    ([run(main)] + others.map { "of \(Words.list($0.decoders)): \(run($0.run))" })
      .joined(separator: "; ")
  }

  /// A run that is no evidence.
  package static func passedOver(_ run: ThresholdRun) -> String {
    "\(Self.run(run)) has as many trials or more, but certifies nothing: it is passed over"
  }
}
