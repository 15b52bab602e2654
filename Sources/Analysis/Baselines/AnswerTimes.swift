import Results
import Statistics

/// The usual time of a decoder's answers in a run.
package enum AnswerTimes {
  /// By label, the time in nanoseconds within which 99 of 100 answers come (nearest rank); a decoder without an
  /// answer has none.
  ///
  /// - Throws: Errors from the store.
  package static func p99(
    ofRun number: Int, in store: some ObservationSource
  ) throws -> [String: Double] {
    let matrix = try VerdictMatrix(ofRun: number, in: store)
    var times: [String: Double] = [:]
    for (index, decoder) in matrix.run.decoders.enumerated() {
      let answers = matrix.times(index) { !$0.isBreakage }.sorted()
      guard !answers.isEmpty else { continue }
      times[decoder.label] = Double(answers[NearestRank.index(of: 0.99, in: answers.count)])
    }
    return times
  }
}
