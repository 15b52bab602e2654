import Base

/// The processor time that one image may take of each decoder.
///
/// Decoders take about as long for a pixel of one image as for that of another, and changes for each of their
/// operations, so that what an image will take is known before it is tried. Each decoder has a budget of its
/// own, as they work side by side: more decoders than processors share the time that an image may take.
/// Processor time, unlike a clock's, is the same on a busy machine.
struct ExplainBudget: Sendable {
  /// The time that is left, in nanoseconds.
  private var left: Double
  /// The least time that a pixel has taken to decode, and the most that an operation has taken, in nanoseconds.
  private var decoding = 0.0
  private var making = 0.5

  /// The processor time of each decoder for one image, with that of making and measuring changed images.
  static func whole(decoders: Int, processors: Int = Processors.usable) -> Duration {
    .milliseconds(3200) * min(1, Double(processors) / Double(max(decoders, 1)))
  }

  /// The processor time in which the symbol of a reading is looked for in one image.
  static let measuring: Duration = .milliseconds(300)

  /// A decoder that waits counts with this share of the time that passes.
  private static let waiting = 0.125

  init(_ whole: Duration) {
    left = whole / .nanoseconds(1)
  }

  /// The time that an attempt counts for, in nanoseconds: that of the clock if no processor time is known.
  static func cost(processor: Int, passed: Int) -> Double {
    processor > 0 ? max(Double(processor), waiting * Double(passed)) : Double(passed)
  }

  /// Takes off, and learns from, the time that a decoder took for an image, in nanoseconds.
  mutating func learn(decoding time: Double, pixels: Int) {
    left -= time
    let rate = time / Double(max(pixels, 1))
    decoding = decoding == 0 ? rate : min(decoding, rate)
  }

  /// Takes off, and learns from, the time that the making of an image took, in nanoseconds.
  mutating func learn(making time: Double, operations: Double) {
    left -= time
    // What is made in no time says nothing about what takes long.
    if operations > 1e6 { making = max(making, time / operations) }
  }

  /// Takes off other time, in nanoseconds.
  mutating func spend(_ time: Double) { left -= time }

  /// The time that is left; negative if more was taken.
  var remaining: Duration { .nanoseconds(Int64(left)) }

  /// True if no time is left.
  var isSpent: Bool { left <= 0 }

  /// True if there is time to make and to decode an image.
  func affords(pixels: Int, operations: Double) -> Bool {
    left > max(decoding * Double(pixels) + making * operations, 1)
  }
}
