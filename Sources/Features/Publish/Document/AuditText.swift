import Reporting
import Statistics

/// An audit of a bundle, for a terminal: what was decoded again, and what that proves.
struct AuditText: Sendable {
  private let style: TerminalStyle

  /// The most contradicted samples that are named for each decoder.
  private static let mostNamed = 10

  init(_ style: TerminalStyle) { self.style = style }

  /// Renders the report, with a line feed at the end.
  func render(_ report: AuditReport) -> String {
    var lines = [style.emphasized(style.shown(Self.headline(report)), .strong)]
    for entry in report.decoders {
      lines.append("")
      lines += style.paragraph(Self.result(entry), label: "  \(entry.label): ", hanging: 4)
      for sample in entry.contradicted.prefix(Self.mostNamed) {
        lines.append(
          style.shown(
            "    \(sample.key): \(sample.before.name) in the bundle, \(sample.after.name) here"))
      }
      let unnamed = entry.contradicted.count - Self.mostNamed
      if unnamed > 0 { lines.append("    and \(Numerals.count(unnamed)) more") }
      for sentence in Self.power(entry) + Self.notes(entry) {
        lines += style.paragraph(sentence, label: "    ", hanging: 4)
      }
    }
    if report.decoders.isEmpty, report.absent.isEmpty {
      lines += ["", "  No decoder reads a symbology of the corpus: there is no verdict to check."]
    }
    for absent in report.absent {
      lines += ["", style.shown("  \(absent.label) is not checked: \(absent.reason)")]
    }
    lines += [""]
    lines += style.paragraph(
      "Not proved: the machine, the date, times and deadlines kept, second tries, answers to empty and repeated "
        + "images, and decoders that are said to be absent.")
    lines += [
      "",
      style.shown(
        "Chosen by --seed \(report.seed); anyone can choose the same samples with it."),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func headline(_ report: AuditReport) -> String {
    switch report.conclusion {
    case .confirmed:
      "The bundle is whole, its scores follow, and every sample that was decoded again confirms it."
    case .contradicted: "The bundle is contradicted."
    case .open: "The bundle cannot be judged as a whole."
    }
  }

  private static func result(_ entry: AuditReport.Entry) -> String {
    var parts = [
      "\(Numerals.count(entry.decoded)) of \(Numerals.count(entry.verdicts)) verdicts decoded again, "
        + (entry.contradicted.isEmpty
          ? "none wrong" : "\(Numerals.count(entry.contradicted.count)) wrong")
    ]
    if entry.unsteady > 0 {
      parts.append("\(Numerals.count(entry.unsteady)) as in the bundle at a further attempt")
    }
    return parts.joined(separator: ", ") + "."
  }

  /// The power that the part has by its size: the chance of catching changes, and the bound on them.
  private static func power(_ entry: AuditReport.Entry) -> [String] {
    let compared = entry.decoded - entry.open
    let share = AuditReport.supposedShare
    let changed = max(Int((share * Double(entry.verdicts)).rounded()), 1)
    let chance = SamplingInspection.detection(
      ofFaults: changed, lot: entry.verdicts, sample: compared)
    var sentences = [
      "If \(percent(share)) of the verdicts were changed (\(Numerals.count(changed))), a check of this size would "
        + "find it with a probability of \(probability(chance))."
    ]
    if entry.contradicted.isEmpty, compared > 0 {
      let most = SamplingInspection.mostFaults(
        lot: entry.verdicts, faultlessSample: compared, confidence: AuditReport.confidence)
      sentences.append(
        "At most \(Numerals.count(most)) of all verdicts are wrong (\(percent(AuditReport.confidence)) "
          + "confidence).")
    }
    if chance < AuditReport.confidence, entry.verdicts > 0 {
      let needed = SamplingInspection.sample(
        detectingFaults: changed, lot: entry.verdicts, probability: AuditReport.confidence)
      sentences.append(
        "For \(percent(AuditReport.confidence)) take --sample "
          + "\(Numerals.upperPercent(Double(needed) / Double(entry.verdicts)))%.")
    }
    return sentences
  }

  private static func notes(_ entry: AuditReport.Entry) -> [String] {
    var notes: [String] = []
    func note(_ count: Int, _ sentence: String) {
      if count > 0 { notes.append("\(Numerals.count(count)) \(sentence)") }
    }
    note(
      entry.quick,
      "timeouts of the bundle end here sooner than the speed of its machine explains: open.")
    note(
      entry.trusted,
      "timeouts are taken on trust: they end in time here, and its machine is slower or busy, by its own times."
    )
    note(entry.unfailing, "failures of the bundle do not occur here: open.")
    note(entry.unanswered, "verdicts of the bundle get no answer here, with twice the time: open.")
    note(entry.untried, "samples were not tried, because it was given up.")
    note(entry.deaths, "of its fatal images were decoded again beside the part.")
    if entry.luck < AuditReport.leastLuck {
      notes.append(
        "Of its unsteady answers the bundle has the better one \(Numerals.count(entry.luckier)) times and the "
          + "worse one \(Numerals.count(entry.unluckier)) times, more often than chance allows: open."
      )
    }
    if entry.areCornersShifted {
      notes.append(
        "Of \(Numerals.count(entry.corners)) corners those of the bundle fit better \(Numerals.count(entry.betterCorners)) times and "
          + "worse \(Numerals.count(entry.worseCorners)) times, more to one side than roundings do: open."
      )
    }
    if entry.lacksCode {
      notes.append("The bundle has no digest of its code: nothing shows which build it was.")
    }
    if let versions = entry.versions, versions.count == 2 {
      notes.append(
        "The bundle is of version \(versions[0]), and here is \(versions[1]): install that one to verify it."
      )
    } else if entry.isSameCode == false {
      notes.append("Here it runs from other files of the same version: another build or machine.")
    } else if entry.isSameCode == true {
      notes.append("It runs from the same code, byte for byte.")
    }
    return notes
  }

  private static func percent(_ share: Double) -> String {
    Numerals.level(share * 100) + Numerals.narrowSpace + "%"
  }

  /// A probability in per cent, never rounded up to certainty.
  private static func probability(_ value: Double) -> String {
    if value >= 1 { return "100" + Numerals.narrowSpace + "%" }
    var places = 1
    while places < 6, value > 0.99, Numerals.decimal(value * 100, places: places).hasPrefix("100") {
      places += 1
    }
    let text = Numerals.decimal(value * 100, places: places)
    return (text.hasPrefix("100") ? "more than 99.9999" : text) + Numerals.narrowSpace + "%"
  }
}
