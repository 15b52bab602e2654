import Base
import Reporting
import Results
import Sessions

/// The sentences below distances or printed sizes: what limits them, and what they stand on.
struct DistanceNotes {
  let report: DistanceReport

  private var question: DistanceQuestion { report.question }
  private var rows: [DistanceRow] { report.table?.rows ?? [] }

  /// The sentences without their full stops, the nearest distance first.
  var sentences: [String] {
    (report.table == nil ? [] : untried ?? [nearest]) + focus + movement + tilt + together
      + report.conditions.compactMap(leftOut) + reading + groups + source + others + passedOver
      + missing
  }

  /// The meaning of the first line and of the thresholds.
  private var reading: [String] {
    guard let evidence = report.evidence else { return [] }
    let shown = report.printing?.sizes.map(\.threshold) ?? evidence.thresholds
    let measured = shown.first { $0.score.kind == .interval }?.score
    let example = measured.flatMap { score in
      score.lower.flatMap { lower in
        score.certified.map {
          (DistanceWording.threshold(score), Numerals.digits(lower), Numerals.digits($0))
        }
      }
    }
    let isOne = shown.grouped(by: \.decoder).allSatisfy { _, own in
      Set(own.map(\.score.certified)).count == 1
    }
    let groups = [
      "The first line takes, for each decoder, the worst of the groups that certify something: of the clean ones, if "
        + "there are any"
    ]
    return (evidence.walk == nil && !isOne ? groups : [])
      + (example.map { text, lower, upper in
        [
          evidence.walk == nil
            ? "\(text) px per module means: shown to fail at \(lower), certified from \(upper) on"
            : "\(text) px per module means: too small up to \(lower), large enough from \(upper) on"
        ]
      } ?? [])
  }

  /// The harms to groups, as their corpora describe them.
  private var groups: [String] {
    guard let evidence = report.evidence, evidence.walk == nil,
      !evidence.thresholds.allSatisfy(\.isClean)
    else { return [] }
    let conditions = evidence.thresholds.uniqued(by: \.condition).compactMap { threshold in
      threshold.harms.map { harms in
        threshold.condition + (harms.isEmpty ? ": clean" : ": " + Words.list(harms))
      }
    }
    return [
      "A group is a symbol and a condition of its corpus"
        + (conditions.isEmpty ? "" : "; " + conditions.joined(separator: "; "))
    ]
  }

  /// The distances by other runs, which were not taken.
  private var others: [String] {
    guard report.table != nil else { return [] }
    return (report.evidence?.others ?? []).compactMap { other in
      let table = DistanceTable(question, evidence: other, conditions: report.conditions)
      let reaches = DistanceReach.farthest(table).map {
        "\(Numerals.length($0.millimetres, .down)) with \($0.reach.groups.decoder)"
      }
      guard let run = other.run, !reaches.isEmpty else { return nil }
      return "Another run, \(EvidenceWording.run(run))"
        + (other.otherSize.map { ", of symbols \($0)," } ?? "")
        + " says \(Words.list(reaches)); --against \(run.store):\(run.number) takes it"
    }
  }

  /// The distances at which modules are larger than any that was tried; `nil` where the frame or the focus end first.
  private var untried: [String]? {
    guard
      let row = rows.max(by: { $0.testedFromMillimetres < $1.testedFromMillimetres }),
      row.testedFromMillimetres
        > max(
          question.fitsFromMillimetres ?? 0, question.view.camera.nearLimitMillimetres?.value ?? 0)
    else { return nil }
    return [
      "Measured from \(Numerals.length(row.testedFromMillimetres, .up)) on: nearer, modules are larger than any that was "
        + "tried (\(Numerals.digits(row.threshold.tested.upperBound)) px)"
    ]
  }

  /// The run behind the answers.
  private var source: [String] {
    guard let evidence = report.evidence else { return [] }
    let source =
      "Thresholds of module sizes: "
      + (evidence.run.map { EvidenceWording.runs($0, evidence.thresholds.ownRuns) } ?? "")
      + (evidence.walk.map(Self.source) ?? "")
    let isByHand = evidence.walk.map { _ in Self.limits } ?? []
    let leaning =
      evidence.leaning.isEmpty
      ? []
      : [
        "Left out, because their symbols lean by other angles: "
          + Words.list(Words.first(evidence.leaning, others: "more"))
      ]
    return [source] + leaning + isByHand
  }

  /// A walk-away as evidence.
  private static func source(_ walk: WalkRecord) -> String {
    let decoders = walk.decoders.map { own in
      let alike = own.reliable.map { Int((Double(own.frames) / $0.dispersion).rounded()) }
      return "\(own.decoder) read \(own.reads) of \(own.frames) frames"
        + (alike.map { ", which count as \($0)" } ?? "")
    }
    return "measured by hand with \(walk.view.camera ?? "a camera"), at \(walk.frame), on "
      + "\(walk.startedAt.prefix(10)): \(decoders.joined(separator: "; "))"
  }

  /// The limits of what frames of one walk-away tell.
  private static let limits = [
    "Each lies within the 95 % interval of the size from which 95 % of the frames are read, of those that no shake "
      + "spoils. Neighbouring frames are alike, which the intervals take in; that smaller modules are read less "
      + "often is taken for granted. Nothing is certified: it was one label, in one light, held by one hand"
  ]

  /// The runs that have more trials than those that were taken, and certify nothing.
  private var passedOver: [String] {
    let runs = (report.evidence?.passedOver ?? []) + report.conditions.flatMap(\.passedOver)
    return runs.map(EvidenceWording.passedOver)
  }

  /// The recommended decoders of which there are no thresholds.
  private var missing: [String] {
    let all = (report.evidence?.leftOut ?? []).map { $0.prefix(1).uppercased() + $0.dropFirst() }
    // The command that measures them is said once.
    let tail =
      all.last.flatMap { last in
        last.range(of: ", then measure it with: ").map { last[$0.lowerBound...] }
      } ?? ""
    guard all.count > 1, !tail.isEmpty, all.allSatisfy({ $0.hasSuffix(tail) }) else { return all }
    return all.dropLast().map { String($0.dropLast(tail.count)) } + all.suffix(1)
  }

  /// The nearest distance that the frame and the focus allow.
  private var nearest: String {
    let fits =
      question.fitsFromMillimetres.map {
        "The code with its quiet zone fits into the frame at \(Numerals.length($0, .up)) or farther"
      } ?? "The number of modules is not known, and so neither is what the code fills"
    let camera = question.view.camera
    guard camera.focus == .automatic, let near = camera.nearLimitMillimetres?.value else {
      return fits
    }
    return fits + "; the camera focuses from \(Numerals.length(near)) on"
  }

  // MARK: Conditions

  private func evidence(_ condition: DistanceCondition) -> ConditionEvidence? {
    report.conditions.first { $0.condition == condition }
  }

  /// The groups whose thresholds say nothing about modules; `nil` if there are none or no others.
  private func leftOut(_ evidence: ConditionEvidence) -> String? {
    guard !evidence.leftOut.isEmpty, !evidence.thresholds.isEmpty else { return nil }
    let groups = Words.list(evidence.leftOut)
    return "Thresholds of \(evidence.condition.rawValue) in \(groups) are left out: "
      + "the size of the modules there varies or is not known"
  }

  /// The lack of thresholds, with what to run; `nil` if there are some.
  private func missing(_ evidence: ConditionEvidence) -> String? {
    guard let run = evidence.run else {
      return "no stored run has thresholds of \(question.code.symbology) for it"
        + (evidence.corpora.isEmpty
          ? "; \(DistanceWording.noCorpus([evidence.condition], question.code))"
          : "; run \(evidence.corpora.command(decoders: report.evidence?.readers ?? []))")
    }
    guard evidence.thresholds.isEmpty, !evidence.leftOut.isEmpty else { return nil }
    return "in \(EvidenceWording.run(run)) the size of the modules varies or is not known"
  }

  private func basis(_ evidence: ConditionEvidence) -> String {
    guard let run = evidence.run else { return "" }
    let runs = EvidenceWording.runs(run, evidence.thresholds.ownRuns)
    let sizes = evidence.thresholds.compactMap(\.moduleSizePixels)
    let other = evidence.otherSize.map { ", of symbols \($0)" } ?? ""
    guard let smallest = sizes.min(), let largest = sizes.max() else {
      return " (\(runs)\(other))"
    }
    let size =
      Numerals.digits(smallest)
      + (smallest < largest ? " to \(Numerals.digits(largest))" : "")
    return " (\(runs), measured at \(size) px per module\(other))"
  }

  // MARK: Focus

  private var focus: [String] {
    guard let evidence = evidence(.defocus) else {
      let isUnknown = question.view.camera.nearLimitMillimetres == nil && report.table != nil
      guard isUnknown else { return [] }
      return [
        question.hasCameraFile
          ? "The camera focuses by itself; its file does not say from which distance on"
          : "The focus is not known: the code is taken for sharp at every distance"
      ]
    }
    guard reachesOutOfFocus else { return [] }
    guard question.view.lens != nil else {
      return [
        "\(place), nothing is shown: the camera's file lacks the focal length or the aperture of the "
          + "lens, and so what blur does is not known"
      ]
    }
    if let missing = missing(evidence) {
      let sharp = Numerals.digits(DistanceQuestion.sharpModules)
      return [
        "\(place), defocus is included only up to a blur of \(sharp) modules: \(missing)"
      ]
    }
    guard let printing = report.printing else {
      let focus =
        if case .fixed = question.view.camera.focus {
          ", \(name.prefix(1).lowercased())\(name.dropFirst())"
        } else { "" }
      return ["Blur\(focus): \(ranges(evidence))\(basis(evidence))"]
    }
    let width = question.view.focusBlur.millimetres(atMillimetres: printing.distanceMillimetres)
    guard width > 0 else { return [] }
    let distance = Numerals.length(printing.distanceMillimetres)
    return [
      "\(name), a point at \(distance) is spread over \(Numerals.length(width)) of the "
        + "code\(basis(evidence))"
    ]
  }

  /// True if an answer is about distances nearer than the camera focuses, where the frame holds the code and modules that
  /// large were tried.
  private var reachesOutOfFocus: Bool {
    guard question.view.camera.focus == .automatic,
      let near = question.view.camera.nearLimitMillimetres?.value
    else { return true }
    let asked = report.reading?.distanceMillimetres ?? report.printing?.distanceMillimetres
    return ([asked].compactMap(\.self) + rows.map(\.nearestMillimetres)).contains { $0 < near }
  }

  /// The camera's focus.
  private var name: String {
    switch question.view.camera.focus {
    case .automatic: "Nearer than the camera can focus"
    case .fixed(let focus): "Focused at \(Self.plane(focus.value))"
    }
  }

  /// The place where the camera is out of focus.
  private var place: String {
    switch question.view.camera.focus {
    case .automatic: "Nearer than the camera can focus"
    case .fixed(let focus): "Outside the plane in focus, which is at \(Self.plane(focus.value))"
    }
  }

  private static func plane(_ focus: Double) -> String {
    focus.isFinite ? Numerals.length(focus) : "infinity"
  }

  /// Each decoder's range of distances, each decoder once.
  private func ranges(_ evidence: ConditionEvidence) -> String {
    let ranges = rows.uniqued(by: \.threshold.decoder).map { row in
      let isCertified = evidence.limit(of: row.threshold.reference)?.certified != nil
      let fails = row.failingNearMillimetres
      return row.threshold.decoder + (isCertified ? " " : ", of which no blur is certified, ")
        + Self.range(row.inFocus, fails)
    }
    return ranges.joined(separator: "; ")
  }

  /// The distances that blur leaves, in one unit.
  private static func range(_ range: ClosedRange<Double>?, _ failing: Double?) -> String {
    let ends = [range?.lowerBound, range?.upperBound, failing].compactMap(\.self)
    let largest = ends.filter(\.isFinite).max() ?? 0
    func length(_ end: Double, _ rule: FloatingPointRoundingRule) -> String {
      Numerals.length(Numerals.threeDigits(end, rule), inUnitOf: largest)
    }
    let fails = failing.map { ", fails up to \(length($0, .down))" } ?? ""
    guard let range else { return "is certified at no distance" + fails }
    switch (range.lowerBound > 0, range.upperBound.isFinite) {
    case (true, true):
      return
        "reads from \(length(range.lowerBound, .up)) to \(length(range.upperBound, .down))\(fails)"
    case (true, false): return "reads from \(length(range.lowerBound, .up)) on\(fails)"
    case (false, true): return "reads up to \(length(range.upperBound, .down))\(fails)"
    case (false, false): return "reads at all distances\(fails)"
    }
  }

  // MARK: Movement and tilt

  private var movement: [String] {
    guard let evidence = evidence(.motion), let motion = question.motion else { return [] }
    let modules = question.code.xDimensionMillimetres.map {
      ": \(Numerals.digits(question.motionModules(xDimensionMillimetres: $0))) modules, at any "
        + "distance"
    }
    let text =
      "While the shutter is open the code moves \(Numerals.length(motion.millimetres))"
      + (modules ?? "")
    return [text + verdicts(evidence)] + rolling(motion)
  }

  /// The shear by a rolling shutter, which no corpus measures.
  private func rolling(_ motion: DistanceQuestion.Motion) -> [String] {
    guard let time = question.view.camera.readOutSeconds?.value, time > 0 else { return [] }
    let way = Numerals.length(motion.millimetresPerSecond * time)
    return [
      "While its rows are read out, a frame's last row sees the code \(way) further on: it is sheared. "
        + "No corpus measures that"
    ]
  }

  private var tilt: [String] {
    let tilted = (report.evidence?.thresholds ?? []).filter(\.isTilted).map(\.group).uniqued()
    let own =
      tilted.isEmpty
      ? []
      : [
        "Measured leaning by \(Numerals.digits(question.tiltDegrees))°: "
          + Words.list(Words.first(tilted, others: "more"))
      ]
    return own + upright
  }

  private var upright: [String] {
    guard let evidence = evidence(.tilt) else { return [] }
    let answers = report.table == nil ? "sizes" : "distances"
    return [
      "Leaning by \(Numerals.digits(question.tiltDegrees))°, modules are seen narrower, which the "
        + "\(answers) take in\(verdicts(evidence))"
    ]
  }

  /// The rule for conditions that meet.
  private var together: [String] {
    let names = report.conditions.compactMap { condition in
      switch condition.condition {
      case .defocus: reachesOutOfFocus ? "blur" : nil
      case .motion: "movement"
      case .tilt: "tilt"
      }
    }
    guard names.count > 1 else { return [] }
    let text = Words.list(names)
    return [
      text.prefix(1).uppercased() + text.dropFirst()
        + " were measured separately; together they may use up one allowance"
    ]
  }

  /// Each decoder's verdict on a condition, or the lack of any.
  private func verdicts(_ evidence: ConditionEvidence) -> String {
    if let missing = missing(evidence) { return "; \(missing)" }
    var seen: [String] = []
    let texts = rows.compactMap { row -> String? in
      guard !seen.contains(row.threshold.decoder),
        let finding = row.findings.first(where: { $0.condition == evidence.condition })
      else { return nil }
      seen.append(row.threshold.decoder)
      return "\(row.threshold.decoder): \(DistanceWording.verdict(finding.verdict))"
    }
    return (texts.isEmpty ? "" : "; ") + texts.joined(separator: ", ") + basis(evidence)
  }
}
