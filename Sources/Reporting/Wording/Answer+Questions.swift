import Base
import DecoderKit
import Foundation
import Results

/// Corpora with a question of their own.
extension Answer {
  var claims: String? {
    guard let claims = ClaimWording(wording) else { return nil }
    return each(claims.decoders) { label, isFirst in
      let verdicts = claims.rows.flatMap(\.score.decoders).filter { $0.decoder == label }
        .map(\.verdict)
      func count(_ verdict: ClaimVerdict) -> Int { verdicts.count { $0 == verdict } }
      let (all, open) = (verdicts.count, count(.undecided))
      let (kept, broken) = (count(.holds) + count(.tooStrict), count(.tooOptimistic))
      let sizes = !isFirst ? "" : " documented minimum size" + (all == 1 ? "" : "s")
      guard open < all else {
        return isFirst
          ? "\(name(label)) is shown neither to read nor to fail at any of the \(all)\(sizes)"
          : "\(name(label)): none of \(all) is decided"
      }
      guard broken < all else { return "\(name(label)) fails at all \(all)\(sizes)" }
      let share = kept == all ? "all \(all)" : kept == 0 ? "none of \(all)" : "\(kept) of \(all)"
      return name(label) + (isFirst ? " reliably reads " : ": ") + share + sizes
        + (broken > 0 ? "\(isFirst ? " and" : ",") fails at \(broken)" : "")
        + (open > 0 ? " (\(open) undecided)" : "")
    }
  }

  /// The trials that decide claims, where they are too few: more than a threshold alone takes.
  var undecidedClaims: String? {
    guard let claims = ClaimWording(wording), corpus.trials < claims.table.trialsNeeded,
      claims.rows.flatMap(\.score.decoders).contains(where: { $0.verdict == .undecided })
    else { return nil }
    return trials(claims.table.trialsNeeded, to: "decide these claims")
  }

  var bands: String? {
    guard let bands = BandWording(wording), bands.bands.contains(.excellent) else { return nil }
    let easiestFirst = Array(bands.bands.reversed())
    return each(wording.tried) { decoder, isFirst in
      let scores = bands.rows.filter { $0.decoder.label == decoder.label }.flatMap(\.bands)
      var parts: [(easiest: ModuleSizeBand, hardest: ModuleSizeBand, rate: String)] = []
      for band in easiestFirst {
        let own = scores.filter { $0.band == band }
        let (read, tried) = (own.reduce(0) { $0 + $1.read }, own.reduce(0) { $0 + $1.tried })
        // A rate of all is said of all alone.
        let rate = read == tried && tried > 0 ? "100" : Numerals.percent(read, of: tried)
        // Neighbours that are read alike are one range.
        if let last = parts.last, last.rate == rate {
          parts[parts.count - 1].hardest = band
        } else {
          parts.append((band, band, rate))
        }
      }
      let rates = parts.enumerated().map { place, part in
        let unit = isFirst && place == 0 ? " px per module" : " px"
        return part.rate + Numerals.narrowSpace + "% "
          + BandWording.range(from: part.easiest, to: part.hardest, unit: unit)
      }
      return name(decoder)
        + (isFirst ? " reads \(Words.list(rates))" : ": " + rates.joined(separator: ", "))
    }
  }

  var radius: String? {
    guard let selection = SelectionWording(wording), selection.isOverRadii else { return nil }
    let groups = corpus.groups.map(\.id)
    let found = groups.compactMap(selection.advice)
    let rest = groups.filter { selection.advice($0) == nil }
    let none =
      "no radius is shown to select the right code in more than half of the images of "
      + Words.list(rest, joinedBy: "or")
    guard !found.isEmpty else {
      guard neededForRadius != nil else { return none.prefix(1).uppercased() + none.dropFirst() }
      return
        "\(Numerals.counted(corpus.trials, "trial is", "trials are")) too few to recommend a radius"
        + (selection.closest.map { "; so far \($0)" } ?? "")
    }
    return "The right code is selected with a radius of "
      + (found + (rest.isEmpty ? [] : [none])).joined(separator: "; ")
  }

  /// The option to type where trials are too few for a radius.
  var unshownRadius: String? { neededForRadius.map { trials($0, to: "recommend a radius") } }

  /// The trials that recommend a radius, where some radius always did and they are too few to show it.
  private var neededForRadius: Int? {
    guard let selection = SelectionWording(wording), selection.isOverRadii,
      corpus.groups.map(\.id).contains(where: { selection.advice($0) == nil }),
      selection.rows.contains(where: { $0.score.recommendation?.isFound != true && $0.always })
    else { return nil }
    // With so many trials, all of them right, the exact bound over all radii is above a half.
    let needed = Int(log2(Double(max(corpus.levels.count, 1)) / 0.05)) + 1
    return corpus.trials < needed ? needed : nil
  }

  /// Streams at several speeds: the highest one up to which a decoder misses none.
  var speeds: String? {
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
      let until = end == 0 ? nil : "\(isFirst ? "misses no code" : "none") up to \(speed(end - 1))"
      let after =
        end == curve.reads.count
        ? nil : "reads \(curve.reads[end].read) of \(curve.reads[end].of) at \(speed(end))"
      return "\(name(curve.name)) " + [until, after].compactMap(\.self).joined(separator: " and ")
    }
  }

  var streams: String? {
    guard let streams = StreamScoreWording(wording) else { return nil }
    // The streams of one symbology alone may be the easier ones: such a decoder is not named first.
    func key(_ score: StreamScore) -> (Double, Double) {
      (part(score.decoder).isEmpty ? 0 : 1, score.median.value ?? .infinity)
    }
    return each(streams.table.decoders.sorted { key($0) < key($1) }) { score, isFirst in
      func time(_ time: StreamScore.Time) -> String? {
        // Within a frame, a time is that of the first decode alone.
        time.value.map {
          $0 < 1 / streams.table.framesPerSecond
            ? "in the first frame" : "within \(StreamScoreWording.value(time)) s"
        }
      }
      let median = time(score.median).map {
        (isFirst ? "reads half of the codes" : "half") + part(score.decoder) + " \($0)"
      }
      let most = "95\(Numerals.narrowSpace)%"
      let late = time(score.p95).map { "\(most) \($0)" } ?? "not \(most) by the end"
      return "\(name(score.decoder)) "
        + (median ?? "reads \(StreamScoreWording.reads(score)) codes\(part(score.decoder))")
        + (isFirst && score.p95.value != nil ? " and " : ", ")
        + late
    }
  }

  /// The symbologies that a decoder reads of several: ` (Data Matrix alone)`; empty if it reads all.
  private func part(_ label: String) -> String {
    guard let decoder = table.decoder(label), decoder.coverage?.isWhole == false else { return "" }
    let groups = Set(decoder.groups.map(\.group))
    let own = corpus.groups.filter { groups.contains($0.id) }.flatMap(\.symbologies).uniqued()
    return " (\(Words.list(own.map(\.description))) alone)"
  }

  /// The remark about times that an interval does not bound yet; `nil` without any.
  var unboundedTimes: String? {
    let open = table.streams?.decoders.filter { $0.p95.value != nil && $0.p95.upper == nil } ?? []
    guard !open.isEmpty else { return nil }
    let names = Words.list(Words.first(open.map(\.decoder), others: "more"))
    return "The 95\(Numerals.narrowSpace)% time of \(names) has no upper bound yet: "
      + "use more --trials"
  }

  /// The trade between the two axes of a map: the boundary at the second axis's ends.
  var maps: String? {
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
        + "\(wording.isLargerHarder ? "up to" : "from") \(boundary(contour, 0))"
        + "\(isFirst ? wholeUnit : unit) at "
        + "\(map.place(ofColumn: 0)) and \(wording.isLargerHarder ? "up to" : "from") \(boundary(contour, last))\(unit) at "
        + map.place(ofColumn: last)
    }
    return contours.map { "On \(map.map.id) " + $0 }
  }

  /// For each decoder the group that gains by pixels longest.
  var knees: String? {
    let knees = decoders.compactMap { decoder in
      decoder.groups.compactMap(\.knee).max { (Double($0.level) ?? 0) < (Double($1.level) ?? 0) }
        .map { (decoder, $0) }
    }
    // So many scenes can show that one of several resolutions reads less, each lost scene halving the p-value.
    let needed = Int(log2(Double(max(corpus.levels.count - 1, 1)) / 0.05).rounded(.up))
    if knees.isEmpty, corpus.axis == "resolution", corpus.trials < needed {
      return
        "\(Numerals.counted(corpus.trials, "trial is", "trials are")) too few to show where more pixels bring "
        + "nothing: use --trials \(needed) or more"
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
        + (cost.map { " (\($0))" } ?? "")
    }
  }

  var meanings: String? {
    let judged = table.decoders.filter { $0.meaning != nil }
      .sorted { ($0.meaning?.rate.value ?? 0) > ($1.meaning?.rate.value ?? 0) }
    return each(judged) { decoder, isFirst in
      let score = decoder.meaning
      let wrong = score?.different ?? 0
      let silent =
        (wrong == 0 ? "no" : Numerals.count(wrong))
        + (wrong > 1 ? " wrong meanings that look right" : " wrong meaning that looks right")
      let kept = Numerals.percentage(score?.rate.value)
      return name(decoder)
        + (isFirst
          ? " keeps the meaning of \(kept) of the contents and returns \(silent)"
          : ": \(kept), \(silent)")
    }
  }

  var hints: String? {
    guard let effects = table.hintEffects, !effects.isEmpty else { return nil }
    return each(effects.filter { $0.pairs > 0 }) { effect, isFirst in
      let time = effect.timeRatio.map {
        "takes \(Numerals.decimal($0.value, places: 2))× as long"
      }
      let (more, fewer) = (effect.onlyRestricted, effect.onlyUnrestricted)
      let (misreads, before) = (effect.restricted.misreads, effect.unrestricted.misreads)
      let reads =
        more + fewer == 0
        ? "reads the same images\(misreads == before ? "" : " correctly")"
        : "reads \(Numerals.counted(more, "image", "images")) more and \(Numerals.count(fewer)) fewer"
      let wrong =
        misreads == before
        ? nil : "misreads \(Numerals.count(misreads)) instead of \(Numerals.count(before))"
      return (isFirst ? "With the symbology as a hint, " : "")
        + "\(name(effect.unrestricted.label)) \(Words.list([time, reads, wrong].compactMap(\.self)))"
    }
  }

  /// Corpora of many symbologies that are large and clean: how many of those that it supports a decoder reads.
  var formats: String? {
    guard !wording.isOrdered, !wording.hasScenes, corpus.symbologies.count >= Self.manySymbologies,
      corpus.groups.allSatisfy({ $0.symbologies.count == 1 && $0.photoPayloads == nil })
    else { return nil }
    return each(wording.tried.filter { $0.total.tried > 0 }) { decoder, isFirst in
      let groups = decoder.groups.filter { $0.total.tried > 0 }
      func symbologies(_ own: [GroupScore]) -> Set<Symbology> {
        Set(own.flatMap { one in corpus.groups.first { $0.id == one.group }?.symbologies ?? [] })
      }
      let all = symbologies(groups).count
      let unread = groups.filter { $0.total.successes == 0 }
      let read = symbologies(groups.filter { $0.total.successes > 0 }).count
      let rate = Numerals.percentage(Double(decoder.total.successes) / Double(decoder.total.tried))
      let names = Words.first(
        unread.map { $0.group.split(separator: "/").first.map(String.init) ?? $0.group },
        others: "more")
      let count = read == all ? "all \(all)" : "\(read) of \(isFirst ? "the " : "")\(all)"
      return name(decoder)
        + (isFirst ? " reads \(count) symbologies that it supports" : ": \(count)")
        + (names.isEmpty ? "" : " (no \(Words.list(names, joinedBy: "or")))")
        + (isFirst ? ", and \(rate) of their images" : ", \(rate)")
    }
  }

  /// So many symbologies make the question which of them are read.
  private static let manySymbologies = 8

  /// Corpora that ask whether kinds of one symbology, or light on dark and mirrored symbols, differ: where each of
  /// them stops being read, on average.
  var parts: String? {
    let parts = comparedParts
    guard wording.isOrdered, !wording.ranksByRate, !wording.hasScenes, parts.count > 1 else {
      return nil
    }
    let ending = isAboutConditions ? " symbols" : ""
    return each(decoders) { decoder, isFirst in
      var (read, unread, partly): ([String], [String], [String]) = ([], [], [])
      for part in parts {
        let own = decoder.groups.filter {
          part.groups.contains($0.group)
            && (decoder.rank == nil || table.rankedGroups.contains($0.group))
        }
        let known = own.compactMap { group in group.meanThreshold.map { (group.group, $0) } }
        let kinds = known.filter { $0.1.isBeyond != true }
        guard !known.isEmpty else { continue }
        guard !kinds.isEmpty else {
          unread.append("no \(part.name)\(ending)")
          continue
        }
        guard kinds.count == known.count else {
          partly.append(
            "of \(part.name)\(ending) only \(Words.list(kinds.map { kind($0.0) }.uniqued()))")
          continue
        }
        let mean = kinds.reduce(0) { $0 + $1.1.value } / Double(kinds.count)
        let ownUnit = isFirst && read.isEmpty ? wholeUnit : unit
        read.append("\(Numerals.decimal(mean, places: 2))\(ownUnit) on \(part.name)\(ending)")
      }
      let easiest = (wording.isLargerHarder ? corpus.levels.first : corpus.levels.last)?.text ?? ""
      let ends = read.isEmpty ? nil : (isFirst ? "stops reading at " : "at ") + Words.list(read)
      let others = unread + partly
      let rest =
        others.isEmpty ? nil : "reads \(Words.list(others)), even at \(easiest)\(unit)"
      let said = [ends, rest].compactMap(\.self)
      return "\(name(decoder)) "
        + (said.isEmpty ? "has too few trials for a threshold" : said.joined(separator: ", and "))
    }
  }

  /// The difference of a group from others of its part: the symbology of `qr/inverted`; the condition of `v10-m/tilted`,
  /// where the corpus has one symbology.
  private func kind(_ group: String) -> String {
    guard isAboutConditions else {
      return group.split(separator: "/").last.map(String.init) ?? group
    }
    let symbologies = corpus.groups.first { $0.id == group }?.symbologies ?? []
    return symbologies.count == 1
      ? "\(symbologies[0])" : group.split(separator: "/").first.map(String.init) ?? group
  }

  /// The first and the last of many parts.
  private static let mostParts = 4

  /// True if the corpus asks for light on dark or mirrored symbols.
  private var isAboutConditions: Bool {
    let turns: Set = ["inverted", "mirrored"]
    return (corpus.conditions ?? []).contains {
      $0.settings.contains { turns.contains($0.parameter) && $0.values != [0] }
    }
  }

  private var comparedParts: [(name: String, groups: Set<String>)] {
    guard isAboutConditions || corpus.symbologies.count == 1 else { return [] }
    var parts: [(name: String, groups: Set<String>)] = []
    for group in corpus.groups.map(\.id) {
      let names = group.split(separator: "/").map(String.init)
      guard names.count == 2 else { return [] }
      let name = isAboutConditions ? names[1] : names[0]
      if let place = parts.firstIndex(where: { $0.name == name }) {
        parts[place].groups.insert(group)
      } else {
        parts.append((name, [group]))
      }
    }
    return parts.count > Self.mostParts ? [parts[0], parts[parts.count - 1]] : parts
  }
}
