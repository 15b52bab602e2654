import DecoderKit
import Results
import Scanning

/// The result of one decoder on one frame, whenever that was.
struct FrameFinding: Hashable, Sendable {
  /// True if it read what the frame shows.
  var isRight = false
  /// Something that it read and the frame does not show; `nil` if there was nothing.
  var wrong: String?
  /// The time for which decoding keeps it busy, in nanoseconds.
  var nanoseconds = 0

  /// Takes an observation.
  ///
  /// CPU time does not depend on what else the machine does; a decoder that does its work elsewhere has
  /// none, and its wall-clock time counts. A decode without an answer takes as long as was waited for it.
  init(_ observation: borrowing Observation, timeoutSeconds: Double) {
    let finding = observation.finding
    isRight = finding.verdict.isSuccess
    if finding.verdict.isFalse || finding.extras.wrong > 0 { wrong = finding.detail ?? "" }
    nanoseconds =
      finding.verdict == .timeout
      ? Int(timeoutSeconds * 1e9)
      : observation.cpuNanoseconds > 0 ? observation.cpuNanoseconds : observation.wallNanoseconds
  }

  init(isRight: Bool, wrong: String? = nil, nanoseconds: Int) {
    (self.isRight, self.wrong, self.nanoseconds) = (isRight, wrong, nanoseconds)
  }
}

/// The virtual clock: it plays a stream to a decoder whose answers and decode times are known.
///
/// The frames that are decoded and the codes that are reported are decided by the scanner's own
/// `StreamState`, so that they are those of the scanner.
struct StreamPlayback {
  let rules: StreamRules
  /// The instants of the frames.
  let times: [Duration]
  /// The end of the stream.
  let end: Duration

  /// The codes in place of those that were read: one for the right one, and one for each wrong text.
  private enum Code {
    static let right = Reading(symbology: nil, bytes: [0])
    static func wrong(_ text: String) -> Reading {
      Reading(symbology: nil, bytes: [1] + Array(text.utf8))
    }
  }

  /// Plays a stream.
  ///
  /// - Parameters:
  ///   - frames: The findings, as many as there are instants.
  ///   - passage: The passage; its counts are filled in.
  func play(_ frames: [FrameFinding], into passage: inout StreamPassage) {
    var state = StreamState(policy: rules.policy, rules: rules.codeRules)
    // Where every frame is decoded, they wait for each other.
    var free = Duration.zero
    for (index, (time, frame)) in zip(times, frames).enumerated() where state.offer(time) {
      var readings: [Reading] = []
      if let wrong = frame.wrong { readings.append(Code.wrong(wrong)) }
      if frame.isRight { readings.append(Code.right) }
      let busy = Duration.nanoseconds(frame.nanoseconds)
      free = max(free, time) + busy
      passage.judged += 1
      passage.reads += frame.isRight ? 1 : 0
      passage.decodeNanoseconds += frame.nanoseconds
      let events = state.take(
        FrameJudgement(readings: readings, decodeTime: busy), frame: index, at: time)
      // What is reported after the end is too late.
      guard free <= end else { continue }
      for case .codes(let codes) in events { passage.note(codes.map(\.reading), at: free) }
    }
    if passage.firstReadNanoseconds == nil {
      passage.decodeNanosecondsToFirstRead = passage.decodeNanoseconds
    }
  }
}

extension StreamPassage {
  fileprivate mutating func note(_ readings: [Reading], at time: Duration) {
    let nanoseconds = Int(time / .nanoseconds(1))
    for reading in readings {
      if reading.bytes == [0] {
        firstReadNanoseconds = firstReadNanoseconds ?? nanoseconds
        decodeNanosecondsToFirstRead = decodeNanoseconds
      } else {
        firstWrongNanoseconds = firstWrongNanoseconds ?? nanoseconds
      }
    }
  }
}

extension StreamRules {
  /// The choice of the frames that are decoded.
  package var policy: FramePolicy {
    everyMilliseconds.map { .latest(every: .nanoseconds(Int($0 * 1e6))) } ?? .all
  }

  /// The rules by which readings become codes: each is reported once.
  package var codeRules: CodeRules {
    CodeRules(confirmations: confirmations, window: window, forgetAfter: nil)
  }
}
