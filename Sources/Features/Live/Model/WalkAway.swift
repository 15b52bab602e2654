import DecoderKit
import Foundation
import Statistics

/// A walk-away: one symbol, from near to far, and what each decoder read of it at which module size.
package struct WalkAway: Sendable {
  /// The symbol in one frame.
  package struct Step: Sendable {
    /// The frame's number in the session.
    package let frame: Int
    /// The time of the page's clock, in seconds.
    package let seconds: Double
    /// Pixels per module as measured; `nil` where the symbol could not be measured.
    package let modulePixels: Double?
    /// By decoder: true if it read the symbol; `nil` where it gave no answer.
    package fileprivate(set) var reads: [Bool?]

    package init(frame: Int, seconds: Double, modulePixels: Double?, reads: [Bool?]) {
      self.frame = frame
      self.seconds = seconds
      self.modulePixels = modulePixels
      self.reads = reads
    }
  }

  /// The most frames that are kept: half an hour at ten a second.
  static let mostSteps = 18_000
  /// The longest time without a measured size over which sizes are interpolated, in seconds.
  private static let longestGap = 2.0

  /// The symbol.
  let reading: Reading
  private(set) var steps: [Step] = []

  package init(reading: Reading) {
    self.reading = reading
  }

  /// Adds a frame; what is past ``mostSteps`` is left out.
  package mutating func add(_ step: Step) {
    if steps.count < Self.mostSteps { steps.append(step) }
  }

  /// Adds what a slow decoder answered to an earlier frame.
  package mutating func note(isRead: Bool, by decoder: Int, inFrame frame: Int) {
    guard let index = steps.lastIndex(where: { $0.frame == frame }) else { return }
    steps[index].reads[decoder] = isRead
  }

  /// The outcomes of one decoder with a size for each: measured, or interpolated between neighbours in time.
  package func outcomes(of decoder: Int) -> [SizedOutcome] {
    zip(steps, sizes).compactMap { step, size in
      guard let size, let isRead = step.reads[decoder] else { return nil }
      return SizedOutcome(seconds: step.seconds, size: size, isRead: isRead)
    }
  }

  /// A size for each step; `nil` where none was measured soon before and soon after.
  package var sizes: [Double?] {
    var sizes = steps.map(\.modulePixels)
    var known: Int?
    for index in steps.indices {
      guard let size = steps[index].modulePixels else { continue }
      if let before = known, index - before > 1, let first = steps[before].modulePixels,
        steps[index].seconds - steps[before].seconds <= Self.longestGap
      {
        let span = steps[index].seconds - steps[before].seconds
        for gap in before + 1..<index where span > 0 {
          let share = (steps[gap].seconds - steps[before].seconds) / span
          sizes[gap] = exp(log(first) + share * (log(size) - log(first)))
        }
      }
      known = index
    }
    return sizes
  }

  /// The time since a decoder read the symbol, in seconds; `nil` if it never has.
  func silence(of decoder: Int) -> Double? {
    guard let last = steps.last, let read = steps.last(where: { $0.reads[decoder] == true }) else {
      return nil
    }
    return last.seconds - read.seconds
  }

  /// The outcome of one decoder.
  package func summary(of decoder: Int) -> WalkSummary {
    let outcomes = outcomes(of: decoder)
    let crossings = CorrelatedCrossing.estimates(outcomes, rates: [0.5, 0.95])
    let sizes = outcomes.map(\.size)
    return WalkSummary(
      frames: outcomes.count, reads: outcomes.count(where: \.isRead),
      sizes: sizes.min().flatMap { least in sizes.max().map { least...$0 } },
      smallestRead: outcomes.filter(\.isRead).map(\.size).min(),
      largestMiss: outcomes.filter { !$0.isRead }.map(\.size).max(),
      half: crossings?[0],
      reliable: crossings?[1])
  }
}

/// The result of a walk-away for one decoder; sizes are pixels per module.
package struct WalkSummary: Sendable {
  /// Frames in which the symbol had a size and the decoder answered.
  package let frames: Int
  /// Those of them in which it was read.
  package let reads: Int
  /// The sizes of those frames; `nil` without any.
  package let sizes: ClosedRange<Double>?
  /// The smallest size at which it was read.
  package let smallestRead: Double?
  /// The largest size at which it was missed.
  package let largestMiss: Double?
  /// The size from which half of the frames are read.
  package let half: CorrelatedCrossing?
  /// The size from which 95 % of the frames are read.
  package let reliable: CorrelatedCrossing?
}
