import Base
import DecoderKit
import Evaluation
import Foundation
import PluginHost
import Results
import Synchronization

/// The plan of fuzzing one decoder.
struct FuzzPlan: Sendable {
  let decoder: ConfiguredDecoder
  /// The images to begin with.
  let sources: [FuzzSource]
  /// The seed of all changes.
  let seed: UInt64
  /// The images in work at the same time.
  let jobs: Int
  /// The time for finding and minimising; `nil` for no limit.
  let limit: Duration?
  /// The number of inputs, the untouched sources included; `nil` for as many as there is time for.
  let inputs: Int?
}

/// Counts of a run under way, for another thread to show.
struct FuzzProgress: Sendable {
  /// Inputs decoded.
  var inputs = 0
  /// Inputs with a finding.
  var findings = 0
  /// Causes of findings.
  var groups = 0
  /// The causes that were made small; `nil` while findings are still looked for.
  var minimised: Int?
}

/// Gives changed images to one decoder, and groups what breaks it.
///
/// The input with a number is the same in every run with the same seed and the same sources, whatever
/// lane decodes it. So a group's first example depends on the number of inputs alone.
final class FuzzRun: Sendable {
  /// The share of the time after which no more untouched sources are decoded.
  private static let untouchedShare = 0.4
  /// The share of the time after which findings are no longer looked for but made small.
  private static let searchShare = 0.8
  /// The most groups whose examples are made small.
  private static let mostMinimised = 40
  /// The most numbers of inputs that a group lists.
  private static let mostListed = 10

  private struct State {
    var next = 0
    var end = 0
    var progress = FuzzProgress()
    var groups: [FuzzSignature: Group] = [:]
    var readings: [Int: [Reading]] = [:]
    var unconfirmed = 0
    var error: (any Error)?
  }

  private struct Group {
    var numbers: [Int] = []
    var count = 0
    var untouched = 0
    /// The finding of the input with the lowest number.
    var first: FuzzFinding
  }

  /// The outcome of a run: the groups, each with the image of its example.
  struct Outcome: Sendable {
    /// The groups, the worst verdict and the most inputs first.
    var groups: [(group: FuzzGroup, original: GrayImage, minimised: GrayImage, reading: Reading?)]
    /// Inputs decoded.
    var inputs: Int
    /// Misreads that were not repeated.
    var unconfirmed: Int
  }

  private let plan: FuzzPlan
  private let stop: StopSignal
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  init(_ plan: FuzzPlan, stop: StopSignal) {
    (self.plan, self.stop) = (plan, stop)
  }

  /// The changes that make the input with a number.
  static func mutations(ofInput number: Int, in plan: FuzzPlan) -> [ImageMutation] {
    FuzzInput(number, seed: plan.seed, sources: plan.sources.count).mutations
  }

  /// The counts so far.
  var progress: FuzzProgress { state.withLock { $0.progress } }

  /// Runs until the time is over, the inputs are made, or it is asked to stop.
  ///
  /// Blocks the caller.
  ///
  /// - Throws: `PluginError` when the decoder cannot be started any more.
  func run() throws -> Outcome {
    let untouched = FuzzOracle(sources: plan.sources)
    let wanted = plan.inputs ?? Int.max
    try runLanes(until: min(plan.sources.count, wanted), untouched, share: Self.untouchedShare)
    state.withLock { $0.next = min(plan.sources.count, wanted) }
    let readings = state.withLock { $0.readings }
    var sources = plan.sources
    for index in sources.indices { sources[index].readings = readings[index] ?? [] }
    let oracle = FuzzOracle(sources: sources)
    try runLanes(until: wanted, oracle, share: Self.searchShare)
    return try outcome(oracle)
  }

  // MARK: - Looking for findings

  private func isOver(share: Double) -> Bool {
    guard !stop.isRequested else { return true }
    guard let limit = plan.limit else { return false }
    return ContinuousClock.now - start >= limit * share
  }

  private func runLanes(until end: Int, _ oracle: FuzzOracle, share: Double) throws {
    state.withLock { $0.end = end }
    let group = DispatchGroup()
    for index in 0..<plan.jobs {
      group.enter()
      let thread = Thread { [self] in
        defer { group.leave() }
        runLane(oracle, share: share)
      }
      thread.name = "fuzzing lane \(index)"
      thread.start()
    }
    group.wait()
    if let error = state.withLock({ $0.error }) { throw error }
  }

  private func makeChain() -> DecoderChain {
    // A decoder that dies at every image is what is looked for.
    DecoderChain(
      members: plan.decoder.members, health: DecoderHealth(givingUpAfter: .max), stop: stop)
  }

  private func runLane(_ oracle: FuzzOracle, share: Double) {
    let chain = makeChain()
    defer { chain.close() }
    while !isOver(share: share), let number = takeNumber() {
      let input = FuzzInput(number, seed: plan.seed, sources: plan.sources.count)
      let image = input.image(oracle.sources)
      let attempt = chain.decode(image)
      switch attempt.outcome {
      case .notStarted(let error): return fail(error)
      case .stopped: return
      default: break
      }
      let finding = oracle.finding(attempt, of: input)
      let isConfirmed =
        finding?.reading == nil
        || oracle.finding(chain.decode(image), of: input)?.signature == finding?.signature
      note(input, attempt, isConfirmed ? finding : nil, isConfirmed: isConfirmed)
    }
  }

  private func takeNumber() -> Int? {
    state.withLock { state in
      guard state.next < state.end, state.error == nil else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  private func fail(_ error: any Error) {
    state.withLock { $0.error = $0.error ?? error }
  }

  private func note(
    _ input: FuzzInput, _ attempt: DecodeAttempt, _ finding: FuzzFinding?, isConfirmed: Bool
  ) {
    state.withLock { state in
      state.progress.inputs += 1
      if !isConfirmed { state.unconfirmed += 1 }
      if input.mutations.isEmpty, case .readings(let readings) = attempt.outcome {
        state.readings[input.source] = readings
      }
      guard let finding else { return }
      state.progress.findings += 1
      var group = state.groups[finding.signature] ?? Group(first: finding)
      if input.number < group.numbers.first ?? .max { group.first = finding }
      group.count += 1
      group.untouched += input.mutations.isEmpty ? 1 : 0
      group.numbers = Array((group.numbers + [input.number]).sorted().prefix(Self.mostListed))
      state.groups[finding.signature] = group
      state.progress.groups = state.groups.count
    }
  }

  // MARK: - Making them small

  private func outcome(_ oracle: FuzzOracle) throws -> Outcome {
    let (groups, unconfirmed) = state.withLock { ($0.groups, $0.unconfirmed) }
    state.withLock { $0.progress.minimised = 0 }
    let order = groups.sorted { one, other in
      Self.rank(one.key, one.value) < Self.rank(other.key, other.value)
    }
    let chain = makeChain()
    defer { chain.close() }
    var outcome = Outcome(groups: [], inputs: progress.inputs, unconfirmed: unconfirmed)
    for (place, (signature, group)) in order.enumerated() {
      let input = FuzzInput(
        group.numbers[0], seed: plan.seed, sources: plan.sources.count)
      let original = input.image(oracle.sources)
      var example = FuzzExample(
        input: input.number, source: plan.sources[input.source].key, mutations: input.mutations,
        width: original.width, height: original.height, detail: group.first.detail,
        printed: group.first.printed)
      var image = original
      if place < Self.mostMinimised, !isOver(share: 1) {
        var minimiser = minimiser(of: signature, chain, oracle)
        let small = minimiser.minimise(input, keepsImage: group.first.reading != nil)
        image = small.image
        example.mutations = small.mutations
        (example.width, example.height) = (image.width, image.height)
        example.minimisingDecodes = minimiser.decodes
      }
      state.withLock { $0.progress.minimised = place + 1 }
      outcome.groups.append(
        (
          FuzzGroup(
            signature: signature, count: group.count, untouched: group.untouched,
            inputs: group.numbers, example: example), original, image, group.first.reading
        ))
    }
    return outcome
  }

  private func minimiser(
    of signature: FuzzSignature, _ chain: DecoderChain, _ oracle: FuzzOracle
  ) -> FuzzMinimiser {
    FuzzMinimiser(
      sources: oracle.sources, decodes: FuzzMinimiser.mostDecodes(signature.verdict)
    ) { [self] input, image in
      guard !isOver(share: 1) else { return false }
      return oracle.finding(chain.decode(image), of: input)?.signature == signature
    }
  }

  /// Worst first: crashes, then hangs, failures and wrong readings; among them what came most often.
  private static func rank(_ signature: FuzzSignature, _ group: Group) -> (Int, Int, Int) {
    let order: [Verdict] = [.crash, .timeout, .failed, .misread, .falsePositive]
    return (order.firstIndex(of: signature.verdict) ?? order.count, -group.count, group.numbers[0])
  }
}
