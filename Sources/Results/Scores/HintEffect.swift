/// The paired effect of a hint about symbologies: one decoder with and without it on the same images.
public struct HintEffect: Hashable, Sendable, Codable {
  /// One side of the comparison, over the images that both tried; of the first pass alone where the
  /// run chose its own trials.
  public struct Side: Hashable, Sendable, Codable {
    /// The decoder's name in tables.
    public var label: String
    /// Misreads and false positives.
    public var misreads: Int
    /// Crashes, timeouts and failures.
    public var errors: Int
    /// Wrong readings beside those that were judged.
    public var wrongExtras: Int

    package init(label: String, misreads: Int, errors: Int, wrongExtras: Int) {
      (self.label, self.misreads) = (label, misreads)
      (self.errors, self.wrongExtras) = (errors, wrongExtras)
    }
  }

  /// The decoder without a word about hints.
  public var decoder: String
  /// The hint: `symbologies`, or `formats:` and a list.
  public var hints: String
  /// The decoder with the hint.
  public var restricted: Side
  /// The decoder without any.
  public var unrestricted: Side
  /// Images that both tried; where images hold several symbols, the symbols in them.
  public var pairs: Int
  /// Those of them that were read with the hint only.
  public var onlyRestricted: Int
  /// Those of them that were read without it only.
  public var onlyUnrestricted: Int
  /// Images that were misread without the hint and not with it.
  public var misreadsAvoided: Int
  /// Images that were misread with the hint and not without it.
  public var misreadsAdded: Int
  /// Two-sided p-value of the exact paired test on reads, after Holm's correction over all effects.
  public var adjustedP: Double
  /// The decode rate with the hint minus that without it, −1 to 1.
  public var rateDifference: Estimate?
  /// The median ratio of the time with the hint to that without it, over images that both read; `nil`
  /// for fewer than 6.
  public var timeRatio: Estimate?

  package init(
    decoder: String, hints: String, restricted: Side, unrestricted: Side, pairs: Int,
    onlyRestricted: Int, onlyUnrestricted: Int, misreadsAvoided: Int, misreadsAdded: Int,
    adjustedP: Double, rateDifference: Estimate? = nil, timeRatio: Estimate? = nil
  ) {
    self.decoder = decoder
    self.hints = hints
    self.restricted = restricted
    self.unrestricted = unrestricted
    self.pairs = pairs
    self.onlyRestricted = onlyRestricted
    self.onlyUnrestricted = onlyUnrestricted
    self.misreadsAvoided = misreadsAvoided
    self.misreadsAdded = misreadsAdded
    self.adjustedP = adjustedP
    self.rateDifference = rateDifference
    self.timeRatio = timeRatio
  }
}
