import Results

/// The section of speed against threshold, and of the distribution of decode times.
struct SpeedSection {
  let page: PageContext
  private var wording: ScoreWording { page.wording }

  var html: HTML {
    let parts = pareto + latencies
    return parts.isEmpty ? .empty : .section("speed", "Speed", parts)
  }

  private var entries: [ParetoPlot.Entry] {
    guard page.hasRanks else { return [] }
    return wording.table.speedPoints.compactMap { point in
      guard
        let threshold = wording.table.decoders.first(where: { $0.label == point.label })?
          .meanThreshold
      else { return nil }
      return .init(series: page.series(point.label), threshold: threshold, point: point)
    }
  }

  private var pareto: HTML {
    let entries = entries
    guard entries.count > 1 else { return .empty }
    let best = entries.filter(\.isOnFront).map(\.series.short)
    let verdict =
      best.count == entries.count
      ? "Every decoder is on the front: those that read better take longer"
      : "On the front: \(Words.list(best)). For every other decoder one of these is as quick and "
        + "reads as well, or is better in both"
    // One drawing for wide pages, one for telephones: text has the same size in both.
    let plots = [ParetoPlot.Size.wide, .narrow].map { size in
      HTML.element(
        "figure", ["class": "plot-figure \(size.rawValue)-figure"],
        ParetoPlot(wording: wording, entries: entries, size: size).html)
    }
    return .element("h3", [:], "Speed against threshold")
      + .p(.text("\(verdict)."))
      + plots.joined()
  }

  private var latencies: HTML {
    guard let evidence = page.evidence, !evidence.latencies.isEmpty else { return .empty }
    let order = wording.tried.map(\.label)
    let rows = order.enumerated().compactMap { index, label -> HTML? in
      guard let distribution = evidence.latencies.first(where: { $0.decoder == label }) else {
        return nil
      }
      let plot = LatencyPlot(
        id: "latency-\(index)", series: page.series(label), distribution: distribution,
        bins: evidence.latencyScale)
      return .element(
        "figure", ["class": "plot-figure latency", "data-decoder": label],
        .element(
          "figcaption", [:],
          page.name(label) + facts("reads", distribution.reads)
            + facts("misses", distribution.misses)) + plot.html)
    }
    let plots = HTML.div("latencies", rows.joined())
    return .element("h3", [:], "How long decodes take")
      + .p(
        "Wall-clock time inside decode calls, over all groups: reads above the line, misses below "
          + "it, each scaled to its own tallest bin. The long tick is the median, the short one "
          + "the 95th percentile. Crashes, timeouts and failures are left out.", class: "note")
      + (rows.count > PageContext.mostUnfolded
        ? .details(
          .text("The distributions of \(Numerals.counted(rows.count, "decoder", "decoders"))"),
          plots)
        : plots)
  }

  private func facts(_ name: String, _ part: LatencyDistribution.Part?) -> HTML {
    guard let part else { return .span(.text("no \(name)"), class: "fact") }
    return .span(
      .text("\(Numerals.count(part.count)) \(name): \(LatencyPlot.quantiles(part))"),
      class: "fact")
  }
}
