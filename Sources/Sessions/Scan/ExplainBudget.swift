/// One decoder's share of the time that an image may take.
///
/// Decoders take about as long for a pixel of one image as for that of another, so that what an image
/// will take is known before it is tried.
struct ExplainBudget {
  private var left: Duration
  /// The most time that a pixel has taken so far, in nanoseconds.
  private var nanosecondsPerPixel = 0.0

  /// The time for all decoders together.
  static let whole = Duration.milliseconds(2200)

  init(sharedBy decoders: Int) {
    left = Self.whole / max(decoders, 1)
  }

  /// Takes off the time that an image took.
  mutating func spend(_ time: Duration, pixels: Int) {
    // The first image starts the worker as well, which no other does.
    let isFirst = nanosecondsPerPixel == 0
    let rate = time / .nanoseconds(1) / Double(max(pixels, 1))
    nanosecondsPerPixel = isFirst ? rate : min(nanosecondsPerPixel, rate)
    if !isFirst { left -= time }
  }

  /// Takes off a share of the time that making an image took.
  mutating func pay(_ time: Duration) { left -= time }

  /// True if there is time for an image of so many pixels.
  func affords(pixels: Int) -> Bool {
    left > .zero && nanosecondsPerPixel * Double(pixels) <= left / .nanoseconds(1)
  }
}
