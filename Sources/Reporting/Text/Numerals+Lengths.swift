import Foundation

extension Numerals {
  /// A length in millimetres, in the unit that suits it, with three digits: `12 cm`, `1.25 m`.
  package static func length(_ millimetres: Double) -> String {
    length(millimetres, inUnitOf: millimetres)
  }

  /// A length in millimetres that is a bound, rounded to three digits so that it still holds when it is typed.
  package static func length(_ millimetres: Double, _ rule: FloatingPointRoundingRule) -> String {
    length(threeDigits(millimetres, rule))
  }

  /// A length in millimetres, in the unit that suits another.
  package static func length(_ millimetres: Double, inUnitOf other: Double) -> String {
    switch abs(other) {
    case 1000...: digits(millimetres / 1000) + " m"
    case 100...: digits(millimetres / 10) + " cm"
    default: digits(millimetres) + " mm"
    }
  }

  /// A value with the three digits that are printed, rounded up or down: a bound that is printed still holds.
  package static func threeDigits(_ value: Double, _ rule: FloatingPointRoundingRule) -> Double {
    guard value.isFinite, value > 0 else { return value }
    let step = pow(10, floor(log10(value)) - 2)
    // What is whole but for rounding stays.
    let (scaled, nearest) = (value / step, (value / step).rounded())
    return (abs(scaled - nearest) < 1e-7 ? nearest : scaled.rounded(rule)) * step
  }

  /// A number with three digits, without zeros at the end.
  package static func digits(_ value: Double) -> String {
    guard value.isFinite, value != 0 else { return value == 0 ? "0" : "∞" }
    let places = max(0, 2 - Int(floor(log10(abs(value)))))
    let text = String(format: "%.\(places)f", value)
    guard text.contains(".") else { return text }
    let trimmed = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
    return String(trimmed.reversed())
  }
}
