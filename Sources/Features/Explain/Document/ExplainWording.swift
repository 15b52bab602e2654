import Base
import Reporting
import Scanning

/// Explanations in words: the fault, the remedy, and the answer of many.
enum ExplainWording {
  /// A fault's name, as surely as it is known: a change that helps is no proof of the fault that it mends.
  static func name(_ finding: Explanation.Finding) -> String {
    named(finding, FaultWording.name(finding.fault))
  }

  /// A fault with its measure, as surely as it is known.
  static func words(_ finding: Explanation.Finding) -> String {
    named(
      finding, finding.sign.map(FaultWording.words) ?? FaultWording.name(finding.fault))
  }

  private static func named(_ finding: Explanation.Finding, _ name: String) -> String {
    switch finding.evidence {
    case .shown: name
    case .possible: "perhaps " + name
    case .ruledOut: "fault unknown"
    }
  }

  /// `too small, 1.21 px per module: enlarging 2 × was enough for zbar and zxing`
  ///
  /// - Parameter isUntried: True if there was no time for some change of the kind.
  static func sentence(_ finding: Explanation.Finding, isUntried: Bool = false) -> String {
    guard !finding.successes.isEmpty else {
      let measured =
        if isUntried {
          "measured; there was no time to try all changes of this kind"
        } else if finding.fault.isWithoutChange {
          "measured, and no change against it is tried"
        } else {
          "measured, though no change of this kind was enough"
        }
      return "\(words(finding)): \(measured)"
        + (finding.sign.map { "; " + FaultWording.remedy($0) } ?? "")
    }
    var changes: [ImageChange] = []
    for success in finding.successes where !changes.contains(success.change) {
      changes.append(success.change)
    }
    let parts: String = changes.map { change in
      let decoders = finding.successes.filter { $0.change == change }.map(\.decoder)
      return "\(FaultWording.words(change)) was enough for \(decoders.joined(separator: ", "))"
    }.joined(separator: "; ")
    return finding.evidence == .ruledOut
      ? "\(parts), although \(FaultWording.absence(finding.fault))"
      : "\(words(finding)): \(parts)"
  }

  /// The first sentence of an image that nobody reads, without its full stop.
  static func unread(_ explanation: Explanation) -> String {
    if !explanation.unbackedUnchanged.isEmpty {
      return "Read unchanged, but nothing backs the value"
    }
    if !explanation.unbacked.isEmpty {
      return "Read after a change, but nothing backs the value"
    }
    return explanation.isIncomplete
      ? "No decoder reads it unchanged, or after the changes for which there was time"
      : "No decoder reads it, changed or not"
  }

  /// The number of images that each decoder reads, the most first: ` (zbar 3, zxing 2)`; empty for one decoder.
  private static func readers(_ images: [ExplainedImage]) -> String {
    let all = images.first?.explanation.decoders.map(\.label) ?? []
    let counts = all.map { label in (label, images.count { $0.explanation.unchanged[label] != nil })
    }
    .filter { $0.1 > 0 }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    guard all.count > 1, !counts.isEmpty else { return "" }
    let each = counts.map { "\($0.0) \(Numerals.count($0.1))" }
    return " (\(Words.first(each, others: "more").joined(separator: ", ")))"
  }

  /// The number of images that are read, and the faults of the others, the most frequent first.
  static func answer(_ images: [ExplainedImage]) -> String {
    let asIs = images.count { !$0.explanation.unchanged.isEmpty }
    let others = images.map(\.explanation).filter(\.unchanged.isEmpty)
    let cured = others.compactMap { one in
      one.findings.first { !$0.successes.isEmpty }.map(name)
    }
    let faults = Dictionary(grouping: cured) { $0 }.map { ($0, $1.count) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
      .map { "\($0) \(Numerals.count($1))" }
    let partly = images.count { !$0.explanation.missed.isEmpty }
    let missed =
      partly == 0
      ? "" : "; in \(Numerals.count(partly)) of them some decoders miss a code that others read"
    let lost = others.count - cured.count
    let tried =
      others.contains { !$0.isRead && $0.isIncomplete }
      ? "with the changes for which there was time" : "whatever is changed"
    return
      "\(Numerals.count(asIs)) of \(Numerals.counted(images.count, "image", "images")) can be read unchanged"
      + readers(images)
      + (cured.isEmpty
        ? ""
        : "; \(Numerals.count(cured.count)) more after a change (\(faults.joined(separator: ", ")))")
      + missed
      + (lost == 0 ? "" : "; \(Numerals.count(lost)) not read by any decoder, \(tried)")
  }

  /// The likeliest fault, or the reason for which none is named.
  static func fault(_ explanation: Explanation) -> String {
    if !explanation.unchanged.isEmpty {
      let missed = explanation.missed.map {
        "\(ScanWording.type($0.reading.symbology)) missed by \(Words.list($0.decoders))"
      }
      return missed.isEmpty
        ? "read unchanged" : Words.first(missed, others: "more").joined(separator: "; ")
    }
    if let finding = explanation.findings.first {
      // A place that looks like a symbol may be none.
      return explanation.isRead
        ? name(finding) : "nothing was read; perhaps " + FaultWording.name(finding.fault)
    }
    return explanation.unbacked.isEmpty && explanation.unbackedUnchanged.isEmpty
      ? "nothing was read" : "nothing backs what was read"
  }

  /// The change that was enough; for a fault that is only measured, what would help.
  static func remedy(_ explanation: Explanation) -> String {
    guard explanation.unchanged.isEmpty else {
      let readers = explanation.missed.flatMap(\.readers).uniqued()
      return readers.isEmpty ? "none is needed" : "read by \(Words.list(readers))"
    }
    guard let finding = explanation.findings.first else {
      return explanation.potential.first.map(ScanWording.potential) ?? "none was found"
    }
    if let success = finding.successes.first { return FaultWording.words(success.change) }
    return finding.sign.map(FaultWording.remedy) ?? "none was found"
  }
}
