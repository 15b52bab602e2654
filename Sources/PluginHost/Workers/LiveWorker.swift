import Base
import DecoderKit
import Foundation

/// A worker process that has introduced itself and taken its options.
package final class LiveWorker {
  /// The identity that the worker reports.
  package let identity: DecoderIdentity

  private let settings: WorkerSettings
  private var connection: WorkerConnection
  private var conversation: Conversation
  /// The sizes in bytes of the requests that have no answer yet.
  private var underWay: [Int] = []

  /// Starts the process and goes through the handshake.
  ///
  /// - Throws: ``PluginError`` that says what the plugin did instead.
  package init(settings: WorkerSettings, stop: StopSignal) throws(PluginError) {
    self.settings = settings
    let process = try WorkerProcess(settings)
    var connection = WorkerConnection(process: process, stop: stop)
    var conversation = Conversation()
    do throws(PluginError) {
      identity = try Self.shakeHands(&connection, &conversation, settings: settings)
    } catch {
      var error = error
      // Asked before the process is ended from here.
      let endedByItself = process.hasEnded
      let ending = process.end()
      error.wasKilledFromOutside = endedByItself && ending?.isFromOutside == true
      throw error
    }
    process.decoderName = identity.name
    self.connection = connection
    self.conversation = conversation
  }

  private static func shakeHands(
    _ connection: inout WorkerConnection, _ conversation: inout Conversation,
    settings: WorkerSettings
  ) throws(PluginError) -> DecoderIdentity {
    let deadline = monotonicNanoseconds() + settings.startDeadlineNanoseconds
    connection.send(OutgoingFrame(.hello(version: PluginProtocol.version)))
    var introduced: DecoderIdentity?
    do throws(ProtocolViolation) {
      while true {
        let delivery = try connection.receive(before: deadline)
        guard case .message(let answer) = delivery else {
          if case .closed = delivery { _ = connection.process.endsByItself() }
          throw ProtocolViolation(delivery.duringHandshake(connection.diagnosticsTail()))
        }
        switch try conversation.receive(answer) {
        case .introduced(let identity):
          // Names appear in tables, file names and commands.
          let isPlain = identity.name.allSatisfy {
            $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-")
          }
          guard isPlain, (1...64).contains(identity.name.count) else {
            throw ProtocolViolation(
              "calls itself \"\(identity.name.prefix(80))\"; a name is 1 to 64 lower-case letters, "
                + "digits and hyphens")
          }
          introduced = identity
          connection.send(OutgoingFrame(.configure(options: settings.options)))
        case .ready:
          guard let introduced else { preconditionFailure("ready comes after an introduction") }
          return introduced
        case .refused(let reason):
          throw ProtocolViolation("says: \(reason)")
        case .answered:
          preconditionFailure("no image was sent")
        }
      }
    } catch {
      let isBounded = connection.process.protections.contains(.reading)
      let refused = isBounded ? RefusedRead.note(in: error.description, of: settings.program) : ""
      throw PluginError(.unavailable, "the plugin \(settings.program.label) \(error)\(refused)")
    }
  }

  /// The kinds of protection that hold for the process.
  var protections: WorkerProtections { connection.process.protections }

  /// The process's number.
  package var processIdentifier: Int32 { connection.process.identifier }

  /// Called now and then while an answer is waited for; never for answers that come within 50 ms.
  package var whileWaiting: (() -> Void)? {
    get { connection.whileWaiting }
    set { connection.whileWaiting = newValue }
  }

  /// Sends images, as many ahead of the answers as the plugin takes, and waits for the answers.
  ///
  /// - Returns: The attempts of the first images, in order, and true if the process can take another
  ///   image. If not, the last attempt is that of the image that ended it; the images after it are not
  ///   tried.
  package func decode(
    _ requests: ArraySlice<PendingDecode>
  ) -> (attempts: [DecodeAttempt], isUsable: Bool) {
    var attempts: [DecodeAttempt] = []
    var rest = requests
    var turn = DecodeTurn()
    // An answer that is there before its question was made without it.
    if conversation.isIdle, connection.hasOutput() {
      return ([breach(ProtocolViolation("sent something before it was asked"))], false)
    }
    while attempts.count < requests.count {
      while conversation.canStartDecoding, let request = rest.popFirst() { send(request) }
      let (attempt, isUsable) = nextAttempt(&turn)
      attempts.append(attempt)
      guard isUsable else { return (attempts, false) }
    }
    return (attempts, true)
  }

  private func send(_ request: PendingDecode) {
    let image = request.image
    // An answer that was made before the question cannot know it.
    let nonce = conversation.takesNonces ? Int.random(in: 1..<PluginProtocol.nonceLimit) : nil
    let frame = OutgoingFrame(
      .decode(
        DecodeRequest(
          id: conversation.startDecoding(nonce: nonce), width: image.width,
          height: image.height, rowStride: image.rowStride, hints: request.hints, nonce: nonce)),
      image: image)
    underWay.append(frame.byteCount)
    connection.send(frame)
  }

  /// Waits for the answer to the first request that has none.
  private func nextAttempt(_ turn: inout DecodeTurn) -> (DecodeAttempt, isUsable: Bool) {
    var attempt = DecodeAttempt(outcome: .timedOut)
    do throws(ProtocolViolation) {
      let delivery = try connection.receive(
        before: turn.start + settings.decodeDeadlineNanoseconds)
      attempt.exchangeNanoseconds = turn.next()
      switch delivery {
      case .message(let message):
        if case .decoding(_, let id, let last) = conversation.state,
          last - id < connection.unsent
        {
          throw ProtocolViolation("answered before it had taken the whole request")
        }
        // Later requests may wait in the pipe; of this one nothing may.
        guard connection.unreadBytes <= underWay.dropFirst().reduce(0, +) else {
          throw ProtocolViolation("answered before it had read the whole request")
        }
        if !underWay.isEmpty { underWay.removeFirst() }
        return try finish(attempt, &turn, with: conversation.receive(message))
      case .closed(let insideFrame):
        attempt.outcome = outcomeOfClosing(insideFrame: insideFrame)
        if case .crashed(let ending, _) = attempt.outcome {
          attempt.wasKilledFromOutside = ending.isFromOutside
        }
      case .deadlinePassed:
        // Decided before the kill, so that the kill is never taken for a crash.
        attempt.outcome = .timedOut
        connection.process.end()
      case .stopped:
        attempt.outcome = .stopped
        connection.process.end()
      }
    } catch {
      attempt = breach(error)
    }
    return (attempt, false)
  }

  /// Ends the process because it broke the protocol.
  private func breach(_ violation: ProtocolViolation) -> DecodeAttempt {
    defer { connection.process.end() }
    return DecodeAttempt(
      outcome: .failed(
        "broke the protocol: the plugin \(violation)", diagnostics: diagnosticsTail()))
  }

  /// Asks the process to exit and ends it if it does not.
  package func hangUp() {
    connection.process.hangUp()
  }

  private func finish(
    _ attempt: DecodeAttempt, _ turn: inout DecodeTurn, with event: Conversation.Event
  ) -> (DecodeAttempt, isUsable: Bool) {
    var attempt = attempt
    switch event {
    case .answered(let result):
      // A plugin's clock may jump, so the times that it reports are limited to possible ones.
      // `harness plugin check` tells the plugin's author.
      let (most, mostProcessorTime) = (turn.unclaimed, turn.unclaimedProcessorTime)
      attempt.wallNanoseconds = min(max(result.wallNanoseconds, 0), most)
      attempt.cpuNanoseconds = min(max(result.cpuNanoseconds, 0), mostProcessorTime)
      attempt.hasImpossibleTimes =
        min(result.wallNanoseconds, result.cpuNanoseconds) < 0
        || result.wallNanoseconds - Self.clockError > most
        || result.cpuNanoseconds - Self.clockError > mostProcessorTime
      turn.claim(wall: attempt.wallNanoseconds, cpu: attempt.cpuNanoseconds)
      attempt.isAnswered = true
      switch result.outcome {
      case .success(let readings): attempt.outcome = .readings(readings)
      case .failure(let error):
        attempt.outcome = .failed(namingRefusal(connection.process.neutral(error.message)))
      }
      return (attempt, true)
    case .refused(let reason):
      attempt.outcome = .failed(
        namingRefusal("gave up: \(connection.process.neutral(reason))"),
        diagnostics: diagnosticsTail())
      connection.process.end()
      return (attempt, false)
    case .introduced, .ready:
      preconditionFailure("the conversation is past its handshake")
    }
  }

  /// What the plugin printed last, with the read that the sandbox refused.
  private func diagnosticsTail() -> String { namingRefusal(connection.diagnosticsTail()) }

  private func namingRefusal(_ words: String) -> String {
    protections.contains(.reading) ? RefusedRead.completed(words, of: settings.program) : words
  }

  /// The difference in nanoseconds that clocks of different processors may have.
  private static let clockError = 1_000_000

  private func outcomeOfClosing(insideFrame: Bool) -> DecodeAttempt.Outcome {
    let endedByItself = connection.process.endsByItself()
    let diagnostics = diagnosticsTail()
    let ending = connection.process.end()
    switch ending {
    case .exited where insideFrame:
      return .failed(
        "broke the protocol: the plugin closed its output inside a frame", diagnostics: diagnostics)
    case .some(let ending) where endedByItself:
      return .crashed(ending, diagnostics: diagnostics)
    default:
      return .failed(
        "broke the protocol: the plugin closed its output and went on running",
        diagnostics: diagnostics)
    }
  }
}

/// An image that waits for its decode, with the caller's hints.
package struct PendingDecode {
  let image: GrayImage
  let hints: DecodeHints
  /// True for an image that is no sample: whatever comes of it does not count as a death or a life.
  let isProbe: Bool

  package init(_ image: GrayImage, hints: DecodeHints = .none, isProbe: Bool = false) {
    (self.image, self.hints, self.isProbe) = (image, hints, isProbe)
  }

  /// A request for an empty image with the size, the background and the hints of this one.
  package var blank: PendingDecode {
    PendingDecode(
      GrayImage(
        width: image.width, height: image.height, filledWith: image.pixels.first ?? .max),
      hints: hints, isProbe: true)
  }
}

/// The time that a worker has had since the answer before the one that is waited for.
private struct DecodeTurn {
  /// The time of the last answer, on the clock of ``monotonicNanoseconds()``; at first, of the first
  /// request.
  private(set) var start = monotonicNanoseconds()
  /// The time since the first request that no answer has claimed as its decode time. Two answers may be
  /// there at once: the second one's time passed before the first was seen.
  private(set) var unclaimed = 0
  /// The time of all processors since then that no answer has claimed as its CPU time.
  private(set) var unclaimedProcessorTime = 0

  /// The processors of the machine: an upper bound of the threads that run at the same time.
  private static let processors = ProcessInfo.processInfo.processorCount

  /// Ends the turn of one answer and starts the next.
  ///
  /// - Returns: Its length in nanoseconds.
  mutating func next() -> Int {
    let now = monotonicNanoseconds()
    defer { start = now }
    unclaimed += now - start
    unclaimedProcessorTime += (now - start) * Self.processors
    return now - start
  }

  mutating func claim(wall: Int, cpu: Int) {
    unclaimed -= wall
    unclaimedProcessorTime -= cpu
  }
}

extension WorkerConnection.Delivery {
  /// The failure of the handshake, as the end of "the plugin …".
  fileprivate func duringHandshake(_ diagnostics: String) -> String {
    switch self {
    case .message: preconditionFailure("a message is no failure")
    case .closed: "ended before it was ready" + printed(diagnostics)
    case .deadlinePassed: "did not become ready in time" + printed(diagnostics)
    case .stopped: "was not waited for: the run was asked to stop"
    }
  }
}

/// The plugin's output on standard error, worded to follow a sentence.
private func printed(_ diagnostics: String) -> String {
  diagnostics.isEmpty ? "" : "; it printed: \(diagnostics)"
}
