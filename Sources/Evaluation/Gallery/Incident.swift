/// Something that went wrong and has words to it: a misread, a false positive or a breakage.
package struct Incident: Hashable, Sendable {
  /// Where.
  var place: SampleSchedule.Place
  /// What came of it.
  var verdict: Verdict
  /// What was read instead, or what broke; `nil` when there is nothing to say.
  var detail: String?
}

/// One decoder's incidents, as many as a page has room for.
struct IncidentTally: Sendable {
  /// Misreads and false positives that are shown of each decoder.
  static let shownFalseAnswers = 100
  /// Breakages of one verdict that are told apart by what the decoder said.
  private static let shownBreakages = 8

  /// Misreads and false positives, spread evenly over the run.
  private(set) var falseAnswers = EvenSample<Incident>(limit: Self.shownFalseAnswers)
  /// The first breakage of each verdict and wording.
  private(set) var breakages: [Verdict: [Incident]] = [:]
  /// Breakages by verdict.
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
      // The wording of a timeout is always the same, and another group is another kind of image.
      let isNew = !known.contains {
        $0.detail == finding.detail && $0.place.group == place.group
      }
      guard known.count < Self.shownBreakages, isNew else { return }
      breakages[finding.verdict, default: []].append(
        Incident(place: place, verdict: finding.verdict, detail: finding.detail))
    }
  }
}
