import Foundation
import Results
import Statistics

/// Sets decoders beside the informed reader, group by group.
struct InformedScorer {
  let run: RunRecord
  let tally: Tally
  let informed: InformedOutcome

  /// The table, with headrooms in the order of decoders.
  func table(_ decoders: [DecoderScore]) -> InformedTable {
    var groups = run.corpus.groups.indices.compactMap { group($0, decoders) }
    // One correction over all tests of the table.
    let adjusted = Holm.adjust(groups.flatMap { $0.headrooms.map(\.adjustedP) })
    var next = 0
    for group in groups.indices {
      for index in groups[group].headrooms.indices {
        groups[group].headrooms[index].adjustedP = adjusted[next]
        next += 1
      }
    }
    return InformedTable(
      groups: groups,
      uncovered: informed.uncovered.filter { run.corpus.groups.indices.contains($0.group) }.map {
        .init(group: run.corpus.groups[$0.group].id, reason: $0.reason)
      })
  }

  private func group(_ group: Int, _ decoders: [DecoderScore]) -> InformedGroup? {
    let cells = informed.cells.filter { $0.group == group }.compactMap { cell in
      Level(parsing: cell.level).map { (level: $0, cell: cell) }
    }.sorted { $0.level.value < $1.level.value }
    guard !cells.isEmpty else { return nil }
    let axis = EasinessAxis(cells.map(\.level), harder: run.corpus.harder)
    let counts = cells.indices.map { index in
      let cell = cells[index].cell
      return LevelCount(
        x: axis.position(of: index), reads: cell.trials - cell.missed.count, trials: cell.trials)
    }
    let mean = axis.isOrdered ? MeanThreshold.estimate(counts) : nil
    let hardest = run.corpus.harder == .larger ? counts.last : counts.first
    let isBeyond =
      mean != nil && hardest.map { Self.isRead($0.reads, of: $0.trials) } ?? false
    let isUnfailing = mean.map { if case .atMost = $0.kind { true } else { false } } ?? false
    let estimate = mean.map(axis.estimate)
    let own = cells.filter { cell in run.corpus.levels.contains { $0.text == cell.cell.level } }
    let images = own.reduce(0) { $0 + $1.cell.trials }
    let time = own.reduce(0) { $0 + $1.cell.nanoseconds }
    return InformedGroup(
      group: run.corpus.groups[group].id,
      levels: cells.map {
        InformedLevel(
          level: $0.cell.level, tried: $0.cell.trials,
          read: $0.cell.trials - $0.cell.missed.count)
      },
      meanThreshold: estimate, isBeyond: isBeyond,
      threshold: axis.isOrdered ? axis.threshold(counts) : .none,
      milliseconds: Double(time) / Double(max(images, 1)) / 1e6,
      headrooms: decoders.compactMap { headroom($0, group, estimate, isBeyond, isUnfailing) })
  }

  /// True if a level is not failed.
  private static func isRead(_ reads: Int, of trials: Int) -> Bool {
    Double(reads) > InformedOutcome.leastRate * Double(trials)
  }

  private func headroom(
    _ decoder: DecoderScore, _ group: Int, _ estimate: Estimate?, _ isBeyond: Bool,
    _ isUnfailing: Bool
  ) -> Headroom? {
    let id = run.corpus.groups[group].id
    guard let index = run.decoders.firstIndex(where: { $0.label == decoder.label }),
      let score = decoder.groups.first(where: { $0.group == id }), score.total.tried > 0
    else { return nil }
    let tally = tally.decoders[index]
    var (pairs, onlyInformed, onlyDecoder) = (0, 0, 0)
    for (level, value) in run.corpus.levels.enumerated() {
      guard let cell = informed.cells.first(where: { $0.group == group && $0.level == value.text })
      else { continue }
      let missed = Set(cell.missed)
      for trial in 0..<min(cell.trials, run.corpus.groups[group].trials) {
        let sample = self.tally.layout.index(group, level, trial)
        guard tally.tried.contains(sample) else { continue }
        pairs += 1
        switch (tally.succeeded.contains(sample), missed.contains(trial)) {
        case (true, true): onlyDecoder += 1
        case (false, false): onlyInformed += 1
        default: break
        }
      }
    }
    // Mean thresholds compare only where both curves run from reading to failing.
    let ends = ends(of: tally, group)
    let (isAtLeast, isAtMost) = (isBeyond || !ends.readsEasiest, ends.readsHardest)
    return Headroom(
      decoder: decoder.label,
      ratio: isAtLeast && isAtMost
        ? nil : ratio(score.meanThreshold, estimate, isUnfailing: isUnfailing),
      isAtLeast: isAtLeast, isAtMost: isAtMost, pairs: pairs, onlyInformed: onlyInformed,
      onlyDecoder: onlyDecoder,
      adjustedP: McNemar.exact(losses: onlyDecoder, gains: onlyInformed))
  }

  /// True for a decoder that has nearly all of the easiest level, and for one that still reads at the hardest.
  private func ends(
    of tally: DecoderTally, _ group: Int
  ) -> (readsEasiest: Bool, readsHardest: Bool) {
    let levels = run.corpus.levels.indices.sorted {
      run.corpus.levels[$0].value < run.corpus.levels[$1].value
    }
    guard let first = levels.first, let last = levels.last else { return (false, false) }
    let (hardest, easiest) = run.corpus.harder == .larger ? (last, first) : (first, last)
    let (easy, hard) = (tally.cells[group][easiest], tally.cells[group][hardest])
    return (
      !Self.isRead(easy.tried - easy.successes, of: easy.tried),
      Self.isRead(hard.successes, of: hard.tried)
    )
  }

  /// The ratio of two thresholds, above 1 where the informed reader goes further.
  ///
  /// The interval is the delta method's on logarithms. Both read the same images: taking them for
  /// independent makes it rather too wide than too narrow, as the same images are hard for both. A reader
  /// that never failed has a bound for its threshold, whose interval says nothing.
  private func ratio(
    _ decoder: Estimate?, _ informed: Estimate?, isUnfailing: Bool
  ) -> Estimate? {
    guard let decoder, let informed, min(decoder.value, informed.value) > 0 else { return nil }
    func relativeError(_ estimate: Estimate) -> Double {
      (estimate.upper - estimate.lower) / 2 / estimate.value
    }
    let value =
      run.corpus.harder == .larger
      ? informed.value / decoder.value : decoder.value / informed.value
    let (a, b) = (relativeError(decoder), isUnfailing ? 0 : relativeError(informed))
    let spread = (a * a + b * b).squareRoot()
    return Estimate(
      value: value, lower: value * exp(-spread), upper: value * exp(spread))
  }
}
