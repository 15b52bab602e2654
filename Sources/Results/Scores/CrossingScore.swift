/// The sweep value at which a decode-rate curve crosses a rate.
///
/// There are two answers. An interval that assumes no more than a rising curve is always there; the
/// model's crossing is there only where the model may be shown.
public struct CrossingScore: Hashable, Sendable, Codable {
  /// The decode rate, an absolute probability: 0.5, 0.9 or 0.95.
  public var rate: Double
  /// The end of the 95 % likelihood-ratio interval towards the harder levels; `nil` where nothing
  /// bounds it, or trials share payloads. The interval assumes a curve that never falls as levels get easier.
  public var hard: Double?
  /// The end towards the easier levels of the same interval; `nil` where nothing bounds it.
  public var easy: Double?
  /// The logistic model's crossing.
  public var model: ModelCrossing

  package init(rate: Double, hard: Double? = nil, easy: Double? = nil, model: ModelCrossing) {
    self.rate = rate
    self.hard = hard
    self.easy = easy
    self.model = model
  }
}
