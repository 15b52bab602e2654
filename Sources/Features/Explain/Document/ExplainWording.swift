import DecoderKit
import Measuring
import Reporting
import Results
import Scanning

/// Explanations in words: the fault, the remedy, and the answer of many.
enum ExplainWording {
  /// A fault's name, as surely as it is known: a change that helps is no proof of the fault that it mends; `nil` for
  /// a fault that the image does not have.
  static func name(_ finding: Explanation.Finding) -> String? {
    named(finding, faultName(finding))
  }

  private static func faultName(_ finding: Explanation.Finding) -> String {
    finding.sign.map { FaultWording.name($0) } ?? FaultWording.name(finding.fault)
  }

  /// A fault with its measure, as surely as it is known.
  static func words(_ finding: Explanation.Finding) -> String? {
    named(
      finding, finding.sign.map(FaultWording.words) ?? FaultWording.name(finding.fault))
  }

  private static func named(_ finding: Explanation.Finding, _ name: String) -> String? {
    switch finding.evidence {
    case .shown: name
    case .possible: "perhaps " + name
    case .ruledOut: nil
    }
  }

  /// A finding's changes with the decoders for which they were enough: `enlarging 2 × was enough for zbar, zxing`.
  static func cures(_ finding: Explanation.Finding) -> String {
    finding.successes.map(\.change).uniqued().map { change in
      let decoders = finding.successes.filter { $0.change == change }.map(\.decoder)
      return "\(FaultWording.words(change)) was enough for \(decoders.joined(separator: ", "))"
    }.joined(separator: "; ")
  }

  /// `too small, 1.21 px per module: enlarging 2 × was enough for zbar and zxing: HELLO (QR Code); move closer`
  ///
  /// - Parameter values: What was read, as `: HELLO (QR Code)`.
  static func sentence(
    _ finding: Explanation.Finding, of explanation: Explanation, values: String = ""
  ) -> String {
    let carrier = explanation.symbology?.carrier
    let isVain = explanation.isTriedInVain(finding) && finding.fault.isChangeLikeRemedy
    let remedy =
      isVain ? "" : finding.sign.map { "; " + FaultWording.remedy($0, of: carrier) } ?? ""
    guard !finding.successes.isEmpty else {
      let measured =
        if explanation.isUntried(finding.fault) {
          "measured; there was no time to try all changes of this kind"
        } else if !explanation.tried.contains(finding.fault) {
          "measured; there is no change to try against it"
        } else {
          "measured; \(FaultWording.kind(finding.fault)) did not help"
        }
      return "\(words(finding) ?? ""): \(measured)\(remedy)"
    }
    let cures = cures(finding) + values
    guard let words = words(finding) else {
      let absence = FaultWording.absence(finding.fault, of: explanation.measurement)
      return "\(Self.cures(finding)), although \(absence)\(values)"
    }
    return "\(words): \(cures)" + (finding.evidence == .shown ? remedy : "")
  }

  /// The number of kinds of changes from which on an image that is read after each of them lies at the limit.
  private static let manyKinds = 3

  /// True if so many kinds of changes helped whose faults are not measured that the image lies at the limit of what
  /// decoders read. It takes twice as many where a measured fault explains the image.
  static func isBorderline(_ explanation: Explanation) -> Bool {
    let guesses = explanation.findings.count {
      $0.evidence != .shown && !$0.successes.isEmpty && !explanation.isWayRound($0)
    }
    return guesses >= (explanation.isExplained ? 2 * manyKinds : manyKinds)
  }

  // MARK: Errors and values that nothing confirms

  /// The end of a decoder on an image as it is: `zxing crashes`.
  static func ending(_ failure: ScanAttempt) -> String {
    switch failure.outcome {
    case .crash: "\(failure.decoder) crashes"
    case .timeout: "\(failure.decoder) does not answer in time"
    case .failed, .answered: "\(failure.decoder) fails with an error"
    case .givenUp: "\(failure.decoder) was given up"
    }
  }

  /// The decoders that end in an error on the image as it is: `zxing crashes on it`; `nil` without any.
  static func endings(_ explanation: Explanation) -> String? {
    let all = failures(explanation).map { ending($0) + " on it" }
    return all.isEmpty ? nil : all.joined(separator: "; ")
  }

  /// The errors on the image as it is, in the order of the decoders.
  static func failures(_ explanation: Explanation) -> [ScanAttempt] {
    explanation.decoders.compactMap { explanation.failures[$0.label] }
  }

  /// A value with its symbology, short enough for a line.
  ///
  /// - Parameter explanation: That of the image, where the symbol as it was measured names the symbology.
  static func value(
    _ reading: Reading, of explanation: Explanation? = nil, ellipsis: String = "…"
  ) -> String {
    DisplayText.shortened(
      DisplayText.printable(ScanWording.value(reading)), to: 48, ellipsis: ellipsis)
      + " (\(ScanWording.type(explanation?.symbology(of: reading) ?? reading.symbology)))"
  }

  /// `read unchanged, but nothing confirms the value: 12345 (Micro QR Code) by zxing`
  static func unconfirmed(_ explanation: Explanation) -> String {
    let readings = explanation.decoders.compactMap { decoder in
      explanation.unbackedUnchanged[decoder.label].map { "\(value($0)) by \(decoder.label)" }
    }.joined(separator: "; ")
    return explanation.hasTruth
      ? "read unchanged, but not as the truth beside it says: \(readings)"
      : "read unchanged, but nothing confirms the value: \(readings)"
  }

  /// The way to confirm a value; `nil` where the truth is known.
  static func confirmation(_ image: ExplainedImage) -> String? {
    let explanation = image.explanation
    guard !explanation.hasTruth else { return nil }
    let readers = explanation.decoders.map(\.label).filter {
      explanation.unbackedUnchanged[$0] != nil
    }
    return explanation.hasContradictions
      ? "compare the values with the print"
      : "only \(Words.list(readers)) read\(readers.count == 1 ? "s" : "") it: compare it with the print"
  }

  // MARK: Many images

  /// The heading of the images of one standing.
  static func heading(_ standing: ExplainedImage.Standing) -> String {
    switch standing {
    case .unread: "Not read"
    case .unsupported: "Of types that are not supported"
    case .changed: "Read after a change"
    case .unconfirmed: "Read, but nothing confirms the value"
    case .doubtful: "Not read, probably without a code"
    case .partly: "Read, but not by all"
    case .read: "Read"
    }
  }

  /// The likeliest fault, or the reason for which none is named.
  static func fault(_ image: ExplainedImage) -> String {
    let explanation = image.explanation
    let endings = endings(explanation)
    let words: String? =
      switch image.standing {
      case .read: "read unchanged"
      case .partly: cause(ofPartly: image)
      case .changed: cause(explanation)
      case .unconfirmed: unconfirmed(explanation)
      case .doubtful:
        explanation.potential.isEmpty && explanation.findings.isEmpty
          ? "nothing was read, and nothing in it looks like a code" : "probably no code in it"
      case .unsupported: unsupported(explanation)
      case .unread:
        ([
          missedBesides(explanation)
            ?? (explanation.unbacked.isEmpty
              ? "nothing was read" : "nothing confirms what was read")
        ] + [suspected(explanation)].compactMap(\.self))
        .joined(separator: "; ")
      }
    return [endings, words].compactMap(\.self).joined(separator: "; ")
  }

  /// The one fault under which an image is counted.
  static func countedFault(_ image: ExplainedImage) -> String {
    let explanation = image.explanation
    let ending = failures(explanation).first.map(ending)
    switch image.standing {
    case .read: return "none"
    case .partly:
      let failing = explanation.missing.lazy.compactMap { explanation.failures[$0] }.first
      return failing.map(Self.ending) ?? cause(ofPartly: image) ?? "cause unknown"
    case .changed: return cause(explanation) ?? ending ?? "cause unknown"
    case .unconfirmed: return "read, but nothing confirms the value"
    case .doubtful: return "probably no code"
    case .unsupported:
      return (explanation.foreign?.support == nil ? "perhaps " : "")
        + "not supported by \(anyDecoder(explanation))"
    case .unread:
      return suspect(explanation).map {
        (isOfAPlace(explanation) ? "if there is a code: " : "") + likely($0)
      } ?? ending
        ?? (explanation.findings.isEmpty ? "no fault found" : "no change that was tried helps")
    }
  }

  /// The gravest fault of an image that nobody reads, but for those that were mended here in vain.
  static func suspect(_ explanation: Explanation) -> Explanation.Finding? {
    explanation.findings.first {
      !(explanation.isTriedInVain($0) && $0.fault.isChangeLikeRemedy)
    }
  }

  /// `likely blurred`, or less surely of blocks that good files have, too.
  private static func likely(_ finding: Explanation.Finding) -> String {
    let isSlight =
      if case .blockExcess(let excess) = finding.sign?.measure { excess < clearBlocks } else {
        false
      }
    return (isSlight ? "perhaps " : "likely ") + faultName(finding)
  }

  /// The excess of blocks from which on a file is compressed far: files of good quality have up to it.
  private static let clearBlocks = 2.0

  /// `likely blurred`, or of a fault that was mended here in vain its measure: `1.90 px per module, but enlarging did not
  /// help`; `nil` without any.
  static func suspected(_ explanation: Explanation) -> String? {
    if let first = suspect(explanation) {
      return (isOfAPlace(explanation) ? "if there is a code: " : "") + likely(first)
    }
    return explanation.findings.first.map {
      "\(words($0) ?? FaultWording.name($0.fault)); \(FaultWording.kind($0.fault)) did not help"
    }
  }

  /// True if all that is known is measured at a place that may be no code.
  static func isOfAPlace(_ explanation: Explanation) -> Bool {
    !explanation.isRead && !explanation.potential.isEmpty
  }

  /// The reason an image is read only after a change; `nil` if no more than an error of a decoder is known.
  static func cause(_ explanation: Explanation) -> String? {
    let cures = explanation.findings.filter {
      !$0.successes.isEmpty && !explanation.isWayRound($0)
    }
    let shown = cures.first { $0.evidence == .shown }
    if shown == nil || explanation.isExplained, isBorderline(explanation) {
      return "borderline: almost any change helps"
    }
    if let shown { return name(shown) }
    guard cures.isEmpty else { return cures.lazy.compactMap(name).first ?? "cause unknown" }
    // A setting and a change that are enough together show no fault of the image.
    return explanation.settings.lazy.compactMap(\.change).first
      .map { "perhaps " + FaultWording.name($0.fault) }
  }

  /// The reason some decoders do not read an image that others read; `nil` if no more than errors are known.
  static func cause(ofPartly image: ExplainedImage) -> String? {
    let explanation = image.explanation
    if let cause = cause(explanation) { return cause }
    let others = explanation.missing.filter { explanation.failures[$0] == nil }
    if !others.isEmpty { return "no change that was tried helps \(others.joined(separator: ", "))" }
    guard explanation.missing.isEmpty else { return nil }
    return explanation.missed.isEmpty ? "nothing confirms its value" : "one of its codes"
  }

  /// The words for an image without a remedy.
  static let noRemedy = "none was found"

  /// The change that was enough, after a decoder's own setting that needs none; for a fault that is only measured, what
  /// would help.
  static func remedy(_ image: ExplainedImage) -> String {
    let explanation = image.explanation
    switch image.standing {
    case .read: return Numerals.absent
    case .unsupported: return otherDecoder(explanation) ?? Numerals.absent
    case .unconfirmed: return confirmation(image) ?? Numerals.absent
    case .doubtful: return Numerals.absent
    case .unread:
      guard !explanation.findings.isEmpty else {
        return explanation.potential.first.map(ScanWording.potential) ?? noRemedy
      }
      return suspect(explanation)?.sign.map { FaultWording.remedy($0) } ?? noRemedy
    case .changed, .partly:
      let settings = settings(explanation)
      guard let cure = cure(explanation) else {
        return settings.isEmpty ? Numerals.absent : settings.joined(separator: "; ")
      }
      let remedy = cure.evidence == .shown ? cure.sign : nil
      let others = [
        cure.successes.first.map { FaultWording.words($0.change) },
        remedy.map { FaultWording.remedy($0, of: explanation.symbology?.carrier) },
      ].compactMap(\.self)
      return (settings + others).joined(separator: "; ")
    }
  }

  /// The fault whose change was enough: the first that is shown, else the first.
  static func cure(_ explanation: Explanation) -> Explanation.Finding? {
    let cures = explanation.findings.filter { !$0.successes.isEmpty }
    return cures.first { $0.evidence == .shown } ?? cures.first
  }

  /// `zbar and zxing read it`
  static func readers(
    _ findings: [Explanation.Finding], _ explanation: Explanation
  ) -> String {
    let named = Set(findings.flatMap(\.successes).map(\.decoder))
    let labels = explanation.decoders.map(\.label).filter(named.contains)
    return Words.list(labels) + (labels.count > 1 ? " read it" : " reads it")
  }

  /// The number of images that each decoder reads, the most first: ` (zbar 3, zxing 2)`; empty for one decoder.
  private static func readers(_ images: [ExplainedImage]) -> String {
    let all = images.first?.explanation.decoders.map(\.label) ?? []
    let counts = all.map { label in (label, images.count { $0.explanation.unchanged[label] != nil })
    }
    .filter { $0.1 > 0 }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    guard all.count > 1, !counts.isEmpty else {
      return images.first?.explanation.witnesses.isEmpty ?? true
        ? "" : " by " + Words.list(all, joinedBy: "or")
    }
    let each = counts.map { "\($0.0) \(Numerals.count($0.1))" }
    return " (\(Words.first(each, others: "more").joined(separator: ", ")))"
  }

  /// The number of images that are read, and of those that are not.
  static func answer(_ images: [ExplainedImage]) -> String {
    func count(_ standing: ExplainedImage.Standing) -> Int {
      images.count { $0.standing == standing }
    }
    let asIs = count(.read) + count(.partly)
    let faults = Words.counts(images.filter { $0.standing == .changed }.map(countedFault))
      .map { "\($0.name) \(Numerals.count($0.count))" }
    let (unconfirmed, doubtful) = (count(.unconfirmed), count(.doubtful))
    let lost = count(.unread) + doubtful
    var parts = [
      "\(Numerals.count(asIs)) of \(Numerals.counted(images.count, "image", "images")) can be read unchanged"
        + readers(images)
    ]
    parts += [countUnsupporting(images)].compactMap(\.self) + countUnsupported(images)
    if !faults.isEmpty {
      parts.append(
        "\(Numerals.count(count(.changed))) more after a change (\(faults.joined(separator: ", ")))"
          + countTuned(images)
      )
    }
    if unconfirmed > 0 {
      parts.append(
        "\(Numerals.count(unconfirmed)) \(unconfirmed == 1 ? "is" : "are") read, but nothing confirms the value"
      )
    }
    if lost > 0 {
      let doubt =
        lost == doubtful
        ? ", probably without a code"
        : ", of which \(Numerals.count(doubtful)) \(doubtful == 1 ? "is" : "are") probably without a code"
      parts.append(
        "\(Numerals.count(lost)) not read "
          + (images.contains { $0.standing == .unread && !$0.explanation.unbacked.isEmpty }
            ? "for certain " : "")
          + "by \(images.first.map { anyDecoder($0.explanation) } ?? "any decoder")"
          + (doubtful > 0 ? doubt : ""))
    }
    return parts.joined(separator: "; ")
  }

  /// The decoders that miss an image that others read: `zbar, zxing (crashes)`.
  static func missing(_ explanation: Explanation) -> String {
    let failed: (String) -> String = { label in
      switch explanation.failures[label]?.outcome {
      case .crash: " (crashes)"
      case .timeout: " (no answer in time)"
      case .failed: " (error)"
      case .givenUp: " (given up)"
      case .answered, nil: ""
      }
    }
    let others = explanation.decoders.map(\.label).filter {
      !explanation.unchanged.isEmpty && explanation.unbackedUnchanged[$0] != nil
    }
    let all =
      explanation.missing.map { $0 + failed($0) } + others.map { $0 + " (reads another value)" }
    guard all.isEmpty else { return all.joined(separator: ", ") }
    let codes = explanation.missed.map {
      "\(Words.list($0.decoders)) (\(ScanWording.type($0.reading.symbology)))"
    }
    return Words.first(codes, others: "more").joined(separator: ", ")
  }

  /// The decoders that read an image as it is, else those that were not asked for and do.
  static func reading(_ explanation: Explanation) -> String {
    let own = explanation.decoders.map(\.label).compactMap { label in
      explanation.unchanged[label] != nil
        ? label
        : explanation.unchanged.isEmpty && explanation.unbackedUnchanged[label] != nil
          ? label + " (not confirmed)" : nil
    }
    let others = own.isEmpty ? explanation.witnessReaders.map { $0 + " (not asked for)" } : []
    return (own + others).joined(separator: ", ")
  }
}
