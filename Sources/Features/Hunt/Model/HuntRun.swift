import Base
import DecoderKit
import Foundation
import PluginHost
import Synchronization

/// The decoder of one lane.
struct HuntReader {
  /// Decodes the image of a case.
  let read: (HuntCase, GrayImage) -> DecodeAttempt
}

/// The plan of hunting one decoder.
struct HuntPlan: Sendable {
  /// The symbols that are drawn.
  let space: HuntSpace
  /// Images in work at the same time.
  let jobs: Int
  /// The most draws, focused ones included; `nil` for as many as there is time for.
  let decodes: Int?
  /// The time for drawing and for making examples simple; `nil` for no limit.
  let seconds: Double?
  /// The failures in a million at which sampling ends once they are shown to be more or fewer.
  let below: Double?
  /// Makes a lane's decoder.
  let makeReader: @Sendable () -> HuntReader
}

/// Draws perfect symbols, decodes them, and makes the simplest symbol of each cause of failure.
///
/// The overall figure, and those of symbologies and levels, use the unbiased draws alone: each is an
/// independent draw from ``HuntSpace``, whatever failed before, and the bounds hold whenever they end. Once
/// four fifths of the budget are used, and something has failed, the rest goes to draws with the levels of
/// each cause. Those tell how often such symbols fail and whether a further level matters; no rate counts
/// them.
///
/// The draw with a number is the same in every run of a seed, whatever the number of lanes.
final class HuntRun {
  /// One draw with its answer.
  private struct Outcome: Sendable {
    let number: Int
    let place: Int
    let drawn: HuntCase
    let answer: HuntAnswer
  }

  /// The painter and the decoder of one lane.
  private struct Lane {
    var painter = HuntPainter()
    let reader: HuntReader
  }

  /// A cause with its example.
  struct Found {
    let place: Int
    let signature: HuntSignature
    var cause: HuntCause
    /// The number of the draw that is its example, and the case.
    let number: Int
    let drawn: HuntCase
    var focused = (decodes: 0, failures: 0)
    var simplest: HuntCase
    var minimisingDecodes = 0
    /// True if it failed in the same way again; `nil` if it was not tried again.
    var isRepeated: Bool?
    var detail: String?
  }

  /// The shares of the budget for unbiased draws, and for those and focused ones, by number and by time.
  private static let (drawnShare, drawnSeconds, searchedSeconds) = (0.8, 0.65, 0.8)
  /// The draws of the first batch, the growth of batches, and the draws of the largest, between which progress is shown.
  private static let (firstBatch, growth, largestBatch) = (100, 4, 5000)
  /// The most causes, and the most focused draws of each.
  private static let (mostCauses, mostFocused) = (24, 2000)

  private let plan: HuntPlan
  private let stop: StopSignal
  private let time: Time

  /// By symbology: the unbiased draws.
  private(set) var tallies: [HuntTally]
  private(set) var phantoms = 0
  private(set) var otherCharsets = 0
  private(set) var focusedDecodes = 0
  /// The reason for which draws ended early; `nil` for none.
  private(set) var trouble: String?
  /// Failing draws by symbology and place in its tally: the number of the draw, and the case.
  private var failing: [[Int: (number: Int, drawn: HuntCase, detail: String?)]]

  init(_ plan: HuntPlan, stop: StopSignal) {
    (self.plan, self.stop) = (plan, stop)
    time = Time(seconds: plan.seconds, stop: stop)
    tallies = plan.space.symbologies.map { _ in HuntTally() }
    failing = plan.space.symbologies.map { _ in [:] }
  }

  /// The number of unbiased draws, and of failures among them.
  var counts: (decodes: Int, failures: Int) {
    tallies.reduce((0, 0)) { ($0.0 + $1.decodes, $0.1 + $1.failures) }
  }

  /// Runs until the budget is used, the question is answered, or it is asked to stop.
  ///
  /// - Returns: The causes, most failures first.
  func run(_ show: (String) -> Void) -> [Found] {
    sample(show)
    var found = causes()
    focus(&found, show)
    for index in found.indices {
      show("making \(index + 1) of \(found.count) examples simple")
      minimise(&found[index])
    }
    return found
  }

  /// The time of a run, from its making.
  private struct Time: Sendable {
    let seconds: Double?
    let stop: StopSignal
    private let start = ContinuousClock.now

    init(seconds: Double?, stop: StopSignal) { (self.seconds, self.stop) = (seconds, stop) }

    /// True once a share of the time is used, or a stop is asked for.
    func isOver(share: Double) -> Bool {
      guard !stop.isRequested, let seconds else { return stop.isRequested }
      return (ContinuousClock.now - start) / .seconds(1) >= seconds * share
    }
  }

  // MARK: - Unbiased draws

  private func sample(_ show: (String) -> Void) {
    let all = plan.decodes ?? .max
    while trouble == nil {
      let (done, failures) = counts
      let share = failures > 0 ? Self.drawnSeconds : Self.searchedSeconds
      if time.isOver(share: share) { return }
      // Without a failure there is nothing to focus on.
      let end = failures > 0 && plan.decodes != nil ? Int(Double(all) * Self.drawnShare) : all
      guard done < end, !isAnswered else { return }
      let size = min(max(Self.firstBatch, done / Self.growth), Self.largestBatch, end - done)
      for outcome in draw(done..<done + size, share: share) { note(outcome) }
      let now = counts
      show("\(now.decodes) decoded, \(now.failures) failed")
      if now.decodes < done + size { return }
    }
  }

  /// True once it is clear whether more fail than were asked about.
  private var isAnswered: Bool {
    guard let below = plan.below else { return false }
    let (decodes, failures) = counts
    return HuntReport.rate(failures: failures, decodes: decodes).isAtMost(below / 1e6) != nil
  }

  private func note(_ outcome: Outcome) {
    switch outcome.answer {
    case .untried(let reason): trouble = trouble ?? reason
    case .read(let hasPhantom, let isOtherCharset):
      phantoms += hasPhantom ? 1 : 0
      otherCharsets += isOtherCharset ? 1 : 0
      tallies[outcome.place].add(outcome.drawn.levels, nil)
    case .failed(let signature, let detail):
      failing[outcome.place][tallies[outcome.place].decodes] = (
        outcome.number, outcome.drawn, detail
      )
      tallies[outcome.place].add(outcome.drawn.levels, signature)
    }
  }

  /// Draws and decodes numbers on all lanes, in order; those before the first that could not be tried.
  private func draw(
    _ numbers: Range<Int>, stream: Int = 0, of place: Int? = nil, with pins: [HuntLevel] = [],
    share: Double
  ) -> [Outcome] {
    let (space, time, makeReader) = (plan.space, time, plan.makeReader)
    let outcomes = numbers.concurrentMap(
      threads: plan.jobs, state: { Lane(reader: makeReader()) }
    ) { number, lane -> Outcome? in
      guard !time.isOver(share: share),
        let found = space.draw(number, stream: stream, of: place, with: pins, &lane.painter)
      else { return nil }
      let attempt = lane.reader.read(found.drawn, found.image.image)
      return Outcome(
        number: number, place: found.place, drawn: found.drawn,
        answer: HuntAnswer(attempt, of: found.image.expected))
    }
    // Draws that were under way at a stop are likely slow: without them alone, failures would be too few.
    let tried = outcomes.prefix { outcome in
      if case .untried(let reason) = outcome.answer {
        if !stop.isRequested { trouble = trouble ?? reason }
        return false
      }
      return true
    }
    return Array(tried)
  }

  // MARK: - Causes

  private func causes() -> [Found] {
    var found: [Found] = []
    for (place, tally) in tallies.enumerated() {
      for signature in tally.signatures {
        for cause in tally.causes(of: signature) {
          guard let first = cause.failing.min(), let example = failing[place][first] else {
            continue
          }
          found.append(
            Found(
              place: place, signature: signature, cause: cause, number: example.number,
              drawn: example.drawn, simplest: example.drawn, detail: example.detail))
        }
      }
    }
    let order = found.sorted {
      ($0.cause.failing.count, $1.number) > ($1.cause.failing.count, $0.number)
    }
    return Array(order.prefix(Self.mostCauses))
  }

  /// Spends what is left of the draws near the causes, evenly, and looks for one more level of each.
  private func focus(_ found: inout [Found], _ show: (String) -> Void) {
    guard !found.isEmpty, trouble == nil else { return }
    let left = (plan.decodes ?? .max) - counts.decodes
    let each = min(left / found.count, Self.mostFocused, max(counts.decodes / 4 / found.count, 20))
    guard each > 0 else { return }
    for index in found.indices where !time.isOver(share: Self.searchedSeconds) {
      let one = found[index]
      // Without a known cause, near is what has the same symbol and kind of payload.
      let pins = one.cause.levels.isEmpty ? one.drawn.symbolLevels : one.cause.levels
      show("\(each) draws near cause \(index + 1) of \(found.count)")
      let outcomes = draw(
        0..<each, stream: index + 1, of: one.place, with: pins, share: Self.searchedSeconds)
      var near = HuntTally()
      for outcome in outcomes { near.add(outcome.drawn.levels, outcome.answer.signature) }
      found[index].focused = (near.decodes, near.failures)
      focusedDecodes += near.decodes
      guard !one.cause.levels.isEmpty, near.signatures.contains(one.signature),
        let more = near.causes(of: one.signature).first, let p = more.p,
        more.failing.count * 10 >= near.failures(of: one.signature) * 9
      else { continue }
      // The levels hold for the example too, or they are of another cause.
      guard Set(more.levels).isSubset(of: one.drawn.levels) else { continue }
      found[index].cause.levels += more.levels
      found[index].cause.p = max(one.cause.p ?? 0, p)
      // Both rates are those of symbols with all of the levels.
      let all = found[index].cause.levels
      (found[index].cause.decodes, found[index].cause.failing) =
        tallies[one.place].draws(with: all, failing: one.signature)
      let narrow = near.draws(with: all, failing: nil)
      found[index].focused = (narrow.decodes, narrow.failing.count)
    }
  }

  // MARK: - Examples

  private func minimise(_ found: inout Found) {
    let reader = plan.makeReader()
    let signature = found.signature
    var painter = HuntPainter()
    var detail = found.detail
    let fails = { (one: HuntCase) -> Bool? in
      guard let image = try? painter.draw(one) else { return nil }
      let answer = HuntAnswer(reader.read(one, image.image), of: image.expected)
      guard case .failed(let failure, let told) = answer, signature.holds(failure) else {
        return false
      }
      detail = told
      return true
    }
    guard !stop.isRequested else { return }
    found.isRepeated = fails(found.drawn)
    guard found.isRepeated == true else { return }
    var minimiser = HuntMinimiser { [time] in time.isOver(share: 1) ? false : fails($0) }
    found.simplest = minimiser.minimise(found.drawn)
    found.minimisingDecodes = minimiser.decodes
    // The words of the last failure, which is not always the simplest one's.
    if fails(found.simplest) == true { found.detail = detail }
  }
}
