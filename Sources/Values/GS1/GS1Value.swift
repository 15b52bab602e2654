/// The content of one part of an application identifier's data, by its type.
public enum GS1Value: Hashable, Sendable {
  /// A number, with its unit where it has one: `kg`, `m²`, `°C`, `%`, `deg`.
  case number(DecimalNumber, unit: String?)
  /// A day, or a month.
  case date(CalendarDate)
  /// A time of day.
  case time(ClockTime)
  /// A country by its ISO 3166-1 code, numeric or of two letters; 999 stands for several.
  case country(String)
  /// A currency by its numeric ISO 4217 code.
  case currency(String)
  /// Yes or no.
  case flag(Bool)
  /// Anything else as text, with percent-encoding resolved where the dictionary allows it.
  case text(String)

  /// The content as text; numbers are followed by their unit.
  public var description: String {
    switch self {
    case .number(let number, let unit): number.description + (unit.map { " " + $0 } ?? "")
    case .date(let date): date.description
    case .time(let time): time.description
    case .country(let code), .currency(let code): code
    case .flag(let isSet): isSet ? "yes" : "no"
    case .text(let text): text
    }
  }
}

/// A decimal number as it is written: digits and the places behind the decimal point.
public struct DecimalNumber: Hashable, Sendable, CustomStringConvertible {
  /// All digits as one whole number.
  public let units: Int
  /// The number of digits behind the decimal point, 0 to 9.
  public let places: Int

  /// Makes a number; 1234 with two places is 12.34.
  public init(units: Int, places: Int) {
    self.units = units
    self.places = min(max(places, 0), 9)
  }

  /// The nearest floating-point number.
  public var double: Double { Double(description) ?? 0 }

  /// The number with a decimal point and all its places.
  public var description: String {
    let digits = String(units.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let whole = (units < 0 ? "-" : "") + padded.dropLast(places)
    return places == 0 ? whole : whole + "." + padded.suffix(places)
  }
}

/// A date of six digits, before its century is known.
struct GS1Date {
  let year: Int
  let month: Int
  let day: Int

  /// Reads year, month and day of two digits each; the century is the one that brings the year
  /// nearest to the present one (General Specifications 7.12).
  static func date(_ data: Bytes, year present: Int) -> GS1Date? {
    guard data.count == 6, let number = data.wholeNumber else { return nil }
    let twoDigits = number / 10_000
    let difference = twoDigits - present % 100
    let century = present / 100 + (difference >= 51 ? -1 : difference <= -50 ? 1 : 0)
    return GS1Date(
      year: century * 100 + twoDigits, month: number / 100 % 100, day: number % 100)
  }

  func isPlausible(mayLackDay: Bool) -> Bool {
    day == 0 ? mayLackDay && (1...12).contains(month) : calendarDate != nil
  }

  /// The day, or the month if the day is 00; `nil` if the calendar has no such day.
  var calendarDate: CalendarDate? {
    CalendarDate(year: year, month: month, day: day == 0 ? nil : day)
  }
}
