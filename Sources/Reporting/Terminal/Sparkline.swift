/// A decode-rate curve in one line: one sign for each level.
///
/// A full block means that the rate reaches 0.95 there, and never a rate just below.
package struct Sparkline {
  /// The decode rate from which a level is shown as full.
  package static let reliable = 0.95

  private let signs: [String]
  private let full: String
  private let untried: String

  package init(ascii: Bool) {
    signs = ascii ? (0...9).map(String.init) : ["▁", "▂", "▃", "▄", "▅", "▆", "▇"]
    full = ascii ? "#" : "█"
    untried = ascii ? "?" : "·"
  }

  /// Returns the curve in at most `width` columns.
  ///
  /// If several levels share a column, it shows the lowest rate, so that no island is averaged
  /// away.
  package func line(_ rates: [Double?], width: Int) -> String {
    let count = min(rates.count, max(width, 1))
    return (0..<count).map { place in
      let share = rates[place * rates.count / count..<(place + 1) * rates.count / count]
      return sign(share.compactMap { $0 }.min())
    }.joined()
  }

  private func sign(_ rate: Double?) -> String {
    guard let rate else { return untried }
    if rate >= Self.reliable { return full }
    if rate <= 0 { return signs[0] }
    // With blocks, the lowest sign is used only for a rate of 0; digits are tenths.
    if signs.count == 10 { return signs[min(Int(rate * 10), 9)] }
    let steps = Double(signs.count - 1)
    return signs[min(1 + Int(rate / Self.reliable * steps), signs.count - 1)]
  }
}
