import Corpora
import Results
import Statistics

/// Trials chosen to trace boundaries: every decoder's boundary on every map, under one budget.
struct TraceSchedule: RoundSchedule {
  private let axis: EasinessAxis
  private var traces: [DecoderTrace]
  /// The index in `traces`, by decoder and group.
  private let indices: [Curve: Int]
  /// Decodes that may still be asked for; `nil` for no limit.
  private var budget: Int?

  /// One decoder's trace on one map.
  private struct DecoderTrace {
    let decoder: Int
    let map: ConditionMap
    var trace: BoundaryTrace
  }

  /// One decoder's column of a map.
  private struct Curve: Hashable {
    let decoder: Int
    let group: Int
  }

  init(_ plan: ComparisonPlan, aim: BoundaryAim, budget: Int?) {
    let (axis, groups) = (
      EasinessAxis(plan.corpus.sweep.levels, harder: plan.corpus.sweep.harder), plan.corpus.groups
    )
    let positions = plan.corpus.sweep.levels.indices.map {
      axis.position(of: axis.index(ofPosition: $0))
    }
    let maps = plan.corpus.maps
    traces = maps.flatMap { map in
      plan.decoders.indices.filter { plan.decoders[$0].supports(groups[map.groups.lowerBound]) }
        .map { decoder in
          DecoderTrace(
            decoder: decoder, map: map,
            trace: BoundaryTrace(
              .init(levels: positions, columns: map.groups.count, trials: aim.trials)))
        }
    }
    indices = Dictionary(
      uniqueKeysWithValues: traces.enumerated().flatMap { index, entry in
        entry.map.groups.map { (Curve(decoder: entry.decoder, group: $0), index) }
      })
    (self.axis, self.budget) = (axis, budget)
  }

  var isFinished: Bool { traces.allSatisfy(\.trace.isFinished) }

  mutating func next() -> [TrialOrder] {
    var orders: [TrialOrder] = []
    for index in traces.indices where !traces[index].trace.isFinished {
      let entry = traces[index]
      let requests = traces[index].trace.next()
      let trials = requests.reduce(0) { $0 + $1.trials.count }
      if let left = budget {
        guard trials <= left else {
          // Trials that were not handed out must not count as asked for.
          traces[index].trace.withdraw(requests)
          traces[index].trace.stop(.budget)
          continue
        }
        budget = left - trials
      }
      orders += requests.map {
        TrialOrder(
          decoder: entry.decoder, group: entry.map.groups.lowerBound + $0.column,
          level: axis.index(ofPosition: $0.level), trials: $0.trials)
      }
    }
    return orders
  }

  mutating func record(_ decoder: Int, _ place: SamplePlace, _ outcome: AttemptOutcome) {
    guard let index = indices[Curve(decoder: decoder, group: place.group)] else {
      preconditionFailure("a decoder saw a group that is on none of its maps")
    }
    traces[index].trace.record(
      column: place.group - traces[index].map.groups.lowerBound,
      level: axis.index(ofPosition: place.level), reads: outcome == .success ? 1 : 0, trials: 1)
  }

  mutating func settle(givenUp: [Int]) {
    for index in traces.indices where givenUp.contains(traces[index].decoder) {
      traces[index].trace.stop(.interrupted)
    }
  }

  mutating func close(_ reason: CurveEnding) -> [CurveRecord] {
    traces.flatMap { entry in
      var trace = entry.trace
      trace.stop(reason == .timeSpent ? .time : .interrupted)
      return entry.map.groups.enumerated().map { column, group in
        let asked = trace.asked[column]
        return CurveRecord(
          decoder: entry.decoder, group: group,
          ending: trace.endings[column].map(CurveEnding.init) ?? .interrupted, phase: "trace",
          trials: axis.isMirrored ? asked.reversed() : asked)
      }
    }
  }
}

extension CurveEnding {
  fileprivate init(_ ending: BoundaryTrace.Ending) {
    self =
      switch ending {
      case .traced: .traced
      case .shareSpent: .shareSpent
      case .stopped(.budget): .budgetSpent
      case .stopped(.time): .timeSpent
      case .stopped(.interrupted): .interrupted
      }
  }
}
