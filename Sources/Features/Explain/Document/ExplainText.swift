import Base
import DecoderKit
import Reporting
import Scanning

/// An explanation for the terminal: the faults of an image, the likeliest first.
struct ExplainText: Sendable {
  private let style: TerminalStyle

  init(_ style: TerminalStyle) {
    self.style = style
  }

  /// Renders the explanation of an image, without a line feed at its end.
  func render(_ image: ExplainedImage) -> String {
    let explanation = image.explanation
    var lines = [
      style.emphasized(style.shown(image.path), .strong)
        + style.emphasized(style.shown(", \(image.width) × \(image.height) px"), .faint)
    ]
    lines += missed(explanation, image.path) + unchanged(explanation)
    for (index, finding) in explanation.findings.enumerated() {
      lines += style.paragraph(
        sentence(finding, of: explanation), index == 0 ? .strong : .plain, label: "  \(index + 1)  "
      )
    }
    lines += doubts(explanation)
    if !explanation.unmoved.isEmpty {
      lines += style.paragraph(unmoved(explanation), label: "  ", hanging: 4)
    }
    for (decoder, count) in explanation.errors.sorted(by: { $0.key < $1.key }) {
      lines += style.paragraph(
        "\(decoder): \(Numerals.counted(count, "error", "errors")) on the way; harness scan shows "
          + "those of an image", .alarm, label: "  ", hanging: 4)
    }
    lines += seen(explanation)
    return lines.joined(separator: "\n")
  }

  private func unchanged(_ explanation: Explanation) -> [String] {
    let labels = explanation.decoders.map(\.label)
    let values = values(labels.compactMap { explanation.unchanged[$0] })
    guard !values.isEmpty else {
      guard !explanation.findings.isEmpty else { return [] }
      guard !explanation.isRead else { return ["  No decoder reads it unchanged. Likely faults:"] }
      return style.paragraph(
        "\(ExplainWording.unread(explanation)). Likely faults, if the first place below is a symbol:",
        label: "  ")
    }
    // With several symbols in an image, decoders may have read different ones first.
    return fine(explanation)
      + values.flatMap { value in
        let readers = labels.filter { explanation.unchanged[$0].map(self.value) == value }
        return style.paragraph(
          "read unchanged by \(readers.joined(separator: ", ")): \(value)", label: "  ", hanging: 4)
      }
  }

  /// The answer for an image that every decoder reads as it is.
  private func fine(_ explanation: Explanation) -> [String] {
    let labels = explanation.decoders.map(\.label)
    guard explanation.findings.isEmpty, explanation.missed.isEmpty,
      labels.allSatisfy({ explanation.unchanged[$0] != nil })
    else { return [] }
    let readers =
      labels.count > 2
      ? "all \(labels.count) decoders read"
      : Words.list(labels) + (labels.count > 1 ? " read" : " reads")
    return style.paragraph(
      "Nothing to explain: \(readers) a code in it unchanged.", .strong, label: "  ")
  }

  /// The symbols that some decoders read and others miss, and what to do about them.
  private func missed(_ explanation: Explanation, _ path: String) -> [String] {
    guard !explanation.missed.isEmpty else { return [] }
    let sentences = explanation.missed.map { missed in
      "\(Words.list(missed.decoders)) miss\(missed.decoders.count == 1 ? "es" : "") "
        + "\(value(missed.reading)), which \(Words.list(missed.readers)) "
        + "read\(missed.readers.count == 1 ? "s" : "")"
    }
    let next =
      "next: harness scan \(style.shown(path)) lists all codes; save one that is missed as an image of its own, "
      + "with its margin, and harness explain says why"
    return Words.first(sentences, others: "more are missed")
      .flatMap { style.paragraph($0, .strong, label: "  ", hanging: 4) }
      + style.paragraph(next, label: "  ", hanging: 4)
  }

  /// A fault in a sentence, with the values that its changes brought: `…: HELLO (QR Code)`.
  private func sentence(_ finding: Explanation.Finding, of explanation: Explanation) -> String {
    let values = values(finding.successes.map(\.reading))
    return ExplainWording.sentence(finding, isUntried: explanation.isUntried(finding.fault))
      + (values.isEmpty ? "" : ": " + values.joined(separator: ", "))
  }

  /// The values of readings, each once.
  private func values(_ readings: [Reading]) -> [String] {
    readings.map(value).uniqued()
  }

  private func value(_ reading: Reading) -> String {
    DisplayText.shortened(
      style.shown(ScanWording.value(reading)), to: 48,
      ellipsis: style.ellipsis) + " (\(ScanWording.type(reading.symbology)))"
  }

  /// The readings that nothing backs, and places that nobody has read.
  private func doubts(_ explanation: Explanation) -> [String] {
    var sentences = explanation.decoders.compactMap { decoder in
      explanation.unbackedUnchanged[decoder.label].map {
        "read as \(value($0)) by \(decoder.label) unchanged; nothing backs it"
      }
    }
    sentences += explanation.unbacked.map { success in
      "read as \(value(success.reading)) by \(success.decoder) after "
        + "\(FaultWording.words(success.change)); nothing backs it"
    }
    if explanation.hasContradictions { sentences.append("these values contradict one another") }
    sentences += explanation.potential.prefix(Self.mostPlaces).map(ScanWording.potential)
    return sentences.flatMap { style.paragraph($0, .caution, label: "  ?  ") }
  }

  /// The most places that are listed: in a texture there are dozens.
  private static let mostPlaces = 3

  private func unmoved(_ explanation: Explanation) -> String {
    func labels(_ reason: Explanation.Unmoved) -> String {
      explanation.unmoved.filter { explanation.reason($0) == reason }.joined(separator: ", ")
    }
    var parts: [String] = []
    func add(_ reason: Explanation.Unmoved, _ words: String) {
      let names = labels(reason)
      if !names.isEmpty { parts.append("\(words) \(names)") }
    }
    add(.noChangeEnough, "no change was enough for")
    add(.notTried, "no change that was tried was enough, and there was no time to try all, for")
    add(.notBacked, "nothing backs what was read by")
    let unable = labels(.unsupported)
    if let symbology = explanation.symbology, !unable.isEmpty {
      parts.append("\(symbology) is not supported by \(unable)")
    }
    return parts.joined(separator: "; ")
  }

  /// The look of the symbol in the unchanged image.
  private func seen(_ explanation: Explanation) -> [String] {
    guard let measurement = explanation.measurement, measurement.condition != nil else {
      guard let measurement = explanation.measurement,
        let reason = ScanWording.notMeasured(measurement)
      else { return [] }
      return style.paragraph(
        "as it is, the symbol is \(reason)", .faint, label: "  ", hanging: 4)
    }
    return ScanWording.details(measurement).flatMap {
      style.paragraph($0, .faint, label: "  ", hanging: 4)
    }
  }
}
