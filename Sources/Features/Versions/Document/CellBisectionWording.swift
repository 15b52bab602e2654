import Reporting

/// The words for the commit that changed the rate of a cell.
struct CellBisectionWording {
  private let found: CellBisection

  init(_ found: CellBisection) { self.found = found }

  /// What is said of the commits that were tried.
  var document: Document {
    var table = DataTable(
      "Samples by commit", keys: [.init("commit")],
      [
        .init("read", isNumber: true), .init("tried", isNumber: true), .init("taken as"),
        .init("as the good end", isNumber: true), .init("as the bad end", isNumber: true),
        .init("how sure"),
      ])
    for answer in found.answers {
      table.add([
        .init(answer.commit), .init(answer.read), .init(answer.tried),
        .init(answer.isGood ? "good" : "bad"), .init(answer.asGood), .init(answer.asBad),
        .init(Numerals.p(answer.p), value: answer.p),
      ])
    }
    return Document(
      title, answer: sentences, basis: [title],
      [
        Section(
          "answers", "Commits that were tried", found.change == nil ? [] : [.table(table)]),
        Section(
          "samples", "Samples that one of two alone reads",
          [.sentences(flips.isEmpty ? [] : [.init("The first of them", lines: flips)])]),
        Section("left-out", "Left out", found.unavailable.map { "\($0.label): \($0.reason)" }),
      ])
  }

  private var title: String {
    "\(found.cell) by \(found.decoder): \(found.answers.count) of "
      + "\(Numerals.counted(found.candidates, "commit", "commits")) tried"
  }

  private var flips: [String] { (found.change ?? found.ends).samples }

  var sentences: [String] {
    guard let change = found.change else { return alike }
    let what =
      change.isShown
      ? "\(change.to) changed the rate: \(counts(change))"
      : "No single commit is shown to have changed the rate, which moves between \(change.from) and "
        + "\(change.to): \(counts(change))"
    return [what] + share(change) + BisectionWording.skipped(change.skipped, "commit")
      + BisectionWording.merged(change.merged) + varied(change) + [
        "Halving assumes that the rate moved once from one end's to the other's; it misses a change that a later "
          + "commit undid"
      ]
  }

  /// What is said of ends that nothing can be measured by.
  private var alike: [String] {
    let ends = found.ends
    guard ends.pairs > 0 else {
      return ["The ends cannot be compared: no sample was tried by both"]
    }
    let first =
      "The ends do not differ by more than chance, so no commit between them can be told good or bad: "
      + counts(ends)
    return [first, "More trials (--trials) show smaller changes"]
      + (ends.samples.isEmpty
        ? []
        : ["A sample that one end alone reads can be searched by itself"])
  }

  private func counts(_ difference: CellBisection.Difference) -> String {
    "of \(Numerals.counted(difference.pairs, "sample", "samples")) \(Numerals.count(difference.lost)) are read "
      + "only before, in \(difference.from), and \(Numerals.count(difference.gained)) only from "
      + "\(difference.to) on (\(Numerals.p(difference.p)))"
  }

  /// How much of what separates the ends lies between both sides of the change.
  private func share(_ change: CellBisection.Difference) -> [String] {
    let sides = [change.from, change.to].compactMap { name in
      found.answers.first { $0.commit == name }
    }
    guard sides.count == 2 else { return [] }
    let (from, to) = (sides[0], sides[1])
    let all = from.asBad == 0 && to.asGood == 0
    return [
      "\(change.from) does as the good end with \(Numerals.count(from.asGood)) of the "
        + "\(Numerals.counted(from.asGood + from.asBad, "sample", "samples")) on which the ends differ, "
        + "\(change.to) with \(Numerals.count(to.asGood)) of \(Numerals.count(to.asGood + to.asBad))"
        + (all ? "" : ": the others changed in other commits, or vary")
    ]
  }

  private func varied(_ change: CellBisection.Difference) -> [String] {
    guard let from = change.fromVaried, let to = change.toVaried else { return [] }
    guard from + to > 0 else {
      return ["Decoded a second time, both answered every sample as before"]
    }
    return [
      "The answers vary: decoded a second time, \(change.from) answered \(Numerals.count(from)) and \(change.to) "
        + "\(Numerals.counted(to, "sample", "samples")) otherwise; the numbers above are of that second time"
    ]
  }
}
