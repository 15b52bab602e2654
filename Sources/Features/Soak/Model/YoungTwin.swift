import Base
import DecoderKit
import PluginHost

/// The same decoder in a process that is young, on the same images: a decoder that slows down differs from it, and a
/// machine that does is the same for both.
struct YoungTwin {
  private let settings: WorkerSettings
  private let images: [GrayImage]
  private let stop: StopSignal
  private var worker: LiveWorker?
  private var decodes = 0
  /// The time of the last pair's end, and that which a pass of the twin took.
  private var (rested, cost) = (ContinuousClock.now, Duration.zero)
  /// The twin's CPU time per decode when the last pair ended.
  private var earlier: Double?

  /// The twin gets a tenth of the time, beside its starts.
  private static let pause = 9
  /// A twin is young until it has decoded this share of what its elder has, or gone through the images so often.
  private static let youth = (share: 0.02, passes: 20)

  /// Prepares a twin; it starts when it is needed.
  init(of settings: WorkerSettings, _ images: [GrayImage], _ stop: StopSignal) {
    (self.settings, self.images, self.stop) = (settings, images, stop)
  }

  /// True once the twin has rested long enough.
  var isDue: Bool { ContinuousClock.now - rested >= cost * Self.pause }

  /// Measures a pass, and compares its elder's time since the pass before with the mean of both passes.
  ///
  /// - Parameters:
  ///   - nanoseconds: The elder's CPU time per decode since the pass before.
  ///   - age: The number of images that the elder has decoded.
  /// - Returns: The elder's time as a multiple; `nil` where there is no twin, because an image ended it.
  mutating func compare(_ nanoseconds: Double, at age: Int) -> Double? {
    var start = ContinuousClock.now
    defer {
      rested = ContinuousClock.now
      cost = rested - start
    }
    let oldest = max(Double(age) * Self.youth.share, Double(images.count * Self.youth.passes))
    if Double(decodes) >= oldest { end() }
    if worker == nil {
      worker = try? LiveWorker(settings: settings, stop: stop)
      // Its first pass is warming up.
      earlier = nil
      guard pass() != nil else { return nil }
      start = .now
    }
    guard let now = pass() else { return nil }
    defer { earlier = now }
    return nanoseconds / (((earlier ?? now) + now) / 2)
  }

  /// Ends the twin's process.
  mutating func end() {
    worker?.hangUp()
    (worker, decodes) = (nil, 0)
  }

  /// The CPU time per decode in a pass through the images; `nil`, and no twin, if one of them ends it.
  private mutating func pass() -> Double? {
    var processor = 0
    for image in images {
      guard let (attempts, isUsable) = worker?.decode([PendingDecode(image)]), isUsable else {
        end()
        return nil
      }
      processor += attempts[0].cpuNanoseconds
      decodes += 1
    }
    return max(Double(processor), 1) / Double(images.count)
  }
}
