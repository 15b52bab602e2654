/// The nightly gate: decides for each cell (decoder × group × condition) if it got worse.
///
/// It uses McNemar's exact one-sided test (McNemar, 1947) with Holm's correction over all tests (Holm,
/// 1979), and a least shift of the mean threshold. Cells may be tested together, too: a little lost in each of a
/// decoder's cells is much in all of them.
public struct RegressionGate: Hashable, Sendable {
  /// The gate's verdict on one cell.
  public enum Change: String, Hashable, Sendable, CaseIterable, Codable {
    /// No sample flipped.
    case unchanged
    /// Significantly more losses than gains, and a mean threshold that got worse by the least
    /// shift.
    case regressed
    /// Significantly more gains than losses, and a mean threshold that improved by the least shift.
    case improved
    /// There are flips that are not significant, on too few pairs to say more.
    case insufficient
    /// There are flips, but none of the other verdicts applies.
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

    package init(pairs: Int, losses: Int, gains: Int, shift: Double, sweptRange: Double) {
      self.pairs = pairs
      self.losses = losses
      self.gains = gains
      self.shift = shift
      self.sweptRange = sweptRange
    }
  }

  /// A cell's verdict and the p-values behind it.
  public struct Decision: Hashable, Sendable {
    /// The verdict.
    public let verdict: Change
    /// The p-value of McNemar's one-sided exact test for losses.
    public let lossP: Double
    /// The same p-value, Holm-adjusted over all cells.
    public let adjustedLossP: Double
    /// The p-value of the same test for gains, Holm-adjusted over all cells.
    public let adjustedGainP: Double
  }

  /// The significance level for Holm-adjusted p-values.
  public var alpha: Double
  /// The least shift that counts, as a share of the swept range.
  public var leastShiftShare: Double
  /// The fewest pairs on which flips that are not significant are no change that matters.
  public var fewestPairs: Int

  /// Makes a gate: by default α = 0.01, 0.4 % of the range (0.02 px over 5 px), 100 pairs.
  package init(alpha: Double = 0.01, leastShiftShare: Double = 0.004, fewestPairs: Int = 100) {
    self.alpha = alpha
    self.leastShiftShare = leastShiftShare
    self.fewestPairs = fewestPairs
  }

  /// Judges all cells of a night together.
  ///
  /// Losses and gains are two families of tests. Every cell counts in both, including unchanged and
  /// insufficient ones.
  ///
  /// - Returns: One decision per cell, in order; empty if there are no cells.
  public func judge(_ cells: [Cell]) -> [Decision] { judge(cells, pools: []).cells }

  /// Judges all cells of a night, and pools of them: the cells of one decoder.
  ///
  /// The losses of pools are tested in the same family as those of cells. No least shift is asked for.
  ///
  /// - Parameter pools: The cells of each pool, by index.
  /// - Returns: One decision per cell, and by pool the p-value of McNemar's one-sided exact test for losses,
  ///   Holm-adjusted over all cells and pools; `nil` for a pool of fewer than two cells, which is no further test.
  package func judge(
    _ cells: [Cell], pools: [[Int]]
  ) -> (cells: [Decision], pools: [Double?]) {
    let losses = cells.map { McNemar.exactOneSided(losses: $0.losses, gains: $0.gains) }
    let gains = cells.map { McNemar.exactOneSided(losses: $0.gains, gains: $0.losses) }
    let pooled = pools.filter { $0.count > 1 }.map { pool in
      McNemar.exactOneSided(
        losses: pool.reduce(0) { $0.addingSaturated(max(cells[$1].losses, 0)) },
        gains: pool.reduce(0) { $0.addingSaturated(max(cells[$1].gains, 0)) })
    }
    let adjustedLosses = Holm.adjust(losses + pooled)
    let adjustedGains = Holm.adjust(gains)
    let decisions = cells.indices.map { i in
      Decision(
        verdict: verdict(cells[i], lossP: adjustedLosses[i], gainP: adjustedGains[i]),
        lossP: losses[i], adjustedLossP: adjustedLosses[i], adjustedGainP: adjustedGains[i])
    }
    var rest = adjustedLosses[cells.count...]
    return (decisions, pools.map { $0.count > 1 ? rest.popFirst() : nil })
  }

  private func verdict(_ cell: Cell, lossP: Double, gainP: Double) -> Change {
    if cell.losses <= 0, cell.gains <= 0 { return .unchanged }
    let leastShift = leastShiftShare * cell.sweptRange
    if lossP <= alpha, cell.shift >= leastShift { return .regressed }
    if gainP <= alpha, cell.shift <= -leastShift { return .improved }
    return cell.pairs < fewestPairs ? .insufficient : .changed
  }
}
