import Optics
import Results

/// The distances up to which decoders read a printed code.
public struct DistanceTable: Hashable, Sendable {
  /// The camera, the code and how it is held.
  public let question: DistanceQuestion
  /// The thresholds of module sizes.
  public let evidence: DistanceEvidence
  /// The thresholds of the conditions that the question names.
  public let conditions: [ConditionEvidence]
  /// A row for each decoder in each group.
  public let rows: [DistanceRow]

  /// Computes the table.
  ///
  /// - Precondition: The code's printed size is known.
  public init(
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

/// The distances at which one decoder reads a printed code.
public struct DistanceRow: Hashable, Sendable {
  /// The threshold of the module size, in pixels.
  public let threshold: DecoderThreshold
  /// The reach that follows from it.
  public let reach: Reach
  /// The distance of the largest module that was tried, in millimetres: nothing is known nearer than that.
  public let testedFromMillimetres: Double
  /// The conditions and whether the decoder takes them.
  public let findings: [ConditionFinding]
  /// The distances at which blur out of focus is certified to do no harm; `nil` where that is not known.
  public let inFocus: ClosedRange<Double>?

  /// A reach in millimetres, carried over from a threshold (L, R] of the module size.
  public enum Reach: Hashable, Sendable {
    /// Certified up to the first distance, shown to fail from the second one on.
    case between(reliable: Double, failing: Double)
    /// Certified up to this distance, and not shown to fail at any that was tried.
    case atLeast(Double)
    /// Shown to fail even at the nearest distance that was tried, which is this one.
    case failing(Double)
    /// Not certified at any distance, with the trials that there are.
    case notCertified
  }

  init(
    _ threshold: DecoderThreshold, _ question: DistanceQuestion, x: Double,
    conditions: [ConditionEvidence]
  ) {
    self.threshold = threshold
    func distance(_ pixels: Double) -> Double {
      question.distanceMillimetres(xDimensionMillimetres: x, modulePixels: pixels)
    }
    reach =
      switch (threshold.score.kind, threshold.score.lower, threshold.score.upper) {
      case (.interval, let lower?, let upper?):
        .between(reliable: distance(upper), failing: distance(lower))
      case (.atMost, _, let upper?), (.interval, nil, let upper?): .atLeast(distance(upper))
      case (.above, let lower?, _): .failing(distance(lower))
      default: .notCertified
      }
    testedFromMillimetres = distance(threshold.tested.upperBound)
    let limits = conditions.map { ($0, $0.limit(of: threshold.reference)) }
    findings = limits.compactMap { evidence, limit in
      ConditionFinding(evidence, limit, question, x: x)
    }
    inFocus = limits.first { $0.0.condition == .defocus }.flatMap { _, limit in
      limit?.certified.flatMap {
        question.inFocus(upToModules: $0, xDimensionMillimetres: x)
      }
    }
  }

  /// True if it was shown to fail under one of the conditions, whatever the distance.
  public var isRefused: Bool { findings.contains { $0.verdict == .refused } }

  /// The farthest distance that is certified, in millimetres; `nil` if there is none, or if a condition
  /// is shown to be too much.
  public var reliableMillimetres: Double? {
    guard !isRefused else { return nil }
    return switch reach {
    case .between(let reliable, _), .atLeast(let reliable): reliable
    case .failing, .notCertified: nil
    }
  }

  /// The nearest distance at which it was shown to fail, in millimetres; `nil` if it was not shown.
  public var failingMillimetres: Double? {
    switch reach {
    case .between(_, let failing), .failing(let failing): failing
    case .atLeast, .notCertified: nil
    }
  }
}

/// A condition beside what a decoder takes of it.
public struct ConditionFinding: Hashable, Sendable {
  /// The condition.
  public let condition: DistanceCondition
  /// The amount: modules of motion, degrees of tilt.
  public let amount: Double
  /// The verdict.
  public let verdict: Verdict

  /// The verdicts.
  public enum Verdict: String, CaseIterable, Hashable, Sendable, Codable {
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
    _ evidence: ConditionEvidence, _ limit: ConditionLimit?, _ question: DistanceQuestion, x: Double
  ) {
    let amount: Double? =
      switch evidence.condition {
      case .defocus: nil
      case .motion: question.motionModules(xDimensionMillimetres: x)
      case .tilt: question.tiltDegrees
      }
    guard let amount else { return nil }
    condition = evidence.condition
    self.amount = amount
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
