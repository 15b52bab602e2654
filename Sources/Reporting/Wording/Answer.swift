import Results

/// The answer to a corpus's question: one sentence with numbers, to be quoted.
///
/// Each kind of corpus asks something else. A sweep asks from where on decoders are reliable, a stream how
/// soon they read, a selection which radius does. The sentence answers that, and not who wins.
package struct Answer {
  let wording: ScoreWording
  private var table: ScoreTable { wording.table }
  private var corpus: CorpusRecord { table.corpus }

  package init(_ wording: ScoreWording) {
    self.wording = wording
  }

  /// The sentence, without its full stop; `nil` where no decoder was tried although one could have been.
  package var sentence: String? {
    guard !wording.tried.isEmpty else { return unsupported }
    // In two steps, for the compiler.
    let ownQuestion = claims ?? bands ?? radius ?? speeds ?? streams ?? maps
    return ownQuestion ?? knees ?? frames ?? meanings ?? hints ?? empty ?? angles ?? measured
  }

  private var unsupported: String? {
    !table.decoders.isEmpty && table.decoders.allSatisfy { $0.standing == .unsupported }
      ? "None of the decoders here reads any of these symbologies" : nil
  }

  /// What has to be known beside it: the trials that a certificate needs, where they are too few.
  package var reservation: String? {
    let reasons = decoders.flatMap(\.groups).map(wording.threshold(of:)).compactMap(\.reason)
    let needed = reasons.compactMap { reason -> (Int, Int)? in
      if case .tooFewTrials(let needed, let given) = reason { return (needed, given) }
      return nil
    }.max { $0.0 < $1.0 }
    return needed.map { needed, given in
      "\(Numerals.counted(given, "trial", "trials")) at each level \(given == 1 ? "is" : "are") too few to "
        + "certify that 95\(Numerals.narrowSpace)% are read: use --trials \(needed) or more"
    }
  }

  // MARK: Names

  /// The decoders in the table's order; those with a rank alone where there are some.
  private var decoders: [DecoderScore] {
    let ranked = wording.hasRankedGroups ? table.decoders.filter { $0.rank != nil } : []
    return ranked.isEmpty ? wording.tried : ranked
  }

  /// The decoders that a sentence names.
  private static let mostNames = 3

  /// A label with its library's version: no number is about a name alone.
  private func name(_ decoder: DecoderScore) -> String {
    let version = decoder.version.split(separator: " ").first.map(String.init) ?? decoder.version
    return decoder.label == decoder.library
      ? "\(decoder.label) \(version)" : "\(decoder.label) (\(decoder.library) \(version))"
  }

  private func name(_ label: String) -> String { table.decoder(label).map(name) ?? label }

  /// Says the same of several decoders: `zxing reads …; zbar …; 2 more in the table`.
  private func each<Subject>(
    _ subjects: [Subject], _ part: (_ subject: Subject, _ isFirst: Bool) -> String
  ) -> String? {
    guard !subjects.isEmpty else { return nil }
    let shown = subjects.prefix(Self.mostNames).enumerated().map { part($1, $0 == 0) }
    let rest = subjects.count - shown.count
    return (shown + (rest > 0 ? ["\(rest) more in the table"] : [])).joined(separator: "; ")
  }

  private static func percent(_ rate: Double?) -> String {
    Numerals.percent(rate) + Numerals.narrowSpace + "%"
  }

  private var unit: String { wording.unit.isEmpty ? "" : " " + wording.unit }

  // MARK: Sweeps and rates

  private var measured: String? {
    wording.isOrdered && !wording.ranksByRate && !wording.hasScenes
      ? each(decoders, threshold) : each(decoders, rate)
  }

  private func threshold(_ decoder: DecoderScore, isFirst: Bool) -> String {
    let average = average(decoder)
    guard let reliable = reliable(decoder) else {
      return average.isNothing
        ? "\(name(decoder)) \(average.text)"
        : "\(name(decoder)) \(isFirst ? "stops \(verb.doing) at \(average.text) on average" : "at \(average.text)")"
    }
    let start = wording.isLargerHarder ? "up to" : "from"
    return "\(name(decoder)) \(isFirst ? "\(verb.does) reliably " : "")\(start) \(reliable)\(unit)"
      + (average.isNothing
        ? "" : isFirst ? " and stops at \(average.text) on average" : ", stops at \(average.text)")
  }

  /// What the sweep asks of a decoder: to read, or to select the symbol that is aimed at.
  private var verb: (does: String, doing: String) {
    SelectionWording(wording) == nil
      ? ("reads", "reading") : ("selects the right code", "selecting the right code")
  }

  /// The mean threshold of a decoder, or the words for there being none.
  private func average(_ decoder: DecoderScore) -> (text: String, isNothing: Bool) {
    let mean = wording.meanThreshold(decoder)
    if mean == Numerals.absent { return ("has too few trials for a threshold", true) }
    return mean.contains(where: \.isNumber) ? (mean + unit, false) : (mean, true)
  }

  /// The level from which on all groups of a decoder are certified; `nil` where one is not.
  private func reliable(_ decoder: DecoderScore) -> String? {
    let groups = decoder.groups.filter {
      decoder.rank == nil || table.rankedGroups.contains($0.group)
    }
    return wording.certified(groups).map(Numerals.level)
  }

  private func rate(_ decoder: DecoderScore, isFirst: Bool) -> String {
    let counts = decoder.total
    let own = counts.tried > 0 ? Double(counts.successes) / Double(counts.tried) : nil
    let share = Self.percent(decoder.sharedRate?.value ?? own)
    guard isFirst else { return "\(name(decoder)) \(share)" }
    if counts.tried == counts.detected + counts.undetected, counts.tried > 0 {
      return
        "\(name(decoder)) finds something in \(share) of the images, whose contents are not "
        + "known"
    }
    let of = table.basis.map { wording.sharedUnits($0) } ?? "\(wording.units(2)) that it supports"
    return "\(name(decoder)) reads \(share) of the \(of)"
  }

  /// Images without a code: how often something is read.
  private var empty: String? {
    guard wording.findsNothing else { return nil }
    return each(decoders) { decoder, isFirst in
      let count = decoder.total.falsePositive
      let images = decoder.total.clean + count
      guard isFirst else {
        return
          "\(name(decoder)) \(count == 0 ? "nothing" : "something in \(Numerals.count(count))")"
      }
      let all = Numerals.counted(images, "image", "images")
      return "\(name(decoder)) reads "
        + (count == 0 ? "nothing in \(all)" : "something in \(Numerals.count(count)) of \(all)")
        + " without a code"
    }
  }

  /// Angles: where each decoder reads significantly less than elsewhere.
  private var angles: String? {
    // Only of ranked decoders, and of several angles, is it known whether one is read significantly less;
    // photos have one.
    guard corpus.axis == "rotation", corpus.levels.count > 2,
      decoders.contains(where: { $0.rank != nil })
    else { return nil }
    guard decoders.contains(where: { $0.weakPart?.kind == .level }) else {
      return "No decoder here reads any angle significantly worse than the others"
    }
    return each(decoders) { decoder, _ in
      // A group that is read least says nothing about angles.
      guard let weak = decoder.weakPart, weak.kind == .level else {
        return "\(name(decoder)) reads no angle significantly worse"
      }
      return "\(name(decoder)) reads worst at \(Conclusion(wording).words(weak))"
    }
  }

  /// The groups by the values of a parameter that every condition sets to one value; empty for fewer than two.
  private func groups(by parameter: String) -> [(value: Double, groups: Set<String>)] {
    var groups: [Double: Set<String>] = [:]
    for condition in corpus.conditions ?? [] {
      guard let setting = condition.settings.first(where: { $0.parameter == parameter }),
        setting.values.count == 1
      else { return [] }
      let own = corpus.groups.map(\.id).filter { $0.hasSuffix("/" + condition.name) }
      groups[setting.values[0], default: []].formUnion(own)
    }
    return groups.count < 2
      ? [] : groups.map { (value: $0.key, groups: $0.value) }.sorted { $0.value < $1.value }
  }

  /// One symbol in frames of several sizes: the time of a read in the smallest and in the largest.
  private var frames: String? {
    let sizes = groups(by: "frame")
    guard corpus.levels.count == 1, let least = sizes.first, let most = sizes.last else {
      return nil
    }
    func time(_ decoder: DecoderScore, _ groups: Set<String>) -> Double? {
      let times = decoder.groups.filter { groups.contains($0.group) }
        .compactMap(\.latency.readMedian)
      return times.isEmpty ? nil : times.reduce(0, +) / Double(times.count)
    }
    let timed = wording.tried.compactMap { decoder -> (DecoderScore, Double, Double)? in
      guard let first = time(decoder, least.groups), let last = time(decoder, most.groups) else {
        return nil
      }
      return (decoder, first, last)
    }
    return each(timed.sorted { $0.2 < $1.2 }) { timed, isFirst in
      let (small, large) = (Numerals.milliseconds(timed.1), Numerals.milliseconds(timed.2))
      return isFirst
        ? "\(name(timed.0)) takes \(small) ms for a read in a frame of \(Numerals.level(least.value)) px "
          + "and \(large) ms in one of \(Numerals.level(most.value)) px"
        : "\(name(timed.0)) \(small) and \(large) ms"
    }
  }

  // MARK: Corpora with a question of their own

  private var claims: String? {
    guard let claims = ClaimWording(wording) else { return nil }
    return each(claims.decoders) { label, isFirst in
      let verdicts = claims.rows.flatMap(\.score.decoders).filter { $0.decoder == label }
        .map(\.verdict)
      func count(_ verdict: ClaimVerdict) -> Int { verdicts.count { $0 == verdict } }
      let open = count(.undecided)
      return "\(name(label)) "
        + (isFirst
          ? "keeps \(count(.holds) + count(.tooStrict)) of \(verdicts.count) documented minima and breaks "
            + "\(count(.tooOptimistic))"
          : "keeps \(count(.holds) + count(.tooStrict)) of \(verdicts.count), breaks \(count(.tooOptimistic))")
        + (open > 0 ? " (\(open) undecided)" : "")
    }
  }

  private var bands: String? {
    guard let bands = BandWording(wording), bands.bands.contains(.excellent) else { return nil }
    return each(wording.tried) { decoder, isFirst in
      let scores = bands.rows.filter { $0.decoder.label == decoder.label }
        .compactMap { $0.bands.first { $0.band == .excellent && $0.tried > 0 } }
      let whole = scores.count { $0.counterexample == nil }
      return "\(name(decoder)) "
        + (isFirst
          ? "misses nothing from \(Numerals.level(ModuleSizeBand.excellent.lowerPixels)) px on in \(whole) of "
            + "\(scores.count) groups"
          : "in \(whole) of \(scores.count)")
    }
  }

  private var radius: String? {
    guard let selection = SelectionWording(wording), selection.isOverRadii else { return nil }
    let groups = corpus.groups.map(\.id)
    let found = groups.compactMap(selection.advice)
    let rest = groups.filter { selection.advice($0) == nil }
    let none =
      "no radius is shown to select the right code in more than half of the images on "
      + Words.list(rest, joinedBy: "or")
    guard !found.isEmpty else { return none.prefix(1).uppercased() + none.dropFirst() }
    return "The right code is selected with a radius of "
      + (found + (rest.isEmpty ? [] : [none])).joined(separator: "; ")
  }

  /// Streams at several speeds: the highest one up to which a decoder misses none.
  private var speeds: String? {
    let speeds = groups(by: "speed")
    guard let streams = table.streams, !speeds.isEmpty else { return nil }
    typealias Reads = (read: Int, of: Int)
    let curves = streams.decoders.map { score in
      (
        name: score.decoder,
        reads: speeds.map { speed -> Reads in
          let own = streams.groups.filter { speed.groups.contains($0.group) }.flatMap(\.decoders)
            .filter { $0.decoder == score.decoder }
          return (own.reduce(0) { $0 + $1.firstReads }, own.reduce(0) { $0 + $1.streams })
        }
      )
    }
    func whole(_ reads: [Reads]) -> Int { reads.prefix { $0.read == $0.of && $0.of > 0 }.count }
    func rate(_ reads: [Reads]) -> Double {
      Double(reads.reduce(0) { $0 + $1.read }) / Double(max(reads.reduce(0) { $0 + $1.of }, 1))
    }
    let sorted = curves.sorted {
      (whole($1.reads), rate($1.reads)) < (whole($0.reads), rate($0.reads))
    }
    return each(sorted) { curve, isFirst in
      let end = whole(curve.reads)
      func speed(_ level: Int) -> String { "\(Numerals.level(speeds[level].value)) m/s" }
      let until = end == 0 ? nil : "\(isFirst ? "misses none" : "none") up to \(speed(end - 1))"
      let after =
        end == curve.reads.count
        ? nil : "reads \(curve.reads[end].read) of \(curve.reads[end].of) at \(speed(end))"
      return "\(name(curve.name)) " + [until, after].compactMap(\.self).joined(separator: " and ")
    }
  }

  private var streams: String? {
    guard let streams = StreamScoreWording(wording) else { return nil }
    let scores = streams.table.decoders.sorted {
      ($0.median.value ?? .infinity) < ($1.median.value ?? .infinity)
    }
    return each(scores) { score, isFirst in
      func time(_ time: StreamScore.Time) -> String? {
        time.value.map { _ in "\(StreamScoreWording.value(time)) s" }
      }
      let median = time(score.median).map {
        isFirst ? "has read half of the streams after \($0)" : "half after \($0)"
      }
      let most = "95\(Numerals.narrowSpace)%"
      let late = time(score.p95).map { "\(most) after \($0)" } ?? "never \(most)"
      return "\(name(score.decoder)) "
        + (median ?? "reads \(StreamScoreWording.reads(score)) streams")
        + (isFirst ? " and " : ", ")
        + late
    }
  }

  /// The trade between the two axes of a map: the boundary at the second axis's ends.
  private var maps: String? {
    guard let map = BoundaryWording.all(wording).first, let last = map.columns.indices.last else {
      return nil
    }
    func boundary(_ contour: BoundaryContour, _ column: Int) -> String {
      let point = contour.points[column]
      guard point.kind == .at, let value = point.value else { return map.point(point) }
      return Numerals.decimal(value, places: 2)
    }
    let contours = each(map.map.contours) { contour, isFirst in
      "\(name(contour.decoder)) \(isFirst ? "reads \(map.percent) " : "")"
        + "\(wording.isLargerHarder ? "up to" : "from") \(boundary(contour, 0))\(unit) at "
        + "\(map.secondName) \(map.name(ofColumn: 0)) and \(wording.isLargerHarder ? "up to" : "from") \(boundary(contour, last))\(unit) at "
        + "\(map.secondName) \(map.name(ofColumn: last))"
    }
    return contours.map { "On \(map.map.id) " + $0 }
  }

  /// For each decoder the group that gains by pixels longest.
  private var knees: String? {
    let knees = decoders.compactMap { decoder in
      decoder.groups.compactMap(\.knee).max { (Double($0.level) ?? 0) < (Double($1.level) ?? 0) }
        .map { (decoder, $0) }
    }
    return each(knees) { knee, isFirst in
      let last = knee.1.steps.last
      guard let last, last.level != knee.1.level else {
        return "\(name(knee.0)) still reads more at \(knee.1.level) MP, the most that was tried"
      }
      let cost = last.timeRatio.map {
        "\(last.level) MP take \(Numerals.decimal($0.value, places: 1))× as long"
      }
      return "\(name(knee.0)) \(isFirst ? "reads no more" : "no more") beyond \(knee.1.level) MP"
        + (cost.map { isFirst ? ", where \($0)" : " (\($0))" } ?? "")
    }
  }

  private var meanings: String? {
    let judged = table.decoders.filter { $0.meaning != nil }
      .sorted { ($0.meaning?.rate.value ?? 0) > ($1.meaning?.rate.value ?? 0) }
    return each(judged) { decoder, isFirst in
      let score = decoder.meaning
      let wrong = score?.different ?? 0
      let silent =
        (wrong == 0 ? "no" : Numerals.count(wrong))
        + (wrong > 1 ? " wrong meanings that look right" : " wrong meaning that looks right")
      return "\(name(decoder)) "
        + (isFirst
          ? "keeps the meaning of \(Self.percent(score?.rate.value)) of the contents and returns \(silent)"
          : "\(Self.percent(score?.rate.value)), \(silent)")
    }
  }

  private var hints: String? {
    guard let effects = table.hintEffects, !effects.isEmpty else { return nil }
    return each(effects.filter { $0.pairs > 0 }) { effect, _ in
      let time = effect.timeRatio.map {
        "takes \(Numerals.decimal($0.value, places: 2)) × the time, "
      }
      return "with the symbology as a hint, \(name(effect.restricted.label)) \(time ?? "")reads "
        + "\(Numerals.count(effect.onlyRestricted)) more and \(Numerals.count(effect.onlyUnrestricted)) fewer "
        + "images, and misreads \(Numerals.count(effect.restricted.misreads)) instead of "
        + Numerals.count(effect.unrestricted.misreads)
    }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
  }
}
