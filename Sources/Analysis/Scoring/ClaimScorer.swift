import Results
import Statistics

/// The scoring of a corpus's documented minima and bands from a run's counts.
struct ClaimScorer {
  let run: RunRecord
  let tally: Tally

  private var corpus: CorpusRecord { run.corpus }

  /// Counts the trials whose number does not depend on outcomes: all of them, or the first pass of a
  /// run that chose its own.
  private func counts(_ decoder: Int, group: Int) -> [LevelCount] {
    let axis = EasinessAxis(corpus)
    let tally = tally.decoders[decoder]
    return run.settings.aim == nil
      ? axis.counts(tally.cells[group]) : axis.counts(tally.firstPass[group])
  }

  // MARK: Claims

  /// Judges every claim for every decoder that supports a group of it; `nil` without claims.
  func table(_ decoders: [DecoderScore]) -> ClaimTable? {
    guard let claims = corpus.claims, corpus.harder == .smaller else { return nil }
    let claimed = Set(claims.flatMap(\.groups).map(\.group))
    let curves = decoders.reduce(0) { sum, decoder in
      sum + decoder.groups.count { claimed.contains($0.group) && $0.total.tried > 0 }
    }
    let alpha = ClaimTest.alpha(curves: curves)
    let scores = claims.map { claim in
      ClaimScore(
        name: claim.name, decoders: decoders.compactMap { score(claim, $0, alpha: alpha) })
    }
    return ClaimTable(
      alpha: ClaimTest.tableAlpha, curves: curves,
      trialsNeeded: MinimumTrials.toCertify(alpha: alpha), claims: scores)
  }

  private func score(
    _ claim: ClaimRecord, _ decoder: DecoderScore, alpha: Double
  ) -> DecoderClaim? {
    guard let index = run.decoders.firstIndex(where: { $0.label == decoder.label }) else {
      return nil
    }
    let groups = claim.groups.compactMap { place -> GroupClaim? in
      guard let score = decoder.groups.first(where: { $0.group == place.group }),
        let group = corpus.groups.firstIndex(where: { $0.id == place.group }),
        let level = corpus.levels.firstIndex(of: place.level)
      else { return nil }
      let test = ClaimTest(counts(index, group: group), alpha: alpha)
      let refuting = test.refuting(claim.promise, from: place.level.value)
      return GroupClaim(
        group: place.group, level: place.level,
        verdict: test.verdict(on: claim.promise, from: place.level.value),
        fails: test.fails, holds: test.holds, rate: score.rate(at: level),
        counterexample: counterexample(
          at: corpus.levels.indices.filter { refuting.contains(corpus.levels[$0].value) },
          score.levels, score.islands, decoder: index, group: group))
    }
    return groups.isEmpty ? nil : DecoderClaim(decoder: decoder.label, groups: groups)
  }

  // MARK: Bands

  /// Sums a decoder's results in a group by bands; `nil` where the corpus asks for none.
  func bands(
    _ decoder: Int, group: Int, _ scores: [LevelScore], _ islands: [LevelRange]
  ) -> [BandScore]? {
    guard corpus.bands != nil else { return nil }
    let counts = counts(decoder, group: group)
    return ModuleSizeBand.allCases.compactMap { band in
      let levels = corpus.levels.indices.filter {
        ModuleSizeBand(pixels: corpus.levels[$0].value) == band
      }
      guard !levels.isEmpty else { return nil }
      let tried = levels.reduce(0) { $0 + counts[$1].trials }
      let read = levels.reduce(0) { $0 + counts[$1].reads }
      let worst = worst(of: levels.filter { counts[$0].trials > 0 }) { counts[$0].rate }
      // The article promises that everything is read in the easiest band, and nothing elsewhere.
      let broken = band == .excellent ? levels.filter { counts[$0].failures > 0 } : []
      return BandScore(
        band: band, tried: tried, read: read,
        rate: tried > 0 ? Double(read) / Double(tried) : nil,
        certified: Binomial.lowerBound(events: read, trials: tried),
        worst: worst.map { corpus.levels[$0] }, worstRate: worst.map { counts[$0].rate },
        counterexample: counterexample(
          at: broken, scores, islands, decoder: decoder, group: group))
    }
  }

  // MARK: Evidence

  /// The level of the lowest rate, the largest of several alike.
  private func worst(of levels: [Int], rate: (Int) -> Double) -> Int? {
    levels.reversed().min { rate($0) < rate($1) }
  }

  private func counterexample(
    at levels: [Int], _ scores: [LevelScore], _ islands: [LevelRange], decoder: Int, group: Int
  ) -> Counterexample? {
    guard let worst = worst(of: levels, rate: { scores[$0].readRate ?? 1 }) else { return nil }
    let values = levels.map { corpus.levels[$0] }
    return Counterexample(
      levels: values, worst: corpus.levels[worst], counts: scores[worst].counts,
      isIsland: islands.contains { island in
        values.contains { island.from <= $0.value && $0.value <= island.to }
      }, cause: tally.decoders[decoder].onlyCause(group: group, levels: levels))
  }
}

extension DecoderTally {
  /// Returns the cause of all errors at some levels of a group; `nil` for none, several or an unknown
  /// one.
  fileprivate func onlyCause(group: Int, levels: [Int]) -> String? {
    let here = causes.filter { _, cause in
      levels.contains { cause.cells.contains(CellPlace(group: group, level: $0)) }
    }
    guard here.count == 1, let text = here.first?.key.text, !text.isEmpty else { return nil }
    return text
  }
}
