import Reporting
import Results

extension DocumentText {
  /// Renders the releases of a decoder: a table for each corpus, and the releases that changed something.
  func render(_ history: VersionHistory) -> String {
    history.document.text(style, cutFor: "releases.md")
  }

  /// Renders the commit that changed the rate of a cell.
  func render(_ found: CellBisection) -> String {
    CellBisectionWording(found).document.text(style)
  }

  /// Renders the releases that changed the answer to a sample.
  func render(_ found: SampleBisection) -> String {
    BisectionWording(found).document.text(style)
  }
}

/// The words for the releases that changed the answer to a sample.
struct BisectionWording {
  private let found: SampleBisection

  init(_ found: SampleBisection) { self.found = found }

  /// What is said of the releases that were tried.
  var document: Document {
    var table = DataTable("Answers", keys: [.init(noun)], [.init("answer")])
    for answer in found.answers { table.add([.init(answer.release), .init(self.answer(answer))]) }
    return Document(
      title, answer: sentences, basis: [title],
      [
        Section("answers", "Answers of the \(noun)s that were tried", [.table(table)]),
        Section("left-out", "Left out", found.unavailable.map { "\($0.label): \($0.reason)" }),
      ])
  }

  /// What was tried.
  private var noun: String { found.repository == nil ? "release" : "commit" }

  private var title: String {
    "\(found.sample) by \(found.decoder): \(found.answers.count) of "
      + "\(Numerals.counted(found.candidates, noun, noun + "s")) tried"
  }

  /// A release's answer: `read`, `misread: ABC`, `read with a phantom: ABC, XYZ`.
  func answer(_ answer: SampleBisection.Answer) -> String {
    let verdict =
      answer.verdict == .read && !answer.readings.isEmpty
      ? "read with a phantom" : answer.verdict.map(name) ?? "does not read the symbology"
    return answer.readings.isEmpty
      ? verdict : "\(verdict): \(answer.readings.joined(separator: ", "))"
  }

  private func name(_ verdict: Verdict) -> String {
    verdict.rawValue.replacing("-", with: " ")
  }

  var sentences: [String] {
    let assumption =
      found.way == .halving
      ? "Halving assumes that the answer changed once; it misses a change that a later \(noun) undid"
      : nil
    guard !found.changes.isEmpty else {
      let what =
        found.way == .halving
        ? "The first and the last \(noun) answer alike" : "No \(noun) changed the answer"
      return [what] + (assumption.map { [$0] } ?? [])
    }
    return found.changes.flatMap(sentences) + (assumption.map { [$0] } ?? [])
  }

  private func sentences(_ change: SampleBisection.Change) -> [String] {
    let answers = Dictionary(
      found.answers.map { ($0.release, answer($0)) }, uniquingKeysWith: { first, _ in first })
    let what =
      "\(change.to) changed the answer: \(answers[change.from] ?? "?") in \(change.from), "
      + "\(answers[change.to] ?? "?") from \(change.to) on"
    guard change.isRepeatable else {
      return [
        what,
        "The answer varies: \(change.from) repeated its answer in \(change.fromSame) of "
          + "\(change.tries) fresh processes, \(change.to) in \(change.toSame), "
          + "\(Numerals.p(change.p))",
      ]
    }
    let odds = Int((1 / change.p).rounded())
    return [what] + Self.skipped(change.skipped, noun) + Self.merged(change.merged) + [
      "Both repeated their answers in \(change.tries) of \(change.tries) fresh processes: chance alone gives such a "
        + "split once in \(Numerals.count(odds)) times"
    ]
  }

  /// How to search among the commits that a merge brought in.
  static func merged(_ merged: MergedCommits?) -> [String] {
    merged.map {
      [
        "It merges \(Numerals.counted($0.commits, "commit", "commits")): "
          + "--good \($0.good) --bad \($0.bad) searches among them"
      ]
    } ?? []
  }

  /// What is to be said of builds just before a change that could not be tried.
  static func skipped(_ names: [String]?, _ noun: String) -> [String] {
    names.map {
      [
        ($0.count == 1
          ? "It may be the \(noun) before it"
          : "It may be one of the \($0.count) \(noun)s before it")
          + " that could not be tried: " + Words.list($0)
      ]
    } ?? []
  }
}
