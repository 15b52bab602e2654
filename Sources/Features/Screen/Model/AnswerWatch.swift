import DecoderKit
import Judging
import Symbols

/// Tells a scanner's answers apart: the one to the sample that is shown, and doubled, late and stray ones.
///
/// Times are handed in, on any clock that rises.
package struct AnswerWatch: Sendable {
  /// The kinds of answers.
  package enum Fate: String, Encodable, Hashable, Sendable {
    /// The answer to the sample that is shown: right, wrong, or "nothing read".
    case taken
    /// Contents that were answered already, once more.
    case doubled
    /// The contents of a sample whose time was over.
    case late
    /// No answer to anything: nothing is shown.
    case stray
  }

  /// The end of a sample's time.
  package struct Result: Hashable, Sendable {
    /// The readings; empty if the scanner read nothing, or said nothing.
    package let readings: [Reading]
    /// From the picture to the answer; `nil` if none came.
    package let duration: Duration?
  }

  /// The samples before the one that is shown whose answers may still come.
  private static let memory = 4

  private struct Past {
    let truth: Truth
    let answer: [UInt8]?
  }

  private let timeout: Duration
  private let noRead: [UInt8]
  private var shown: (truth: Truth, since: Duration)?
  private var past: [Past] = []
  /// The result of the sample that was shown last, until the next one is.
  package private(set) var result: Result?

  /// Makes a watch.
  ///
  /// - Parameter noRead: The text by which the scanner says that it reads nothing; an empty text does, too.
  package init(timeout: Duration, noRead: String = "") {
    self.timeout = timeout
    self.noRead = Array(noRead.utf8)
  }

  /// Begins a sample's time.
  package mutating func show(_ truth: Truth, at time: Duration) {
    shown = (truth, time)
    result = nil
  }

  /// Ends the time of a sample that has waited too long.
  package mutating func pass(to time: Duration) {
    guard let shown, time - shown.since >= timeout else { return }
    end(Result(readings: [], duration: nil), answer: nil)
  }

  /// Takes an answer.
  package mutating func receive(_ answer: [UInt8], at time: Duration) -> Fate {
    pass(to: time)
    let saysNothing = answer.isEmpty || answer == noRead
    if let shown {
      let duration = max(time - shown.since, .zero)
      if saysNothing {
        end(Result(readings: [], duration: duration), answer: nil)
        return .taken
      }
      let reading = Self.reading(answer, of: shown.truth)
      if !Self.matches(reading, shown.truth), let earlier = earlier(answer) { return earlier }
      end(Result(readings: [reading], duration: duration), answer: answer)
      return .taken
    }
    return saysNothing ? .stray : earlier(answer) ?? .stray
  }

  private mutating func end(_ result: Result, answer: [UInt8]?) {
    guard let shown else { return }
    self.result = result
    past = ([Past(truth: shown.truth, answer: answer)] + past).prefix(Self.memory).map(\.self)
    self.shown = nil
  }

  /// The fate of an answer that belongs to an earlier sample; `nil` if it belongs to none.
  private func earlier(_ answer: [UInt8]) -> Fate? {
    for sample in past {
      if sample.answer == answer { return .doubled }
      if Self.matches(Self.reading(answer, of: sample.truth), sample.truth) {
        return sample.answer == nil ? .late : .doubled
      }
    }
    return nil
  }

  private static func matches(_ reading: Reading, _ truth: Truth) -> Bool {
    !truth.expected.isEmpty
      && TruthMatching.judge([reading], against: truth).verdict.isSuccess
  }

  /// The reading that an answer is. A keyboard types characters: those of Latin-1 may stand for bytes.
  private static func reading(_ answer: [UInt8], of truth: Truth) -> Reading {
    let text = String(decoding: answer, as: UTF8.self)
    let plain = Reading(symbology: nil, bytes: answer, text: text)
    let scalars = text.unicodeScalars
    guard !matches(plain, truth), scalars.allSatisfy({ $0.value < 256 }) else { return plain }
    let bytes = Reading(symbology: nil, bytes: scalars.map { UInt8($0.value) }, text: text)
    return matches(bytes, truth) ? bytes : plain
  }
}
