/// The number format of every report, in one place, so that no two reports round differently.
///
/// Thousands are separated by a narrow no-break space, decimals by a point, and a missing number is
/// a dash.
package enum Numerals {
  /// The sign for a missing number.
  package static let absent = "–"
  /// The sign for an unbounded end of an interval.
  package static let unbounded = "∞"
  /// The space between thousands, and between a number and its percent sign: no line breaks there.
  package static let narrowSpace = "\u{202F}"

  /// Formats a whole number: `24 800`.
  package static func count(_ number: Int) -> String {
    let sign = number < 0 ? "-" : ""
    return sign + grouped(String(number.magnitude))
  }

  /// Formats a number with fixed decimals, halves rounded away from zero: `1 234.50`.
  ///
  /// Never returns `-0`; a number that is not finite is shown as missing.
  package static func decimal(_ number: Double, places: Int) -> String {
    guard number.isFinite else { return absent }
    let scale = power(ofTen: places)
    let scaled = (number.magnitude * scale).rounded(.toNearestOrAwayFromZero)
    // Beyond this a double has no decimals left to round.
    guard scaled < 9e15 else { return "\(number)" }
    let digits = Int(scaled)
    let whole = grouped(String(digits / Int(scale)))
    let sign = number < 0 && digits > 0 ? "-" : ""
    guard places > 0 else { return sign + whole }
    let fraction = String(digits % Int(scale))
    let zeros = String(repeating: "0", count: places - fraction.count)
    return "\(sign)\(whole).\(zeros)\(fraction)"
  }

  /// The number that ``decimal(_:places:)`` shows.
  package static func rounded(_ number: Double, _ places: Int) -> Double {
    let scale = power(ofTen: max(places, 0))
    return (number * scale).rounded(.toNearestOrAwayFromZero) / scale
  }

  /// Formats a number with the half-width of its interval, with the same decimals: `1.37 ± 0.02`.
  ///
  /// A half-width never rounds to zero: both get more decimals. A half-width of zero is no interval, and is
  /// left out.
  package static func plusMinus(_ value: Double, _ halfWidth: Double, places: Int) -> String {
    guard halfWidth > 1e-9 else { return decimal(value, places: places) }
    let places = (places...mostPlaces).first { halfWidth * power(ofTen: $0) >= 0.5 } ?? mostPlaces
    return "\(decimal(value, places: places)) ± \(decimal(halfWidth, places: places))"
  }

  /// Formats a number with the ends of its interval, with as many decimals as keep the number from rounding
  /// to zero and the ends apart: `1.84 [1.80–1.87]`.
  ///
  /// - Parameters:
  ///   - places: The fewest decimals.
  ///   - unit: Text behind the number, such as ` ×`.
  package static func interval(
    _ value: Double, _ lower: Double, _ upper: Double, places: Int, unit: String = ""
  ) -> String {
    func isTelling(_ places: Int) -> Bool {
      let unit = 1 / power(ofTen: places)
      let isShown = [value, lower, upper].allSatisfy { $0 == 0 || $0.magnitude >= unit / 2 }
      return isShown
        && (upper - lower < 1e-9
          || decimal(lower, places: places) != decimal(upper, places: places))
    }
    let places = (places...mostPlaces).first(where: isTelling) ?? mostPlaces
    let texts = [value, lower, upper].map { decimal($0, places: places) }
    return "\(texts[0])\(unit) [\(texts[1])–\(texts[2])]"
  }

  /// Formats a number with as many decimals as keep it from rounding to zero: `14.1`, `0.03`.
  ///
  /// - Parameter places: The fewest decimals.
  package static func telling(_ number: Double, places: Int) -> String {
    let telling = (places...mostPlaces).first {
      number == 0 || number.magnitude * power(ofTen: $0) >= 0.5
    }
    return decimal(number, places: telling ?? mostPlaces)
  }

  /// A rate per million, to two or three digits, rounded away from the truth where it is a bound.
  package static func perMillion(_ rate: Double?, _ rounding: FloatingPointRoundingRule) -> String {
    guard let rate else { return absent }
    let number = rate * 1e6
    guard number > 0 else { return "0" }
    var scale = 1.0
    var places = 0
    while number * scale < 10, places < 3 {
      scale *= 10
      places += 1
    }
    // From a thousand on, three digits are left.
    var step = 1.0
    while number / step >= 1000 { step *= 10 }
    // The slack keeps a number that is whole from being moved by its last bit.
    let slack = rounding == .up ? -1e-9 : rounding == .down ? 1e-9 : 0
    let rounded = (number * scale / step + slack).rounded(rounding) * step / scale
    return decimal(min(rounded, 1e6), places: places)
  }

  /// The most decimals that keep a number from rounding to zero.
  private static let mostPlaces = 9

  /// Formats a level as a corpus writes it, in the shortest spelling: `2`, `1.37`.
  package static func level(_ value: Double) -> String {
    guard value.isFinite else { return absent }
    if value == 0 { return "0" }
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Formats a rate in percent, without the percent sign: `81.2`.
  ///
  /// `100.0` and `0.0` are reserved for all and none: a rate that only rounds to them is marked.
  package static func percent(_ rate: Double?) -> String {
    guard let rate, rate.isFinite else { return absent }
    let text = decimal(rate * 100, places: 1)
    if rate < 1, text == "100.0" { return ">99.9" }
    if rate > 0, text == "0.0" { return "<0.1" }
    return text
  }

  /// Formats a count over a total in percent: `81.2`.
  package static func percent(_ count: Int, of total: Int) -> String {
    percent(total > 0 ? Double(count) / Double(total) : nil)
  }

  /// Formats a rate with its sign: `81.2 %`.
  package static func percentage(_ rate: Double?) -> String { percent(rate) + narrowSpace + "%" }

  /// Formats a count over a total with its sign.
  package static func percentage(_ count: Int, of total: Int) -> String {
    percent(count, of: total) + narrowSpace + "%"
  }

  /// Formats the ends of a rate's interval in percent: `[92.1–99.6]`.
  package static func range(_ lower: Double, _ upper: Double) -> String {
    "[\(percent(lower))–\(percent(upper))]"
  }

  /// Formats an upper bound of a rate in percent, rounded up so that it stays a bound: `0.03`.
  package static func upperPercent(_ bound: Double) -> String {
    guard bound.isFinite else { return absent }
    let percent = bound * 100
    var places = percent >= 10 ? 0 : percent >= 1 ? 1 : 2
    while percent > 0, places < 6, percent * power(ofTen: places) < 1 { places += 1 }
    let scale = power(ofTen: places)
    // The slack keeps 0.03 from becoming 0.04 by a rounding error of the multiplication.
    return decimal((percent * scale - 1e-9).rounded(.up) / scale, places: places)
  }

  /// Formats a time in milliseconds to three digits or fewer: `0.0012`, `0.85`, `12.4`, `1 340`.
  package static func milliseconds(_ time: Double?) -> String {
    guard let time, time.isFinite else { return absent }
    guard time <= 0 || time >= 0.00995 else { return decimal(time, places: 4) }
    return decimal(time, places: time < 9.995 ? 2 : time < 99.95 ? 1 : 0)
  }

  /// Formats a p-value with its letter: `p = 0.013`, `p < 0.0001`.
  package static func p(_ value: Double) -> String {
    if value < 0.0001 { return "p < 0.0001" }
    let places = value >= 0.1 ? 2 : value >= 0.01 ? 3 : value >= 0.001 ? 4 : 5
    return "p = " + decimal(value, places: places)
  }

  /// Formats a time in seconds to three digits: `31.2 s`.
  package static func seconds(_ time: Double) -> String {
    milliseconds(time) + narrowSpace + "s"
  }

  /// Formats a time in seconds as a clock does: `0:42`, `12:05`, `1:02:30`; missing if unknown.
  package static func clock(_ seconds: Double?) -> String {
    guard let seconds, seconds.isFinite, seconds >= 0 else { return absent }
    guard seconds < 360_000 else { return ">99 h" }
    let whole = Int(seconds.rounded(.up))
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
    return hours > 0
      ? "\(hours):\(twoDigits(minutes)):\(twoDigits(rest))" : "\(minutes):\(twoDigits(rest))"
  }

  /// Formats a count with its noun, in the singular for one: `1 crash`, `2 crashes`.
  package static func counted(_ number: Int, _ one: String, _ many: String) -> String {
    "\(count(number)) \(number == 1 ? one : many)"
  }

  /// The number of decimals that show a half-width with at least one digit; 0 to 3.
  package static func places(forHalfWidth halfWidth: Double) -> Int {
    guard halfWidth > 0, halfWidth.isFinite else { return 2 }
    return (0...3).first { halfWidth * power(ofTen: $0) >= 1 } ?? 3
  }

  private static func power(ofTen exponent: Int) -> Double {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  private static func grouped(_ digits: String) -> String {
    var groups: [Substring] = []
    var rest = digits[...]
    while !rest.isEmpty {
      groups.append(rest.suffix(3))
      rest = rest.dropLast(3)
    }
    return groups.reversed().joined(separator: narrowSpace)
  }
}

/// Numbers in running text, for commands that print no table.
package enum Quantities {
  /// Formats a count with its noun: `1 group`, `33 levels`, `26 400 images`.
  package static func counted(_ count: Int, _ one: String, _ many: String) -> String {
    Numerals.counted(count, one, many)
  }

  /// Formats an estimated time: `about 20 s`, `about 4 min`, `about 2 h`.
  package static func roughly(seconds: Double) -> String {
    switch seconds {
    case ..<1: "a second"
    case ..<100: "about \(rounded(seconds)) s"
    case ..<6000: "about \(rounded(seconds / 60)) min"
    default: "about \(rounded(seconds / 3600)) h"
    }
  }

  /// Rounds to a whole number of at least 1; from 20 on, to a multiple of 5.
  private static func rounded(_ value: Double) -> Int {
    value < 20 ? max(1, Int(value.rounded())) : Int((value / 5).rounded()) * 5
  }
}
