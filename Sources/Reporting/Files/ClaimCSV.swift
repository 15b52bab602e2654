import Results

/// `claims.csv`: one row for each claim, decoder and group.
package struct ClaimCSV: ReportWriter {
  package init() {}

  /// `claims.csv`.
  package var fileName: String { "claims.csv" }

  /// True for a corpus with claims.
  package func applies(to table: ScoreTable) -> Bool { table.claims != nil }

  /// Renders the header and all rows; see ``CSVReport`` for the format.
  package func render(_ table: ScoreTable) -> String {
    var lines = [
      [
        "claim", "author", "source", "statement", "promise", "axis", "claimed", "decoder",
        "group", "level", "verdict", "fails", "holds", "rate", "rate_lower", "rate_upper",
        "refuting_levels", "worst_level", "worst_read", "worst_tried", "worst_crash",
        "is_island", "cause",
      ]
    ]
    for row in ClaimWording(ScoreWording(table))?.rows ?? [] {
      let claim = row.claim
      for decoder in row.score.decoders {
        for group in decoder.groups {
          lines.append(
            [
              claim.name, claim.author, claim.source, claim.statement, claim.promise.rawValue,
              claim.axis, claim.value.text, decoder.decoder, group.group, group.level.text,
              group.verdict.rawValue, text(group.fails), text(group.holds),
              text(group.rate?.value), text(group.rate?.lower), text(group.rate?.upper),
            ] + evidence(group.counterexample))
        }
      }
    }
    return CSVReport.text(lines)
  }
}

/// `bands.csv`: one row for each decoder, group and band.
package struct BandCSV: ReportWriter {
  package init() {}

  /// `bands.csv`.
  package var fileName: String { "bands.csv" }

  /// True for a corpus that asks for bands.
  package func applies(to table: ScoreTable) -> Bool { table.corpus.bands != nil }

  /// Renders the header and all rows; see ``CSVReport`` for the format.
  package func render(_ table: ScoreTable) -> String {
    var lines = [
      [
        "decoder", "symbology", "group", "band", "from_px", "below_px", "tried", "read", "rate",
        "certified", "worst_of_band", "worst_rate", "refuting_levels", "worst_level",
        "worst_read", "worst_tried", "worst_crash", "is_island", "cause",
      ]
    ]
    let bands = BandWording(ScoreWording(table))
    for row in bands?.rows ?? [] {
      for band in row.bands {
        lines.append(
          [
            row.decoder.label, bands?.subject(row) ?? "", row.group.group, band.band.rawValue,
            text(band.band.lowerPixels), text(band.band.upperPixels), text(band.tried),
            text(band.read), text(band.rate), text(band.certified), band.worst?.text ?? "",
            text(band.worstRate),
          ] + evidence(band.counterexample))
      }
    }
    return CSVReport.text(lines)
  }
}

/// The fields of a counterexample in a row; empty where there is none.
private func evidence(_ example: Counterexample?) -> [String] {
  guard let example else { return Array(repeating: "", count: 7) }
  return [
    example.levels.map(\.text).joined(separator: " "), example.worst.text,
    text(example.counts.read), text(example.counts.tried), text(example.counts.crash),
    example.isIsland ? "true" : "false", example.cause ?? "",
  ]
}

private func text<Number: CustomStringConvertible>(_ number: Number?) -> String {
  number.map(\.description) ?? ""
}
