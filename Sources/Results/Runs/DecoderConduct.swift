import Statistics

/// The things about a decoder that no single sample shows: how it answers questions whose answers are known.
public struct DecoderConduct: Hashable, Sendable, Codable {
  /// The name in tables.
  public var label: String
  /// The number of empty images that were mixed in among the samples.
  public var blanks = 0
  /// The number of those in which it read something.
  public var readBlanks = 0
  /// The time that empty images took, in nanoseconds.
  public var blankNanoseconds = 0
  /// The answers whose times cannot be: below 0, longer than the answer took, or more CPU time than all
  /// processors had meanwhile.
  public var impossibleTimes = 0
  /// The samples that were decoded twice, by the way in which they were chosen; empty where none were.
  public var repeats: [RepeatShare] = []

  /// Makes the conduct of a decoder that was asked nothing yet.
  package init(label: String) {
    self.label = label
  }

  /// Adds what another slice or lane saw of the decoder. Sums that no number can hold stop at the largest:
  /// records may be forged.
  public static func += (total: inout DecoderConduct, part: DecoderConduct) {
    total.blanks = total.blanks.addingSaturated(part.blanks)
    total.readBlanks = total.readBlanks.addingSaturated(part.readBlanks)
    total.blankNanoseconds = total.blankNanoseconds.addingSaturated(part.blankNanoseconds)
    total.impossibleTimes = total.impossibleTimes.addingSaturated(part.impossibleTimes)
    for share in part.repeats {
      if let known = total.repeats.firstIndex(where: { $0.choice == share.choice }) {
        total.repeats[known] += share
      } else {
        total.repeats.append(share)
      }
    }
  }

  /// Adds up lists of several decoders' conduct.
  public static func joined(_ lists: [[DecoderConduct]]) -> [DecoderConduct] {
    lists.joined().reduce(into: []) { total, part in
      if let known = total.firstIndex(where: { $0.label == part.label }) {
        total[known] += part
      } else {
        total.append(part)
      }
    }
  }

  /// The number of samples that were decoded twice.
  public var repeated: Int { repeats.reduce(0) { $0.addingSaturated($1.repeated) } }

  /// The number of those whose second answer was another one.
  public var different: Int { repeats.reduce(0) { $0.addingSaturated($1.different) } }

  /// The shares of samples in which the decoder surely flips.
  public var flipping: [RepeatShare] { repeats.filter(\.isFlipping) }
}

/// Samples that were decoded twice, in another worker, and what that says of all samples of their kind.
public struct RepeatShare: Hashable, Sendable, Codable {
  /// The way in which samples are chosen for a second decode.
  public enum Choice: String, CaseIterable, Hashable, Sendable, Codable {
    /// At random among all samples.
    case random
    /// Samples that were not read, at levels where nearly all are: at random among them.
    case unreadAmongRead = "unread-among-read"
    /// Samples that were read, or misread, at levels where nearly none are: at random among them.
    case readAmongUnread = "read-among-unread"
  }

  /// The way in which they were chosen.
  public var choice: Choice
  /// The samples that the share is about: all, or those of the levels with nearly one answer.
  public var samples: Int
  /// The samples from which those to decode twice were drawn.
  public var candidates: Int
  /// The samples that were decoded twice.
  public var repeated: Int
  /// Those of them whose second answer was another one.
  public var different: Int

  package init(choice: Choice, samples: Int, candidates: Int, repeated: Int, different: Int) {
    (self.choice, self.samples, self.candidates) = (choice, samples, candidates)
    (self.repeated, self.different) = (repeated, different)
  }

  /// The share of answers that do not repeat, above which a decoder is said to flip.
  public static let tolerance = 0.005

  /// The chance that a bound does not hold, for each of the three choices: 5 % for all of them.
  private static let confidence = 1 - 0.05 / 3

  /// The share of this run's answers that a second decode contradicts is not below this: exactly so where all
  /// candidates were decoded twice, else with the exact bound for a part of them.
  public var lowerBound: Double {
    guard samples > 0 else { return 0 }
    let least = SamplingInspection.leastFaults(
      found: different, sample: repeated, lot: candidates, confidence: Self.confidence)
    return min(Double(least) / Double(samples), 1)
  }

  /// The share of this run's answers that a second decode would change is not above this; `nil` where
  /// candidates were not drawn from all samples.
  public var upperBound: Double? {
    choice == .random
      ? Binomial.upperBound(events: different, trials: repeated, confidence: Self.confidence) : nil
  }

  /// True if the lower bound is above what is tolerated.
  public var isFlipping: Bool { lowerBound > Self.tolerance }

  static func += (total: inout RepeatShare, part: RepeatShare) {
    total.samples = total.samples.addingSaturated(part.samples)
    total.candidates = total.candidates.addingSaturated(part.candidates)
    total.repeated = total.repeated.addingSaturated(part.repeated)
    total.different = total.different.addingSaturated(part.different)
  }
}

extension Int {
  /// The sum, or the largest number if no number can hold it.
  fileprivate func addingSaturated(_ other: Int) -> Int {
    let sum = addingReportingOverflow(other)
    return sum.overflow ? .max : sum.partialValue
  }
}
