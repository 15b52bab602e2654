import Results

/// The samples that show how each decoder fails: chosen from the verdicts, before anything is
/// drawn.
///
/// The same run gives the same choice. Among samples that serve equally well, those that more of
/// the other decoders read come first, because they are known to be readable; then the earlier
/// trial.
package struct GalleryChoice: Sendable {
  /// An exhibit to make, with the places of samples instead of finished pictures.
  package struct Choice: Hashable, Sendable {
    /// The decoder's index in the run.
    var decoder: Int
    /// The kind of samples shown.
    var subject: ExampleSet.Subject
    /// The number of samples of this kind in the run; `nil` where that is not counted.
    var total: Int?
    /// The samples.
    var places: [SamplePlace]
  }

  /// The most samples of one subject and decoder, over all its groups.
  static let exhibitSize = 12
  /// The most samples from each group below its threshold.
  private static let perGroup = 3
  /// The most samples of each pair of decoders.
  private static let perPair = 4
  /// The number of decoders above which each is paired with the best one only.
  private static let mostPaired = 4

  /// The exhibits to make, by decoder in the score table's order.
  package private(set) var choices: [Choice] = []
  /// Misreads and false positives to list, by decoder in the same order.
  package private(set) var falseAnswers: [Choice] = []

  private let inspection: RunInspection
  private let table: ScoreTable
  private let indices: [String: Int]
  /// Indices of the groups on which ranks are based.
  private let rankedGroups: Set<Int>

  /// Chooses the samples of every decoder that tried any.
  ///
  /// - Precondition: The table is the scores of the inspected run.
  package init(_ inspection: RunInspection, table: ScoreTable) {
    self.inspection = inspection
    self.table = table
    let labels = inspection.run.decoders.map(\.label)
    indices = Dictionary(uniqueKeysWithValues: zip(labels, labels.indices))
    rankedGroups = Set(
      table.corpus.groups.indices.filter {
        table.rankedGroups.contains(table.corpus.groups[$0].id)
      })
    let tried = table.decoders.filter { $0.total.tried > 0 }
    for score in tried {
      guard let decoder = indices[score.label] else { continue }
      choose(decoder, score, others: tried)
    }
  }

  private mutating func choose(_ decoder: Int, _ score: DecoderScore, others: [DecoderScore]) {
    let noted = inspection.noted[decoder]
    add(decoder, missedSubject, nil, missed(decoder, score))
    add(decoder, .island, nil, onIslands(decoder, score))
    for verdict in Verdict.allCases where verdict.isBreakage {
      add(
        decoder, .broken(verdict), noted.breakageCounts[verdict],
        (noted.breakages[verdict] ?? []).map(\.place))
    }
    let wrong = noted.falseAnswers
    if wrong.count > 0 {
      falseAnswers.append(
        Choice(
          decoder: decoder, subject: .misread, total: wrong.count,
          places: wrong.spread.map(\.place)))
    }
    for other in pairs(of: score, among: others) {
      guard let better = indices[other.label] else { continue }
      let (count, places) = readOnly(by: better, not: decoder, ranked: [score, other])
      add(decoder, .readOnlyBy(other.label), count, places)
    }
  }

  private mutating func add(
    _ decoder: Int, _ subject: ExampleSet.Subject, _ total: Int?, _ places: [SamplePlace]
  ) {
    guard !places.isEmpty else { return }
    choices.append(Choice(decoder: decoder, subject: subject, total: total, places: places))
  }

  private var missedSubject: ExampleSet.Subject {
    table.corpus.harder == .unordered ? .missed : .belowThreshold
  }

  /// The decoders with which this one is compared.
  private func pairs(of score: DecoderScore, among tried: [DecoderScore]) -> [DecoderScore] {
    let others = tried.filter { $0.label != score.label }
    guard tried.count > Self.mostPaired, let best = tried.first else { return others }
    return score.label == best.label ? Array(others.prefix(1)) : [best]
  }

  // MARK: Samples of one decoder

  /// Misses below the threshold, the nearest levels first, a few from each group.
  private func missed(_ decoder: Int, _ score: DecoderScore) -> [SamplePlace] {
    let share = max(1, min(Self.perGroup, Self.exhibitSize / max(score.groups.count, 1)))
    let places = score.groups.flatMap { group -> [SamplePlace] in
      guard let index = self.group(group.group) else { return [] }
      var found: [SamplePlace] = []
      for level in levelsBelow(group.threshold) where found.count < share {
        found += misses(decoder, group: index, level: level).prefix(share - found.count)
      }
      return found
    }
    return Array(places.prefix(2 * Self.exhibitSize))
  }

  /// Indices of the levels from the one right below a threshold to the hardest.
  private func levelsBelow(_ threshold: ThresholdScore) -> [Int] {
    let levels = table.corpus.levels
    let isLargerHarder = table.corpus.harder == .larger
    let easiestFirst = isLargerHarder ? Array(levels.indices) : levels.indices.reversed()
    let reached = threshold.upper ?? (threshold.kind == .notCertified ? threshold.observed : nil)
    guard let reached else { return easiestFirst }
    return easiestFirst.filter {
      isLargerHarder ? levels[$0].value > reached : levels[$0].value < reached
    }
  }

  /// Misses at the worst level of each island.
  private func onIslands(_ decoder: Int, _ score: DecoderScore) -> [SamplePlace] {
    var places: [SamplePlace] = []
    for group in score.groups {
      guard let index = self.group(group.group) else { continue }
      for island in group.islands {
        let inside = table.corpus.levels.indices.filter {
          (island.from...island.to).contains(table.corpus.levels[$0].value)
        }
        let worst = inside.min {
          (group.levels[$0].readRate ?? 1) < (group.levels[$1].readRate ?? 1)
        }
        if let worst { places += misses(decoder, group: index, level: worst).prefix(2) }
      }
    }
    return Array(places.prefix(Self.exhibitSize))
  }

  /// Samples that a decoder missed at a level; those that most others read come first.
  private func misses(_ decoder: Int, group: Int, level: Int) -> [SamplePlace] {
    let places = (0..<inspection.run.corpus.groups[group].trials).map {
      SamplePlace(group: group, level: level, trial: $0)
    }.filter { inspection.verdict(decoder, $0).map { !$0.isSuccess && !$0.isBreakage } ?? false }
    return places.sorted { a, b in
      (readers(of: b), a.trial) < (readers(of: a), b.trial)
    }
  }

  private func readers(of place: SamplePlace) -> Int {
    inspection.run.decoders.indices.count {
      inspection.verdict($0, place)?.isSuccess ?? false
    }
  }

  private func group(_ id: String) -> Int? {
    table.corpus.groups.firstIndex { $0.id == id }
  }

  // MARK: Samples of two decoders

  /// Counts the samples that one decoder reads and another does not, with the easiest ones of each
  /// group.
  ///
  /// For two ranked decoders, only the groups on which ranks are based count, so that the number
  /// agrees with the score table.
  private func readOnly(
    by better: Int, not worse: Int, ranked scores: [DecoderScore]
  ) -> (count: Int, places: [SamplePlace]) {
    let areRanked = scores.allSatisfy { $0.standing == .ranked } && !rankedGroups.isEmpty
    let groups = table.corpus.groups.indices.filter { !areRanked || rankedGroups.contains($0) }
    var count = 0
    let found = groups.map { group -> [SamplePlace] in
      var places: [SamplePlace] = []
      for level in levelsBelow(ThresholdScore.none) {
        for trial in 0..<inspection.pairedTrials(group: group) {
          let place = SamplePlace(group: group, level: level, trial: trial)
          guard let miss = inspection.verdict(worse, place), !miss.isSuccess,
            inspection.verdict(better, place)?.isSuccess ?? false
          else { continue }
          count += 1
          if places.count < Self.perPair { places.append(place) }
        }
      }
      return places
    }
    // Groups take turns, so that no group is the only one shown.
    let turns = (0..<Self.perPair).flatMap { turn in
      found.compactMap { $0.indices.contains(turn) ? $0[turn] : nil }
    }
    return (count, Array(turns.prefix(Self.perPair)))
  }
}

// MARK: Evidence

extension GalleryChoice {
  /// Returns the chosen samples with every decoder's recorded answer; the images are not drawn yet.
  ///
  /// - Parameter reproduceOptions: See ``ReproduceCommand/line(key:decoder:options:)``.
  package func evidence(reproduceOptions: String) -> RunEvidence {
    var pictures = PictureList(inspection, table: table, reproduceOptions: reproduceOptions)
    let examples = choices.map { pictures.examples(of: $0) }
    let misreads = falseAnswers.map { pictures.examples(of: $0) }
    let survey = GallerySurvey(inspection).places.map { pictures.number(of: $0) }
    let latencies = inspection.latencies
    return RunEvidence(
      latencyScale: latencies.scale, latencies: latencies.decoders, misreads: misreads,
      gallery: Gallery(pictures: pictures.pictures, examples: examples, survey: survey))
  }
}

/// The samples of a gallery, each once however many sets of examples have it.
private struct PictureList {
  private(set) var pictures: [Gallery.Picture] = []

  private let inspection: RunInspection
  private let reproduceOptions: String
  /// Decoders in the score table's order, by their indices in the run.
  private let decoders: [(index: Int, label: String)]
  private var numbers: [SamplePlace: Int] = [:]

  init(_ inspection: RunInspection, table: ScoreTable, reproduceOptions: String) {
    self.inspection = inspection
    self.reproduceOptions = reproduceOptions
    decoders = table.decoders.compactMap { score in
      inspection.run.decoders.firstIndex { $0.label == score.label }.map { ($0, score.label) }
    }
  }

  mutating func examples(of choice: GalleryChoice.Choice) -> ExampleSet {
    var examples = ExampleSet(
      decoder: inspection.run.decoders[choice.decoder].label, subject: choice.subject,
      total: choice.total, pictures: [])
    for place in choice.places { examples.pictures.append(number(of: place)) }
    return examples
  }

  mutating func number(of place: SamplePlace) -> Int {
    if let known = numbers[place] { return known }
    let key = inspection.run.corpus.key(of: place)
    let answers = decoders.compactMap { decoder -> Gallery.Answer? in
      guard let verdict = inspection.verdict(decoder.index, place) else { return nil }
      let finding = finding(decoder.index, place)
      return Gallery.Answer(
        decoder: decoder.label, verdict: verdict, detail: finding?.detail,
        printed: finding?.printed,
        command: ReproduceCommand.line(
          key: key, decoder: inspection.run.decoders[decoder.index].argument,
          options: reproduceOptions))
    }
    pictures.append(Gallery.Picture(key: key, place: place, answers: answers))
    numbers[place] = pictures.count - 1
    return pictures.count - 1
  }

  private func finding(_ decoder: Int, _ place: SamplePlace) -> Finding? {
    let noted = inspection.noted[decoder]
    let known = noted.falseAnswers.elements + noted.breakages.values.flatMap(\.self)
    return known.first { $0.place == place }?.finding
  }
}
