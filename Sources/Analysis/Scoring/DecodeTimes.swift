import Results
import Synchronization

/// The wall-clock times of a run's answers, read from the store group by group as they are needed.
///
/// The times of some groups are kept in memory, up to a limit: the pairs of a comparison ask for the same
/// ones again. A read that fails gives no times and is thrown at the end, by ``throwFailure()``: all of
/// it was read before, when the run was counted, so that comparisons need not expect it.
final class DecodeTimes: Sendable {
  /// The most times that are kept, of four bytes each.
  private static let mostKept = 12 << 20

  private struct Key: Hashable {
    let decoder: Int
    let group: Int
  }

  private struct State {
    var kept: [Key: [Float]] = [:]
    /// The groups that are kept, in the order in which they came.
    var order: [Key] = []
    var count = 0
    var failure: (any Error)?
  }

  private let state = Mutex(State())
  private let layout: SampleLayout
  private let read: @Sendable (Key) throws -> [Float]

  init(ofRun run: Int, layout: SampleLayout, in store: some ObservationSource) {
    self.layout = layout
    read = { key in
      let samples = layout.samples(ofGroup: key.group)
      var times = [Float](repeating: 0, count: samples.count)
      try store.forEachBlock(
        ofRun: run, decoder: key.decoder, group: key.group, detailing: { _ in false }
      ) { whole in
        let place = whole.first
        let limit = layout.samples(ofGroup: place.group, level: place.level, trialsBelow: .max)
          .count
        guard let block = whole.limited(toTrialsBelow: limit) else { return }
        let first = layout.index(place) - samples.lowerBound
        let broken = block.trials(where: \.isBreakage)
        var rank = 0
        OutcomeBlock.forEach(block.tried) { offset in
          let time = block.wallNanoseconds[rank]
          rank += 1
          if !broken.contains(offset) { times[first + offset] = time }
        }
      }
      return times
    }
  }

  /// Keeps a group's times if there is room.
  func keep(_ times: [Float], decoder: Int, group: Int) {
    let key = Key(decoder: decoder, group: group)
    state.withLock { state in
      guard state.count + times.count <= Self.mostKept, state.kept[key] == nil else { return }
      state.kept[key] = times
      state.order.append(key)
      state.count += times.count
    }
  }

  /// Returns a decoder's times in a group by sample, in nanoseconds; 0 without an answer.
  func of(_ decoder: Int, group: Int) -> [Float] {
    let key = Key(decoder: decoder, group: group)
    if let kept = state.withLock({ $0.kept[key] }) { return kept }
    do {
      let times = try read(key)
      makeRoom(for: times.count)
      keep(times, decoder: decoder, group: group)
      return times
    } catch {
      state.withLock { $0.failure = $0.failure ?? error }
      return [Float](repeating: 0, count: layout.samples(ofGroup: group).count)
    }
  }

  /// Forgets the groups that came first.
  private func makeRoom(for count: Int) {
    state.withLock { state in
      guard count <= Self.mostKept else { return }
      while state.count + count > Self.mostKept, !state.order.isEmpty {
        state.count -= state.kept.removeValue(forKey: state.order.removeFirst())?.count ?? 0
      }
    }
  }

  /// Throws the first error of a read that failed.
  func throwFailure() throws {
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }
}
