import Reporting
import Results

/// A gate's findings as reports show them beside the scores.
struct GateJudgement: RunJudgement {
  private let report: GateReport
  private let wording: GateWording
  private let cells: [CellName: GateCell]
  let objections: [(cell: CellName?, sentence: String)]

  init(_ report: GateReport) {
    self.report = report
    wording = GateWording(report)
    cells = Dictionary(
      report.cells.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    objections = report.obstacles.map { ($0.cell, GateWording.sentence($0)) }
  }

  var badge: (message: String, color: String) {
    switch report.conclusion {
    case .passed where report.isExcusing:
      let count = report.excusedCells.count + report.worseDecoders.count
      return ("\(count) worse, excused", "yellowgreen")
    case .passed:
      let improved = report.cells.count { $0.verdict == .improved }
      return improved > 0
        ? ("\(improved) improved, none worse", "brightgreen") : ("none worse", "brightgreen")
    case .regressed:
      return ("\(report.failedCells.count + report.failedDecoders.count) worse", "red")
    case .cannotJudge: return ("cannot judge", "lightgrey")
    }
  }

  func failure(of name: CellName) -> CellFailure? {
    guard let cell = cells[name], !cell.failures.isEmpty else { return nil }
    return (
      cell.failures.map(\.rawValue), wording.failures(cell),
      cell.samples.map { "\(GateWording.change($0)): \(wording.command($0, cell))" }
    )
  }

  var failures: [(decoder: String, failure: CellFailure)] {
    report.failedDecoders.map { decoder in
      (
        decoder.decoder,
        (
          [GateClass.threshold.rawValue],
          [wording.sentence(decoder), wording.statistics(decoder)],
          wording.samples(decoder).map {
            "\(GateWording.change($0)): \(wording.command($0, $1))"
          }
        )
      )
    }
  }

  func remarks(on name: CellName) -> [String] { cells[name].map(wording.remarks) ?? [] }
}

extension GateReport {
  /// The writers of a comparison that this gate has judged.
  var writers: [any ReportWriter] {
    let judgement = GateJudgement(self)
    return ReportSet.tables + [
      JUnitReport(judgement), BadgeReport(judgement), GateJSON(self), GateMarkdown(self),
    ]
  }
}
