/// What was found to be so: the part of an observation that does not depend on the clock.
public struct Finding: Hashable, Sendable {
  /// The verdict on the image.
  public var verdict: Verdict
  /// Whether strict matching takes it as read too, without any rule about spelling.
  public var isStrict: Bool
  /// In what way a misread is wrong; `nil` for all other verdicts.
  public var misreadClass: MisreadClass?
  /// What became of each symbol of an image with several: ``SymbolOutcome``'s letters, in the order
  /// of the image's truth. `nil` for images with one symbol or none.
  public var symbols: String?
  /// Readings beside those that were judged.
  public var extras: Extras
  /// What broke, or what was read instead, for people, without NUL characters; `nil` when there is
  /// nothing to say.
  public var detail: String?

  /// Makes a finding.
  public init(
    _ verdict: Verdict, isStrict: Bool = false, misreadClass: MisreadClass? = nil,
    symbols: String? = nil, extras: Extras = Extras(), detail: String? = nil
  ) {
    self.verdict = verdict
    self.isStrict = isStrict
    self.misreadClass = misreadClass
    self.symbols = symbols
    self.extras = extras
    self.detail = detail
  }
}

/// What became of one of several symbols in an image.
public enum SymbolOutcome: Character, CaseIterable, Hashable, Sendable {
  /// Read right.
  case read = "r"
  /// Not found.
  case missed = "n"
  /// Read as something else.
  case misread = "m"
  /// Of a symbology that the decoder does not read: not judged.
  case unsupported = "u"
}
