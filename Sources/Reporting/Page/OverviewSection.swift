import Results
import Statistics

/// The chart beside the headline: every decoder's result on one scale.
///
/// It is made of text and of drawings that stretch, so that it is as legible on a telephone as on a
/// wide screen.
struct OverviewSection {
  /// One decoder's line.
  struct Row {
    let decoder: DecoderScore
    let series: Series
    /// The result with its interval; `nil` if it has none that compares.
    let estimate: Estimate?
    let text: String
  }

  let page: PageContext
  private var wording: ScoreWording { page.wording }
  private var table: ScoreTable { wording.table }

  /// True if thresholds are shown, and not rates.
  private var showsThresholds: Bool {
    page.hasRanks && wording.isOrdered && wording.tried.contains { $0.meanThreshold != nil }
  }

  var html: HTML {
    let rows = rows
    guard !rows.isEmpty else { return .empty }
    let strip = StripPlot(rows.compactMap(\.estimate))
    let lines = rows.map { line($0, strip) }
    return .element(
      "section", ["id": "overview", "class": "overview", "aria-labelledby": "overview-title"],
      .element("h2", ["id": "overview-title"], .text(title))
        + .p(.text(basis), class: "note")
        + .element(
          "ul", ["class": "strips"],
          .element("li", [:], heads)
            + zip(rows, lines).map { row, line in
              .element("li", ["data-decoder": row.decoder.label], line)
            }.joined() + .element("li", [:], axis(strip))))
  }

  // MARK: Results

  private var rows: [Row] {
    let tried = wording.tried
    // The table's order is the order of ranks, if there are any.
    guard !page.hasRanks else { return tried.map(ranked) }
    return tried.map(rate).sorted { a, b in
      // Over unlike groups a high rate is no merit: those that read more kinds come first.
      let breadth = sharedGroups.isEmpty ? [a, b].map(\.decoder.groups.count) : [0, 0]
      return (breadth[1], b.estimate?.value ?? -1, a.series.label)
        < (breadth[0], a.estimate?.value ?? -1, b.series.label)
    }
  }

  private func ranked(_ decoder: DecoderScore) -> Row {
    let estimate = showsThresholds ? decoder.meanThreshold : decoder.sharedRate
    let shown = decoder.rank == nil ? nil : estimate
    let text =
      showsThresholds
      ? wording.meanThreshold(decoder)
      : Numerals.percentage(shown?.value)
    return Row(
      decoder: decoder, series: page.series(decoder.label), estimate: shown,
      text: shown == nil ? standing(decoder) : text)
  }

  /// The standing of a decoder without a rank; of one that stands apart, with what it supports.
  private func standing(_ decoder: DecoderScore) -> String {
    let standing = wording.standing(decoder)
    if decoder.total.tried > 0, decoder.total.successes == 0,
      decoder.total.symbols.map({ $0.read == 0 }) ?? true
    {
      return "reads nothing"
    }
    return decoder.standing == .apart ? "\(standing), \(wording.coverage(decoder))" : standing
  }

  private func rate(_ decoder: DecoderScore) -> Row {
    let counts = decoder.groups.filter { sharedGroups.isEmpty || sharedGroups.contains($0.group) }
      .map(\.total)
    let (reads, tried) = counts.reduce((0, 0)) { ($0.0 + $1.successes, $0.1 + $1.tried) }
    let series = page.series(decoder.label)
    guard tried > 0 else {
      return Row(
        decoder: decoder, series: series, estimate: nil, text: wording.standing(decoder))
    }
    let interval = Binomial.clopperPearson(reads: reads, trials: tried)
    let share = Double(reads) / Double(tried)
    let coverage = "\(Numerals.count(counts.count)) of \(Numerals.count(table.corpus.groups.count))"
    return Row(
      decoder: decoder, series: series,
      estimate: Estimate(value: share, lower: interval.lower, upper: interval.upper),
      text: Numerals.percentage(reads, of: tried)
        + (sharedGroups.isEmpty ? " · \(coverage)" : ""))
  }

  /// The groups on which rates compare, where there are no ranks: those that every decoder supports.
  private var sharedGroups: [String] {
    let sets = wording.tried.map { Set($0.groups.map(\.group)) }
    return table.corpus.groups.map(\.id).filter { id in sets.allSatisfy { $0.contains(id) } }
  }

  // MARK: Words

  private var title: String {
    showsThresholds
      ? "Mean threshold by decoder\(wording.unitAfterComma)" : "Decode rate by decoder"
  }

  private var basis: String {
    if page.hasRanks, let basis = table.basis {
      let isLowBetter = showsThresholds && !wording.isLargerHarder
      return "Over the \(wording.sharedUnits(basis)), with 95 % intervals; better to the "
        + (isLowBetter ? "left" : "right")
    }
    guard !sharedGroups.isEmpty else {
      return "No group is supported by all decoders: each is shown over its own groups, with their "
        + "number beside the rate. Do not compare rates over different groups"
    }
    let groups = Numerals.counted(sharedGroups.count, "group", "groups")
    return "Over the \(groups) that all decoders support, with 95 % intervals; better to the right"
  }

  private func faults(_ decoder: DecoderScore) -> HTML {
    var faults: [String] = []
    if decoder.total.falseAnswers > 0 {
      faults.append(
        Numerals.counted(decoder.total.falseAnswers, "false answer", "false answers"))
    }
    if decoder.total.broken > 0 {
      faults.append(Numerals.counted(decoder.total.broken, "error", "errors"))
    }
    return faults.isEmpty
      ? .empty : .span(.text(faults.joined(separator: ", ")), class: "details alarm")
  }

  // MARK: Lines

  private var heads: HTML {
    line(rank: "", name: .empty, plot: .empty, value: "", time: .text("ms of a read"))
  }

  private func line(_ row: Row, _ strip: StripPlot) -> HTML {
    let time = table.milliseconds(of: row.decoder, \.readMedian)
    let rank = wording.rank(row.decoder)
    return line(
      rank: rank == Numerals.absent ? "" : rank, name: row.series.fullTitle + faults(row.decoder),
      plot: strip.html(row.estimate, row.series), value: row.text,
      time: .text(Numerals.milliseconds(time)))
  }

  private func axis(_ strip: StripPlot) -> HTML {
    line(
      rank: "", name: .empty,
      plot: strip.axis { showsThresholds ? Numerals.level($0) : "\(Numerals.level($0 * 100)) %" },
      value: "", time: .empty)
  }

  private func line(
    rank: String, name: HTML, plot: HTML, value: String, time: HTML
  ) -> HTML {
    .span(.text(rank), class: "place") + .span(name, class: "who") + .span(plot, class: "what")
      + .span(.text(value), class: "value") + .span(time, class: "time")
  }
}
