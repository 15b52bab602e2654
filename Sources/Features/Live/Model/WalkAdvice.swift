import Foundation
import Reporting
import Statistics

/// The next step of a walk-away.
struct WalkAdvice: Encodable, Hashable, Sendable {
  /// The step, as a sentence.
  let text: String
  /// True once more steps would tell little.
  let isEnough: Bool

  /// An interval is narrow if its upper end is at most so many times the lower one.
  private static let narrow = 1.25
  /// The time without a reading after which a walk has passed beyond the last one, in seconds.
  private static let beyond = 5.0
  /// The time without a reading after which nobody is at it any more, in seconds.
  private static let pause = 1.0

  /// Advises on a walk.
  ///
  /// - Parameter decoders: The decoders by name, each with the time since it read the symbol, in seconds; `nil` if it
  ///   never has.
  init(_ decoders: [(name: String, summary: WalkSummary, silence: Double?)]) {
    let readers = decoders.filter { $0.summary.reads > 0 }
    guard let silence = readers.compactMap(\.silence).min() else {
      self.init("Nobody has read it on this walk: come nearer.", isEnough: false)
      return
    }
    if readers.allSatisfy({ Self.isNarrow($0.summary) }) {
      self.init(
        "Enough: the intervals are narrow. Press End and save.", isEnough: true)
    } else if silence >= Self.beyond {
      self.init(
        "Enough: nobody has read it for \(Int(silence)) s. Press End and save; or, for narrower intervals, come "
          + "back near and walk away once more, more slowly.", isEnough: true)
    } else if silence >= Self.pause {
      let rest = Int((Self.beyond - silence).rounded(.up))
      self.init("Nobody reads it now. Stay in view for \(rest) s more.", isEnough: false)
    } else {
      let who = readers.filter { $0.silence.map { $0 < Self.pause } ?? false }.map(\.name)
      self.init(
        "\(Words.list(who)) still \(who.count == 1 ? "reads" : "read") it. Move away slowly.",
        isEnough: false)
    }
  }

  private init(_ text: String, isEnough: Bool) { (self.text, self.isEnough) = (text, isEnough) }

  private static func isNarrow(_ summary: WalkSummary) -> Bool {
    guard let half = summary.half, let lower = half.lower, let upper = half.upper,
      summary.reliable?.upper != nil
    else { return false }
    return upper <= narrow * lower
  }
}
