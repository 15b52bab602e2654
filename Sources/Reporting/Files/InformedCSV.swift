import Results

/// `limits.csv`: one row for the informed reader in each group and one for each decoder there.
///
/// Written as ``CSVReport`` is, and only where the reader was asked.
package struct InformedCSV: ReportWriter {
  package init() {}

  /// `limits.csv`.
  package var fileName: String { "limits.csv" }

  /// True where the reader was asked.
  package func applies(to table: ScoreTable) -> Bool { table.informed != nil }

  /// Renders the header and all rows.
  package func render(_ table: ScoreTable) -> String {
    var lines = [
      [
        "corpus", "corpus_version", "group", "reader", "mean_threshold", "mean_threshold_lower",
        "mean_threshold_upper", "beyond", "at_most", "headroom", "headroom_lower", "headroom_upper",
        "pairs",
        "only_informed", "only_decoder", "adjusted_p", "cpu_ms",
      ]
    ]
    let start = [table.corpus.name, "\(table.corpus.version)"]
    for group in table.informed?.groups ?? [] {
      lines.append(
        start + [group.group, InformedWording.reader] + numbers(group.meanThreshold)
          + ["\(group.isBeyond)", "", "", "", "", "", "", "", "", "\(group.milliseconds)"])
      for headroom in group.headrooms {
        let score = table.decoder(headroom.decoder)?.groups.first { $0.group == group.group }
        lines.append(
          start + [group.group, headroom.decoder] + numbers(score?.meanThreshold)
            + ["\(headroom.isAtLeast)", "\(headroom.isAtMost)"] + numbers(headroom.ratio)
            + [
              "\(headroom.pairs)", "\(headroom.onlyInformed)", "\(headroom.onlyDecoder)",
              "\(headroom.adjustedP)", "",
            ])
      }
    }
    return CSVReport.text(lines)
  }

  private func numbers(_ estimate: Estimate?) -> [String] {
    estimate.map { ["\($0.value)", "\($0.lower)", "\($0.upper)"] } ?? ["", "", ""]
  }
}
