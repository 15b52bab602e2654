/// The choice of the frames that are decoded.
public enum FramePolicy: Hashable, Sendable {
  /// Each one; the source waits for the decoder, or its frames pile up.
  case all
  /// Not before this time has passed since the frame before, and none that comes while another is
  /// being decoded: what cannot be decoded at once is dropped, never kept for later.
  case latest(every: Duration)
}

/// A frame policy at work: it says of each frame in turn whether it is decoded.
public struct FrameGate: Sendable {
  /// The policy.
  public let policy: FramePolicy
  private var last: Duration?

  /// The error of times that were computed from a rate: far below any frame's duration.
  private static let rounding = Duration.microseconds(1)

  /// Makes a gate that has let nothing through yet.
  public init(_ policy: FramePolicy) {
    self.policy = policy
  }

  /// Decides about the next frame.
  ///
  /// - Parameters:
  ///   - time: The frame's time, not before that of the frame before.
  ///   - isBusy: True if the frame before is still being decoded.
  public mutating func admits(_ time: Duration, isBusy: Bool) -> Bool {
    switch policy {
    case .all: return true
    case .latest(let interval):
      if isBusy { return false }
      if let last, time - last < interval - Self.rounding { return false }
      last = time
      return true
    }
  }
}
