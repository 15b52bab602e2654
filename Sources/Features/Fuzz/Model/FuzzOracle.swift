import DecoderKit
import Judging
import PluginHost
import Results
import Symbols

/// The fault of a decoder's answer to an input.
struct FuzzFinding {
  let signature: FuzzSignature
  /// The ending, or what was read.
  let detail: String?
  /// The end of what was printed.
  let printed: String?
  /// The wrong reading; `nil` where there was no answer.
  let reading: Reading?
}

/// Decides whether an answer is a finding.
///
/// A crash, a hang and a failure of the adapter always are. A reading is, if neither the truth nor the
/// decoder's own answer to an untouched source of the input has its content, and if no change can have
/// made it legal; see ``ImageMutation/Kind/keepsSymbols``.
struct FuzzOracle {
  let sources: [FuzzSource]

  func finding(_ attempt: DecodeAttempt, of input: FuzzInput) -> FuzzFinding? {
    switch attempt.outcome {
    case .crashed(let ending, let diagnostics):
      Self.broken(.crash, "\(ending)", diagnostics)
    case .failed(let message, let diagnostics):
      Self.broken(.failed, message, diagnostics)
    case .timedOut:
      Self.broken(.timeout, nil, "")
    case .readings(let readings):
      misread(readings, of: input)
    case .givenUp, .lost, .stopped, .notStarted:
      nil
    }
  }

  private static func broken(
    _ verdict: Verdict, _ detail: String?, _ diagnostics: String
  ) -> FuzzFinding {
    let printed = diagnostics.isEmpty ? nil : diagnostics
    return FuzzFinding(
      signature: FuzzSignature(Finding(verdict, detail: detail, printed: printed)),
      detail: detail, printed: printed, reading: nil)
  }

  private func misread(_ readings: [Reading], of input: FuzzInput) -> FuzzFinding? {
    let shown = input.sources.map { sources[$0] }
    guard shown.allSatisfy(\.isJudged), input.mutations.allSatisfy(\.kind.keepsSymbols) else {
      return nil
    }
    let expected = shown.flatMap(\.truth.expected)
    let known = shown.flatMap(\.readings)
    let wrong = readings.first { reading in
      !expected.contains { TruthMatching.match(reading, $0) != nil }
        && !known.contains { $0.bytes == reading.bytes }
    }
    guard let wrong else { return nil }
    // The symbol of the same name, else the source's own.
    let meant = expected.first { $0.symbology == wrong.symbology } ?? expected.first
    let misread = FuzzSignature.Misread(
      symbology: wrong.symbology, expected: meant?.symbology,
      misreadClass: meant.map { symbol in
        TruthMatching.judge([wrong], against: Truth(expected: [symbol])).misreadClass ?? .other
      })
    return FuzzFinding(
      signature: FuzzSignature(misread), detail: wrong.bytes.readable, printed: nil, reading: wrong)
  }
}
