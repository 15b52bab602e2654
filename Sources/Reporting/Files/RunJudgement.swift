import Results

/// A gate's judgement of a run, in the words of reports that show it beside the scores.
package protocol RunJudgement: Sendable {
  /// The conclusion in a few words and the badge's colour.
  var badge: (message: String, color: String) { get }

  /// The things that could not be judged, a sentence each; the cell is `nil` where it concerns the whole run.
  var objections: [(cell: CellName?, sentence: String)] { get }

  /// The failure of a cell; `nil` if it does not fail.
  func failure(of name: CellName) -> CellFailure?

  /// The failures of whole decoders, over all of their groups.
  var failures: [(decoder: String, failure: CellFailure)] { get }

  /// Further remarks on a cell, a sentence each.
  func remarks(on name: CellName) -> [String]
}

/// The words for what got worse in a cell: the classes, a sentence for each, and the samples that show it.
package typealias CellFailure = (classes: [String], sentences: [String], samples: [String])
