import Base
import DecoderKit
import Reporting
import Results
import Scanning

/// An explanation for the terminal: the answer, then the faults of an image, the likeliest first.
struct ExplainText: Sendable {
  private let style: TerminalStyle

  init(_ style: TerminalStyle) {
    self.style = style
  }

  /// Renders the explanation of an image, without a line feed at its end.
  func render(_ image: ExplainedImage) -> String {
    let explanation = image.explanation
    var lines = style.paragraph(image.answer + ".", .strong)
    lines.append(
      style.emphasized(
        style.shown("\(image.path), \(image.width) × \(image.height) px"), .faint))
    lines += failures(image)
    if image.standing == .unconfirmed {
      let known = Set(values(Array(explanation.unbackedUnchanged.values)))
      lines += unconfirmed(explanation, besides: known) + contradictions(explanation)
    } else {
      lines += missed(image) + witnessed(image)
      lines += ExplainWording.settings(explanation).flatMap {
        style.paragraph($0, .strong, label: "  ", hanging: 4)
      }
      lines += unchanged(image) + findings(image) + doubts(image)
    }
    if image.standing != .unsupported, !explanation.unmoved.isEmpty {
      lines += style.paragraph(unmoved(explanation), label: "  ", hanging: 4)
    }
    for (decoder, count) in explanation.errors.sorted(by: { $0.key < $1.key })
    where explanation.failures[decoder] == nil {
      lines += style.paragraph(
        "\(decoder): \(Numerals.counted(count, "error", "errors")) on changed images", .alarm,
        label: "  ", hanging: 4)
    }
    lines += seen(explanation)
    return lines.joined(separator: "\n")
  }

  /// The decoders that end in an error on the image as it is: no fault of a photo that others read.
  private func failures(_ image: ExplainedImage) -> [String] {
    let explanation = image.explanation
    let readers = explanation.decoders.map(\.label).filter { explanation.unchanged[$0] != nil }
    return ExplainWording.failures(explanation).flatMap { failure in
      let detail = ScanWording.error(failure).map { " (\($0))" } ?? ""
      let others = (explanation.errors[failure.decoder] ?? 1) - 1
      let count =
        others > 0 ? " and on \(Numerals.counted(others, "changed one", "changed ones"))" : ""
      let verdict =
        readers.isEmpty
        ? ""
        : "; the photo is not the cause: \(Words.list(readers)) \(readers.count > 1 ? "read" : "reads") it unchanged"
      return style.paragraph(
        "\(ExplainWording.ending(failure)) on this image\(count)\(detail)\(verdict). To see it: harness scan "
          + "\(ReproduceCommand.quoted(image.path)) --decoder \(failure.decoder) --verbose", .alarm,
        label: "  ", hanging: 4)
    }
  }

  private func contradictions(_ explanation: Explanation) -> [String] {
    explanation.hasContradictions
      ? style.paragraph("these values contradict one another", .caution, label: "  ?  ") : []
  }

  /// The values that decoders read which were not asked for.
  private func witnessed(_ image: ExplainedImage) -> [String] {
    let all = image.explanation.testimonies
    return all.isEmpty || !image.explanation.unchanged.isEmpty
      ? []
      : all.prefix(Self.mostPlaces).flatMap {
        style.paragraph(
          "read unchanged by \($0.witness), which was not asked for: \(value($0.reading))"
            + ($0.support == nil ? "; nothing confirms it" : ""), label: "  ", hanging: 4)
      }
  }

  /// The decoders that read the image as it is, or else the heading of its faults.
  private func unchanged(_ image: ExplainedImage) -> [String] {
    let explanation = image.explanation
    let labels = explanation.decoders.map(\.label)
    let values = values(labels.compactMap { explanation.unchanged[$0] }, explanation)
    guard values.isEmpty else {
      // With several symbols in an image, decoders may have read different ones first.
      return values.flatMap { value in
        let readers = labels.filter {
          explanation.unchanged[$0].map { self.value($0, explanation) } == value
        }
        return style.paragraph(
          "read unchanged by \(readers.joined(separator: ", ")): \(value)", label: "  ", hanging: 4)
      }
    }
    guard image.standing != .doubtful, image.standing != .unsupported,
      explanation.findings.contains(where: { !explanation.isWayRound($0) })
    else { return [] }
    return style.paragraph(
      ExplainWording.isOfAPlace(explanation)
        ? "If the first place below is a code, the likely faults are:" : "Likely faults:",
      label: "  ")
  }

  /// The symbols that some decoders read and others miss, and what to do about them.
  private func missed(_ image: ExplainedImage) -> [String] {
    let missed = image.explanation.missed
    guard !missed.isEmpty else { return [] }
    let sentences = missed.map { missed in
      "\(Words.list(missed.decoders)) miss\(missed.decoders.count == 1 ? "es" : "") "
        + "\(value(missed.reading)), which \(Words.list(missed.readers)) "
        + "read\(missed.readers.count == 1 ? "s" : "")"
    }
    let next =
      "next: harness scan \(ReproduceCommand.quoted(image.path)) lists all codes; save one that is missed as an "
      + "image of its own, with its margin, and harness explain says why"
    return Words.first(sentences, others: "more are missed")
      .flatMap { style.paragraph($0, .strong, label: "  ", hanging: 4) }
      + style.paragraph(next, label: "  ", hanging: 4)
  }

  /// The faults, the likeliest first. Changes that helped although their fault is not measured are guesses: where
  /// another fault explains the image, and where almost any change helps, they stand in one line.
  private func findings(_ image: ExplainedImage) -> [String] {
    let explanation = image.explanation
    guard image.standing != .doubtful, image.standing != .unsupported else { return [] }
    let ways = explanation.findings.filter(explanation.isWayRound)
    let all = explanation.findings.filter { !explanation.isWayRound($0) }
    let guesses = all.filter { $0.evidence != .shown && !$0.successes.isEmpty }
    let isBorderline = ExplainWording.isBorderline(explanation)
    let areGuessesApart = explanation.isExplained || isBorderline
    let single = all.filter { finding in
      guard !finding.successes.isEmpty else { return !explanation.isExplained }
      return finding.evidence == .shown || !areGuessesApart
    }
    var sentences = single.map { finding in
      ExplainWording.sentence(finding, of: explanation, values: values(finding, explanation))
    }
    if isBorderline {
      let place = all.first?.evidence == .shown ? sentences.count : 0
      let changes = guesses.compactMap(\.successes.first).map { FaultWording.words($0.change) }
      sentences.insert(
        "\(ExplainWording.readers(guesses, explanation)) after almost any change: a borderline photo "
          + "(\(guesses.count) kinds: \(changes.joined(separator: ", ")))\(values(guesses[0], explanation))",
        at: place)
    }
    var lines = sentences.enumerated().flatMap { index, sentence in
      style.paragraph(sentence, index == 0 ? .strong : .plain, label: "  \(index + 1)  ")
    }
    if explanation.isExplained {
      lines += note("also enough", isBorderline ? [] : guesses.map(ExplainWording.cures))
      lines += note(
        "also measured, and read in spite of it",
        all.filter(\.successes.isEmpty).compactMap(ExplainWording.words))
    }
    return lines
      + note(
        "a way round the error", ways.map { ExplainWording.cures($0) + values($0, explanation) })
  }

  private func note(_ title: String, _ parts: [String]) -> [String] {
    parts.isEmpty
      ? []
      : style.paragraph(
        "\(title): \(parts.joined(separator: "; "))", .faint, label: "     ", hanging: 7)
  }

  /// The values that the changes of a fault brought, unless they are those of the image as it is: `: HELLO (QR Code)`.
  private func values(_ finding: Explanation.Finding, _ explanation: Explanation) -> String {
    let known = Set(values(Array(explanation.unchanged.values), explanation))
    let new = values(finding.successes.map(\.reading), explanation)
      .filter { !known.contains($0) }
    return new.isEmpty ? "" : ": " + new.joined(separator: ", ")
  }

  /// The values of readings, each once.
  private func values(_ readings: [Reading], _ explanation: Explanation? = nil) -> [String] {
    readings.map { value($0, explanation) }.uniqued()
  }

  private func value(_ reading: Reading, _ explanation: Explanation? = nil) -> String {
    style.shown(ExplainWording.value(reading, of: explanation, ellipsis: style.ellipsis))
  }

  /// The readings that nothing confirms, each value of a decoder once.
  private func unconfirmed(_ explanation: Explanation, besides known: Set<String> = []) -> [String]
  {
    var lines: [String] = []
    for decoder in explanation.decoders.map(\.label) {
      let changed = explanation.unbacked.filter { $0.decoder == decoder }
      let unchanged = explanation.unbackedUnchanged[decoder]
      for value in values([unchanged].compactMap(\.self) + changed.map(\.reading))
      where !known.contains(value) {
        let isUnchanged = unchanged.map { self.value($0) } == value
        let changes = changed.filter { self.value($0.reading) == value }.map(\.change)
        let way =
          isUnchanged ? "unchanged" : changes.first.map { "after " + FaultWording.words($0) }
        let others = changes.count - (isUnchanged ? 0 : 1)
        let more = isUnchanged ? "change" : "more change"
        lines += style.paragraph(
          "read as \(value) by \(decoder) \(way ?? "")"
            + (others > 0 ? " (and after \(Numerals.counted(others, more, more + "s")))" : "")
            + "; nothing confirms it", .caution, label: "  ?  ")
      }
    }
    return lines
  }

  /// Readings that nothing confirms, and places that nobody has read.
  private func doubts(_ image: ExplainedImage) -> [String] {
    let explanation = image.explanation
    let places =
      switch image.standing {
      case .unsupported: 0
      case .doubtful: 1
      default: Self.mostPlaces
      }
    return unconfirmed(explanation) + contradictions(explanation)
      + explanation.potential.prefix(places).flatMap {
        style.paragraph(ScanWording.potential($0), .caution, label: "  ?  ")
      }
  }

  /// The most places that are listed: in a texture there are dozens.
  private static let mostPlaces = 3

  private func unmoved(_ explanation: Explanation) -> String {
    func isSet(_ label: String) -> Bool { explanation.settings.contains { $0.decoder == label } }
    func labels(_ reason: Explanation.Unmoved) -> String {
      explanation.unmoved.filter {
        explanation.reason($0) == reason && !isSet($0)
          && (reason != .notTried || explanation.suitsLikeliestPlace($0))
      }.joined(separator: ", ")
    }
    var parts: [String] = []
    func add(_ reason: Explanation.Unmoved, _ words: String) {
      let names = labels(reason)
      if !names.isEmpty { parts.append("\(words) \(names)") }
    }
    add(.noChangeEnough, "no change was enough for")
    add(
      .notTried,
      "no change that was tried was enough, and there was no time to try all (--time gives more), for"
    )
    add(.notBacked, "nothing confirms what was read by")
    let unable = labels(.unsupported)
    if let symbology = explanation.symbology, !unable.isEmpty {
      let backed =
        explanation.findings.flatMap { $0.successes.map(\.reading) }
        + explanation.decoders.compactMap { explanation.unchanged[$0.label] }
      let shown = backed.first { $0.symbology == symbology }.flatMap(explanation.symbology(of:))
      parts.append("\(shown ?? symbology) is not supported by \(unable)")
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
