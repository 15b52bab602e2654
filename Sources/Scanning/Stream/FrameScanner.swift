import Measuring
import Synchronization

/// A scanner of frames: it starts, calls back with the codes that it sees, and stops.
///
///     let scanner = FrameScanner(reader: try InProcessReader(ZBarDecoder.self))
///     try await scanner.start(source: camera) { codes in print(codes) }
///     ...
///     await scanner.stop()
///
/// A decoder's failure is an event, and scanning goes on.
public actor FrameScanner {
  private let options: ScannerOptions
  private let judge: FrameJudge

  /// One scan from start to end; events of an earlier one reach nobody.
  private struct Scan {
    let number: Int
    let onEvent: @Sendable (ScannerEvent, Frame?) -> Void
    let abandonment: Abandonment
    var state: StreamState
    var isDecoding = false
  }

  /// The mark of a scan whose events nobody awaits any more; it can be set from anywhere, at once.
  private final class Abandonment: Sendable {
    let isSet = Atomic(false)
  }

  private var scan: Scan?
  private var started = 0
  private var work: Task<Void, Never>?
  /// The decode in work, or the last one: the next one waits for it, whatever became of its scan.
  private var decoding: Task<Void, Never>?
  private var source: (any FrameSource)?
  private var judged: Frame?

  public init(reader: any FrameReader, options: ScannerOptions = ScannerOptions()) {
    self.options = options
    judge = FrameJudge(reader: reader, options: options)
  }

  /// Starts to scan.
  ///
  /// - Parameters:
  ///   - source: The frames.
  ///   - onCodes: Called with the codes that are new, on no particular thread and never after
  ///     ``stop()`` has returned.
  /// - Throws: ``FrameScannerError/alreadyRunning``.
  public func start(
    source: some FrameSource, onCodes: @escaping @Sendable ([ScannedCode]) -> Void
  ) throws(FrameScannerError) {
    try start(source: source) { (event: ScannerEvent) in
      if case .codes(let codes) = event { onCodes(codes) }
    }
  }

  /// Starts to scan, and tells everything that happens.
  ///
  /// - Throws: ``FrameScannerError/alreadyRunning``.
  public func start(
    source: some FrameSource, onEvent: @escaping @Sendable (ScannerEvent) -> Void
  ) throws(FrameScannerError) {
    try start(source, Abandonment()) { event, _ in onEvent(event) }
  }

  /// Starts to scan, and tells everything that happens with the frame in which it did; the end has none.
  ///
  /// - Throws: ``FrameScannerError/alreadyRunning``.
  package func start(
    source: some FrameSource, onEventInFrame: @escaping @Sendable (ScannerEvent, Frame?) -> Void
  ) throws(FrameScannerError) {
    try start(source, Abandonment(), onEventInFrame)
  }

  private func start(
    _ source: some FrameSource, _ abandonment: Abandonment,
    _ onEvent: @escaping @Sendable (ScannerEvent, Frame?) -> Void
  ) throws(FrameScannerError) {
    if let scan, scan.abandonment.isSet.load(ordering: .acquiring) { end(scan.number, .stopped) }
    guard scan == nil else { throw .alreadyRunning }
    started += 1
    let number = started
    scan = Scan(
      number: number, onEvent: onEvent, abandonment: abandonment,
      state: StreamState(policy: options.policy, rules: options.rules))
    self.source = source
    judged = nil
    work = Task { await self.run(source, number) }
  }

  /// Scans and gives the codes as a sequence, which ends with the scan; to leave its loop stops the scan.
  ///
  /// The sequence throws ``FrameScannerError/alreadyRunning`` if another scan is running, and
  /// ``FrameScannerError/sourceFailed(_:)`` if the source fails.
  public nonisolated func codes(
    of source: some FrameSource
  ) -> AsyncThrowingStream<ScannedCode, any Error> {
    AsyncThrowingStream { continuation in
      let abandonment = Abandonment()
      Task {
        do throws(FrameScannerError) {
          try await self.start(source, abandonment) { event, _ in
            switch event {
            case .codes(let codes): for code in codes { continuation.yield(code) }
            case .ended(.sourceFailed(let message), _):
              continuation.finish(throwing: FrameScannerError.sourceFailed(message))
            case .ended: continuation.finish()
            case .failure: break
            }
          }
          // Left before it began.
          if abandonment.isSet.load(ordering: .acquiring) { await self.stop(abandonment) }
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { reason in
        guard case .cancelled = reason else { return }
        abandonment.isSet.store(true, ordering: .releasing)
        Task { await self.stop(abandonment) }
      }
    }
  }

  private func stop(_ abandonment: Abandonment) {
    if let scan, scan.abandonment === abandonment { end(scan.number, .stopped) }
  }

  /// Stops. Nothing is called any more once it has returned; a decoder that is at work finishes for
  /// nobody.
  ///
  /// - Returns: The counts of frames; `nil` if nothing was running.
  @discardableResult
  public func stop() -> FrameCounts? {
    scan.flatMap { end($0.number, .stopped) }
  }

  /// The counts of frames so far; `nil` if nothing is running.
  public var counts: FrameCounts? { scan?.state.counts }

  /// The frame that is being judged now or was judged last, upright; `nil` before the first one.
  public func snapshot() -> Snapshot? {
    judged.map { Snapshot($0) }
  }

  /// Asks the source for something that only a camera can do.
  ///
  /// - Returns: False if nothing is running or the source cannot do it.
  public func request(_ request: SourceRequest) async -> Bool {
    guard let source else { return false }
    return await source.request(request)
  }

  // MARK: - A scan

  private func run(_ source: some FrameSource, _ number: Int) async {
    var ending = ScannerEvent.Ending.sourceEnded
    do {
      for try await frame in source.frames {
        guard isRunning(number) else { return }
        // A source that waits is on its own clock; one that does not is on everybody's.
        let isBusy = source.isLive ? scan?.isDecoding : nil
        if scan?.state.offer(frame.time, isBusy: isBusy) ?? false {
          let decode = startDecoding(frame, number)
          guard source.isLive, case .latest = options.policy else {
            await decode.value
            continue
          }
        }
        if scan?.state.isDone ?? true { break }
      }
      if scan?.state.isDone == true { ending = .rulesMet }
    } catch {
      // A stopped scan is no longer this one; a source may also cancel itself.
      ending = .sourceFailed("\(error)")
    }
    await decoding?.value
    end(number, ending)
  }

  private func isRunning(_ number: Int) -> Bool { scan?.number == number }

  private func startDecoding(_ frame: Frame, _ number: Int) -> Task<Void, Never> {
    scan?.isDecoding = true
    judged = frame
    let earlier = decoding
    let decode = Task {
      await earlier?.value
      guard self.isRunning(number) else { return }
      self.finish(await self.judge.judge(frame), of: frame, number)
    }
    decoding = decode
    return decode
  }

  private func finish(_ judgement: FrameJudgement, of frame: Frame, _ number: Int) {
    guard isRunning(number) else { return }
    scan?.isDecoding = false
    for event in scan?.state.take(judgement, of: frame) ?? [] { scan?.onEvent(event, frame) }
    if scan?.state.isDone == true { end(number, .rulesMet) }
  }

  @discardableResult
  private func end(_ number: Int, _ ending: ScannerEvent.Ending) -> FrameCounts? {
    guard let ended = scan, ended.number == number else { return nil }
    scan = nil
    source = nil
    work?.cancel()
    ended.onEvent(.ended(ending, ended.state.counts), nil)
    return ended.state.counts
  }
}
