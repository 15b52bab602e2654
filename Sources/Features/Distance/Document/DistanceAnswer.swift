import Reporting
import Results

/// The answer to a question about distances, in one sentence without its full stop.
struct DistanceAnswer {
  let report: DistanceReport

  private var question: DistanceQuestion { report.question }

  var sentence: String {
    if let printing = report.printing { return answer(printing) }
    if let claims = report.claims { return Self.conclusion(claims) }
    guard let table = report.table else { return "Nothing was asked" }
    if let reading = report.reading { return answer(reading, table) }
    return answer(table)
  }

  // MARK: Distances

  /// `A 20 mm QR Code reads up to 64 cm with zxing, 46 cm with zbar`.
  private func answer(_ table: DistanceTable) -> String {
    let reached = decoders(of: table).compactMap { decoder, rows in
      Self.farthest(rows).map { (decoder: decoder, millimetres: $0) }
    }.sorted { ($1.millimetres, $0.decoder) < ($0.millimetres, $1.decoder) }
    let isByHand = table.evidence.walk != nil
    let shown = isByHand ? "shown" : "certified"
    guard let first = reached.first else {
      return "No decoder is \(shown) to read \(code(isFirst: false)) at any distance"
        + (isByHand
          ? "; walk away once more, slowly: more seconds make the intervals narrower"
          : uncertified(table) ?? remedy)
    }
    let rest = decoders(of: table).map(\.decoder).filter { label in
      !reached.contains { $0.decoder == label }
    }
    let named = Words.named(of: reached.count)
    let others = reached.prefix(named).dropFirst().map {
      ", \(Numerals.length($0.millimetres)) with \(name($0.decoder, table))"
    }
    let more = reached.count - named
    let subject = (isByHand ? "Measured by hand, " : "") + code(isFirst: !isByHand)
    return "\(subject) reads up to \(Numerals.length(first.millimetres)) with "
      + name(first.decoder, table) + others.joined()
      + (more > 0 ? "; no farther with \(more) more in the table" : "")
      + (rest.isEmpty ? "" : "; with \(Words.list(rest, joinedBy: "or")) no distance is \(shown)")
  }

  /// A decoder's name with its library's version, where that is known.
  private func name(_ label: String, _ table: DistanceTable) -> String {
    let own = table.rows.map(\.threshold).first { $0.decoder == label && !$0.version.isEmpty }
    return own.map { VersionedName.text(label, library: $0.library, version: $0.version) } ?? label
  }

  /// The farthest distance that is certified in all groups; `nil` if none is.
  private static func farthest(_ rows: [DistanceRow]) -> Double? {
    let ranges = rows.map(\.reliable)
    guard !ranges.contains(nil) else { return nil }
    let near = ranges.compactMap { $0?.lowerBound }.max() ?? 0
    let far = ranges.compactMap { $0?.upperBound }.min() ?? 0
    return near <= far ? far : nil
  }

  /// Where no threshold of a module size is certified, nothing else helps: the end of the sentence.
  private func uncertified(_ table: DistanceTable) -> String? {
    let reasons = table.rows.map(\.threshold.score.reason).map { reason -> Int? in
      guard case .tooFewTrials(let needed, _) = reason else { return nil }
      return needed
    }
    guard !reasons.isEmpty, !reasons.contains(nil), let needed = reasons.compactMap(\.self).max()
    else { return nil }
    let corpus = table.evidence.run?.corpus ?? "NAME"
    return ": the run has too few trials at each level; harness compare --corpus \(corpus) "
      + "--trials \(needed) has enough"
  }

  /// The corpora to run for conditions of which nothing is known, as the end of a sentence.
  private var remedy: String {
    let missing = report.conditions.filter { !$0.corpora.isEmpty }
    // Without thresholds of defocus little is lost where the camera focuses by itself.
    let blocking = missing.filter { $0.condition != .defocus }
    let corpora = (blocking.isEmpty ? missing : blocking).compactMap(\.corpora.first)
    guard !corpora.isEmpty else { return "" }
    let commands = corpora.map { "harness compare --corpus \($0)" }
    return "; run \(Words.list(commands)) to learn more"
  }

  private func decoders(of table: DistanceTable) -> [(decoder: String, rows: [DistanceRow])] {
    table.rows.grouped(by: \.threshold.decoder).map { ($0.key, $0.elements) }
  }

  // MARK: One distance, printed sizes

  private typealias Verdict = ReadingAtDistance.Verdict

  /// The verdicts, the worst first, with the words that stand before decoders.
  private static let verdicts: [(verdict: Verdict, words: String)] = [
    (.failing, "is shown to fail with"),
    (.undecided, "is neither certified nor shown to fail with"),
    (.untested, "has larger modules than were tried with"), (.reliable, "reads with"),
  ]

  private func answer(_ reading: ReadingAtDistance, _ table: DistanceTable) -> String {
    let judged = zip(table.rows.map(\.threshold.decoder), reading.verdicts)
    let worst = decoders(of: table).map { label, _ in
      let own = judged.filter { $0.0 == label }.map(\.1)
      return (label, Self.verdicts.first { own.contains($0.verdict) }?.verdict ?? .undecided)
    }
    let parts = Self.verdicts.reversed().compactMap { verdict, words -> String? in
      let own = worst.filter { $0.1 == verdict }.map(\.0)
      return own.isEmpty ? nil : "\(words) \(Words.list(own.map { name($0, table) }))"
    }
    return "At \(Numerals.length(reading.distanceMillimetres)) \(code(isFirst: false)) "
      + parts.joined(separator: "; it ")
  }

  private func answer(_ printing: DistanceReport.Printing) -> String {
    let distance = Numerals.length(printing.distanceMillimetres)
    let sizes = printing.sizes.map(\.reliableMillimetres)
    guard !sizes.contains(nil), let module = sizes.compactMap(\.self).max() else {
      let obstacle = printing.sizes.compactMap(\.obstacle).first
      return
        "\(printing.decoder) is certified to read \(code(isFirst: false)) of no size at \(distance)"
        + (obstacle.map { ": \(DistanceWording.obstacle($0))" } ?? "") + remedy
    }
    let width = question.code.columns.map { "\(Numerals.length($0 * module)) wide, " } ?? ""
    return
      "\(printing.decoder) reads \(code(isFirst: false)) at \(distance) that is printed \(width)in "
      + "modules of \(Numerals.length(module))"
  }

  // MARK: The code

  /// `A 20 mm QR Code`; the X-dimension where the width is not known.
  private func code(isFirst: Bool) -> String {
    let code = question.code
    let size = code.widthMillimetres.map { Numerals.length($0) + " " } ?? ""
    let name = size + code.symbology.description
    let module = code.xDimensionMillimetres.map { " with modules of \(Numerals.length($0))" } ?? ""
    let article = Self.isSpokenWithAVowel(name) ? "an" : "a"
    return (isFirst ? article.capitalized : article) + " " + name + (size.isEmpty ? module : "")
  }

  /// True for words and numbers before which `an` stands: eight, eleven, eighteen, EAN, ITF, Aztec, rMQR.
  static func isSpokenWithAVowel(_ text: String) -> Bool {
    let number = text.prefix { $0.isNumber }
    guard number.isEmpty else { return number.hasPrefix("8") || ["11", "18"].contains(number) }
    return text.hasPrefix("rM") || text.first.map { "AEIO".contains($0) } ?? false
  }

  // MARK: Claims

  /// Claims that are this close to each other, or to the camera, agree: they are round numbers.
  private static let tolerance = 1.05

  static func conclusion(_ check: ClaimCheck) -> String {
    let ratio = check.contradiction
    let own = check.findings.map { $0.claim.moduleSizePixels / $0.moduleSizePixels }
    let camera =
      own.allSatisfy { (1 / tolerance...tolerance).contains($0) }
      ? "This camera gives what they say"
      : "This camera gives \(Numerals.digits(own.min() ?? 1)) to "
        + "\(Numerals.digits(own.max() ?? 1)) times fewer pixels than they say"
    guard check.findings.count > 1 else { return camera }
    return
      (ratio <= tolerance
      ? "The claims agree with each other. "
      : "The claims contradict each other: the focal lengths that they imply differ by a factor of "
        + "\(Numerals.digits(ratio)), whatever the code, and one camera has one. ") + camera
  }
}
