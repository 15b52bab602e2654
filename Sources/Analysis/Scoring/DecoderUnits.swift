import DecoderKit
import Results
import Statistics

/// One decoder's results symbol by symbol: by place on a label, and by symbology.
struct DecoderUnits {
  private let run: RunRecord
  private let tally: Tally
  private let decoder: Int
  private let symbols: SymbolLayout
  /// The work of this decoder alone.
  private let work: SharedWork

  init(run: RunRecord, tally: Tally, decoder: Int) {
    (self.run, self.tally, self.decoder) = (run, tally, decoder)
    symbols = SymbolLayout(run.corpus)
    work = SharedWork(of: [decoder], in: run)
  }

  private var mine: DecoderTally { tally.decoders[decoder] }
  private var record: DecoderRecord { run.decoders[decoder] }
  private var axis: EasinessAxis { EasinessAxis(run.corpus) }
  private var isOrdered: Bool { run.corpus.harder != .unordered }

  // MARK: Coverage

  /// The part of the corpus that the decoder supports; `nil` where no symbology is known.
  var coverage: Coverage? {
    let all = run.corpus.symbologies
    guard !all.isEmpty else { return nil }
    let levels = run.corpus.levels.count
    return Coverage(
      symbologies: all.count {
        record.symbologies == nil ? isSupported($0) : record.supports($0)
      },
      ofSymbologies: all.count,
      units: work.unitsPerLevel * levels,
      ofUnits: SharedWork(of: [], in: run).unitsPerLevel * levels)
  }

  /// True if some group of a symbology is supported, for records without a list of symbologies.
  private func isSupported(_ symbology: Symbology) -> Bool {
    run.corpus.groups.indices.contains {
      record.supportedGroups[$0] && run.corpus.groups[$0].symbologies.contains(symbology)
    }
  }

  // MARK: Symbologies

  /// The results by symbology, in the corpus's order.
  var symbologies: [SymbologyScore] {
    var clusters: [Symbology: RateClusters] = [:]
    for group in work.groups {
      let only = run.corpus.groups[group].symbologies.first
      for level in run.corpus.levels.indices {
        if work.isPlain(group) {
          let cell = mine.cells[group][level]
          guard let only else { continue }
          clusters[only, default: RateClusters()]
            .add(reads: cell.successes, units: cell.tried, cluster: nil)
          continue
        }
        tally.forEachImage(
          ofGroup: group, level: level, triedBy: [decoder], withLaterTrials: true
        ) { place, sample in
          let cluster = work.cluster(place, sample: sample)
          guard let scene = symbols.scene(group: group, trial: place.trial) else {
            guard let only else { return }
            clusters[only, default: RateClusters()]
              .add(reads: mine.succeeded.contains(sample) ? 1 : 0, units: 1, cluster: cluster)
            return
          }
          let first = symbols.first(place)
          for (index, symbology) in scene.enumerated() where record.supports(symbology) {
            guard let symbology else { continue }
            clusters[symbology, default: RateClusters()]
              .add(
                reads: mine.symbolReads.contains(first + index) ? 1 : 0, units: 1,
                cluster: cluster)
          }
        }
      }
    }
    return run.corpus.symbologies.compactMap { symbology in
      guard let found = clusters[symbology], let rate = found.estimate else { return nil }
      let counts = found.counts
      return SymbologyScore(
        symbology: symbology, tried: counts.trials, read: counts.reads, rate: rate)
    }
  }

  // MARK: Scenes

  /// Scores the symbols of a group whose images all hold the same ones; `nil` for other groups, and
  /// where nothing was tried.
  func scene(_ group: Int) -> SceneScore? {
    let cells = mine.places[group]
    guard let first = cells.first, first.count > 1 else { return nil }
    let scene = run.corpus.groups[group].scenes?.first ?? []
    let supported = scene.indices.filter { record.supports(scene[$0]) }
    var clusters = run.corpus.levels.indices.map { _ in RateClusters() }
    var shares = run.corpus.levels.indices.map { ShareLevel(x: axis.position(of: $0)) }
    for level in shares.indices {
      tally.forEachImage(
        ofGroup: group, level: level, triedBy: [decoder], withLaterTrials: true
      ) { place, sample in
        let (reads, units) = (work.reads(mine, place, sample: sample), work.units(place))
        clusters[level].add(
          reads: reads, units: units, cluster: work.cluster(place, sample: sample))
        shares[level].add(reads: reads, symbols: units)
      }
    }
    let all = RateClusters(clusters)
    guard let rate = all.estimate else { return nil }
    return SceneScore(
      tried: all.counts.trials, read: all.counts.reads, rate: rate,
      meanThreshold: isOrdered ? MeanThreshold.estimate(shares: shares).map(axis.estimate) : nil,
      threshold: isOrdered && run.settings.aim == nil
        ? axis.threshold(inTurn(group, places: supported)) : .none,
      places: supported.compactMap { place in
        scene[place].map { self.place(place, $0, cells.map { $0[place] }) }
      }, levels: clusters.map(\.estimate))
  }

  /// Counts one symbol of each image, the places in turn: independent trials.
  private func inTurn(_ group: Int, places: [Int]) -> [LevelCount] {
    return run.corpus.levels.indices.map { level in
      var count = LevelCount(x: axis.position(of: level), reads: 0, trials: 0)
      tally.forEachImage(ofGroup: group, level: level, triedBy: [decoder]) { place, _ in
        let symbol = symbols.first(place) + places[place.trial % places.count]
        count.trials += 1
        if mine.symbolReads.contains(symbol) { count.reads += 1 }
      }
      return count
    }
  }

  private func place(
    _ place: Int, _ symbology: Symbology, _ cells: [DecoderTally.PlaceCounts]
  ) -> PlaceScore {
    var total = DecoderTally.PlaceCounts()
    for cell in cells { total += cell }
    let interval = Binomial.clopperPearson(reads: total.read, trials: total.tried)
    let counts = cells.enumerated().map { level, cell in
      LevelCount(x: axis.position(of: level), reads: cell.read, trials: cell.tried)
    }
    return PlaceScore(
      place: place + 1, symbology: symbology, tried: total.tried, read: total.read,
      misread: total.misread, broken: total.broken,
      rate: Estimate(
        value: Double(total.read) / Double(max(total.tried, 1)), lower: interval.lower,
        upper: interval.upper),
      meanThreshold: isOrdered ? MeanThreshold.estimate(counts).map(axis.estimate) : nil)
  }
}
