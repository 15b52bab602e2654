import Foundation
import Statistics

/// The attempts of several candidates at the same images.
struct Evidence: Hashable, Sendable {
  /// An image that all candidates tried.
  struct Place: Hashable, Sendable {
    /// A name for people and for joining: a sample's file name, or the key of a drawn image.
    let name: String
    /// True for one of the user's own samples, false for a drawn twin.
    let isSample: Bool
    /// The weight in a rate, relative to others of the same origin; 0 for what is beside all samples.
    let weight: Double
    /// The module size at which it was drawn, in pixels; `nil` for a sample.
    var moduleSizePixels: Double?
    /// True for an image in dimmer light than the samples'; its weight is 0.
    var isDimmed: Bool = false
  }

  /// One candidate's attempt at one image.
  struct Attempt: Hashable, Sendable {
    /// True if it read all that is there.
    let isRead: Bool
    /// True if it returned something that is not there.
    let isFalse: Bool
    /// True if it crashed, took too long or failed.
    var isBroken: Bool = false
    /// Wall-clock time of the decode call, in nanoseconds; 0 without an answer.
    let nanoseconds: Int
  }

  /// The images.
  private(set) var places: [Place] = []
  /// Each candidate's attempts, in the order of the images.
  private(set) var attempts: [Candidate: [Attempt]] = [:]

  /// Makes evidence without anything in it.
  init() {}

  /// Adds images with each candidate's attempts at them.
  ///
  /// Candidates that are known from before and not among these are left out from here on: all that is
  /// compared was tried on the same images.
  ///
  /// - Precondition: Each candidate has one attempt for each place.
  mutating func add(_ places: [Place], _ attempts: [Candidate: [Attempt]]) {
    precondition(attempts.values.allSatisfy { $0.count == places.count }, "attempts do not pair")
    if self.places.isEmpty {
      self.attempts = attempts
    } else {
      let known = self.attempts
      self.attempts = attempts.reduce(into: [:]) { joined, entry in
        joined[entry.key] = known[entry.key].map { $0 + entry.value }
      }
    }
    self.places += places
  }

  /// The mean time of an image, in seconds, of a candidate or else of others of its decoder; 0 if neither is
  /// known.
  func meanSeconds(of candidate: Candidate) -> Double {
    let own =
      attempts[candidate].map { [$0] }
      ?? attempts.filter { $0.key.decoder == candidate.decoder }.map(\.value)
    let times = own.flatMap(\.self).map { Double($0.nanoseconds) / 1e9 }
    return times.isEmpty ? 0 : times.reduce(0, +) / Double(times.count)
  }

  /// The trials of a round that fit into a time, at least 1.
  ///
  /// - Parameters:
  ///   - candidates: The candidates of the round.
  ///   - cells: The cells of the twin: each has so many trials.
  ///   - seconds: The time for all decode calls together.
  ///   - wanted: The trials that are wanted.
  func trials(
    of candidates: [Candidate], cells: Int, within seconds: Double, wanted: Int
  ) -> Int {
    let each = candidates.reduce(0) { $0 + meanSeconds(of: $1) } * Double(cells)
    guard each > 0 else { return wanted }
    return max(1, min(wanted, Int(min(seconds / each, 1e6))))
  }

  /// The number of samples among the images that counts as much as all drawn twins together.
  static let balance = 20.0

  /// Each image's share of the rate: 1 in all.
  ///
  /// Of n samples the samples together have n ÷ (n + ``balance``): the more there are, the less is left to
  /// the twin.
  var shares: [Double] {
    let samples = places.count(where: \.isSample)
    let total = { isSample in
      places.reduce(0) { $0 + ($1.isSample == isSample ? $1.weight : 0) }
    }
    let (own, drawn) = (total(true), total(false))
    let ownShare =
      drawn == 0 ? 1 : own == 0 ? 0 : Double(samples) / (Double(samples) + Self.balance)
    return places.map {
      $0.isSample ? ownShare * $0.weight / own : (1 - ownShare) * $0.weight / drawn
    }
  }
}

/// One candidate's results over all evidence.
struct Standing: Hashable, Sendable {
  let candidate: Candidate
  /// The decode rate, samples and twins weighted; 0 to 1.
  let rate: Double
  /// Samples that were read.
  let sampleReads: Int
  /// The samples among the images.
  let samples: Int
  /// Drawn images that were read, of those that are like the samples.
  let twinReads: Int
  /// Drawn images that are like the samples.
  let twins: Int
  /// All images in the samples' light, those of sizes that no sample has among them.
  let images: Int
  /// Images on which it returned something that is not there, of all ``images``.
  let falseAnswers: Int
  /// Images that crashed it, took too long or made it fail.
  let broken: Int
  /// Mean time of an image that was answered, weighted as the rate is, in milliseconds.
  let milliseconds: Double

  /// The upper 95 % bound of its false answers' rate.
  var falseUpperBound: Double {
    Binomial.upperBound(events: falseAnswers, trials: images)
  }

  /// True if it reads some of the samples, or some of twins that tell more than the samples do.
  ///
  /// If nearly all twins are read and none of several samples is, the twins are not like the samples: they
  /// lack a symbology, say. The line is a chance of 5 % that samples like the twins would all be missed.
  var isReader: Bool {
    guard sampleReads == 0, samples > 1, twins > 0 else { return rate > 0 }
    let missed = 1 - Double(twinReads) / Double(twins)
    return twinReads > 0 && pow(missed, Double(samples)) > Effect.significance
  }

  /// Sums up a candidate's attempts.
  ///
  /// - Precondition: The evidence holds the candidate.
  init(of candidate: Candidate, in evidence: Evidence, shares: [Double]) {
    guard let attempts = evidence.attempts[candidate] else {
      preconditionFailure("no evidence about the candidate")
    }
    self.candidate = candidate
    var (rate, time, timed) = (0.0, 0.0, 0.0)
    var counts = (sample: 0, samples: 0, twin: 0, twins: 0)
    for ((place, share), attempt) in zip(zip(evidence.places, shares), attempts) {
      rate += attempt.isRead ? share : 0
      // An attempt without an answer has no time, and is none the quicker for it.
      if attempt.nanoseconds > 0 {
        time += share * Double(attempt.nanoseconds)
        timed += share
      }
      guard place.weight > 0 else { continue }
      if place.isSample {
        counts.samples += 1
        counts.sample += attempt.isRead ? 1 : 0
      } else {
        counts.twins += 1
        counts.twin += attempt.isRead ? 1 : 0
      }
    }
    self.rate = rate
    milliseconds = timed > 0 ? time / timed / 1e6 : 0
    (sampleReads, samples, twinReads, twins) = counts
    let lit = zip(evidence.places, attempts).filter { !$0.0.isDimmed }.map(\.1)
    falseAnswers = lit.count(where: \.isFalse)
    broken = lit.count(where: \.isBroken)
    images = lit.count
  }
}

extension Evidence {
  /// All candidates' results, in the order of their arguments and captures.
  var standings: [Standing] {
    let shares = shares
    return attempts.keys.sorted {
      ($0.argument, $0.capture) < ($1.argument, $1.capture)
    }.map {
      Standing(of: $0, in: self, shares: shares)
    }
  }
}

extension Evidence {
  /// True for the samples that a candidate read, by the samples' names.
  func sampleReads(of candidate: Candidate) -> [String: Bool] {
    Dictionary(
      zip(places, attempts[candidate] ?? []).filter(\.0.isSample).map { ($0.name, $1.isRead) }
    ) { first, _ in first }
  }

  /// True if a candidate is worse than another one on the samples alone, beyond chance: many twins must not
  /// outvote them.
  func isWorseOnSamples(_ candidate: Candidate, than other: Candidate) -> Bool {
    guard let a = attempts[candidate], let b = attempts[other] else { return false }
    return Effect(a, beside: b, counted: places.map(\.isSample)).isWorse
  }

  /// Candidates that read fewer images in dimmer light than their defaults do, beyond chance: they were fitted
  /// to the samples' light.
  func fragile(besides defaults: [Candidate]) -> Set<Candidate> {
    let dimmed = places.map(\.isDimmed)
    guard dimmed.contains(true) else { return [] }
    return Set(
      attempts.keys.filter { candidate in
        guard let own = defaults.first(where: { $0.decoder == candidate.decoder }),
          let a = attempts[candidate], let b = attempts[own]
        else { return false }
        return Effect(a, beside: b, counted: dimmed).isWorse
      })
  }
}
