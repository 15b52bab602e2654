import Foundation

/// Log-odds and chances.
enum Odds {
  static func exp(_ value: Double) -> Double { Foundation.exp(value) }

  /// The chance that belongs to log-odds.
  static func chance(_ odds: Double) -> Double { 1 / (1 + Foundation.exp(-odds)) }

  /// The logarithm of the chance that a decision by log-odds is right.
  static func certainty(_ odds: Double) -> Double { -Foundation.log1p(Foundation.exp(-abs(odds))) }
}
