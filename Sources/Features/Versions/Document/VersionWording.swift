import Base
import Reporting

/// The words for the releases of a decoder on one corpus.
struct VersionWording {
  let corpus: CorpusReleases

  init(_ corpus: CorpusReleases) { self.corpus = corpus }

  /// True if releases are compared by their mean thresholds.
  var isOrdered: Bool { corpus.measure == .meanThreshold }

  /// The heading of the number by which releases are compared.
  var measureTitle: String {
    isOrdered
      ? "mean threshold" + (corpus.unit.isEmpty ? "" : ", \(corpus.unit)") : "decode rate, %"
  }

  /// The corpus with the size of the run: `qr-small version 1 · 2 groups · 26 400 images, …`.
  var basis: String {
    let groups = Set(corpus.rows.flatMap { $0.groups.map(\.group) }).count
    return "\(corpus.corpus) version \(corpus.version) · "
      + "\(Numerals.counted(groups, "group", "groups")) · "
      + Numerals.counted(corpus.images, "image", "images")
      + (isOrdered ? " (\(Numerals.counted(corpus.trials, "trial", "trials")) at a level)" : "")
      + " · seed \(corpus.seed)" + (corpus.wasStopped ? " · stopped before its end" : "")
  }

  /// The number by which a release is compared with others.
  func measure(_ row: CorpusReleases.Row) -> String {
    guard row.standing == .ranked || row.meanThreshold != nil || row.rate != nil else {
      return row.standing.rawValue.replacing("-", with: " ")
    }
    return isOrdered
      ? ScoreWording.estimate(row.meanThreshold, isLargerHarder: corpus.isLargerHarder)
      : Numerals.percent(row.rate?.value)
  }

  /// The same for one group.
  func measure(_ group: CorpusReleases.Group) -> String {
    isOrdered
      ? ScoreWording.estimate(group.meanThreshold, isLargerHarder: corpus.isLargerHarder)
      : Numerals.percent(group.successes, of: group.tried)
  }

  // MARK: Steps

  /// The step of a release in a group, or overall; `nil` for the first release.
  func step(to release: String, group: String?) -> VersionStep? {
    // Of a single group the overall step is its own.
    corpus.steps.first { $0.to == release && ($0.group == group || groups.count == 1) }
  }

  /// The word for a release against the one before.
  func against(_ row: CorpusReleases.Row) -> String {
    let steps = corpus.steps.filter { $0.to == row.release }
    guard !steps.isEmpty else { return Numerals.absent }
    let changes = steps.filter(\.isSignificant)
    let phantoms = steps.filter(\.changesPhantoms)
    if steps.allSatisfy({ $0.pairs == 0 }) { return "no sample in common" }
    if changes.isEmpty && phantoms.isEmpty {
      return steps.allSatisfy(\.isAlike) ? "reads the same samples" : "no significant change"
    }
    let words: [(String, Bool)] = [
      ("better", changes.contains(where: \.isBetter)),
      ("worse", changes.contains { !$0.isBetter }),
      ("more phantoms", phantoms.contains { $0.newPhantoms > $0.gonePhantoms }),
      ("fewer phantoms", phantoms.contains { $0.newPhantoms < $0.gonePhantoms }),
    ]
    return Words.list(words.filter(\.1).map(\.0))
  }

  /// The releases that read more or less than the one before over all groups, or that none does; a number alone is
  /// no release, so that the first has its library.
  func answer(of decoder: String) -> String {
    func isOverall(_ step: VersionStep) -> Bool { step.group == nil || groups.count == 1 }
    let steps = corpus.changes.filter(isOverall)
    let phantoms = corpus.phantomChanges.filter(isOverall)
    guard !steps.isEmpty || !phantoms.isEmpty else {
      return changes.isEmpty
        ? noChange.prefix(1).lowercased() + noChange.dropFirst()
        : "releases changed single groups, but none changed the overall result"
    }
    return "\(decoder) "
      + Words.list(
        steps.map {
          "\($0.to) reads \($0.isBetter ? "more" : "less") than \($0.from) (\(shift($0)))"
        } + phantoms.map { "\(phantomWords($0)) (\(phantomCounts($0)))" })
  }

  /// The changes, release by release, overall before groups; one sentence each.
  var changes: [String] {
    corpus.changes.map(sentence)
      + corpus.phantomChanges.map {
        "\(phantomWords($0)) \(place($0)): \(phantomCounts($0)) (\(Numerals.p($0.adjustedPhantomP)))"
      }
  }

  private func place(_ step: VersionStep) -> String { step.group.map { "on \($0)" } ?? "overall" }

  private func phantomWords(_ step: VersionStep) -> String {
    "\(step.to) reads phantoms in \(step.newPhantoms > step.gonePhantoms ? "more" : "fewer") images than "
      + step.from
  }

  private func phantomCounts(_ step: VersionStep) -> String {
    "in \(Numerals.count(step.newPhantoms)) only \(step.to), in \(Numerals.count(step.gonePhantoms)) only "
      + step.from
  }

  private func sentence(_ step: VersionStep) -> String {
    let (more, fewer) = step.isBetter ? (step.to, step.from) : (step.from, step.to)
    let (mores, fewers) = step.isBetter ? (step.gained, step.lost) : (step.lost, step.gained)
    let units = Numerals.counted(step.pairs, "sample", "samples")
    return "\(step.to) reads \(step.isBetter ? "more" : "less") than \(step.from) \(place(step)): "
      + "\(shift(step)); of \(units) \(Numerals.count(mores)) are read only by \(more), "
      + "\(Numerals.count(fewers)) only by \(fewer) (\(Numerals.p(step.adjustedP)))"
  }

  /// The difference in the measure: `mean threshold 0.12 ± 0.01 px lower`.
  private func shift(_ step: VersionStep) -> String {
    if isOrdered, let difference = step.meanThresholdDifference {
      let places = Numerals.places(forHalfWidth: difference.halfWidth)
      let shift = Numerals.plusMinus(
        difference.value.magnitude, difference.halfWidth, places: places)
      return "mean threshold \(shift)\(corpus.unit.isEmpty ? "" : " \(corpus.unit)") "
        + (difference.value < 0 ? "lower" : "higher")
    }
    guard let difference = step.rateDifference else { return "other samples" }
    let points = Numerals.telling(difference.value.magnitude * 100, places: 1)
    return "decode rate \(points) points \(difference.value < 0 ? "lower" : "higher")"
  }

  /// The sentence for a corpus on which nothing changed.
  var noChange: String {
    corpus.rows.isEmpty
      ? "No release took part"
      : corpus.rows.count == 1
        ? "One release alone: there is nothing to compare it with"
        : corpus.steps.allSatisfy { $0.pairs == 0 }
          ? "No release has a sample in common with the one before it, so nothing can be compared"
          : "No release is significantly different from the one before it"
  }

  /// The groups of all releases, in the order in which they first come.
  var groups: [String] {
    corpus.rows.flatMap(\.groups).map(\.group).uniqued()
  }

  /// The remark on tests, for below tables.
  static let method =
    "Each release is compared with the one before it on the same images, by the exact paired test "
    + "with Holm's correction over all steps of a corpus, overall and group by group; a change counts "
    + "if the corrected p is at most 0.05 and the measure favours the one that reads more. Images with a "
    + "phantom, something read that is not there, are tested in the same way."
}

extension VersionHistory {
  /// The title: `toy: 7 releases from 2.0.0 to 3.1.1`.
  var title: String {
    guard let first = releases.first, let last = releases.last else {
      return "\(decoder): no release could take part"
    }
    return first == last
      ? "\(decoder): release \(first.number)"
      : "\(decoder): \(releases.count) releases from \(first.number) to \(last.number)"
  }
}
