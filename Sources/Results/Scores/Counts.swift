/// The numbers of verdicts of each kind.
public struct Counts: Hashable, Sendable, Codable {
  /// Samples that the plan gave to the decoder.
  public var planned: Int
  /// Samples with a verdict.
  public var tried: Int
  /// Images whose symbols were all read correctly, by canonical matching.
  public var read: Int
  /// Those of them that strict matching counts as read too.
  public var strictRead: Int
  /// Images in which a symbol was not found, and none misread.
  public var noRead: Int
  /// Images in which a symbol was misread.
  public var misread: Int
  /// Crashes of the worker.
  public var crash: Int
  /// Timeouts: no answer within the deadline.
  public var timeout: Int
  /// Failures that the adapter reported, and violations of the protocol.
  public var failed: Int
  /// Images without a symbol in which nothing was read.
  public var clean: Int
  /// Images without a symbol in which something was read.
  public var falsePositive: Int
  /// Images of unknown truth in which something was read.
  public var detected: Int
  /// Images of unknown truth in which nothing was read.
  public var undetected: Int
  /// Images at which a worker died before a fresh one gave the verdict.
  public var retried: Int
  /// Further readings of symbols already found.
  public var duplicates: Int
  /// Wrong readings beside those that were judged.
  public var wrongExtras: Int
  /// Further readings in images whose truth may not name all symbols.
  public var unjudgedExtras: Int
  /// Misreads by ``MisreadClass``; `nil` when there are none.
  public var misreadClasses: [String: Int]?
  /// Counts of the single symbols of images with several; `nil` where there are no such images.
  public var symbols: SymbolCounts?
  /// Misreads and false positives over samples tried whose truth is known; `nil` when there is none.
  public var misreadRate: Double?
  /// Exact one-sided 95 % upper bound of the misread rate.
  public var misreadUpperBound: Double

  package init(
    planned: Int, tried: Int, read: Int, strictRead: Int, noRead: Int, misread: Int, crash: Int,
    timeout: Int, failed: Int, clean: Int, falsePositive: Int, detected: Int, undetected: Int,
    retried: Int, duplicates: Int, wrongExtras: Int, unjudgedExtras: Int,
    misreadClasses: [String: Int]? = nil, symbols: SymbolCounts? = nil, misreadRate: Double? = nil,
    misreadUpperBound: Double
  ) {
    self.planned = planned
    self.tried = tried
    self.read = read
    self.strictRead = strictRead
    self.noRead = noRead
    self.misread = misread
    self.crash = crash
    self.timeout = timeout
    self.failed = failed
    self.clean = clean
    self.falsePositive = falsePositive
    self.detected = detected
    self.undetected = undetected
    self.retried = retried
    self.duplicates = duplicates
    self.wrongExtras = wrongExtras
    self.unjudgedExtras = unjudgedExtras
    self.misreadClasses = misreadClasses
    self.symbols = symbols
    self.misreadRate = misreadRate
    self.misreadUpperBound = misreadUpperBound
  }

  /// Images on which the decoder succeeded; see ``Verdict/isSuccess``.
  public var successes: Int { read + clean + detected }
  /// Images of which it is known what they hold; errors are among them where any image has a truth.
  public var judged: Int {
    Self.judged(ofTried: tried, unknown: detected + undetected, broken: broken)
  }
  /// True if nothing but errors and images of unknown contents was tried.
  package var isUnjudged: Bool { tried > 0 && (judged == 0 || tried == broken) }
  package static func judged(ofTried tried: Int, unknown: Int, broken: Int) -> Int {
    unknown == 0 || tried > unknown + broken ? tried - unknown : 0
  }
  /// Images on which the decoder succeeded, of those.
  public var judgedSuccesses: Int { read + clean }
  /// Misreads and false positives.
  public var falseAnswers: Int { misread + falsePositive }
  /// Errors: crashes, timeouts and failures.
  public var broken: Int { crash + timeout + failed }
}

extension Counts {
  /// The key of an encoder's user info that asks for counts of 0 to be left out.
  package static let leavesOutZeros: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "counts.leavesOutZeros") else {
      preconditionFailure("every text is a key")
    }
    return key
  }()

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case planned, tried, read, strictRead, noRead, misread, crash, timeout, failed, clean
    case falsePositive, detected, undetected, retried, duplicates, wrongExtras, unjudgedExtras
    case misreadClasses, symbols, misreadRate, misreadUpperBound
  }

  private static let numbers: [(CodingKeys, WritableKeyPath<Counts, Int> & Sendable)] = [
    (.planned, \.planned), (.tried, \.tried), (.read, \.read), (.strictRead, \.strictRead),
    (.noRead, \.noRead), (.misread, \.misread), (.crash, \.crash), (.timeout, \.timeout),
    (.failed, \.failed), (.clean, \.clean), (.falsePositive, \.falsePositive),
    (.detected, \.detected), (.undetected, \.undetected), (.retried, \.retried),
    (.duplicates, \.duplicates), (.wrongExtras, \.wrongExtras),
    (.unjudgedExtras, \.unjudgedExtras),
  ]

  /// Reads counts; those that are absent are 0.
  public init(from decoder: any Swift.Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      planned: 0, tried: 0, read: 0, strictRead: 0, noRead: 0, misread: 0, crash: 0, timeout: 0,
      failed: 0, clean: 0, falsePositive: 0, detected: 0, undetected: 0, retried: 0,
      duplicates: 0, wrongExtras: 0, unjudgedExtras: 0,
      misreadClasses: try container.decodeIfPresent(
        [String: Int].self, forKey: .misreadClasses),
      symbols: try container.decodeIfPresent(SymbolCounts.self, forKey: .symbols),
      misreadRate: try container.decodeIfPresent(Double.self, forKey: .misreadRate),
      misreadUpperBound: try container.decode(Double.self, forKey: .misreadUpperBound))
    for (key, number) in Self.numbers {
      self[keyPath: number] = try container.decodeIfPresent(Int.self, forKey: key) ?? 0
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let leavesOutZeros = encoder.userInfo[Self.leavesOutZeros] != nil
    for (key, number) in Self.numbers where !leavesOutZeros || self[keyPath: number] != 0 {
      try container.encode(self[keyPath: number], forKey: key)
    }
    try container.encodeIfPresent(misreadClasses, forKey: .misreadClasses)
    try container.encodeIfPresent(symbols, forKey: .symbols)
    try container.encodeIfPresent(misreadRate, forKey: .misreadRate)
    try container.encode(misreadUpperBound, forKey: .misreadUpperBound)
  }
}

/// Counts of single symbols in images with several.
public struct SymbolCounts: Hashable, Sendable, Codable {
  /// Symbols read correctly.
  public var read: Int
  /// Symbols not found.
  public var missed: Int
  /// Symbols read as something else.
  public var misread: Int
  /// Symbols of symbologies that the decoder does not read.
  public var unsupported: Int

  package init(read: Int, missed: Int, misread: Int, unsupported: Int) {
    self.read = read
    self.missed = missed
    self.misread = misread
    self.unsupported = unsupported
  }
}
