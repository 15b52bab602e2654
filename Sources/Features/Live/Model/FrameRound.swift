import DecoderKit

/// The reading of one frame by all decoders at once.
struct FrameRound: Sendable {
  /// The time after which a frame is answered without the decoders that are still at it.
  static let patience = Duration.milliseconds(200)

  let lanes: [LiveLane]

  /// One decoder's part in a frame.
  struct Part: Sendable {
    /// Its answer to this frame; `nil` if there is none yet.
    var answer: LaneAnswer?
    /// Its answer to an earlier frame that had to do without it.
    var late: LaneAnswer?
    /// The time for which it has been at a frame; `nil` if it is idle.
    var waiting: Duration?
  }

  /// The same for a picture that nobody moves: there is none after it to be in time for.
  static let patienceForPictures = Duration.seconds(20)

  /// Gives the frame to every decoder and waits for their answers, for no longer than ``patience``.
  ///
  /// A decoder that is known to be slow is waited for only where frames are pictures.
  ///
  /// - Parameters:
  ///   - frame: The frame's number in the session; it rises.
  ///   - isPicture: True to wait for ``patienceForPictures``.
  /// - Returns: The decoders' parts, in their order.
  func read(_ frame: Int, _ image: GrayImage, isPicture: Bool) async -> [Part] {
    let (answers, continuation) = AsyncStream.makeStream(of: (Int, LaneAnswer).self)
    let patience = isPicture ? Self.patienceForPictures : Self.patience
    let end = ContinuousClock.now + patience
    var parts: [Part] = []
    var awaited: Set<Int> = []
    for (index, lane) in lanes.enumerated() {
      if isPicture { await lane.becomeIdle(until: end) }
      var part = Part()
      part.late = await lane.takeLate()
      let offer = await lane.offer(frame, image) { continuation.yield((index, $0)) }
      switch offer {
      case .busy(let duration): part.waiting = duration
      case .started(let isSlow):
        part.waiting = .zero
        if isPicture || !isSlow { awaited.insert(index) }
      }
      parts.append(part)
    }
    let timer = Task {
      try? await Task.sleep(until: end)
      continuation.finish()
    }
    defer { timer.cancel() }
    guard !awaited.isEmpty else { return parts }
    for await (index, answer) in answers where answer.frame == frame {
      _ = await lanes[index].takeLate()
      parts[index].answer = answer
      parts[index].waiting = nil
      awaited.remove(index)
      if awaited.isEmpty { break }
    }
    return parts
  }
}
