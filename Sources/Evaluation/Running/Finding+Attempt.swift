import Base
import Corpora
import DecoderKit
import Judging
import PluginHost
import Results
import Symbols

extension Finding {
  /// Judges a decoder's attempt at a sample; `nil` when the decoder was not really tried.
  ///
  /// Symbols of symbologies that the decoder does not read are not part of the verdict.
  package init?(_ selected: SelectedAttempt, of sample: Sample, by identity: DecoderIdentity) {
    switch selected.attempt.outcome {
    case .readings(let readings):
      if let aim = sample.aim {
        self.init(readings, unplaced: selected.unplaced, aim: aim, of: sample)
      } else {
        self.init(readings, of: sample, by: identity)
      }
    case .failed(let message, let diagnostics):
      self.init(.failed, detail: Self.storable(message), printed: Self.printed(diagnostics))
    case .crashed(let ending, let diagnostics):
      self.init(.crash, detail: Self.storable("\(ending)"), printed: Self.printed(diagnostics))
    case .timedOut:
      self.init(.timeout)
    case .givenUp, .lost, .stopped, .notStarted:
      return nil
    }
    if sample.judgesMeaning, meanings == nil {
      meanings = Self.letters(
        sample.truth.expected.map { _ in nil }, Self.areReadable(sample, identity))
    }
  }

  /// Judges an attempt of which all readings are kept.
  package init?(_ attempt: DecodeAttempt, of sample: Sample, by identity: DecoderIdentity) {
    self.init(SelectedAttempt(attempt: attempt), of: sample, by: identity)
  }

  /// By symbol: true if the decoder reads its symbology. A single symbol is only given to decoders that
  /// do.
  private static func areReadable(_ sample: Sample, _ identity: DecoderIdentity) -> [Bool] {
    let expected = sample.truth.expected
    guard expected.count > 1 else { return expected.map { _ in true } }
    return expected.map { $0.symbology.map(identity.supports) ?? true }
  }

  /// The characters of verdicts on meanings; symbols that were not judged have no verdict.
  private static func letters(_ verdicts: [MeaningVerdict?], _ isJudged: [Bool]) -> String {
    var rest = verdicts[...]
    return String(
      isJudged.map { isJudged in
        isJudged
          ? (rest.popFirst() ?? nil)?.rawValue ?? MeaningVerdict.absent
          : MeaningVerdict.unsupported
      })
  }

  private init(_ readings: [Reading], of sample: Sample, by identity: DecoderIdentity) {
    let expected = sample.truth.expected
    guard expected.count > 1 else {
      let judgement = TruthMatching.judge(readings, against: sample.truth)
      self.init(judgement)
      outlines = judgement.outlines(readings, of: expected)
      if sample.judgesMeaning {
        meanings = Self.letters(judgement.meanings(readings, of: expected), [true])
      }
      return
    }
    let isReadable = Self.areReadable(sample, identity)
    var truth = sample.truth
    truth.expected = zip(expected, isReadable).filter(\.1).map(\.0)
    // Readings of the other symbols are not errors, should the decoder read them after all.
    if truth.expected.count < expected.count { truth.isComplete = false }
    let judgement = TruthMatching.judge(readings, against: truth)
    self.init(judgement)
    var outcomes = judgement.symbols.map { SymbolOutcome($0.verdict) }[...]
    symbols = String(
      isReadable.map { ($0 ? outcomes.popFirst() ?? .missed : .unsupported).rawValue })
    outlines = judgement.outlines(readings, of: truth.expected)?.spread(over: isReadable)
    if sample.judgesMeaning {
      meanings = Self.letters(judgement.meanings(readings, of: truth.expected), isReadable)
    }
  }

  /// Judges what is left of the readings once one symbol was to be chosen.
  private init(_ readings: [Reading], unplaced: Int, aim: SampleAim, of sample: Sample) {
    guard !readings.isEmpty || unplaced == 0 else {
      self.init(
        .cannotSelect,
        detail: unplaced == 1
          ? "1 reading without a place"
          : "\(unplaced) readings without a place")
      return
    }
    let judgement = TruthMatching.judgeSelection(readings, of: aim.target, in: sample.truth)
    self.init(judgement)
    if judgement.verdict == .read {
      outlines = judgement.outlines(readings, of: [sample.truth.expected[aim.target]])
    }
  }

  private init(_ judgement: Judgement) {
    self.init(
      judgement.verdict, isStrict: judgement.isStrict, misreadClass: judgement.misreadClass,
      extras: judgement.extras,
      detail: judgement.misreading.map { reading in
        let name = reading.symbology.map(\.description) ?? "symbology not said"
        return Self.storable("\(name): \(reading.bytes.readable)")
      })
  }

  private static func printed(_ diagnostics: String) -> String? {
    diagnostics.isEmpty ? nil : storable(diagnostics)
  }

  /// The most bytes that are kept of a text.
  private static let mostBytes = 4096

  /// Makes a plugin's text fit for the store: without NUL characters, at which texts end there, and cut after
  /// 4 KiB, with the length and the digest of the whole.
  static func storable(_ text: String) -> String {
    let text = text.replacing("\0", with: "\u{FFFD}")
    guard text.utf8.count > mostBytes else { return text }
    let bytes = Array(text.utf8)
    let kept = String(decoding: bytes.prefix(mostBytes), as: UTF8.self)
    // A character that was cut in two.
    let whole = kept.hasSuffix("\u{FFFD}") ? String(kept.dropLast()) : kept
    return whole + "… (\(bytes.count) bytes, SHA-256 \(ContentHash.sha256(of: bytes)))"
  }
}

extension Judgement {
  /// Returns the fits of the corners of all symbols that were read; `nil` if none was read, or no true
  /// outline is known.
  fileprivate func outlines(
    _ readings: [Reading], of expected: [ExpectedSymbol]
  ) -> SymbolOutlines? {
    let isMeasured = zip(symbols, expected).contains {
      $0.verdict == .read && $1.corners != nil && $1.extent != nil
    }
    guard isMeasured else { return nil }
    let fits = zip(symbols, expected).map { found, symbol -> OutlineFit? in
      guard found.verdict == .read, let index = found.reading else { return nil }
      return readings[index].corners.flatMap { OutlineMatching.fit($0, to: symbol) }
    }
    return fits.count == 1 ? SymbolOutlines(fits[0]) : SymbolOutlines(fits)
  }
}

extension SymbolOutlines {
  /// The same fits in a longer list of symbols, of which only some were judged.
  fileprivate func spread(over isJudged: [Bool]) -> SymbolOutlines {
    var next = 0
    return SymbolOutlines(
      isJudged.map { isJudged -> OutlineFit? in
        guard isJudged else { return nil }
        defer { next += 1 }
        return self[next]
      })
  }
}

extension SymbolOutcome {
  fileprivate init(_ verdict: Verdict) {
    switch verdict {
    case .read: self = .read
    case .misread: self = .misread
    default: self = .missed
    }
  }
}
