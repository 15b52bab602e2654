import Results

/// The judgement on one sample of a bundle that was decoded again: as often as it takes.
struct AuditJudgement: Sendable {
  /// An attempt at the sample here.
  struct Attempt: Hashable, Sendable {
    /// The outcome; `nil` if the decoder gave no verdict.
    var finding: Finding?
    /// Wall-clock time inside the decode call, in nanoseconds; 0 without an answer.
    var wallNanoseconds: Int
  }

  /// The conclusions on a sample.
  enum Conclusion: Hashable, Sendable {
    /// The first attempt came out as in the bundle.
    case same
    /// A further attempt did: the decoder does not always answer alike.
    case unsteady
    /// A timeout of the bundle ends here sooner than the speed of the bundle's machine explains.
    case quick
    /// A failure of the bundle does not happen here.
    case unfailing
    /// The decoder does not answer here.
    case unanswered
    /// It comes out otherwise, time after time.
    case contradicted(Finding)
  }

  /// The attempts at a sample whose first one did not come out as in the bundle, beside that one.
  static let furtherAttempts = 4
  /// The times by which this machine may be slower: a decoder has so much more time here.
  static let mostSlower = 2

  /// The finding in the bundle.
  let stated: Finding
  private let timeoutNanoseconds: Int
  private let leeway: Double
  private let comparesAnswers: Bool

  /// Makes a judgement on a sample.
  ///
  /// - Parameters:
  ///   - stated: The finding in the bundle.
  ///   - timeoutNanoseconds: The deadline of the bundle's run.
  ///   - leeway: The factor by which a time may be longer on the bundle's machine.
  ///   - comparesAnswers: True if wrong answers must be those that the log gives, not only wrong.
  init(
    of stated: Finding, timeoutNanoseconds: Int, leeway: Double = 1, comparesAnswers: Bool = true
  ) {
    (self.stated, self.timeoutNanoseconds) = (stated, timeoutNanoseconds)
    (self.leeway, self.comparesAnswers) = (leeway, comparesAnswers)
  }

  /// True if an attempt came out as in the bundle.
  func isSame(_ attempt: Attempt) -> Bool {
    guard let finding = attempt.finding else { return false }
    if stated.verdict == .timeout {
      return finding.verdict == .timeout
        || Double(attempt.wallNanoseconds) * leeway >= Double(timeoutNanoseconds)
    }
    return finding.agrees(with: stated)
      && (!comparesAnswers || !stated.verdict.isFalse || finding.detail == stated.detail)
  }

  /// True if a timeout is confirmed by nothing but answers that came in time here.
  func isOnTrust(_ attempts: [Attempt]) -> Bool {
    stated.verdict == .timeout && attempts.contains(where: isSame)
      && !attempts.contains {
        $0.finding?.verdict == .timeout || $0.wallNanoseconds >= timeoutNanoseconds
      }
  }

  /// Judges the attempts: one, or with ``furtherAttempts`` behind it where that one came out otherwise.
  func conclusion(_ attempts: [Attempt]) -> Conclusion {
    if attempts.first.map(isSame) == true { return .same }
    if attempts.contains(where: isSame) { return .unsteady }
    let others = attempts.compactMap(\.finding).filter {
      $0.verdict != .timeout && $0.verdict != .failed
    }
    guard let other = others.first else { return .unanswered }
    return switch stated.verdict {
    case .timeout: .quick
    case .failed: .unfailing
    default: others.count > 1 ? .contradicted(other) : .unanswered
    }
  }
}

extension Finding {
  /// True if a sample came out alike twice: in all that scores are made of but times.
  fileprivate func agrees(with other: Finding) -> Bool {
    verdict == other.verdict && isStrict == other.isStrict && misreadClass == other.misreadClass
      && symbols == other.symbols && meanings == other.meanings && extras == other.extras
      && areClose(outlines, other.outlines)
  }

  /// True if corners fit alike, but for a rounding: logarithms differ in the last digits.
  private func areClose(_ one: SymbolOutlines?, _ other: SymbolOutlines?) -> Bool {
    let count = max(one?.count ?? 0, other?.count ?? 0)
    return (0..<count).allSatisfy { symbol in
      switch (one?[symbol], other?[symbol]) {
      case (nil, nil): true
      case (let one?, let other?): one.isClose(to: other)
      default: false
      }
    }
  }
}

extension OutlineFit {
  fileprivate func isClose(to other: OutlineFit) -> Bool {
    abs(errorBin - other.errorBin) <= 2 && isInOrder == other.isInOrder
      && (overlapThousandths == nil) == (other.overlapThousandths == nil)
      && abs((overlapThousandths ?? 0) - (other.overlapThousandths ?? 0)) <= 2
  }
}
