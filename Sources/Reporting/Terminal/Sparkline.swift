/// A decode-rate curve in one line: a sign for each level.
///
/// A full block means that the decoder is reliable there, not that it nearly is.
package struct Sparkline {
  /// From which rate on a level shows as full.
  package static let reliable = 0.95

  private let signs: [String]
  private let full: String
  private let untried: String

  package init(ascii: Bool) {
    signs = ascii ? (0...9).map(String.init) : ["▁", "▂", "▃", "▄", "▅", "▆", "▇"]
    full = ascii ? "#" : "█"
    untried = ascii ? "?" : "·"
  }

  /// The curve in at most `width` columns; where levels share one, it shows the lowest of them, so
  /// that no island is averaged away.
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
    // The lowest sign is for none at all in blocks; digits are tenths.
    if signs.count == 10 { return signs[min(Int(rate * 10), 9)] }
    let steps = Double(signs.count - 1)
    return signs[min(1 + Int(rate / Self.reliable * steps), signs.count - 1)]
  }
}
