/// The time that one image may take.
///
/// Decoders take about as long for a pixel of one image as for that of another, and changes for each of their
/// operations, so that what an image will take is known before it is tried. Each decoder has a budget of its
/// own, as they work side by side.
struct ExplainBudget: Sendable {
  private let end: ContinuousClock.Instant
  /// The least time that a pixel has taken to decode, and the most that an operation has taken, in nanoseconds.
  private var decoding = 0.0
  private var making = 0.5

  /// The time from the beginning of an image to the end of the last change.
  static let whole = Duration.milliseconds(3400)

  init(until end: ContinuousClock.Instant) {
    self.end = end
  }

  /// Learns from the time that a decoder took for an image.
  mutating func learn(decoding time: Duration, pixels: Int) {
    let rate = time / .nanoseconds(1) / Double(max(pixels, 1))
    decoding = decoding == 0 ? rate : min(decoding, rate)
  }

  /// Learns from the time that the making of an image took.
  mutating func learn(making time: Duration, operations: Double) {
    // What is made in no time says nothing about what takes long.
    if operations > 1e6 { making = max(making, time / .nanoseconds(1) / operations) }
  }

  /// True if there is time to make and to decode an image.
  func affords(
    pixels: Int, operations: Double, at now: ContinuousClock.Instant = .now
  ) -> Bool {
    let needed = decoding * Double(pixels) + making * operations
    return (end - now) / .nanoseconds(1) > max(needed, 1)
  }
}
