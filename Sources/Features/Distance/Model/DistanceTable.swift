/// The distances up to which decoders read a printed code.
struct DistanceTable: Hashable, Sendable {
  /// The camera, the code and how it is held.
  let question: DistanceQuestion
  /// The thresholds of module sizes.
  let evidence: DistanceEvidence
  /// The thresholds of the conditions that the question names.
  let conditions: [ConditionEvidence]
  /// A row for each decoder in each group.
  let rows: [DistanceRow]

  /// Computes the table.
  ///
  /// - Precondition: The code's printed size is known.
  init(
    _ question: DistanceQuestion, evidence: DistanceEvidence, conditions: [ConditionEvidence]
  ) {
    guard let x = question.code.xDimensionMillimetres else {
      preconditionFailure("a distance needs a printed size")
    }
    self.question = question
    self.evidence = evidence
    self.conditions = conditions
    rows = evidence.thresholds.map { threshold in
      DistanceRow(threshold, question, x: x, conditions: conditions)
    }
  }
}

/// The distances at which one decoder reads a printed code, under all conditions together.
struct DistanceRow: Hashable, Sendable {
  /// The threshold of the module size, in pixels.
  let threshold: DecoderThreshold
  /// The distances that are certified, in millimetres: those at which the modules are large enough and no
  /// larger than any that was tried, the code fits into the frame, and no condition is too much; `nil` if
  /// there are none.
  let reliable: ClosedRange<Double>?
  /// The distances outside of which it was shown to fail, in millimetres; `nil` if it was at all.
  let spared: ClosedRange<Double>?
  /// The distance of the largest module that was tried, in millimetres: nothing is known nearer than that.
  let testedFromMillimetres: Double
  /// The conditions and whether the decoder takes them.
  let findings: [ConditionFinding]
  /// The distances at which blur out of focus, by itself, is certified to do no harm, or counts as none;
  /// `nil` if the camera is in focus everywhere, or nowhere.
  let inFocus: ClosedRange<Double>?

  private let question: DistanceQuestion
  private let bounds: ReadingBounds

  init(
    _ threshold: DecoderThreshold, _ question: DistanceQuestion, x: Double,
    conditions: [ConditionEvidence]
  ) {
    let question = question.asked(of: threshold)
    self.threshold = threshold
    self.question = question
    let limits = conditions.limits(of: threshold.reference)
    bounds = ReadingBounds(threshold, question, limits: limits)
    let side = x * question.foreshortening
    let tested = question.distanceMillimetres(
      xDimensionMillimetres: x, modulePixels: threshold.tested.upperBound)
    testedFromMillimetres = tested
    spared = bounds.sparedDistances(side: side)
    let nearest = max(tested, question.fitsFromMillimetres ?? 0)
    let certified = bounds.certifiedDistances(side: side)?.intersection(nearest...(.infinity))
    reliable = certified.flatMap { [spared] in spared?.intersection($0) }
    findings = conditions.filter { question.conditions.contains($0.condition) }.compactMap {
      ConditionFinding($0.condition, limits[$0.condition], question, x: x)
    }
    let disc = max(limits[.defocus]?.certified ?? 0, ReadingBounds.sharpModules)
    inFocus =
      question.conditions.contains(.defocus)
      ? question.inFocus(upToModules: disc, xDimensionMillimetres: x) : nil
  }

  /// The farthest distance that is certified, in millimetres; `nil` if there is none.
  var reliableMillimetres: Double? { reliable?.upperBound }

  /// The distance from which on it was shown to fail, in millimetres; 0 if it was at all distances, `nil`
  /// if it was not shown.
  var failingMillimetres: Double? {
    guard let spared else { return 0 }
    return spared.upperBound.isFinite ? spared.upperBound : nil
  }

  /// The distance up to which it was shown to fail, nearer than the plane in focus, in millimetres; `nil`
  /// if it was not shown, and if it fails at all distances.
  var failingNearMillimetres: Double? {
    spared.flatMap { $0.lowerBound > 0 ? $0.lowerBound : nil }
  }

  /// True if the module size would be certified at some distance, and a condition is what keeps it from that.
  var isHeldByConditions: Bool {
    guard reliable == nil, let pixels = threshold.score.certified,
      let x = question.code.xDimensionMillimetres
    else { return false }
    return question.distanceMillimetres(xDimensionMillimetres: x, modulePixels: pixels)
      >= nearestMillimetres
  }

  /// The conditions that keep the module size from being certified; empty where they do not.
  var blockers: [DistanceCondition] {
    guard isHeldByConditions else { return [] }
    let own = findings.filter { $0.verdict != .taken }.map(\.condition)
    return own.isEmpty ? question.conditions : own
  }

  /// Judges a distance: the worst of all conditions counts.
  func verdict(atMillimetres distance: Double) -> ReadingAtDistance.Verdict {
    let x = question.code.xDimensionMillimetres ?? 0
    let side = x * question.foreshortening
    if bounds.isFailing(side: side, atMillimetres: distance) { return .failing }
    if let fits = question.fitsFromMillimetres, distance < fits { return .undecided }
    let size = question.moduleSizePixels(xDimensionMillimetres: x, atMillimetres: distance)
    if ReadingBounds.isLarger(size, than: threshold.tested.upperBound) { return .untested }
    return bounds.isCertified(side: side, atMillimetres: distance) ? .reliable : .undecided
  }
}

extension DistanceRow {
  /// Computes the least side of a printed module that is certified at a distance, in millimetres; `nil` if
  /// none is.
  func certifiedModule(atMillimetres distance: Double) -> Double? {
    bounds.certifiedSide(atMillimetres: distance).map { $0 / question.foreshortening }
  }

  /// Computes the largest side of a printed module that was shown to fail at a distance, in millimetres;
  /// `nil` if none was.
  func failingModule(atMillimetres distance: Double) -> Double? {
    bounds.failingSide(atMillimetres: distance).map { $0 / question.foreshortening }
  }

  /// Finds the distances at which some printed module is certified that is no larger than a side, than any
  /// that was tried, and than fits into the frame; `nil` if there are none.
  func certifiedDistances(upToModule module: Double) -> ClosedRange<Double>? {
    let x = question.code.xDimensionMillimetres ?? module
    let largest = bounds.certifiedDistances(
      side: 0, perDistance: x * question.foreshortening / nearestMillimetres)
    let small = bounds.certifiedDistances(side: module * question.foreshortening)
    return largest.flatMap { small?.intersection($0) }
  }

  /// The distance from which on the code fits into the frame, with modules no larger than any that was
  /// tried, in millimetres.
  var nearestMillimetres: Double {
    max(testedFromMillimetres, question.fitsFromMillimetres ?? 0)
  }
}

extension [ConditionEvidence] {
  /// The limits of a decoder, by condition; none for a condition of which nothing is known.
  func limits(of reference: String) -> [DistanceCondition: ConditionLimit] {
    reduce(into: [:]) { limits, evidence in
      limits[evidence.condition] = evidence.limit(of: reference)
    }
  }
}

/// A condition beside what a decoder takes of it.
struct ConditionFinding: Hashable, Sendable, Encodable {
  /// The condition.
  let condition: DistanceCondition
  /// The amount: modules of motion, degrees of tilt.
  let amount: Double
  /// The verdict.
  let verdict: Verdict

  /// The verdicts.
  enum Verdict: String, CaseIterable, Hashable, Sendable, Codable {
    /// The decoder is certified for that much and more.
    case taken
    /// It was shown to fail with that much, or with less.
    case refused
    /// Neither was shown.
    case undecided
    /// There are no thresholds of this decoder.
    case unknown
  }

  /// Compares an amount with its limit; `nil` for a condition that depends on the distance.
  init?(
    _ condition: DistanceCondition, _ limit: ConditionLimit?, _ question: DistanceQuestion,
    x: Double
  ) {
    switch condition {
    case .defocus: return nil
    case .motion: amount = question.motionModules(xDimensionMillimetres: x)
    case .tilt: amount = question.tiltDegrees
    }
    self.condition = condition
    verdict =
      if let limit {
        if let certified = limit.certified, amount <= certified {
          .taken
        } else if let failing = limit.failing, amount >= failing {
          .refused
        } else {
          .undecided
        }
      } else {
        .unknown
      }
  }
}
