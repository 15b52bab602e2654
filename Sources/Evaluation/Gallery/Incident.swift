/// A misread, a false positive or an error, with its description.
package struct Incident: Hashable, Sendable {
  /// The sample's place in the corpus.
  var place: SampleSchedule.Place
  /// The verdict of this decode.
  var verdict: Verdict
  /// The wrong reading or the error message, for people; `nil` when there is nothing to say.
  var detail: String?
}

/// One decoder's incidents, as many as a page has room for.
struct IncidentTally: Sendable {
  /// The most misreads and false positives shown per decoder.
  static let shownFalseAnswers = 100
  /// The most errors of one verdict that are kept, one per message and group.
  private static let shownBreakages = 8

  /// Misreads and false positives, spread evenly over the run.
  private(set) var falseAnswers = EvenSample<Incident>(limit: Self.shownFalseAnswers)
  /// The first errors of each verdict, one per message and group.
  private(set) var breakages: [Verdict: [Incident]] = [:]
  /// Numbers of errors by verdict.
  private(set) var breakageCounts: [Verdict: Int] = [:]

  mutating func add(_ observation: borrowing Observation) {
    let finding = observation.finding
    let place = observation.place
    if finding.verdict.isFalse {
      falseAnswers.add {
        Incident(place: place, verdict: finding.verdict, detail: finding.detail)
      }
    } else if finding.verdict.isBreakage {
      breakageCounts[finding.verdict, default: 0] += 1
      let known = breakages[finding.verdict] ?? []
      // The message of a timeout is always the same, and another group is another kind of image.
      let isNew = !known.contains {
        $0.detail == finding.detail && $0.place.group == place.group
      }
      guard known.count < Self.shownBreakages, isNew else { return }
      breakages[finding.verdict, default: []].append(
        Incident(place: place, verdict: finding.verdict, detail: finding.detail))
    }
  }
}
