import PluginHost
import Results

/// The empty images that are mixed in among one decoder's samples in one lane, where no decoder can tell
/// beforehand.
///
/// Nothing is read in them. A decoder that answers without having looked does not know which they are.
struct BlankImages {
  /// The share of samples that an empty image goes with.
  static let share = 0.0025

  private(set) var conduct: DecoderConduct
  private var isFirst = true

  init(label: String) { conduct = DecoderConduct(label: label) }

  /// The place of an empty image among a number of samples, from 0 to that number; `nil` for none. The first
  /// samples of a lane always have one.
  mutating func place(among samples: Int) -> Int? {
    guard isFirst || Double.random(in: 0..<1) < Self.share * Double(samples) else { return nil }
    isFirst = false
    return Int.random(in: 0...samples)
  }

  /// Notes what came of an empty image; one that was not tried says nothing.
  mutating func note(_ attempt: DecodeAttempt) {
    switch attempt.outcome {
    case .readings(let readings):
      conduct.blanks += 1
      if !readings.isEmpty { conduct.readBlanks += 1 }
    case .failed, .crashed, .timedOut: conduct.blanks += 1
    case .givenUp, .lost, .stopped, .notStarted: return
    }
    conduct.blankNanoseconds += attempt.exchangeNanoseconds
    noteTimes(attempt)
  }

  /// Notes an answer whose times cannot be.
  mutating func noteTimes(_ attempt: DecodeAttempt) {
    if attempt.hasImpossibleTimes { conduct.impossibleTimes += 1 }
  }
}
