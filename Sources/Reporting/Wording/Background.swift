import Results

/// The background of a score table: its making, its cost, and the meaning of its words.
package struct Background {
  /// A term with its explanation.
  package struct Entry: Hashable {
    package let name: String
    package let text: String
  }

  private let wording: ScoreWording
  private var table: ScoreTable { wording.table }

  package init(_ wording: ScoreWording) {
    self.wording = wording
  }

  /// The corpus in one line: `qr-small version 1 · module size, 33 levels from 0.8 to 6 px, smaller
  /// is harder · …`
  package var subtitle: String {
    let corpus = table.corpus
    let groups =
      corpus.groups.count == 1
      ? (corpus.groups.first?.id ?? "")
      : Numerals.counted(corpus.groups.count, "group", "groups")
    return "\(corpus.name) version \(corpus.version) · \(groups) · \(wording.sweep) · "
      + "\(trials) each"
  }

  /// The run in one sentence.
  package var summary: String { run + "." }

  /// The origin of the numbers, and their cost.
  package var provenance: [Entry] {
    ([Entry(name: "corpus", text: corpus)] + conditions + [
      Entry(name: "decoders", text: decoders), Entry(name: "run", text: run),
      Entry(name: "cost", text: cost), Entry(name: "harness", text: harness),
      Entry(name: "machine", text: machine),
    ]).filter { !$0.text.isEmpty }
  }

  private var corpus: String {
    let corpus = table.corpus
    let hints =
      corpus.usesSymbologyHints
      ? "decoders were told which symbologies to look for"
      : "decoders were not told what to look for"
    let own =
      table.decoders.contains { $0.hints != nil }
      ? ", unless \"@\" in their names says otherwise" : ""
    return "\(corpus.name) version \(corpus.version), sha256 \(corpus.sha256.prefix(12)), "
      + "seed \(corpus.seed), \(samples); " + hints + own
  }

  /// The axis and the conditions, where there is something to tell of them.
  private var conditions: [Entry] {
    let axis = ConditionWording.axis(table.corpus).map { Entry(name: "axis", text: $0) }
    let lines = ConditionWording.lines(table.corpus.conditions ?? [])
    return [axis].compactMap(\.self)
      + lines.map { Entry(name: "condition \($0.name)", text: $0.text) }
  }

  /// The number of samples; not given if trials were chosen during the run, as the samples then
  /// depend on the decoders.
  private var samples: String {
    table.settings.aim == nil
      ? Numerals.counted(wording.plannedSamples, "sample", "samples")
      : "samples chosen during the run"
  }

  private var trials: String {
    let counts = table.corpus.groups.map(\.trials)
    let most = Numerals.counted(table.corpus.trials, "trial", "trials")
    let differ = (counts.min() ?? 0) < table.corpus.trials || table.settings.aim != nil
    return differ ? "up to \(most)" : most
  }

  private var decoders: String {
    guard table.decoders.count <= ScoreTable.mostShown else {
      let names = table.decoders.map { "\($0.library) \($0.version)" }
      return "\(Numerals.count(table.decoders.count)): "
        + Words.counts(names).map { "\(Numerals.count($0.count)) of \($0.name)" }
        .joined(separator: "; ")
    }
    return table.decoders.map { "\($0.label) = \($0.library) \($0.version)" }.joined(
      separator: "; ")
  }

  private var run: String {
    let outcome = table.outcome
    let reused = Numerals.counted(outcome.reused, "decode", "decodes")
    guard outcome.cost.decodes > 0 else {
      return outcome.reused > 0 ? "nothing decoded, \(reused) cached" : "nothing decoded"
    }
    let rate = outcome.wallSeconds > 0 ? Double(outcome.cost.decodes) / outcome.wallSeconds : nil
    let efficiency = outcome.cost.efficiency(
      wallSeconds: outcome.wallSeconds, cores: table.provenance.cores)
    return "\(Numerals.counted(outcome.cost.decodes, "decode", "decodes")) in "
      + "\(Numerals.seconds(outcome.wallSeconds)), "
      + "\(rate.map { Numerals.decimal($0, places: 0) } ?? Numerals.absent) decodes/s with "
      + "\(Numerals.counted(table.settings.jobs, "job", "jobs")); the decoders used "
      + "\(Numerals.percentage(efficiency)) of the time (efficiency)"
      + (outcome.reused > 0 ? "; \(reused) cached" : "")
  }

  /// The parts of a run's time with their shares of it.
  package var costShares: [(name: String, nanoseconds: Int, share: Double)] {
    let cost = table.outcome.cost
    let parts = [
      ("encode", cost.encodeNanoseconds), ("render", cost.renderNanoseconds),
      ("decode", cost.decodeNanoseconds), ("transport", cost.transportNanoseconds),
      ("store", cost.storeNanoseconds),
    ]
    let total = parts.reduce(0.0) { $0 + Double($1.1) }
    return parts.map { ($0.0, $0.1, total > 0 ? Double($0.1) / total : 0) }
  }

  private var cost: String {
    costShares.map { part in
      "\(part.name) \(Numerals.seconds(Double(part.nanoseconds) / 1e9)) "
        + "(\(Numerals.percentage(part.share)))"
    }.joined(separator: " · ")
  }

  private var harness: String {
    let provenance = table.provenance
    let commit = provenance.commit.map { ", commit \($0.prefix(12))" } ?? ""
    return "\(provenance.harnessVersion)\(commit), started \(provenance.startedAt)"
  }

  private var machine: String {
    let provenance = table.provenance
    let machine =
      "\(provenance.system), \(provenance.processor), "
      + Numerals.counted(provenance.cores, "core", "cores")
    return ([machine] + (provenance.otherMachines ?? [])).joined(separator: "; ")
  }

  /// The meaning of the sweep's axis where people may not know it.
  private var axis: [Entry] {
    switch table.corpus.axis {
    case "module-size":
      [
        Entry(
          name: "module size",
          text: "pixels per module, the smallest square of a matrix symbol; in a linear symbol, "
            + "pixels per X-dimension, the width of its narrowest bar")
      ]
    case "distance":
      [
        Entry(
          name: "distance",
          text: "metres from the camera to a label of a printed size; the module size in pixels "
            + "is focal length in pixels × module ÷ distance")
      ]
    default: []
    }
  }

  /// The meaning of the columns, for a reader who sees such a table for the first time.
  package var legend: [Entry] {
    let unit = wording.unit
    let rule = table.decoders.lazy.flatMap(\.groups).first?.threshold
    let rate = Numerals.decimal((rule?.rate ?? 0.95) * 100, places: 0)
    let certainty = Numerals.decimal((1 - (rule?.alpha ?? 0.05)) * 100, places: 0)
    let percent = Numerals.narrowSpace + "%"
    let better = wording.isLargerHarder ? "higher" : "lower"
    let interval = wording.isLargerHarder ? "[a, b)" : "(a, b]"
    let way = wording.isLargerHarder ? "up to" : "from"
    let end = wording.isLargerHarder ? "a" : "b"
    let far = wording.isLargerHarder ? "b" : "a"
    let sweep = [
      Entry(
        name: wording.thresholdTitle,
        text: "\(interval): \(way) \(end) \(unit) it reads \(rate)\(percent) of the symbols or more"
          + " (shown with \(certainty)\(percent) confidence); at \(far) \(unit) it does not"),
      Entry(
        name: "mean threshold",
        text: "the level at which it stops reading, averaged over all symbols (a Spearman-Karber "
          + "mean: Spearman 1908; Kärber 1931), ± 95\(percent) interval; \(better) is better, and "
          + "ranks are based on it"),
      Entry(
        name: "rank",
        text: "1 + the number of significantly better decoders; = marks a tie "
          + "(McNemar’s exact test on the same samples, Holm’s correction over all pairs)"),
      Entry(
        name: "islands",
        text: "levels that are read less than harder ones"),
    ]
    return axis + (wording.isOrdered ? sweep : []) + [
      Entry(
        name: "misread",
        text: "wrong bytes or symbology, with the 95\(percent) upper bound of their rate"),
      Entry(name: "errors", text: "crashes, timeouts and failures of the adapter"),
      Entry(
        name: "ms read, ms miss",
        text: "median milliseconds of the decodes that read the symbol, and of those that did not"),
    ]
  }
}
