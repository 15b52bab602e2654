import Analysis
import DecoderKit
import Results

/// The releases of a decoder for a terminal: a table for each corpus, and the releases that changed
/// something.
public struct VersionText: Sendable {
  private let style: TerminalStyle

  /// Makes a report.
  public init(_ style: TerminalStyle) { self.style = style }

  /// Renders the whole report, with a line feed at the end.
  public func render(_ history: VersionHistory) -> String {
    let writer = SectionText(style: style)
    let sections = history.sections.map(writer.lines).filter { !$0.isEmpty }
    return ([style.paragraph(history.title, .strong)] + sections).joined(separator: [""])
      .joined(separator: "\n") + "\n"
  }
}

/// The releases that changed the answer to a sample, for a terminal.
public struct BisectionText: Sendable {
  private let style: TerminalStyle

  /// Makes a report.
  public init(_ style: TerminalStyle) { self.style = style }

  /// Renders the whole report, with a line feed at the end.
  public func render(_ found: SampleBisection) -> String {
    let wording = BisectionWording(found)
    var lines = style.paragraph(wording.title, .strong) + [""]
    let width = found.answers.map { DisplayText.width($0.release) }.max() ?? 0
    for answer in found.answers {
      let name = answer.release + String(repeating: " ", count: width - answer.release.count + 2)
      lines += style.paragraph(wording.answer(answer), label: "  " + style.shown(name))
    }
    lines.append("")
    for sentence in wording.sentences { lines += style.paragraph(sentence + ".") }
    if !found.unavailable.isEmpty {
      lines += ["", style.emphasized("Left out", .strong)]
      for release in found.unavailable {
        lines += style.paragraph("\(release.label): \(release.reason)", label: "  ", hanging: 4)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The words for the releases that changed the answer to a sample.
struct BisectionWording {
  private let found: SampleBisection

  init(_ found: SampleBisection) { self.found = found }

  var title: String {
    "\(found.sample) by \(found.decoder): \(found.answers.count) of "
      + "\(Numerals.counted(found.candidates, "release", "releases")) tried"
  }

  /// A release's answer: `read`, `misread: ABC`.
  func answer(_ answer: SampleBisection.Answer) -> String {
    let verdict = answer.verdict.map(name) ?? "does not read the symbology"
    return answer.readings.isEmpty
      ? verdict : "\(verdict): \(answer.readings.joined(separator: ", "))"
  }

  private func name(_ verdict: Verdict) -> String {
    verdict.rawValue.replacing("-", with: " ")
  }

  var sentences: [String] {
    let assumption =
      found.way == .halving
      ? "Halving assumes that the answer changed once; a change that a later release took back is not seen"
      : nil
    guard !found.changes.isEmpty else {
      let what =
        found.way == .halving
        ? "The first and the last release answer alike" : "No release changed the answer"
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
        "It is not the same every time: \(change.from) answered so in \(change.fromSame) of "
          + "\(change.tries) fresh processes, \(change.to) in \(change.toSame), "
          + "\(Numerals.p(change.p))",
      ]
    }
    let odds = Int((1 / change.p).rounded())
    return [
      what,
      "Both answered so in \(change.tries) of \(change.tries) fresh processes: by chance alone a split "
        + "like this comes once in \(Numerals.count(odds)) times",
    ]
  }
}
