import Base
import Results

/// The findings of a score table in sentences, the same in the terminal and in Markdown.
package struct Statements {
  private let wording: ScoreWording
  private var table: ScoreTable { wording.table }
  private var readings: ReadingStatements { ReadingStatements(table) }
  private var sampling: SamplingStatements { SamplingStatements(table) }

  package init(_ wording: ScoreWording) {
    self.wording = wording
  }

  /// The findings by section, the most important first; empty sections are left out.
  package var sections: [Section] {
    [
      Section("screen", "Read from a screen", screen),
      Section("unreadable", "Photos that cannot be read", unreadable),
      Section("different", "Significantly different", significant),
      Section("alike", "Not significantly different", notSignificant),
      Section("endings", "Why sampling ended", sampling.sentences),
      Section("uncertified", "Not certified", notCertified),
      Section("islands", "Islands", islands),
      Section("payloads", "Payloads", sampling.payloads),
      Section("wrong", "Misreads", readings.misreads),
      Section("empty", "Images without a symbol", readings.falsePositives),
      Section("unknown", "Images of unknown truth", readings.detections),
      Section("scenes", "Images with several symbols", readings.growth + readings.symbols),
      Section("errors", "Errors", [.sentences(errors)]),
      Section("doubts", "Answers to be doubted", ConductWording(table).sentences),
      Section("survivors", "Processes that could not be ended", survivors),
      Section("spellings", "Other spellings", readings.spelling),
      Section("others", "Other readings", readings.others),
      Section("unranked", "Not ranked", notRanked),
    ].filter { !$0.isEmpty }
  }

  /// A warning to be read before any number; `nil` for a whole run that was finished, and of which all
  /// symbologies are known.
  package var warning: String? { TableWarning(table: table).text }

  private var unreadable: [String] {
    (table.outcome.unreadable ?? []).map { "\($0.file): \($0.reason)" }
  }

  /// The things that a screen adds to the numbers of a scanner that read from it.
  private var screen: [String] {
    guard let screen = table.outcome.screen else { return [] }
    let size =
      screen.pixelMillimetres.map {
        "\(Numerals.decimal($0 * Double(screen.scale), places: 2)) mm of a screen"
      } ?? "\(Numerals.counted(screen.scale, "pixel", "pixels")) of a screen of unknown size"
    let answers = [
      (screen.missing, "missing"), (screen.doubled, "doubled"), (screen.late, "late"),
      (screen.stray, "stray"),
    ].map { "\(Numerals.count($0.0)) \($0.1)" }
    return [
      "A pixel of a sample was \(size), so these numbers include optics, screen, glare and aim, and times "
        + "run from the picture to the answer: decoders that got the pixels themselves had an easier task",
      "Answers: \(Words.list(answers)); missing and late ones are misses",
    ]
  }

  private var survivors: [String] {
    let decoders = (table.outcome.survivors ?? []).grouped { survivor in
      // A program without a label is named by its manifest.
      let file = survivor.decoder.split(separator: "/").last.map(String.init) ?? survivor.decoder
      return file.replacing(".plugin.yaml", with: "")
    }
    return decoders.map { name, survivors in
      let processes = survivors.map { "\($0.process) (\($0.name))" }
      let isOne = processes.count == 1
      return
        "\(name): \(isOne ? "process" : "processes") \(Words.list(processes)); results do not depend on "
        + (isOne ? "it" : "them")
    }
  }

  // MARK: Comparisons

  /// The result of all pairs of many decoders; none for few, whose pairs are told one by one.
  private var summary: [String] {
    guard wording.hasRankedGroups, let all = table.significance else { return [] }
    return [
      "\(Numerals.count(all.significant)) of \(Numerals.count(all.pairs)) pairs are significantly different, "
        + "with Holm’s correction over all pairs; scores.json lists the pairs by rank",
      "Decoders that share no letter are significantly different; some that share a letter may be, too",
    ]
  }

  private var significant: [String] {
    summary
      + ((wording.hasRankedGroups ? table.comparisons : []) + (table.partialComparisons ?? []))
      .filter(\.isSignificant).map(sentence)
  }

  private func sentence(_ pair: PairScore) -> String {
    let difference = pair.meanThresholdDifference.map {
      "mean threshold \(wording.advantage($0)); "
    }
    let part = pair.groups.map { " on \(Words.list($0))" } ?? ""
    let flipping = [pair.better, pair.worse].filter(ConductWording(table).isFlipping)
    let doubt =
      flipping.isEmpty
      ? ""
      : "; \(Words.list(flipping)) gives different answers to the same image, so this may be chance"
    return "\(pair.better) is better than \(pair.worse)\(part): \(difference ?? "")"
      + "\(flips(pair))\(time(pair))\(doubt)"
  }

  private func time(_ pair: PairScore) -> String {
    pair.latencyRatio.map {
      "; on samples both read, \(pair.worse) takes \(wording.ratio($0)) as long as \(pair.better)"
    } ?? ""
  }

  private func flips(_ pair: PairScore) -> String {
    let (better, worse) = (Numerals.count(pair.onlyBetter), Numerals.count(pair.onlyWorse))
    return "of \(Numerals.count(pair.pairs)) \(wording.units(pair.pairs)) "
      + (wording.findsNothing
        ? "\(better) are left empty only by \(pair.better), \(worse) only by \(pair.worse) "
        : "\(better) are read only by \(pair.better), \(worse) only by \(pair.worse) ")
      + "(\(Numerals.p(pair.adjustedP)))"
  }

  /// One sentence for each significance group of several decoders.
  private var notSignificant: [String] {
    guard wording.hasRankedGroups, table.significance == nil else { return [] }
    let members = table.decoders.filter { $0.standing == .ranked }.flatMap { decoder in
      ScoreWording.significanceGroups(decoder.letters ?? "").map { ($0, decoder.label) }
    }
    return members.grouped(by: \.0).filter { $0.elements.count > 1 }
      .map { sharing($0.elements.map(\.1)) }
  }

  private func sharing(_ labels: [String]) -> String {
    let names = Words.list(labels)
    guard labels.count == 2,
      let pair = table.comparisons.first(where: {
        $0.better == labels[0] && $0.worse == labels[1]
      })
    else {
      return "\(names) share a significance group: no two of them are significantly different"
    }
    guard pair.onlyBetter + pair.onlyWorse > 0 else {
      return
        "\(names): of \(Numerals.count(pair.pairs)) \(wording.units(pair.pairs)) none is "
        + (wording.findsNothing ? "left empty" : "read") + " by only one of them"
    }
    return "\(names): \(flips(pair))"
  }

  // MARK: Single decoders

  private var notCertified: [String] {
    if table.settings.aim?.boundary != nil {
      return [
        "A trace certifies no level: far from the boundary levels have few trials. The full grid does, "
          + "without --trace-boundary"
      ]
    }
    let reach = wording.isLargerHarder ? "up to" : "from"
    var curves: [(reason: String, decoder: String, group: String, observed: String?)] = []
    // Decoders that were given up or lost are reported once, below.
    for decoder in table.decoders where ![.givenUp, .lost].contains(decoder.standing) {
      for row in decoder.groups where row.threshold.kind == .notCertified {
        let observed = row.threshold.observed.map {
          "\(reach) \(Numerals.level($0)) \(wording.unit)"
        }
        curves.append((wording.reason(row.threshold), decoder.label, row.group, observed))
      }
    }
    return curves.grouped(by: \.reason).map { reason, curves in
      guard curves.count > 1 else {
        let observed = curves[0].observed.map { "observed \($0), not certified" }
        return "\(curves[0].decoder) on \(curves[0].group): \(reason); "
          + (observed ?? "no level was observed to be reliable")
      }
      // Each decoder once, and each of its levels once.
      let decoders = curves.grouped(by: \.decoder).map { decoder, curves in
        let levels = curves.grouped(by: \.observed).map { observed, curves in
          "\(observed ?? "at no level") on \(Words.list(curves.map(\.group)))"
        }
        return "\(decoder) \(levels.joined(separator: ", "))"
      }
      return "\(reason). Observed, not certified: \(decoders.joined(separator: "; "))"
    }
  }

  /// The reasons the model's crossings are not shown, one sentence for each.
  package var hiddenModels: [String] {
    var curves: [(reason: String, name: String)] = []
    var all = 0
    for decoder in table.decoders {
      for row in decoder.groups {
        all += row.crossings.isEmpty ? 0 : 1
        guard let reason = row.crossings.lazy.compactMap(\.model.reason).first else { continue }
        curves.append((wording.reason(reason), "\(decoder.label) on \(row.group)"))
      }
    }
    return curves.grouped(by: \.reason).map { reason, curves in
      let names = curves.count == all ? "any curve" : Words.list(curves.map(\.name))
      return "No model for \(names): \(reason)"
    }
  }

  private var islands: [String] {
    table.decoders.flatMap { decoder in
      decoder.groups.filter { !$0.islands.isEmpty }.map { row in
        "\(decoder.label) on \(row.group) misses more at \(wording.islands(row.islands)) "
          + "\(wording.unit) than at harder levels"
      }
    }
  }

  private var errors: [Section.Sentence] {
    wording.erring.flatMap { decoder in
      let kinds = ScoreWording.errorKinds(decoder.total, failuresOf: "the adapter")
      let retried =
        decoder.total.retried > 0
        ? "; \(Numerals.counted(decoder.total.retried, "image", "images")) tried again in a fresh "
          + "process, after a crash, a timeout or a broken exchange" : ""
      let decodes = "\(Numerals.count(decoder.total.tried)) decodes"
      let what = kinds.isEmpty ? "no error" : Words.list(kinds)
      return [Section.Sentence("\(decoder.label): \(what) in \(decodes)\(retried)")]
        + decoder.causeStatements
    }
  }

  private var notRanked: [String] {
    var sentences: [String] = []
    if table.rankedGroups.count < table.corpus.groups.count, wording.hasRankedGroups {
      sentences.append(
        "Ranks are based only on \(Words.list(table.rankedGroups)): "
          + "the groups that all ranked decoders share")
    }
    sentences += table.decoders.compactMap { decoder in
      reasonNotRanked(decoder).map { "\(decoder.label): \($0)" }
    }
    return sentences + table.unavailable.map { "\($0.label): unavailable, \($0.reason)" }
  }

  private func reasonNotRanked(_ decoder: DecoderScore) -> String? {
    switch decoder.standing {
    case .ranked: return nil
    case .unsupported:
      var seen: [String] = []
      for name in table.corpus.groups.flatMap(\.symbologies).map(\.description)
      where !seen.contains(name) {
        seen.append(name)
      }
      return "unsupported, it reads none of this corpus’s symbologies (\(Words.list(seen)))"
    case .givenUp:
      let deaths = Numerals.count(table.settings.deathsBeforeGivingUp)
      return "given up after \(deaths) consecutive crashes or timeouts; "
        + "\(Numerals.count(decoder.total.tried)) of \(Numerals.count(decoder.total.planned)) "
        + "samples were tried"
    case .lost:
      let reason = table.outcome.lost?.first { $0.label == decoder.label }?.reason
      return "lost during the run (\(reason ?? "its program is gone")); "
        + "\(Numerals.count(decoder.total.tried)) of \(Numerals.count(decoder.total.planned)) "
        + "samples were tried"
    case .broken:
      let decodes = Numerals.counted(decoder.total.tried, "decode", "decodes")
      return "failed throughout: each of \(decodes) ended in an error; harness plugin check "
        + "shows what is wrong"
    case .apart:
      return "has too few symbologies in common with the others; see the pairwise results"
    case .unjudged:
      return "the images have no truth, so what was found is counted but not judged"
    case .insufficient:
      return
        "too few samples were tried for a \(wording.isOrdered ? "mean threshold" : "decode rate") "
        + "(\(Numerals.count(decoder.total.tried)) of \(Numerals.count(decoder.total.planned)) "
        + "samples)"
    }
  }
}
