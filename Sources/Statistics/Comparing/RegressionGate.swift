/// The nightly verdict on each cell (decoder × group × condition): did anything get worse?
public struct RegressionGate: Hashable, Sendable {
  /// What happened to a cell.
  public enum Verdict: String, Hashable, Sendable, CaseIterable, Codable {
    /// Not a single flip.
    case unchanged
    /// More losses than chance allows, and a threshold that moved far enough to matter.
    case regressed
    /// More gains than chance allows, and a threshold that moved far enough to matter.
    case improved
    /// There are flips, and too few pairs to judge them.
    case insufficient
    /// There are flips, and neither of the above.
    case changed
  }

  /// One cell's paired counts.
  public struct Cell: Hashable, Sendable {
    /// Samples tried on both sides.
    public var pairs: Int
    /// Samples that the baseline read and the candidate does not.
    public var losses: Int
    /// Samples that the candidate reads and the baseline did not.
    public var gains: Int
    /// ΔT̄ (see ``PairedDifference``), positive for worse. NaN counts as no shift.
    public var shift: Double
    /// Width of the range that the sweep tests, in the shift's unit.
    public var sweptRange: Double

    /// Makes a cell.
    public init(pairs: Int, losses: Int, gains: Int, shift: Double, sweptRange: Double) {
      self.pairs = pairs
      self.losses = losses
      self.gains = gains
      self.shift = shift
      self.sweptRange = sweptRange
    }
  }

  /// A cell's verdict and what it rests on.
  public struct Decision: Hashable, Sendable {
    /// The verdict.
    public let verdict: Verdict
    /// One-sided exact McNemar for losses.
    public let lossP: Double
    /// The same, Holm-adjusted over all cells.
    public let adjustedLossP: Double
    /// One-sided exact McNemar for gains, Holm-adjusted over all cells.
    public let adjustedGainP: Double
  }

  /// Level of significance after Holm's adjustment.
  public var alpha: Double
  /// The least shift that counts, as a share of the swept range.
  public var leastShiftShare: Double
  /// The fewest pairs on which a cell is judged.
  public var fewestPairs: Int

  /// Makes a gate: by default α = 0.01, 0.4 % of the range (0.02 px over 5 px), 100 pairs.
  public init(alpha: Double = 0.01, leastShiftShare: Double = 0.004, fewestPairs: Int = 100) {
    self.alpha = alpha
    self.leastShiftShare = leastShiftShare
    self.fewestPairs = fewestPairs
  }

  /// Judges all cells of a night together.
  ///
  /// Losses and gains are two families; every cell counts in both, unchanged and insufficient ones
  /// too.
  ///
  /// - Returns: One decision per cell, in order. No cells give none.
  public func judge(_ cells: [Cell]) -> [Decision] {
    let losses = cells.map { McNemar.exactOneSided(losses: $0.losses, gains: $0.gains) }
    let gains = cells.map { McNemar.exactOneSided(losses: $0.gains, gains: $0.losses) }
    let adjustedLosses = Holm.adjust(losses)
    let adjustedGains = Holm.adjust(gains)
    return cells.indices.map { i in
      Decision(
        verdict: verdict(cells[i], lossP: adjustedLosses[i], gainP: adjustedGains[i]),
        lossP: losses[i], adjustedLossP: adjustedLosses[i], adjustedGainP: adjustedGains[i])
    }
  }

  private func verdict(_ cell: Cell, lossP: Double, gainP: Double) -> Verdict {
    if cell.losses <= 0, cell.gains <= 0 { return .unchanged }
    if cell.pairs < fewestPairs { return .insufficient }
    let leastShift = leastShiftShare * cell.sweptRange
    if lossP <= alpha, cell.shift >= leastShift { return .regressed }
    if gainP <= alpha, cell.shift <= -leastShift { return .improved }
    return .changed
  }
}
