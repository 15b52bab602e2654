import Reporting
import Results

/// `index.html`: every corpus with every decoder's mean threshold, and links to all pages.
///
/// A corpus in which no decoder has a rank is shown symbology by symbology.
struct SiteIndex: Sendable {
  private let corpora: [SiteCorpus]
  private let calibrations: [String]

  /// Makes the page.
  ///
  /// - Parameters:
  ///   - corpora: The corpora.
  ///   - calibrations: The files of pages by `harness realism`, at the site's root.
  init(_ corpora: [SiteCorpus], calibrations: [String] = []) {
    (self.corpora, self.calibrations) = (corpora, calibrations)
  }

  /// The file's name at the site's root.
  static let fileName = "index.html"

  /// Renders the whole page.
  func render() -> String {
    PageShell(
      title: "Barcode decoders compared", kicker: "Score tables",
      heading: "How small may a barcode be?",
      subtitle:
        "Mean thresholds of each corpus's run that says most; decode rates where a sweep has no "
        + "order. Smaller thresholds are better, unless the unit says otherwise. Numbers of different "
        + "rows are not comparable."
    ).document(
      .section("corpora", "Corpora", table.html)
        + photos)
  }

  private var photos: HTML {
    guard !calibrations.isEmpty else { return .empty }
    return .section(
      "photos", "Photos",
      .list(
        calibrations.map {
          .element("a", ["href": $0], "What drawn symbols say about photos")
        }))
  }

  /// The decoders of all corpora, in the order in which they first appear; settings of one have no columns of
  /// their own.
  private var decoders: [String] {
    var names: [String] = []
    for name in corpora.flatMap(\.scores.decoders).map(\.name) where !names.contains(name) {
      names.append(name)
    }
    return names
  }

  /// A cell of the best of a decoder's settings, named where it is not the decoder as it is.
  private func cell(
    _ name: String, _ scores: ScoreTable, _ cell: (DecoderScore) -> PageTable.Cell
  ) -> PageTable.Cell {
    // The table has the best first.
    guard let best = scores.decoders.first(where: { $0.name == name }) else {
      return .init(text: Numerals.absent)
    }
    var shown = cell(best)
    if best.label != name {
      shown.content = shown.content + .span(.text(best.label), class: "details")
    }
    return shown
  }

  private var table: PageTable {
    let decoders = decoders
    let looks = Series.all(decoders.map { ($0, nil) })
    var table = PageTable(
      caption: "Mean threshold by corpus and decoder; ★ is the first place, ties included; "
        + "apart: too few symbologies in common with the others",
      columns: [.init("corpus")]
        + decoders.map { label in
          var column = PageTable.Column(label, isNumber: true)
          column.mark = looks.first { $0.label == label }?.key ?? .empty
          return column
        }, isStacking: true, classes: "site")
    for corpus in corpora {
      let scores = corpus.scores
      let wording = ScoreWording(scores)
      let warning = Statements(wording).warning
      func add(_ part: String, isFirst: Bool = true, _ cell: (DecoderScore) -> PageTable.Cell) {
        let name = HTML.text(scores.corpus.title)
        let remark = isFirst ? warning : nil
        let spark = SparkPlot(corpus.history, looks).html(corpus.trendFile)
        table.add(
          [
            .init(
              (corpus.report.map { .element("a", ["href": $0], name) } ?? name) + .text(part)
                + .span(.text("\(Self.unit(wording)) · \(corpus.runText)"), class: "details")
                + (remark.map { .span(.text($0), class: "details") } ?? .empty)
                + spark)
          ] + decoders.map { self.cell($0, scores, cell) })
      }
      if scores.hasRanks {
        add("") { cell($0, wording) }
        continue
      }
      // If some decoders do not support some groups, one number each would compare different
      // images.
      let subjects = SubjectScores(wording)
      for (place, subject) in subjects.symbologies.enumerated() {
        // A warning is of the whole corpus, and said once.
        add(": " + subject.name.joined(separator: ", "), isFirst: place == 0) { decoder in
          switch subjects.finding(decoder, subject.groups) {
          case .absent(let reason): return .init(text: reason)
          case .measured(let value, let text, _): return .init(text: text, value: value)
          }
        }
      }
    }
    return table
  }

  /// The unit of a row's numbers, with a note if larger numbers are better.
  private static func unit(_ wording: ScoreWording) -> String {
    if wording.findsNothing { return "nothing read, %" }
    guard wording.isOrdered else { return "decode rate, %" }
    return wording.unit + (wording.isLargerHarder ? ", more is better" : "")
  }

  private func cell(_ decoder: DecoderScore, _ wording: ScoreWording) -> PageTable.Cell {
    guard decoder.standing == .ranked else {
      return .init(text: wording.standing(decoder))
    }
    let rate = wording.ranksByRate ? decoder.sharedRate : nil
    guard let number = rate ?? decoder.meanThreshold else {
      return .init(text: Numerals.absent)
    }
    let rank = decoder.rank == 1 ? " ★" : ""
    let text = rate == nil ? wording.estimate(number) : Numerals.percent(number.value)
    let parts = text.split(separator: " ±", maxSplits: 1)
    return .init(
      .text(String(parts[0])) + (rank.isEmpty ? .empty : .span(.text(rank), class: "best"))
        + (parts.count < 2 ? .empty : .span(.text(" ±" + parts[1]), class: "interval")),
      value: number.value)
  }
}

/// The data that the site shows of one corpus.
struct SiteCorpus: Sendable {
  /// The history of its runs.
  var history: RunHistory
  /// The scores of the run that says most of it: of those with certified levels, the one with the most trials.
  var scores: ScoreTable
  var run: ThresholdRun
  /// True if the corpus has no later run.
  var isLatest: Bool
  /// The path of the run's page, relative to the site's root; `nil` if there is none.
  var report: String?

  /// The path of the page about its runs over time, relative to the site's root.
  var trendFile: String { "\(scores.corpus.name).trend.html" }

  /// The run in words: `2026-01-31, reports/qr-small:2, not the latest`.
  var runText: String {
    "\(scores.provenance.startedAt.prefix(10)), \(run.store):\(run.number)"
      + (isLatest ? "" : ", not the latest")
  }
}
