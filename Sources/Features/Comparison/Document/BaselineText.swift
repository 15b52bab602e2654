import Reporting
import Results

/// A baseline as text for people: its corpus and decoders, and the outcomes it holds.
enum BaselineText {
  /// Renders the text, without a line feed at the end.
  ///
  /// - Parameter isFull: True for each decoder's groups; false for a row for each decoder.
  static func render(
    _ baseline: Baseline, _ style: TerminalStyle, isFull: Bool
  ) -> String {
    let corpus = baseline.corpus
    let names = baseline.decoders.map { isFull ? $0.label : name($0) }
    var lines = style.paragraph(
      "The baseline holds what \(Words.list(names)) read on \(corpus.name) version \(corpus.version) (seed "
        + "\(corpus.seed), \(Numerals.counted(corpus.levels.count, "level", "levels"))), \(run(baseline)).",
      .strong)
    lines += isFull ? groups(baseline, style) : rows(baseline, style)
    lines += baseline.acknowledged.flatMap { acknowledgement in
      let classes = acknowledgement.classes.map(\.rawValue).joined(separator: ", ")
      return style.paragraph(
        "acknowledged until \(acknowledgement.expires): \(acknowledgement.cell) (\(classes)), "
          + acknowledgement.reason, hanging: 4)
    }
    if !isFull { lines += style.paragraph("--full shows every group.", .faint) }
    return lines.joined(separator: "\n")
  }

  private static func groups(_ baseline: Baseline, _ style: TerminalStyle) -> [String] {
    baseline.decoders.flatMap { entry in
      style.paragraph(name(entry) + state(entry), hanging: 4)
        + entry.groups.flatMap { curve in
          style.paragraph(
            line(curve, baseline.corpus), label: "  \(style.shown(curve.group))  ", hanging: 6)
        }
    }
  }

  private static func name(_ entry: Baseline.DecoderCurves) -> String {
    VersionedName.text(entry.label, library: entry.library, version: entry.version)
  }

  private static func state(_ entry: Baseline.DecoderCurves) -> String {
    (entry.groups.isEmpty ? ": reads none of the symbologies" : "")
      + (entry.isGivenUp ? ": given up before its last sample" : "")
  }

  /// The origin of a baseline in one line: corpus, run and decoders.
  static func origin(of baseline: Baseline) -> String {
    let corpus = baseline.corpus
    return DisplayText.printable(
      "the \(run(baseline)) on \(corpus.name) version \(corpus.version): "
        + baseline.decoders.map(name).joined(separator: ", "))
  }

  private static func run(_ baseline: Baseline) -> String {
    let provenance = baseline.provenance
    let commit = provenance.commit.map { ", commit \($0.prefix(12))" } ?? ""
    return "run of \(provenance.startedAt) by harness \(provenance.harnessVersion)\(commit)"
  }

  private static func line(_ curve: Baseline.Curve, _ corpus: Baseline.DrawnCorpus) -> String {
    let count = curve.count
    let tried = curve.tried
    let unit = corpus.unit.isEmpty ? "" : " \(corpus.unit)"
    var parts: [String] = []
    guard tried > 0 else { return "no sample was tried" }
    if count(.read) == 0 {
      parts.append("reads nothing")
    } else if let mean = curve.meanThreshold {
      let places = Numerals.places(forHalfWidth: mean.halfWidth)
      parts.append(
        "mean threshold " + Numerals.plusMinus(mean.value, mean.halfWidth, places: places) + unit)
      let isLargerHarder = corpus.harder == .larger
      let reach = ScoreWording.threshold(curve.threshold, isLargerHarder: isLargerHarder)
      parts.append(
        curve.threshold.kind == .notCertified
          ? reach : "reliable \(isLargerHarder ? "up to" : "from") \(reach)\(unit)")
    }
    parts.append(
      "decode rate \(Numerals.percentage(count(.read), of: tried)) of "
        + Numerals.counted(tried, "sample", "samples"))
    for (outcome, one, many) in [
      (SampleOutcome.misread, "misread", "misreads"), (.crash, "crash", "crashes"),
      (.excluded, "timeout or failure", "timeouts or failures"),
    ] where count(outcome) > 0 {
      parts.append(Numerals.counted(count(outcome), one, many))
    }
    if let latency = curve.readLatency {
      parts.append("\(Numerals.milliseconds(latency.median)) ms per read")
    }
    return parts.joined(separator: ", ")
  }
}

extension BaselineText {
  /// A table with a row for each decoder, and below it what a row cannot say.
  ///
  /// A narrow terminal leaves out the last columns.
  fileprivate static func rows(_ baseline: Baseline, _ style: TerminalStyle) -> [String] {
    let decoders = baseline.decoders.map { DecoderSum($0, baseline.corpus) }
    var columns: [(title: String, cell: (DecoderSum) -> DataTable.Cell)] = [
      ("groups", { .init($0.curves.count) })
    ]
    func add(_ title: String, if isShown: (DecoderSum) -> Bool, _ cell: @escaping Cell) {
      if decoders.contains(where: isShown) { columns.append((title, cell)) }
    }
    let unit = baseline.corpus.unit.isEmpty ? "" : ", \(baseline.corpus.unit)"
    add("mean threshold\(unit)", if: { $0.reads > 0 && $0.hasMean }) { .init($0.meanThreshold) }
    columns.append(
      ("decode rate, %", { .init(Numerals.percent($0.reads, of: $0.tried)) }))
    add("misreads", if: { $0.count(.misread) > 0 }) { faults($0.count(.misread)) }
    add("phantoms", if: { $0.phantoms > 0 }) { faults($0.phantoms) }
    add("errors", if: { $0.errors > 0 }) { faults($0.errors) }
    let reach = baseline.corpus.harder == .larger ? "up to" : "from"
    add("reliable \(reach)\(unit)", if: { $0.isCertified }) { .init($0.reliable) }
    var grid = DataTable(
      "Decoders", keys: [.init("decoder")], columns.map { .init($0.title, isNumber: true) })
    for decoder in decoders {
      grid.add([.decoder(decoder.label)] + columns.map { $0.cell(decoder) })
    }
    let states = baseline.decoders.map { (label: $0.label, state: state($0)) }
    return [""] + SectionText(style: style, drops: true).lines(grid) + [""]
      + states.filter { !$0.state.isEmpty }.flatMap {
        style.paragraph($0.label + $0.state, .caution, hanging: 4)
      }
  }

  private typealias Cell = (DecoderSum) -> DataTable.Cell

  private static func faults(_ count: Int) -> DataTable.Cell {
    .init(count, count > 0 ? .caution : .plain)
  }
}

/// One decoder's outcomes over all of its groups.
private struct DecoderSum {
  let label: String
  let curves: [Baseline.Curve]
  private let isLargerHarder: Bool

  init(_ entry: Baseline.DecoderCurves, _ corpus: Baseline.DrawnCorpus) {
    (label, curves, isLargerHarder) = (entry.label, entry.groups, corpus.harder == .larger)
  }

  func count(_ outcome: SampleOutcome) -> Int { curves.reduce(0) { $0 + $1.count(outcome) } }

  var reads: Int { count(.read) }
  var tried: Int { curves.reduce(0) { $0 + $1.tried } }
  var errors: Int { count(.crash) + count(.excluded) }

  /// The number of images with something read that is not there.
  var phantoms: Int {
    curves.reduce(0) { $0 + ($1.phantoms ?? [:]).values.reduce(0) { $0 + $1.count } }
  }

  private var means: [Estimate] { curves.compactMap(\.meanThreshold) }

  var hasMean: Bool { !means.isEmpty }

  /// The mean over groups.
  var meanThreshold: String {
    guard hasMean else { return Numerals.absent }
    return reads == 0
      ? "reads nothing" : ScoreWording.estimate(.mean(of: means), isLargerHarder: isLargerHarder)
  }

  private var certified: [Double] { curves.compactMap(\.threshold.certified) }

  var isCertified: Bool { !certified.isEmpty }

  /// The level that holds in every group, or the number of groups that have one.
  var reliable: String {
    guard certified.count == curves.count else {
      return "\(certified.count) of \(Numerals.counted(curves.count, "group", "groups"))"
    }
    return (isLargerHarder ? certified.min() : certified.max()).map(Numerals.level)
      ?? Numerals.absent
  }
}

extension Baseline.Curve {
  fileprivate func count(_ outcome: SampleOutcome) -> Int {
    levels.reduce(0) { $0 + $1.count(outcome) }
  }

  fileprivate var tried: Int { levels.reduce(0) { $0 + $1.trials.count } - count(.untried) }
}
