import DecoderKit
import Judging
import PluginHost
import Results
import Symbols

/// The kind of a failure.
struct HuntSignature: Hashable, Sendable {
  /// `noRead`, `misread`, `crash`, `timeout` or `failed`.
  let verdict: Verdict
  /// The class of a misread, or the telling words of what was printed; else empty.
  let text: String

  /// The kind that stands for all of a verdict that are not told apart.
  static func others(_ verdict: Verdict) -> HuntSignature {
    HuntSignature(verdict: verdict, text: ErrorSignature.others(verdict).text)
  }

  /// True if a failure is of this kind.
  func holds(_ failure: HuntSignature) -> Bool {
    self == failure || self == .others(failure.verdict)
  }
}

/// A decoder's answer to a perfect symbol.
enum HuntAnswer: Sendable {
  /// The data is right.
  ///
  /// - hasPhantom: Something else is read beside it.
  /// - isOtherCharset: The text is right in another charset than the symbol's: an interpretation, which is
  ///   counted apart and is no failure.
  case read(hasPhantom: Bool, isOtherCharset: Bool)
  /// The symbol is missed, misread, or ends the decoder; with the ending or what was read.
  case failed(HuntSignature, detail: String?)
  /// The decoder could not be tried, for this reason.
  case untried(String)

  /// Judges an attempt.
  init(_ attempt: DecodeAttempt, of expected: ExpectedSymbol) {
    switch attempt.outcome {
    case .readings(let readings): self.init(readings, of: expected)
    case .crashed(let ending, let diagnostics):
      self.init(
        Finding(.crash, detail: "\(ending)", printed: diagnostics.isEmpty ? nil : diagnostics))
    case .failed(let message, let diagnostics):
      self.init(Finding(.failed, detail: message, printed: diagnostics.isEmpty ? nil : diagnostics))
    case .timedOut: self.init(Finding(.timeout))
    case .notStarted(let error): self = .untried(error.message)
    case .lost(let reason): self = .untried(reason)
    case .givenUp, .stopped: self = .untried("interrupted")
    }
  }

  private init(_ broken: Finding) {
    let text = broken.verdict == .timeout ? "" : ErrorSignature(broken).text
    self = .failed(HuntSignature(verdict: broken.verdict, text: text), detail: broken.detail)
  }

  private init(_ readings: [Reading], of expected: ExpectedSymbol) {
    let judgement = TruthMatching.judge(readings, against: expected)
    let isOtherCharset = judgement.misreadClass == .charsetOnly
    guard judgement.verdict != .read, !isOtherCharset else {
      self = .read(hasPhantom: judgement.extras.wrong > 0, isOtherCharset: isOtherCharset)
      return
    }
    let signature = HuntSignature(
      verdict: judgement.verdict, text: judgement.misreadClass?.rawValue ?? "")
    self = .failed(
      signature,
      detail: judgement.misreading.map {
        "\($0.symbology.map(\.description) ?? "a code"): \($0.bytes.readable)"
      })
  }

  /// The kind of failure; `nil` if it is none.
  var signature: HuntSignature? {
    if case .failed(let signature, _) = self { signature } else { nil }
  }
}
