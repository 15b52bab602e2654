import Base
import Results

/// The answer to a corpus's question: one sentence with numbers, to be quoted.
///
/// Each kind of corpus asks something else. A sweep asks from where on decoders are reliable, a stream how
/// soon they read, a selection which radius does. The sentence answers that, and not who is first.
package struct Answer {
  let wording: ScoreWording
  var table: ScoreTable { wording.table }
  var corpus: CorpusRecord { table.corpus }

  package init(_ wording: ScoreWording) {
    self.wording = wording
  }

  /// The sentence, without its full stop; `nil` where no decoder was tried although one could have been.
  package var sentence: String? {
    guard !wording.tried.isEmpty else { return unsupported }
    // In two steps, for the compiler.
    let ownQuestion = claims ?? bands ?? radius ?? speeds ?? streams ?? maps
    let difference = knees ?? frames ?? meanings ?? hints ?? empty ?? angles
    let general: String? = found ?? formats
    let answer = ownQuestion ?? difference ?? general ?? thresholds
    return answer.map { ([$0] + unread).joined(separator: "; ") }
  }

  /// The photos that no decoder reads; of a single decoder its rate tells them.
  private var unread: [String] {
    guard let photos = table.unread, wording.tried.count > 1 else { return [] }
    func part(_ none: Int, of all: Int, _ verb: String) -> String? {
      guard all > 0 else { return nil }
      let photos = Numerals.counted(all, "photo", "photos")
      guard none < all || all == 1 else { return "none of the \(photos) is \(verb) by any decoder" }
      return none == 0
        ? "each of the \(photos) is \(verb) by some decoder"
        : "\(Numerals.count(none)) of the \(photos) \(none == 1 ? "is" : "are") \(verb) by no decoder"
    }
    return [
      part(photos.unread, of: photos.judged, "read"),
      part(photos.undetected, of: photos.unjudged, "found to hold a code"),
    ].compactMap(\.self)
  }

  /// Thresholds or rates, with what they are of and who ties.
  private var thresholds: String? {
    guard let sentence = parts ?? measured else { return nil }
    return "\(onShared)\(sentence)\(tie)"
  }

  /// The symbologies that thresholds are of, where ranked decoders share only some: `On QR Code, `.
  private var onShared: String {
    guard !wording.ranksByRate, !wording.hasScenes, !wording.ranked.isEmpty,
      wording.hasPartialCoverage, let part = wording.sharedPart
    else { return "" }
    return "On \(part), "
  }

  /// The remark that decoders which the sentence names share the first place; empty where one is ahead.
  private var tie: String {
    let tied = decoders.prefix(Self.named(of: decoders.count)).filter { wording.isFirst($0) }
    guard tied.count > 1 else { return "" }
    return "; \(Words.list(tied.map(\.label))) are not significantly different"
  }

  /// The number of decoders that a sentence names of so many.
  private static func named(of count: Int) -> Int { count > 3 ? 2 : count }

  private var unsupported: String? {
    !table.decoders.isEmpty && table.decoders.allSatisfy { $0.standing == .unsupported }
      ? "None of the decoders here reads any of these symbologies" : nil
  }

  /// What has to be known beside it: the trials that a certificate needs, where they are too few.
  package var reservation: String? {
    if let claims = undecidedClaims ?? unshownRadius ?? unboundedTimes { return claims }
    let reasons = decoders.flatMap(\.groups).map(wording.threshold(of:)).compactMap(\.reason)
    let needed = reasons.compactMap { reason -> Int? in
      if case .tooFewTrials(let needed, _) = reason { return needed }
      return nil
    }.max()
    if needed != nil, table.outcome.wasStopped {
      return "The run was interrupted: the same command carries it on"
    }
    return needed.map { trials($0, to: "certify that 95\(Numerals.narrowSpace)% are read") }
  }

  /// The option to type where the trials are too few for an aim.
  func trials(_ needed: Int, to aim: String) -> String {
    "To \(aim), use --trials \(needed) or more"
  }

  // MARK: Names

  /// The decoders in the table's order; those with a rank alone where there are some.
  var decoders: [DecoderScore] { wording.ranked.isEmpty ? wording.tried : wording.ranked }

  /// A label with its library's version: no number is about a name alone.
  func name(_ decoder: DecoderScore) -> String {
    VersionedName.text(decoder.label, library: decoder.library, version: decoder.version)
  }

  func name(_ label: String) -> String { table.decoder(label).map(name) ?? label }

  /// Says the same of the first decoders, of two if there are more than three: `zxing reads …; zbar …`.
  func each<Subject>(
    _ subjects: [Subject], _ part: (_ subject: Subject, _ isFirst: Bool) -> String
  ) -> String? {
    guard !subjects.isEmpty else { return nil }
    let named = subjects.prefix(Self.named(of: subjects.count))
    return named.enumerated().map { part($1, $0 == 0) }.joined(separator: "; ")
  }

  var unit: String { wording.unit.isEmpty ? "" : " " + wording.unit }

  /// The unit as the first number of a sentence has it, so that it can be quoted without its table.
  var wholeUnit: String {
    switch corpus.axis {
    case "module-size": unit + " per module"
    case "read-noise": " grey levels of noise"
    case "quiet-zone": unit + " of the quiet zone"
    case "gap": unit + " between codes"
    case "symbol-contrast": unit + " contrast"
    case "damage", "tilt", "defocus", "motion", "blur": unit + " of " + corpus.axis
    default: unit
    }
  }

  // MARK: Sweeps and rates

  private var measured: String? {
    wording.isOrdered && !wording.ranksByRate && !wording.hasScenes
      ? each(decoders, threshold) : each(decoders, rate)
  }

  private func threshold(_ decoder: DecoderScore, isFirst: Bool) -> String {
    let counts = decoder.total
    // A decoder that never fails stops nowhere: its mean is the end of the sweep.
    let hardest = (wording.isLargerHarder ? corpus.levels.last : corpus.levels.first)?.text ?? ""
    guard counts.tried == 0 || counts.successes < counts.tried else {
      return "\(name(decoder)) \(verb.does) whatever was tried, "
        + "\(wording.isLargerHarder ? "up" : "down") to \(hardest)\(isFirst ? wholeUnit : unit)"
        + (corpus.axis == "distance" ? ", not shown beyond" : "")
    }
    let average = average(decoder, isFirst: isFirst && reliable(decoder) == nil)
    let end = SelectionWording(wording) == nil ? wording.endOfSweep(decoder.meanThreshold) : nil
    if let end, reliable(decoder) == nil { return "\(name(decoder)) \(end)" }
    guard let reliable = reliable(decoder) else {
      guard !average.isNothing else { return "\(name(decoder)) \(average.text)" }
      let (sign, remark) = wording.censoring(decoder)
      let mean = "at \(sign)\(average.text)"
      return
        "\(name(decoder)) \(isFirst ? "stops \(verb.doing) \(mean) on average" : mean)\(remark)"
    }
    let isWhole = end != nil && reliable == hardest
    let start = wording.isLargerHarder ? "up to" : "from"
    return "\(name(decoder)) \(isFirst ? "\(verb.does) reliably " : "")\(start) \(reliable)"
      + (isFirst ? wholeUnit : unit) + notShownBeyond(reliable)
      + (average.isNothing || isWhole
        ? isWhole && corpus.axis != "distance" ? ", the hardest level tried" : ""
        : (isFirst ? " and " : ", ")
          + (end ?? "stops at \(average.text)\(isFirst ? " on average" : "")"))
  }

  /// The remark that a distance at which all is well is the farthest that was tried.
  private func notShownBeyond(_ level: String) -> String {
    corpus.axis == "distance" && level == corpus.levels.last?.text ? " (not shown beyond)" : ""
  }

  /// What the sweep asks of a decoder: to read, or to select the symbol that is aimed at.
  private var verb: (does: String, doing: String) {
    SelectionWording(wording) == nil
      ? ("reads", "reading") : ("selects the right code", "selecting the right code")
  }

  /// The mean threshold of a decoder, or the words for there being none.
  private func average(
    _ decoder: DecoderScore, isFirst: Bool
  ) -> (text: String, isNothing: Bool) {
    let mean = wording.meanThreshold(decoder)
    if mean == Numerals.absent { return ("has too few trials for a threshold", true) }
    guard mean.contains(where: \.isNumber) else { return (mean, true) }
    return (
      corpus.unit == "quality" ? "quality \(mean)" : mean + (isFirst ? wholeUnit : unit), false
    )
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
    // Without a common basis, symbols are counted where images hold several, as those of the part that is missed most.
    let symbols = table.basis == nil && wording.hasScenes ? counts.symbols : nil
    let tried = symbols.map { $0.read + $0.missed + $0.misread } ?? counts.tried
    let own = tried > 0 ? Double(symbols?.read ?? counts.successes) / Double(tried) : nil
    let least = leastRead(decoder).map { ", least of \($0)" } ?? ""
    if wording.units(2) == "photos", counts.tried > counts.detected + counts.undetected,
      decoder.sharedRate == nil || !wording.hasPartialCoverage
    {
      let unknown = counts.tried - counts.judged
      let read = Numerals.count(counts.judgedSuccesses)
      let rate = Numerals.percentage(
        Double(counts.judgedSuccesses) / Double(max(counts.judged, 1)))
      let photos = Numerals.counted(counts.judged, "photo", "photos")
      let known = unknown > 0 ? " with a truth (\(Numerals.count(unknown)) have none)" : ""
      return name(decoder)
        + (isFirst
          ? " reads \(read) of the \(photos)\(known), \(rate)\(least)"
          : ": \(read), \(rate)\(least)")
    }
    let rate = Numerals.percentage(decoder.sharedRate?.value ?? own)
    // A version and a rate side by side would be read as one number.
    let growth = growth(of: decoder, isFirst: isFirst)
    guard isFirst else { return "\(name(decoder)): \(rate)\(least)\(growth)" }
    let units = symbols == nil ? wording.units(2) : "symbols"
    let of =
      table.outcome.wasStopped
      ? "\(units) that were tried"
      : table.basis.map { wording.sharedUnits($0) } ?? "\(units) of symbologies that it supports"
    return "\(name(decoder)) reads \(rate) of the \(of)\(least)\(growth)"
  }

  /// The time that a further symbol takes, where images of one kind hold ever more of them.
  private func growth(of decoder: DecoderScore, isFirst: Bool) -> String {
    guard let growth = SceneGrowth.all(of: decoder).first else { return "" }
    let time = Numerals.milliseconds(growth.perSymbol) + " ms"
    return isFirst
      ? ", and takes \(time) more per added symbol (\(growth.condition), \(growth.extent) symbols)"
      : ", \(time) per added symbol"
  }

  /// The part that a decoder misses most, where a corpus asks which: a symbology of labels with several, a group of
  /// a sweep without an order.
  private func leastRead(_ decoder: DecoderScore) -> String? {
    if wording.hasScenes {
      // Beside a rate of what all ranked decoders share, of that alone.
      let others = decoder.rank == nil ? [] : wording.ranked
      let own = decoder.symbologies.filter { one in
        one.tried > 0
          && others.allSatisfy { $0.symbologies.contains { $0.symbology == one.symbology } }
      }
      guard own.count > 1, let worst = own.min(by: { $0.rate.value < $1.rate.value }),
        worst.rate.value < 1
      else { return nil }
      return "\(worst.symbology) (\(Numerals.percentage(worst.rate.value)))"
    }
    guard !wording.isOrdered, let weak = decoder.weakPart, weak.kind == .group else { return nil }
    let short = weak.name.split(separator: "/").first.map(String.init) ?? weak.name
    return "\(short) (\(Numerals.percentage(weak.rate)))"
  }

  /// Images of unknown contents: in how many each decoder finds something, the most first.
  private var found: String? {
    let known = wording.tried.filter { $0.total.tried > 0 }
    guard known.allSatisfy(\.total.isUnjudged), known.contains(where: { $0.total.judged == 0 })
    else { return nil }
    let sorted = known.enumerated().sorted {
      ($1.element.total.detected, $0.offset) < ($0.element.total.detected, $1.offset)
    }.map(\.element)
    return each(sorted) { decoder, isFirst in
      let count = Numerals.count(decoder.total.detected)
      let all = Numerals.counted(decoder.total.tried, "image", "images")
      return isFirst
        ? "\(name(decoder)) finds a code in \(count) of \(all), whose contents are not known"
        : "\(name(decoder)) in \(count)"
    }
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
  func groups(by parameter: String) -> [(value: Double, groups: Set<String>)] {
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
}
