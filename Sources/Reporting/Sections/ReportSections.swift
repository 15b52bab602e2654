/// What a score report says beside its score table, in the order in which every format says it.
package struct ReportSections {
  let wording: ScoreWording

  package init(_ wording: ScoreWording) {
    self.wording = wording
  }

  /// The answers to the questions of single kinds of corpora; empty ones are left out.
  package var answers: [Section] {
    [
      ClaimWording(wording)?.section, BandWording(wording)?.section,
      SelectionWording(wording)?.section, StreamScoreWording(wording)?.section,
      BoundarySection(wording: wording).section, MeaningWording.section(wording),
      HintWording.section(wording.table), KneeWording.section(wording),
      InformedWording(wording)?.section, OutlineWording.section(wording),
    ].compactMap(\.self).filter { !$0.isEmpty }
  }

  /// The findings of any corpus, the most important first.
  package var findings: [Section] { Statements(wording).sections }

  /// All of them.
  package var all: [Section] { answers + findings }
}
