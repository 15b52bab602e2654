import Evaluation
import Results
import Statistics

/// Trials chosen in search of misreads: rounds of every decoder, each planned from its own
/// outcomes.
struct MisreadSchedule: RoundSchedule {
  private var decoders: [DecoderRounds]
  /// The index in `decoders` by the run's index.
  private let indices: [Int: Int]
  private let supportedGroups: [[Bool]]
  private let levelCount: Int

  /// One decoder's rounds.
  private struct DecoderRounds {
    let decoder: Int
    var sampling: MisreadSampling
    let cellIndices: [MisreadSampling.Cell: Int]
    /// The outcomes of the round that was asked for; `nil` before it is.
    var round: [OutcomeCount]?
    var ending: CurveEnding?

    var isFinished: Bool { ending != nil || sampling.ending != nil }
  }

  init(_ plan: ComparisonPlan, aim: AdaptiveAim) {
    let groups = plan.corpus.groups
    let supported = plan.decoders.map { configured in groups.map(configured.supports) }
    supportedGroups = supported
    levelCount = plan.corpus.sweep.levels.count
    decoders = plan.decoders.indices.compactMap { decoder in
      MisreadSampling(aim, decoder: decoder, supportedGroups: supported).map { sampling in
        DecoderRounds(
          decoder: decoder, sampling: sampling,
          cellIndices: Dictionary(
            uniqueKeysWithValues: zip(sampling.cells, sampling.cells.indices)))
      }
    }
    indices = Dictionary(
      uniqueKeysWithValues: decoders.enumerated().map { ($0.element.decoder, $0.offset) })
  }

  var isFinished: Bool { decoders.allSatisfy(\.isFinished) }

  mutating func next() -> [TrialOrder] {
    var orders: [TrialOrder] = []
    for index in decoders.indices where !decoders[index].isFinished && decoders[index].round == nil
    {
      let entry = decoders[index]
      decoders[index].round = entry.sampling.cells.map { _ in OutcomeCount() }
      for (place, cell) in entry.sampling.cells.enumerated() {
        orders.append(
          TrialOrder(
            decoder: entry.decoder, group: cell.group, level: cell.level,
            trials: entry.sampling.trials(ofCell: place)))
      }
    }
    return orders
  }

  mutating func record(_ decoder: Int, _ place: SamplePlace, _ outcome: AttemptOutcome) {
    let cell = MisreadSampling.Cell(group: place.group, level: place.level)
    guard let index = indices[decoder], let stratum = decoders[index].cellIndices[cell] else {
      preconditionFailure("a decoder saw a cell that has no weight")
    }
    decoders[index].round?[stratum].add(outcome)
  }

  mutating func settle(givenUp: [Int]) {
    for index in decoders.indices {
      if let round = decoders[index].round,
        round.map(\.trials) == decoders[index].sampling.sampler.nextRound
      {
        decoders[index].sampling.record(round)
        decoders[index].round = nil
      }
      if givenUp.contains(decoders[index].decoder), !decoders[index].isFinished {
        decoders[index].ending = .interrupted
      }
    }
  }

  mutating func close(_ reason: CurveEnding) -> [CurveRecord] {
    decoders.flatMap { entry in
      let supported = supportedGroups[entry.decoder]
      return supported.indices.filter { supported[$0] }.map { group in
        CurveRecord(
          decoder: entry.decoder, group: group,
          ending: entry.sampling.ending ?? entry.ending ?? reason, phase: "misreads",
          trials: (0..<levelCount).map { level in
            entry.cellIndices[.init(group: group, level: level)].map { stratum in
              let trials = entry.sampling.trials(ofCell: stratum)
              return entry.round == nil ? trials.lowerBound : trials.upperBound
            } ?? 0
          })
      }
    }
  }
}

extension ComparisonPlan {
  /// The decodes of the first rounds in search of misreads, if the budget does not suffice for them
  /// or nothing can be tried; `nil` if all is well.
  func shortage(for aim: AdaptiveAim) -> (budget: Int, needed: Int)? {
    MisreadSchedule(self, aim: aim).shortage(budget: aim.budget ?? .max)
  }
}

extension MisreadSchedule {
  fileprivate func shortage(budget: Int) -> (budget: Int, needed: Int)? {
    // Each decoder has an equal part: the largest need counts for all of them.
    let largest = decoders.map(\.sampling.sampler.nextRoundTrials).max() ?? 0
    let needed = largest * decoders.count * MisreadAim.fewestRounds
    return needed == 0 || needed > budget ? (budget, needed) : nil
  }
}
