import Base
import Foundation
import Results
import Statistics

/// The findings about readings other than decode rates: misreads, false positives and extras.
struct ReadingStatements {
  private let decoders: [DecoderScore]

  init(_ table: ScoreTable) {
    decoders = table.decoders.filter { $0.total.tried > 0 }
  }

  /// A sentence for each decoder with misreads: the kinds of error.
  var misreads: [String] {
    decoders.compactMap { decoder in
      guard let classes = decoder.total.misreadClasses else { return nil }
      let kinds = MisreadClass.allCases.compactMap { kind in
        classes[kind.rawValue].map { "\(Numerals.count($0)) \(kind.words)" }
      }
      return "\(decoder.label): \(Words.list(kinds))"
    }
  }

  /// A sentence for each decoder about its readings in images without a symbol.
  var falsePositives: [String] {
    decoders.compactMap { decoder in
      let images = decoder.total.clean + decoder.total.falsePositive
      guard images > 0 else { return nil }
      return
        "\(decoder.label): something read in \(Numerals.count(decoder.total.falsePositive)) of "
        + Numerals.counted(images, "image", "images")
    }
  }

  /// A sentence for each decoder about images whose truth is unknown.
  var detections: [String] {
    decoders.compactMap { decoder in
      let images = decoder.total.detected + decoder.total.undetected
      guard images > 0 else { return nil }
      return "\(decoder.label): something read in \(Numerals.count(decoder.total.detected)) of "
        + "\(Numerals.counted(images, "image", "images")); it is not known whether that is right"
    }
  }

  /// Sentences for each decoder about the symbols in images with several: all together, and the
  /// places of each label that it reads least and most.
  var symbols: [String] {
    decoders.flatMap { decoder in
      (allSymbols(decoder).map { [$0] } ?? [])
        + decoder.groups.compactMap { group in
          group.scene.flatMap { places(of: $0, in: group, decoder) }
        }
    }
  }

  private func places(
    of scene: SceneScore, in group: GroupScore, _ decoder: DecoderScore
  ) -> String? {
    guard let least = scene.places.min(by: { $0.rate.value < $1.rate.value }),
      let most = scene.places.max(by: { $0.rate.value < $1.rate.value })
    else { return nil }
    func name(_ place: PlaceScore) -> String {
      "place \(place.place), \(place.symbology) (\(Numerals.percentage(place.rate.value)))"
    }
    let range =
      least.rate.value == most.rate.value
      ? "alike at every place" : "least at \(name(least)), most at \(name(most))"
    let whole = Double(group.total.read) / Double(max(group.total.tried, 1))
    return "\(decoder.label) on \(group.group): \(Numerals.percentage(scene.rate.value)) of the "
      + "symbols, all of them in \(Numerals.percentage(whole)) of the images; \(range)"
  }

  private func allSymbols(_ decoder: DecoderScore) -> String? {
    guard let symbols = decoder.total.symbols else { return nil }
    let judged = symbols.read + symbols.missed + symbols.misread
    let tried = max(decoder.groups.compactMap(\.scene?.tried).reduce(0, +), judged)
    let broken =
      tried > judged ? ", \(Numerals.count(tried - judged)) in images without an answer" : ""
    let others =
      symbols.unsupported > 0
      ? "; \(Numerals.counted(symbols.unsupported, "symbol", "symbols")) of symbologies it does "
        + "not read" : ""
    return "\(decoder.label): \(Numerals.count(symbols.read)) of "
      + "\(Numerals.counted(tried, "symbol", "symbols")) read, "
      + "\(Numerals.count(symbols.missed)) missed, \(Numerals.count(symbols.misread)) misread"
      + broken + others
  }

  /// A sentence for each decoder, kind of label and condition with three or more numbers of symbols: the time
  /// that a symbol adds, and the power of their number with which the time grows.
  var growth: [String] {
    decoders.flatMap { decoder in
      SceneGrowth.all(of: decoder).compactMap { growth -> String? in
        let points = growth.points
        guard let least = points.first, let most = points.last,
          let line = StraightLine(
            points.map { (log(Double($0.symbols)), log($0.milliseconds)) }, confidence: 0.95)
        else { return nil }
        let power = Numerals.interval(
          line.slope, line.slope - line.half, line.slope + line.half, places: 1)
        return
          "\(decoder.label) on \(growth.condition): each added symbol takes "
          + "\(Numerals.milliseconds(growth.perSymbol)) ms on average, from "
          + "\(Numerals.milliseconds(least.milliseconds)) ms for \(least.symbols) symbols to "
          + "\(Numerals.milliseconds(most.milliseconds)) ms for \(most.symbols); the time grows with their "
          + "number to the power of \(power)"
      }
    }
  }

  /// A sentence for each decoder with reads that are right only by a rule about spelling.
  var spelling: [String] {
    decoders.compactMap { decoder in
      let lenient = decoder.total.read - decoder.total.strictRead
      guard lenient > 0 else { return nil }
      return "\(decoder.label): \(Numerals.count(lenient)) of "
        + "\(Numerals.counted(decoder.total.read, "read", "reads")) "
        + "spell the data or name the symbology in another way (docs/truth-matching.md)"
    }
  }

  /// A sentence for each decoder with extras: wrong readings, duplicates, and readings of unknown
  /// truth.
  var others: [String] {
    decoders.compactMap { decoder in
      let kinds = [
        (decoder.total.wrongExtras, "wrong reading", "wrong readings"),
        (decoder.total.duplicates, "duplicate", "duplicates"),
        (decoder.total.unjudgedExtras, "reading of unknown truth", "readings of unknown truth"),
      ].filter { $0.0 > 0 }.map { Numerals.counted($0.0, $0.1, $0.2) }
      guard !kinds.isEmpty else { return nil }
      return "\(decoder.label): \(Words.list(kinds)) in addition to the symbol that was judged"
    }
  }
}

extension MisreadClass {
  /// The class in words, as part of a list.
  fileprivate var words: String {
    switch self {
    case .wrongSymbology: "under another symbology’s name"
    case .charsetOnly: "in another charset"
    case .truncation: "cut short"
    case .surplus: "with something added"
    case .substitution: "with other characters"
    case .other: "otherwise wrong"
    }
  }
}

/// The findings about a run that chose its own trials.
struct SamplingStatements {
  private let table: ScoreTable
  private let aim: AdaptiveAim?

  init(_ table: ScoreTable) {
    self.table = table
    aim = table.settings.aim
  }

  /// The reasons sampling ended: one sentence for each, naming the curves if there are several.
  var sentences: [String] {
    var curves: [CurveEnding: [(name: String, trials: Int)]] = [:]
    for decoder in table.decoders {
      for group in decoder.groups {
        guard let sampling = group.sampling else { continue }
        let name = "\(decoder.label) on \(group.group)"
        curves[sampling.ending, default: []].append((name, sampling.trials))
      }
    }
    return CurveEnding.allCases.compactMap { ending in
      guard let ended = curves[ending] else { return nil }
      let trials = ended.reduce(0) { $0 + $1.trials }
      let isAll = curves.count == 1
      let who = isAll ? "All curves" : Words.list(ended.map(\.name))
      return "\(who): \(clause(ending)), \(Numerals.counted(trials, "decode", "decodes"))"
    }
  }

  private func clause(_ ending: CurveEnding) -> String {
    switch ending {
    case .precisionReached: "the precision was reached" + precision
    case .budgetSpent: "the budget was spent" + shortfall
    case .timeSpent: "the time was spent" + shortfall
    case .interrupted: "interrupted, or the decoder was given up"
    case .notReached:
      "the curve levels off at or below 95\(Numerals.narrowSpace)%, so there is no crossing"
    case .beyondRange: "the crossing lies beyond the levels"
    case .islands: "islands: no rising curve is possible, so the model has no crossing"
    case .misfit: "the model does not fit, so no crossing is shown"
    case .tooFewLevels: "fewer than two levels"
    case .traced: "the boundary was traced"
    case .shareSpent: "a quarter of the full grid was spent before the boundary was traced"
    }
  }

  /// A clause for a run that ended before it reached its precision; empty if none was requested.
  private var shortfall: String {
    aim?.precision == nil ? "" : " before the precision was reached"
  }

  private var precision: String {
    guard let aim, let precision = aim.precision else { return "" }
    let unit = table.corpus.unit.isEmpty ? "" : " \(table.corpus.unit)"
    let what =
      switch aim.target {
      case .meanThreshold: "mean threshold"
      case .t95: "95\(Numerals.narrowSpace)% crossing"
      }
    return " (± \(Numerals.level(precision))\(unit) on the \(what))"
  }

  /// A sentence for each group whose trials share payloads.
  var payloads: [String] {
    table.corpus.groups.compactMap { group in
      guard let count = group.payloads, table.corpus.harder != .unordered else { return nil }
      guard count > 1 else {
        return "\(group.id): every symbol has the same payload; the intervals are valid only for "
          + "this payload"
      }
      return "\(group.id): the trials cycle through \(Numerals.count(count)) payloads; the "
        + "intervals of mean thresholds are jackknife intervals over payloads, crossings are not "
        + "shown, all other intervals are valid only for these payloads"
    }
  }
}
