/// A day of the Gregorian calendar, or a whole month.
public struct CalendarDate: Hashable, Sendable, CustomStringConvertible {
  /// The year, 1 to 9999.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month from 1; `nil` if the date names a month only.
  public let day: Int?

  /// Makes a date; `nil` if the calendar has no such day.
  public init?(year: Int, month: Int, day: Int?) {
    guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
    if let day {
      guard (1...Self.days(in: month, of: year)).contains(day) else { return nil }
    }
    self.year = year
    self.month = month
    self.day = day
  }

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Reads eight digits in the order year, month, day.
  init?(yearFirst digits: Bytes) {
    guard digits.count == 8, let number = digits.wholeNumber else { return nil }
    self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
  }

  /// Reads eight digits in the order month, day, year.
  init?(monthFirst digits: Bytes) {
    guard digits.count == 8, let number = digits.wholeNumber else { return nil }
    self.init(year: number % 10_000, month: number / 1_000_000, day: number / 10_000 % 100)
  }

  /// The date as in ISO 8601: `2026-01-27`, or `2026-01` for a month.
  public var description: String {
    let yearText = String(year)
    let parts = [String(repeating: "0", count: 4 - yearText.count) + yearText, twoDigits(month)]
    return (parts + (day.map { [twoDigits($0)] } ?? [])).joined(separator: "-")
  }
}

/// A time of day to the minute or second.
public struct ClockTime: Hashable, Sendable, CustomStringConvertible {
  /// The hour, 0 to 23.
  public let hour: Int
  /// The minute, 0 to 59; `nil` if only the hour is given.
  public let minute: Int?
  /// The second, 0 to 60, where 60 is a leap second; `nil` if it is not given.
  public let second: Int?

  /// Makes a time; `nil` if a clock does not show it.
  public init?(hour: Int, minute: Int?, second: Int?) {
    guard (0...23).contains(hour), (0...59).contains(minute ?? 0), (0...60).contains(second ?? 0)
    else { return nil }
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// Reads two, four or six digits: hour, minute, second.
  init?(digits: Bytes) {
    guard [2, 4, 6].contains(digits.count),
      let hour = digits.prefix(2).wholeNumber
    else { return nil }
    let minute = digits.dropFirst(2).prefix(2)
    let second = digits.dropFirst(4)
    guard digits.isDigits else { return nil }
    self.init(hour: hour, minute: minute.wholeNumber, second: second.wholeNumber)
  }

  /// The time as in ISO 8601: `09:30` or `09:30:15`.
  public var description: String {
    [hour, minute, second].compactMap { $0 }.map(twoDigits).joined(separator: ":")
  }
}

private func twoDigits(_ number: Int) -> String {
  number < 10 ? "0\(number)" : String(number)
}
