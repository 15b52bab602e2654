import Foundation
import Statistics

/// Forecasts that learn from photos of other folders how sure the drawn samples should have been.
///
/// Photos of a folder are much alike. So each folder is judged by a correction that was fitted to the
/// others alone, and intervals leave out whole folders, not photos.
struct FolderCheck: Sendable {
  /// The number of folders.
  let folderCount: Int
  /// The corrected forecasts, in the photos' order.
  let forecasts: [DecoderRealism.Forecast]
  let score: BrierScore
  /// The interval of their skill; `nil` where it has none.
  let skillInterval: Interval?

  /// The fewest folders that are checked against one another.
  static let fewestFolders = 3

  /// Checks forecasts.
  ///
  /// - Returns: `nil` if the photos are of fewer than ``fewestFolders`` folders.
  init?(_ drawn: [DecoderRealism.Forecast], folders: [String]) {
    let names = Set(folders)
    guard names.count >= Self.fewestFolders else { return nil }
    let corrections = names.reduce(into: [String: LogitCorrection]()) { corrections, name in
      let others = zip(drawn, folders).filter { $0.1 != name }.map(\.0)
      corrections[name] = LogitCorrection(others.map(\.chance), outcomes: others.map(\.isRead))
    }
    forecasts = zip(drawn, folders).map { forecast, name in
      DecoderRealism.Forecast(
        photo: forecast.photo,
        chance: corrections[name]?.applied(to: forecast.chance) ?? forecast.chance,
        isRead: forecast.isRead)
    }
    let (chances, outcomes) = (forecasts.map(\.chance), forecasts.map(\.isRead))
    guard let score = BrierScore(chances, outcomes: outcomes) else { return nil }
    (folderCount, self.score) = (names.count, score)
    skillInterval = Self.skillInterval(forecasts, folders: folders)
  }

  /// The interval of a skill by the delete-one-folder jackknife, with Student's quantiles.
  ///
  /// - Returns: `nil` for fewer than ``fewestFolders`` folders, or if all outcomes are alike without one
  ///   of them.
  static func skillInterval(
    _ forecasts: [DecoderRealism.Forecast], folders: [String], confidence: Double = 0.95
  ) -> Interval? {
    func skill(without name: String?) -> Double? {
      let kept = zip(forecasts, folders).filter { $0.1 != name }.map(\.0)
      return BrierScore(kept.map(\.chance), outcomes: kept.map(\.isRead))?.skill
    }
    let names = Set(folders).sorted()
    let parts = names.compactMap { skill(without: $0) }
    guard names.count >= fewestFolders, parts.count == names.count, let all = skill(without: nil)
    else { return nil }
    return Jackknife.interval(estimate: all, leaveOneOut: parts, confidence: confidence)?.interval
  }
}

/// A straight line through the logits of forecasts, drawn towards leaving them as they are (Cox,
/// Biometrika 45, 1958; the penalties are normal priors).
struct LogitCorrection: Hashable, Sendable {
  private(set) var intercept = 0.0
  private(set) var slope = 1.0

  /// The precisions of the priors about 0 and 1: a shift of one logit, a slope off by a half.
  private static let penalties = (intercept: 1.0, slope: 4.0)

  /// Fits by Newton's method; without outcomes forecasts stay as they are.
  init(_ chances: [Double], outcomes: [Bool]) {
    let logits = chances.map(Self.logit)
    for _ in 0..<25 {
      var (g, h) = ((0.0, 0.0), (0.0, 0.0, 0.0))
      for (x, isRead) in zip(logits, outcomes) {
        let chance = Self.chance(intercept + slope * x)
        let residual = (isRead ? 1 : 0) - chance
        let weight = chance * (1 - chance)
        g = (g.0 + residual, g.1 + residual * x)
        h = (h.0 + weight, h.1 + weight * x, h.2 + weight * x * x)
      }
      g = (
        g.0 - Self.penalties.intercept * intercept, g.1 - Self.penalties.slope * (slope - 1)
      )
      h = (h.0 + Self.penalties.intercept, h.1, h.2 + Self.penalties.slope)
      let determinant = h.0 * h.2 - h.1 * h.1
      // One step of at most one logit: far from the estimate the curve is flat.
      let step = ((h.2 * g.0 - h.1 * g.1) / determinant, (h.0 * g.1 - h.1 * g.0) / determinant)
      let share = min(1, 1 / max(abs(step.0), abs(step.1), 1e-12))
      intercept += share * step.0
      slope += share * step.1
      if abs(step.0) + abs(step.1) < 1e-10 { break }
    }
    // Forecasts keep their order.
    slope = max(slope, 0)
  }

  /// The corrected chance.
  func applied(to chance: Double) -> Double {
    Self.chance(intercept + slope * Self.logit(chance))
  }

  private static func logit(_ chance: Double) -> Double {
    let chance = min(max(chance, 1e-6), 1 - 1e-6)
    return log(chance / (1 - chance))
  }

  private static func chance(_ logit: Double) -> Double { 1 / (1 + exp(-logit)) }
}

extension SeenSymbol {
  /// The folder of the photo's file; empty for drawn samples.
  var folder: String {
    file.map { $0.split(separator: "/").dropLast().joined(separator: "/") } ?? ""
  }

  /// The photo's file with its folder, without the folders above, as people tell photos apart.
  var shortName: String {
    file.map { $0.split(separator: "/").suffix(2).joined(separator: "/") } ?? key
  }
}
