import Reporting
import Results

/// The words for what a hunt found.
enum HuntWording {
  /// The verb for a decoder and a symbol that it fails on.
  static func verb(_ verdict: Verdict) -> String {
    switch verdict {
    case .noRead: "misses"
    case .misread: "misreads"
    case .crash: "crashes on"
    case .timeout: "hangs on"
    default: "fails on"
    }
  }

  /// The answer in a sentence, without a full stop.
  static func answer(_ report: HuntReport) -> String {
    let name = "\(report.decoder)"
    guard report.decodes > 0 else { return "No symbol was given to \(name)" }
    let subject =
      report.symbologies.count == 1
      ? "perfect \(report.symbologies[0].symbology) symbols"
      : "perfect symbols of \(report.symbologies.count) symbologies"
    let most = Numerals.perMillion(report.rate.atMost, .up)
    guard report.failures > 0 else {
      return
        "\(name) reads all \(Numerals.count(report.decodes)) \(subject) that it was given: at most "
        + "\(most) of a million fail (95 % bound)"
    }
    let verdicts = Set(report.findings.map(\.verdict))
    let verb = verdicts.count == 1 ? verdicts.first.map(Self.verb) ?? "fails on" : "fails on"
    return
      "\(name) \(verb) about \(Numerals.perMillion(report.rate.estimate, .toNearestOrAwayFromZero)) of a million "
      + "\(subject), \(most) at most (95 % bound; \(Numerals.count(report.decodes)) decoded)"
      + cause(report)
  }

  /// The cause of half of the failures or more, as the end of a sentence; empty without one.
  private static func cause(_ report: HuntReport) -> String {
    guard let first = report.findings.first, !first.levels.isEmpty,
      first.failures * 2 >= report.failures
    else { return "" }
    let share =
      first.failures == report.failures
      ? "all failures"
      : "\(Numerals.percentage(first.failures, of: report.failures)) of the failures"
    let place = report.symbologies.count > 1 ? ", in \(first.symbology)" : ""
    return "; \(share) have \(levels(first))\(place)"
  }

  /// The levels of a finding: `version 7 and mask 3`.
  static func levels(_ finding: HuntFinding) -> String { Words.list(finding.levels.map(\.words)) }

  /// The symbologies of which no symbol failed, in a sentence; `nil` for a single one of which the answer is.
  static func clean(_ symbologies: [HuntReport.Symbols], areAll: Bool) -> String? {
    guard symbologies.count > 1,
      let worst = symbologies.max(by: { $0.rate.atMost < $1.rate.atMost })
    else { return nil }
    let symbols = Numerals.count(symbologies.reduce(0) { $0 + $1.decodes })
    return
      "None of the \(symbols) symbols of \(symbologies.count) \(areAll ? "" : "other ")symbologies fails; "
      + "the bound is highest for \(worst.symbology), \(Numerals.perMillion(worst.rate.atMost, .up)) of a million"
  }

  /// A finding's cause and number of failures.
  static func summary(_ finding: HuntFinding) -> String {
    let cause = finding.levels.isEmpty ? "no common cause found" : levels(finding)
    let rate =
      finding.levels.isEmpty
      ? "" : " of \(Numerals.counted(finding.decodes, "such symbol", "such symbols"))"
    return
      "\(finding.symbology), \(cause): \(verb(finding.verdict)) \(Numerals.count(finding.failures))\(rate)"
  }

  /// A finding in a sentence.
  static func sentence(_ finding: HuntFinding) -> String {
    let misread = MisreadClass(rawValue: finding.signature).map { " (\($0.meaning))" } ?? ""
    return summary(finding)
      + "\(misread); the simplest is \(finding.example.symbol)"
      + (finding.example.isRepeated == false ? ", which did not fail a second time" : "")
      + "; \(witnesses(finding))"
  }

  /// The other decoders that read the example, and those that do not.
  static func witnesses(_ finding: HuntFinding) -> String {
    let (read, not) = (finding.readBy, finding.notReadBy)
    guard !(read + not).isEmpty else { return "no unlike decoder tells whether it can be read" }
    guard !read.isEmpty else {
      return
        "\(Words.list(not)) \(not.count == 1 ? "does" : "do") not read it either: look at the symbol first"
    }
    return "\(Words.list(read)) \(read.count == 1 ? "reads" : "read") it"
      + (not.isEmpty ? "" : ", \(Words.list(not)) \(not.count == 1 ? "does" : "do") not")
  }
}
