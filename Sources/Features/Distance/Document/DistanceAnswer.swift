import Base
import Optics
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

  /// The gain of the smaller version of the text at level L; `nil` if it is no smaller.
  var atLevelL: String? {
    guard let code = question.code.atLevelL, let name = code.sizeName else { return nil }
    let lead = "at level L \(name) holds it"
    if let printing = report.printing {
      let module = AnsweringGroups.all(printing.sizes, threshold: \.threshold) {
        $0.reliableMillimetres != nil
      }.first?.chosen.compactMap(\.reliableMillimetres).max()
      return lead
        + (module.flatMap { module in code.columns.map { $0 * module } }.map {
          ", and \(Numerals.length($0, .up)) are enough"
        } ?? "")
    }
    guard let table = report.table else { return lead }
    let smaller = DistanceTable(
      question.asked(about: code), evidence: table.evidence, conditions: table.conditions)
    return lead
      + (DistanceReach.farthest(smaller).first.map {
        ", and the same width reads up to \(Numerals.length($0.millimetres, .down))"
      } ?? "")
  }

  /// The size of the symbols behind the answer, if it is not the code's: what the answer takes for granted.
  var reservation: String? {
    guard let evidence = report.evidence, let other = evidence.otherSize else { return nil }
    let own = question.code.columns.map { ", not of \(Int($0))" } ?? ""
    return "Measured on symbols \(other)\(own)"
      + (evidence.walk == nil
        ? ": a corpus of your own code measures its size (docs/distance.md#a-corpus-of-your-own-code)"
        : "")
  }

  // MARK: Distances

  /// `A clean 20 mm QR Code reads up to 64 cm with zxing, 46 cm with zbar in frames of 1920x1080 (iPhone)`.
  private func answer(_ table: DistanceTable) -> String {
    let all = DistanceReach.farthest(table)
    let isByHand = table.evidence.walk != nil
    let shown = isByHand ? "shown" : "certified"
    let clean = all.filter(\.reach.groups.isClean)
    let reached = clean.isEmpty ? all : clean
    guard let first = reached.first else {
      return "No decoder is \(shown) to read \(code(isFirst: false)) at any distance \(camera())"
        + (isByHand
          ? "; walk away once more, slowly: more seconds make the intervals narrower"
          : uncertified(table) ?? remedy(blockers: table.rows.flatMap(\.blockers))
            + open(table.rows.map { ($0.threshold, $0.blockers) }))
    }
    let named = Words.named(of: reached.count)
    let parts = reached.prefix(named).grouped { Numerals.length($0.millimetres, .down) }.map {
      length, alike in
      "\(length) with \(Words.list(alike.map { name($0.reach.groups.decoder, table) }))"
    }
    let more = reached.count - named
    let isClean = first.reach.groups.isClean
    let subject =
      (isByHand ? "Measured by hand, " : "") + code(isFirst: !isByHand, isClean: isClean)
    let full = fullHD(table, first.reach.groups, isOne: reached.count == 1)
    let unreached = DistanceReach.all(table).filter { $0.millimetres == nil }.map(\.groups)
    let held = unreached.flatMap(\.silent).filter { !$0.blockers.isEmpty }
    let undecided = open(held.map { ($0.threshold, $0.blockers) })
    let told = undecided.isEmpty ? [] : held.map(\.threshold.decoder)
    let none = unreached.map(\.decoder).filter { !told.contains($0) }
    return "\(subject) reads up to \(parts.joined(separator: ", "))"
      + (more > 0 ? "; no farther with \(more) more in the table" : "") + " " + camera(full)
      + (isClean ? "" : Self.harmed(reached.map(\.reach)))
      + (clean.isEmpty ? "" : worse(all.filter { !$0.reach.groups.isClean }))
      + (none.isEmpty ? "" : "; with \(Words.list(none, joinedBy: "or")) no distance is \(shown)")
      + undecided
      + Self.reservation(
        all.map { Self.silent($0.reach.groups, \.threshold) }, no: "distance is \(shown)")
  }

  /// Decoders of which only symbols that are not clean are certified, as a part of the sentence.
  private func worse(_ reached: [(reach: DistanceReach, millimetres: Double)]) -> String {
    guard !reached.isEmpty else { return "" }
    let parts = reached.map {
      "up to \(Numerals.length($0.millimetres, .down)) with \($0.reach.groups.decoder)"
    }
    return "; if the symbol is not clean, " + Words.list(Words.first(parts))
      + Self.harmed(reached.map(\.reach))
  }

  /// The groups of symbols that are not clean, as a part of the sentence; empty where that is not known.
  private static func harmed(_ reached: [DistanceReach]) -> String {
    let rows = reached.flatMap(\.groups.chosen).map(\.threshold)
    guard rows.contains(where: { $0.harms?.isEmpty == false }) else { return "" }
    return ", measured in " + Words.list(Words.first(rows.map(\.group).uniqued(), others: "more"))
  }

  /// The distance in frames of Full HD, if the camera delivers them beside those that were asked for.
  private func fullHD(
    _ table: DistanceTable, _ groups: AnsweringGroups<DistanceRow>, isOne: Bool
  ) -> String {
    guard let inFullHD else { return "" }
    let smaller = DistanceTable(
      inFullHD, evidence: table.evidence, conditions: table.conditions)
    let own = DistanceReach.all(smaller).first { $0.groups.decoder == groups.decoder }
    guard let own, let millimetres = own.millimetres,
      own.groups.chosen.map(\.threshold) == groups.chosen.map(\.threshold)
    else { return "" }
    return "; in \(inFullHD.view.frame) up to \(Numerals.length(millimetres, .down))"
      + (isOne ? "" : " with \(groups.decoder)")
  }

  /// The size in frames of Full HD, likewise.
  private func fullHD(
    _ printing: DistanceReport.Printing, _ groups: AnsweringGroups<PrintSize>
  ) -> String {
    guard let inFullHD else { return "" }
    let sizes = groups.chosen.map {
      PrintSize(
        inFullHD, $0.threshold, conditions: report.conditions,
        atMillimetres: printing.distanceMillimetres
      ).reliableMillimetres
    }
    guard let module = sizes.compactMap(\.self).max(), !sizes.contains(nil) else { return "" }
    let size =
      question.code.columns.map { Numerals.length($0 * module, .up) }
      ?? "modules of \(Numerals.length(module, .up))"
    return "; in \(inFullHD.view.frame): \(size)"
  }

  /// The question in frames of Full HD; `nil` if it is about them, or the camera does not deliver them.
  private var inFullHD: DistanceQuestion? {
    let size = PixelSize(columns: 1920, rows: 1080)
    guard report.evidence?.walk == nil, ![size, size.turned].contains(question.view.frame),
      let view = question.view.camera.view(size)
    else { return nil }
    return DistanceQuestion(
      view: view, code: question.code, tiltDegrees: question.tiltDegrees, motion: question.motion)
  }

  /// The frames and their camera.
  private func camera(_ more: String = "") -> String {
    "in frames of \(question.view.frame) (\(question.view.camera.title)\(more))"
  }

  /// A decoder with its groups that have no answer.
  private static func silent<Item>(
    _ groups: AnsweringGroups<Item>, _ threshold: (Item) -> DecoderThreshold
  ) -> (decoder: String, groups: [String]) {
    (groups.decoder, groups.silent.map { threshold($0).group })
  }

  /// The groups for which an answer does not hold, as the end of a sentence.
  private static func reservation(
    _ silent: [(decoder: String, groups: [String])], no what: String
  ) -> String {
    silent.filter { !$0.groups.isEmpty }.grouped(by: \.groups).map { groups, decoders in
      "; in \(Words.list(Words.first(groups, others: "more"))) no \(what)"
        + (decoders.count == silent.count
          ? "" : " with \(Words.list(decoders.map(\.decoder)))")
    }.joined()
  }

  /// A decoder's name with its library's version, where that is known.
  private func name(_ label: String, _ table: DistanceTable) -> String {
    let own = table.rows.map(\.threshold).first { $0.decoder == label && !$0.version.isEmpty }
    return own.map { VersionedName.text(label, library: $0.library, version: $0.version) } ?? label
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
  ///
  /// - Parameter blockers: The conditions that an answer is wanting for; empty if it is wanting for something else.
  private func remedy(blockers: [DistanceCondition]) -> String {
    let lacking = report.conditions.filter { $0.run == nil && blockers.contains($0.condition) }
    let readers =
      report.printing?.sizes.map(\.threshold.reference).uniqued() ?? report.evidence?.readers ?? []
    let commands = lacking.filter { !$0.corpora.isEmpty }.map {
      Array($0.corpora.prefix(1)).command(decoders: readers)
    }
    let unmeasured = lacking.filter(\.corpora.isEmpty).map(\.condition)
    return (commands.isEmpty ? "" : "; run \(Words.list(commands)) to learn more")
      + (unmeasured.isEmpty ? "" : "; \(DistanceWording.noCorpus(unmeasured, question.code))")
  }

  /// The knowledge of conditions that decoders are wanting for, of two at most, as the end of a sentence.
  private func open(_ rows: [(threshold: DecoderThreshold, blockers: [DistanceCondition])])
    -> String
  {
    let texts = rows.grouped(by: \.threshold.decoder).compactMap { decoder, rows -> String? in
      guard let reference = rows.first?.threshold.reference else { return nil }
      let text = OpenConditions(
        report: report, decoder: decoder, reference: reference,
        blockers: rows.flatMap(\.blockers)
      ).text
      return text.isEmpty ? nil : text
    }
    return texts.prefix(2).joined()
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
    let reaches = DistanceReach.all(table)
    let worst = reaches.map { reach in
      let groups = reach.groups
      let own = (groups.chosen.isEmpty ? groups.silent : groups.chosen).map {
        $0.verdict(atMillimetres: reading.distanceMillimetres)
      }
      return (
        groups.decoder, Self.verdicts.first { own.contains($0.verdict) }?.verdict ?? .undecided
      )
    }
    let parts = Self.verdicts.reversed().compactMap { verdict, words -> String? in
      let own = worst.filter { $0.1 == verdict }.map(\.0)
      return own.isEmpty ? nil : "\(words) \(Words.list(own.map { name($0, table) }))"
    }
    let undecided = table.rows.filter { row in
      worst.contains { $0.0 == row.threshold.decoder && $0.1 == .undecided }
    }.map { ($0.threshold, $0.blockers) }
    let isClean = !reaches.isEmpty && reaches.allSatisfy(\.groups.isClean)
    let partly = reaches.map(\.groups).filter { !$0.chosen.isEmpty }
    return
      "At \(Numerals.length(reading.distanceMillimetres)) \(code(isFirst: false, isClean: isClean)) "
      + parts.joined(separator: "; it ") + " " + camera() + open(undecided)
      + Self.reservation(
        partly.map { Self.silent($0, \.threshold) }, no: "distance is certified")
  }

  private func answer(_ printing: DistanceReport.Printing) -> String {
    let distance = Numerals.length(printing.distanceMillimetres)
    let groups = AnsweringGroups.all(printing.sizes, threshold: \.threshold) {
      $0.reliableMillimetres != nil
    }
    guard let own = groups.first,
      let module = own.chosen.compactMap(\.reliableMillimetres).max()
    else {
      let obstacle = printing.sizes.compactMap(\.obstacle).first
      let blockers = printing.sizes.flatMap(\.blockers)
      let known = open(printing.sizes.map { ($0.threshold, $0.blockers) })
      return
        "No printed size of \(code(isFirst: false, isSized: false)) is certified for \(printing.decoder) at \(distance)"
        + (blockers.isEmpty ? obstacle.map { ": \(DistanceWording.obstacle($0))" } ?? "" : "")
        + " " + camera() + remedy(blockers: blockers) + known
    }
    let width = question.code.columns.map { "\(Numerals.length($0 * module, .up)) wide, " } ?? ""
    return
      "At \(distance) \(printing.decoder) reads "
      + code(isFirst: false, isClean: own.isClean, isSized: false)
      + " that is printed \(width)in modules of \(Numerals.length(module, .up))"
      + DistanceWording.magnification(question.code, Numerals.threeDigits(module, .up))
      + " " + camera(fullHD(printing, own))
      + Self.reservation([Self.silent(own, \.threshold)], no: "size is certified")
  }

  // MARK: The code

  /// `A 20 mm QR Code`; the X-dimension where the width is not known, and neither where a size is the answer.
  private func code(isFirst: Bool, isClean: Bool = false, isSized: Bool = true) -> String {
    let code = question.code
    let size = isSized ? code.widthMillimetres.map { Numerals.length($0) + " " } ?? "" : ""
    let name = (isClean ? "clean " : "") + size + code.symbology.description
    let module =
      isSized
      ? code.xDimensionMillimetres.map { " with modules of \(Numerals.length($0))" } ?? "" : ""
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
    let times = [own.min(), own.max()].map { Numerals.digits($0 ?? 1) }.uniqued()
    let camera =
      own.allSatisfy { (1 / tolerance...tolerance).contains($0) }
      ? "This camera gives what they say"
      : "This camera gives \(times.joined(separator: " to ")) times fewer pixels than they say"
    guard check.findings.count > 1 else { return camera }
    return
      (ratio <= tolerance
      ? "The claims agree with each other. "
      : "The claims contradict each other: the focal lengths that they imply differ by a factor of "
        + "\(Numerals.digits(ratio)), whatever the code, and one camera has one. ") + camera
  }
}
