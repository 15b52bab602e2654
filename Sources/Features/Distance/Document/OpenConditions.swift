import Base
import Reporting
import Results

/// The conditions that keep a decoder from being certified, with what is known of them: parts of a sentence.
struct OpenConditions {
  let report: DistanceReport
  /// The decoder's name in tables.
  let decoder: String
  /// The decoder as it was asked for.
  let reference: String
  let blockers: [DistanceCondition]

  private var question: DistanceQuestion { report.question }

  /// `whether zxing reads it leaning by 30° is not decided: certified to 55° for 25 modules across, to 5° for 45 (96 of
  /// 100 at 10°); harness compare … may certify it`; empty where no run of the condition is at hand.
  var text: String {
    let known = report.conditions.filter {
      blockers.contains($0.condition) && $0.run != nil && !isCertified($0)
    }
    return known.map { "; " + text($0) }.joined()
  }

  /// True if every group certifies the amount that is asked for: what is not decided lies elsewhere.
  private func isCertified(_ evidence: ConditionEvidence) -> Bool {
    let own = evidence.thresholds.filter { $0.reference == reference }
    guard let amount = amount(evidence.condition), !own.isEmpty else { return false }
    return own.allSatisfy { certified($0, evidence.condition).map { $0 >= amount } ?? false }
  }

  private func text(_ evidence: ConditionEvidence) -> String {
    let corpus = evidence.run?.corpus ?? "NAME"
    let command = "harness compare --corpus \(corpus) --decoder \(reference)"
    guard let limit = evidence.limit(of: reference) else {
      return evidence.leftOut.isEmpty
        ? "no run has thresholds of \(decoder) \(held(evidence.condition)): \(command) measures them"
        : "of \(decoder) \(held(evidence.condition)) nothing counts: the size of the modules varied"
    }
    let own = evidence.thresholds.filter { $0.reference == reference }
    let amount = amount(evidence.condition)
    let isRefused = amount.flatMap { amount in limit.failing.map { $0 <= amount } } ?? false
    let limits = limits(own, evidence.condition, amount)
    if isRefused {
      return "\(decoder) is shown to fail \(held(evidence.condition)): \(limits)"
    }
    let trials = own.flatMap(\.rates).map(\.tried).max() ?? 0
    return
      "whether \(decoder) reads it \(held(evidence.condition)) is not decided: \(limits); \(command)"
      + (trials > 0 ? " --trials \(4 * trials)" : "")
      + " may certify it, or a corpus of your own code"
  }

  /// The way in which the code is held.
  private func held(_ condition: DistanceCondition) -> String {
    switch condition {
    case .defocus: "out of focus"
    case .motion: "while it moves"
    case .tilt: "leaning by \(Numerals.digits(question.tiltDegrees))°"
    }
  }

  /// The amount that is asked for; `nil` if it depends on the answer.
  private func amount(_ condition: DistanceCondition) -> Double? {
    switch condition {
    case .defocus: nil
    case .motion:
      report.printing == nil
        ? question.code.xDimensionMillimetres.map {
          question.motionModules(xDimensionMillimetres: $0)
        }
        : nil
    case .tilt: question.tiltDegrees
    }
  }

  /// The ends that the groups certify, the farthest first.
  private func limits(
    _ own: [DecoderThreshold], _ condition: DistanceCondition, _ amount: Double?
  ) -> String {
    let sizes = own.map(\.columns)
    let isNamedBySize = !sizes.contains(nil) && Set(sizes).count == sizes.count
    let sorted = own.sorted { certified($0, condition) ?? 0 > certified($1, condition) ?? 0 }
    let parts = sorted.map { threshold in
      let certified = certified(threshold, condition)
      let end = certified.map { "to " + Self.words($0, condition) } ?? "at none"
      let name =
        own.count == 1
        ? ""
        : isNamedBySize
          ? " for \(Int(threshold.columns ?? 0)) modules across" : " in \(threshold.group)"
      let isEnough = certified.flatMap { own in amount.map { own >= $0 } } ?? false
      return (isEnough ? "" : "only ") + end + name
        + (isEnough ? "" : obstacle(threshold, condition).map { " (\($0))" } ?? "")
    }
    return "certified " + parts.joined(separator: ", ")
  }

  /// The first value beyond the certified ones, with its reads.
  private func obstacle(_ threshold: DecoderThreshold, _ condition: DistanceCondition) -> String? {
    let certified = threshold.score.certified ?? -.infinity
    return threshold.rates.first { $0.value > certified && $0.tried > 0 }.map {
      "\($0.reads) of \($0.tried) at \(Self.words($0.value / unit(threshold, condition), condition))"
    }
  }

  private func certified(
    _ threshold: DecoderThreshold, _ condition: DistanceCondition
  ) -> Double? {
    threshold.score.certified.map { $0 / unit(threshold, condition) }
  }

  private func unit(_ threshold: DecoderThreshold, _ condition: DistanceCondition) -> Double {
    condition == .tilt ? 1 : threshold.moduleSizePixels ?? 1
  }

  private static func words(_ amount: Double, _ condition: DistanceCondition) -> String {
    Numerals.digits(amount) + (condition == .tilt ? "°" : " modules")
  }
}
