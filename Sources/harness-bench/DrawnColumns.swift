import Foundation
import Results
import Statistics

/// A run whose outcomes are drawn as columns when they are asked for, always the same; no file is
/// written and no process started.
///
/// Decoders read by a curve of their own from about 1.5 px on.
struct DrawnColumns: ObservationStore {
  private let trials: Int
  private let run: RunRecord
  /// By decoder and level: a block's columns, which all blocks of the cell share.
  private let templates: [[OutcomeBlock]]

  init(decoders: Int, groups: Int, levels: Int, trials: Int) {
    self.trials = trials
    let sweep = (0..<levels).compactMap {
      Level(parsing: "\(0.8 + 0.1 * Double($0))".prefix(4).description)
    }
    run = .bench(
      levels: sweep, trials: trials, groups: (0..<groups).map { "g\($0)/c" },
      decoders: (0..<decoders).map { "d\($0)" })
    templates = (0..<decoders).map { decoder in
      var random = SplitMix64(state: UInt64(decoder + 1))
      let middle = 1.5 + 1.5 * Double(random.next() >> 11) / Double(1 << 53)
      return sweep.map { level in
        Self.template(rate: 1 / (1 + exp(-(level.value - middle) / 0.15)), &random)
      }
    }
  }

  private static func template(rate: Double, _ random: inout SplitMix64) -> OutcomeBlock {
    var builder = OutcomeBlock.Builder(holding: SamplePlace(group: 0, level: 0, trial: 0))
    for trial in 0..<OutcomeBlock.trials {
      let isRead = Double(random.next() >> 11) / Double(1 << 53) < rate
      builder.add(
        Observation(
          decoder: 0, place: SamplePlace(group: 0, level: 0, trial: trial),
          finding: Finding(isRead ? .read : .noRead, isStrict: isRead),
          wallNanoseconds: 400_000 + Int(random.next() >> 46), cpuNanoseconds: 400_000,
          readingCount: isRead ? 1 : 0))
    }
    guard let block = builder.block else { preconditionFailure("a block of trials is not empty") }
    return block
  }

  func record(ofRun run: Int) -> (RunRecord, RunOutcome?) { (self.run, .bench) }

  func forEachBlock(
    ofRun run: Int, decoder: Int, group: Int?, detailing isDetailed: (Verdict) -> Bool,
    _ body: (borrowing OutcomeBlock) throws -> Void
  ) throws {
    for place in self.run.corpus.groups.indices where group == nil || place == group {
      for level in templates[decoder].indices {
        for trial in stride(from: 0, to: trials, by: OutcomeBlock.trials) {
          let block = templates[decoder][level].moved(
            to: SamplePlace(group: place, level: level, trial: trial))
          if let block = block?.limited(toTrialsBelow: trials) { try body(block) }
        }
      }
    }
  }

  // MARK: Parts of a store that scores do without

  func forEachObservation(
    ofRun run: Int, decoder: Int, withReadings: Bool,
    _ body: (borrowing Observation) throws -> Void
  ) {}
  func begin(_ run: RunRecord, anew: Bool) -> OpenedRun {
    OpenedRun(number: 0, isContinued: false)
  }
  func observedTrials(ofRun run: Int, withReadings: Bool) -> ObservedTrials {
    ObservedTrials(self.run.corpus.numbering, decoders: self.run.decoders.count)
  }
  func append(_ observations: [Observation], toRun run: Int) {}
  func finish(run: Int, outcome: RunOutcome) {}
}

extension OutcomeBlock {
  /// The same columns at another place.
  fileprivate func moved(to first: SamplePlace) -> OutcomeBlock? {
    OutcomeBlock(
      first: first, tried: tried, codes: codes, strict: strict, retried: retried,
      wallNanoseconds: wallNanoseconds, misreadClasses: [], extras: [], outlines: [], symbols: [],
      meanings: [])
  }
}
