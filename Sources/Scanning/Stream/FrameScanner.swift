import DecoderKit
import Images
import Measuring

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
    let onEvent: @Sendable (ScannerEvent) -> Void
    var state: StreamState
    var isDecoding = false
  }

  private var scan: Scan?
  private var started = 0
  private var work: Task<Void, Never>?
  private var source: (any FrameSource)?
  private var judged: Frame?

  /// Makes a scanner.
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
    guard scan == nil else { throw .alreadyRunning }
    started += 1
    let number = started
    scan = Scan(
      number: number, onEvent: onEvent,
      state: StreamState(policy: options.policy, rules: options.rules))
    self.source = source
    judged = nil
    let earlier = work
    work = Task {
      // The decoder takes one image at a time, and the last one of an earlier scan may be in work.
      await earlier?.value
      await self.run(source, number)
    }
  }

  /// Scans and gives the codes as a sequence, which ends with the scan; to leave the loop stops it.
  public nonisolated func codes(of source: some FrameSource) -> AsyncStream<ScannedCode> {
    AsyncStream { continuation in
      let start = Task {
        do {
          try await self.start(source: source) { (event: ScannerEvent) in
            switch event {
            case .codes(let codes): for code in codes { continuation.yield(code) }
            case .ended: continuation.finish()
            case .failure: break
            }
          }
        } catch {
          continuation.finish()
        }
      }
      continuation.onTermination = { reason in
        guard case .cancelled = reason else { return }
        Task {
          await start.value
          await self.stop()
        }
      }
    }
  }

  /// Stops. Nothing is called any more once it has returned; a decoder that is at work finishes for
  /// nobody.
  ///
  /// - Returns: The counts of frames; `nil` if nothing was running.
  @discardableResult
  public func stop() -> FrameCounts? {
    guard let scan else { return nil }
    work?.cancel()
    return end(scan.number, .stopped)
  }

  /// The counts of frames so far; `nil` if nothing is running.
  public var counts: FrameCounts? { scan?.state.counts }

  /// The frame that is being judged now or was judged last, upright; `nil` before the first one.
  public func snapshot() -> Snapshot? {
    judged.map { Snapshot(index: $0.index, time: $0.time, image: $0.orientation.upright($0.image)) }
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
      var decoding: Task<Void, Never>?
      for try await frame in source.frames {
        guard isRunning(number) else { return }
        // A source that waits is on its own clock; one that does not is on everybody's.
        let isBusy = source.isLive ? scan?.isDecoding : nil
        let isAdmitted = scan?.state.offer(frame.time, isBusy: isBusy) ?? false
        if isAdmitted {
          scan?.isDecoding = true
          judged = frame
          if source.isLive, case .latest = options.policy {
            decoding = Task { await self.decode(frame, number) }
          } else {
            await decode(frame, number)
          }
        }
        if scan?.state.isDone ?? true { break }
      }
      await decoding?.value
      if scan?.state.isDone == true { ending = .rulesMet }
    } catch is CancellationError {
      return
    } catch {
      ending = .sourceFailed("\(error)")
    }
    end(number, ending)
  }

  private func isRunning(_ number: Int) -> Bool { scan?.number == number }

  private func decode(_ frame: Frame, _ number: Int) async {
    let judgement = await judge.judge(frame)
    guard isRunning(number) else { return }
    scan?.isDecoding = false
    for event in scan?.state.take(judgement, of: frame) ?? [] { scan?.onEvent(event) }
    if scan?.state.isDone == true { end(number, .rulesMet) }
  }

  @discardableResult
  private func end(_ number: Int, _ ending: ScannerEvent.Ending) -> FrameCounts? {
    guard let ended = scan, ended.number == number else { return nil }
    scan = nil
    source = nil
    ended.onEvent(.ended(ending, ended.state.counts))
    return ended.state.counts
  }
}
