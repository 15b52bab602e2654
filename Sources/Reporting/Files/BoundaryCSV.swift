import Results

/// `boundaries.csv`: one row for each map, decoder and level of the second axis.
///
/// Written as ``CSVReport`` is, and only for a corpus with a second axis.
package struct BoundaryCSV: ReportWriter {
  package init() {}

  /// `boundaries.csv`.
  package var fileName: String { "boundaries.csv" }

  /// True for a corpus with a second axis.
  package func applies(to table: ScoreTable) -> Bool { table.maps != nil }

  private struct Row {
    let table: ScoreTable
    let map: BoundaryMap
    let contour: BoundaryContour
    let point: BoundaryPoint
  }

  private static let columns: [(name: String, value: @Sendable (Row) -> String)] = [
    ("corpus", { $0.table.corpus.name }),
    ("corpus_version", { "\($0.table.corpus.version)" }),
    ("recipe", { $0.map.recipe }),
    ("condition", { $0.map.condition }),
    ("decoder", { $0.contour.decoder }),
    ("axis", { $0.table.corpus.axis }),
    ("unit", { $0.table.corpus.unit }),
    ("second_axis", { $0.table.corpus.maps?.axis ?? "" }),
    ("second_unit", { $0.table.corpus.maps?.unit ?? "" }),
    ("second_level", { $0.point.level }),
    ("group", { $0.point.group }),
    ("rate", { "\($0.map.rate)" }),
    ("kind", { $0.point.kind.rawValue }),
    ("boundary", { text($0.point.value) }),
    ("hard", { text($0.point.hard) }),
    ("easy", { text($0.point.easy) }),
    ("islands", { $0.point.islands.map { "\($0.from)-\($0.to)" }.joined(separator: " ") }),
    ("decodes", { "\($0.point.decodes)" }),
    ("sampling", { $0.point.ending?.rawValue ?? "" }),
  ]

  /// Renders the header and all rows.
  package func render(_ table: ScoreTable) -> String {
    var lines = [Self.columns.map(\.name)]
    for map in table.maps ?? [] {
      for contour in map.contours {
        for point in contour.points {
          let row = Row(table: table, map: map, contour: contour, point: point)
          lines.append(Self.columns.map { $0.value(row) })
        }
      }
    }
    return CSVReport.text(lines)
  }

  private static func text(_ number: Double?) -> String { number.map(\.description) ?? "" }
}
