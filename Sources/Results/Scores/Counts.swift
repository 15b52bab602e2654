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
  /// Misreads and false positives over samples tried; `nil` when none was tried.
  public var misreadRate: Double?
  /// Exact one-sided 95 % upper bound of the misread rate.
  public var misreadUpperBound: Double

  /// Makes one from its parts.
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
  /// Misreads and false positives.
  public var falseAnswers: Int { misread + falsePositive }
  /// Errors: crashes, timeouts and failures.
  public var broken: Int { crash + timeout + failed }
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

  /// Makes one from its parts.
  package init(read: Int, missed: Int, misread: Int, unsupported: Int) {
    self.read = read
    self.missed = missed
    self.misread = misread
    self.unsupported = unsupported
  }
}
