import Base
import DecoderKit
import Foundation
import PluginHost
import Statistics

/// Looks for images that a decoder takes long for: it changes those further that took longest until now.
///
/// Images are decoded one after the other, so that their CPU times are comparable. A quarter is drawn afresh: their
/// median is the usual time of an image of that size.
struct SlowSearch {
  let plan: FuzzPlan
  let stop: StopSignal

  /// An image, and the time that it took.
  struct Slow {
    var input: FuzzInput
    var image: GrayImage
    /// CPU time in milliseconds, the shorter one of two tries.
    var milliseconds: Double
    /// That of other images of its size.
    var usual: Double
    /// The decodes that went into making it small.
    var minimisingDecodes = 0

    var ratio: Double { milliseconds / usual }
  }

  /// The most images that are changed further, and that are made small in the end.
  private static let most = (parents: 24, minimised: 8)
  /// The share of inputs that are drawn afresh, and that of the time for finding.
  private static let share = (fresh: 0.25, search: 0.8)
  private static let mostMutations = 6
  private static let mostPixels = 1 << 22
  /// A smaller image stands for one that was found if it keeps this share of its ratio.
  private static let kept = 0.8
  private static let minimisingDecodes = 200

  /// Searches until the time is over, the inputs are made, or it is asked to stop. Blocks the caller.
  ///
  /// - Parameter watch: Is given the counts after each image.
  /// - Returns: The slowest images of different makings, and the number of inputs.
  /// - Throws: `PluginError` when the decoder cannot be started any more.
  func run(_ watch: (FuzzProgress) -> Void) throws -> (slowest: [Slow], inputs: Int) {
    let start = ContinuousClock.now
    func isOver(_ share: Double) -> Bool {
      stop.isRequested || plan.limit.map { ContinuousClock.now - start >= $0 * share } ?? false
    }
    let chain = DecoderChain(
      members: plan.decoder.members, health: DecoderHealth(givingUpAfter: .max), stop: stop)
    defer { chain.close() }
    var random = SplitMix64(state: plan.seed)
    var (times, parents, progress) = (UsualTimes(), [Slow](), FuzzProgress())
    while progress.inputs < plan.inputs ?? .max, !isOver(Self.share.search) {
      let number = progress.inputs
      let isFresh =
        number < plan.sources.count || parents.isEmpty
        || Double.random(in: 0..<1, using: &random) < Self.share.fresh
      let input =
        isFresh
        ? FuzzInput(number, seed: plan.seed, sources: plan.sources.count)
        : child(of: parents.randomElement(using: &random)?.input, number, &random)
      progress.inputs += 1
      watch(progress)
      let image = input.image(plan.sources)
      let pixels = image.width * image.height
      guard (1...Self.mostPixels).contains(pixels),
        let first = try milliseconds(image, chain)
      else { continue }
      if isFresh { times.note(first, pixels: pixels) }
      guard let usual = times.usual(pixels: pixels) else { continue }
      let bar = parents.count < Self.most.parents ? 1 : parents[parents.count - 1].ratio
      guard first / usual > bar, let second = try milliseconds(image, chain) else { continue }
      let found = Slow(
        input: input, image: image, milliseconds: min(first, second), usual: usual)
      if found.ratio > bar { Self.insert(found, into: &parents) }
    }
    progress.minimised = 0
    var slowest: [Slow] = []
    for found in parents.prefix(Self.most.minimised) {
      // The usual time is better known by now.
      var found = found
      found.usual = times.usual(pixels: found.image.width * found.image.height) ?? found.usual
      slowest.append(isOver(1) ? found : minimised(found, times, chain) { isOver(1) })
      progress.minimised = slowest.count
      watch(progress)
    }
    return (slowest.sorted { $0.ratio > $1.ratio }, progress.inputs)
  }

  /// The CPU time of an image; that until the deadline if it takes longer, `nil` for crashes and failures.
  private func milliseconds(_ image: GrayImage, _ chain: DecoderChain) throws -> Double? {
    let attempt = chain.decode(image)
    switch attempt.outcome {
    case .readings: return max(Double(attempt.cpuNanoseconds) / 1e6, 1e-3)
    case .timedOut: return Double(plan.decoder.members[0].decodeDeadlineNanoseconds) / 1e6
    case .notStarted(let error): throw error
    default: return nil
    }
  }

  /// An image with one change more, one less or another one.
  private func child(
    of parent: FuzzInput?, _ number: Int, _ random: inout SplitMix64
  ) -> FuzzInput {
    var mutations = parent?.mutations ?? []
    let change = ImageMutation(random: &random, sources: plan.sources.count)
    switch Int.random(in: 0..<4, using: &random) {
    case 0 where !mutations.isEmpty:
      mutations.remove(at: Int.random(in: mutations.indices, using: &random))
    case 1 where !mutations.isEmpty:
      mutations[Int.random(in: mutations.indices, using: &random)] = change
    default:
      if mutations.count == Self.mostMutations { mutations.removeFirst() }
      mutations.insert(change, at: Int.random(in: 0...mutations.count, using: &random))
    }
    return FuzzInput(number: number, source: parent?.source ?? 0, mutations: mutations)
  }

  /// Keeps the slowest image of each source and kinds of change, longest first.
  private static func insert(_ found: Slow, into parents: inout [Slow]) {
    func making(_ slow: Slow) -> [String] {
      ["\(slow.input.source)"] + Set(slow.input.mutations.map(\.kind.rawValue)).sorted()
    }
    if let place = parents.firstIndex(where: { making($0) == making(found) }) {
      guard parents[place].ratio < found.ratio else { return }
      parents.remove(at: place)
    }
    parents.insert(found, at: parents.firstIndex { $0.ratio < found.ratio } ?? parents.count)
    if parents.count > most.parents { parents.removeLast() }
  }

  private func minimised(
    _ found: Slow, _ times: UsualTimes, _ chain: DecoderChain, _ isOver: @escaping () -> Bool
  ) -> Slow {
    var minimiser = FuzzMinimiser(
      sources: plan.sources, decodes: Self.minimisingDecodes
    ) { _, image in
      guard !isOver(), let smaller = slow(found.input, image, times, chain) else { return false }
      return smaller.ratio >= found.ratio * Self.kept
    }
    let (mutations, image) = minimiser.minimise(found.input, keepsImage: false)
    var input = found.input
    input.mutations = mutations
    var small = image == found.image ? found : slow(input, image, times, chain) ?? found
    small.minimisingDecodes = minimiser.decodes
    return small
  }

  /// An image with the shorter one of two times; `nil` if there is none.
  private func slow(
    _ input: FuzzInput, _ image: GrayImage, _ times: UsualTimes, _ chain: DecoderChain
  ) -> Slow? {
    guard let usual = times.usual(pixels: image.width * image.height),
      let first = try? milliseconds(image, chain), let second = try? milliseconds(image, chain)
    else { return nil }
    return Slow(input: input, image: image, milliseconds: min(first, second), usual: usual)
  }
}

/// The usual times of images by their size: medians of classes of doubled numbers of pixels.
private struct UsualTimes {
  private var classes: [Int: [Double]] = [:]
  private static let (fewest, most) = (5, 199)
  /// A shorter time in milliseconds is not told from the unrest of the machine.
  private static let least = 0.1

  mutating func note(_ milliseconds: Double, pixels: Int) {
    var times = classes[Self.class(of: pixels)] ?? []
    guard times.count < Self.most else { return }
    times.insert(milliseconds, at: times.firstIndex { $0 > milliseconds } ?? times.count)
    classes[Self.class(of: pixels)] = times
  }

  /// The median of images of this size, or of half or twice as many pixels, in milliseconds; `nil` while there
  /// are too few.
  func usual(pixels: Int) -> Double? {
    let wanted = Self.class(of: pixels)
    for (step, factor) in [(0, 1.0), (-1, 2.0), (1, 1.0)] {
      guard let times = classes[wanted + step], times.count >= Self.fewest else { continue }
      return max(times[times.count / 2] * factor, Self.least)
    }
    return nil
  }

  private static func `class`(of pixels: Int) -> Int { Int.bitWidth - pixels.leadingZeroBitCount }
}
