import Base

/// A known change for the worse that does not make the gate fail until a given day.
public struct Acknowledgement: Hashable, Sendable, Codable {
  /// The decoder and group concerned.
  public var cell: CellName
  /// The respects in which the cell may be worse.
  public var classes: [GateClass]
  /// The reason the change is accepted, for people.
  public var reason: String
  /// The last day on which it holds.
  public var expires: CalendarDay

  /// Makes an acknowledgement; the classes are kept in their usual order.
  public init(
    cell: CellName, classes: Set<GateClass>, reason: String, expires: CalendarDay
  ) {
    self.cell = cell
    self.classes = GateClass.allCases.filter(classes.contains)
    self.reason = reason
    self.expires = expires
  }

  /// True if the acknowledgement still holds on a day.
  public func isInForce(on today: CalendarDay) -> Bool { today <= expires }
}

extension Baseline {
  /// Adds an acknowledgement; it replaces one of the same cell and the same classes.
  public mutating func acknowledge(_ acknowledgement: Acknowledgement) {
    acknowledged.removeAll {
      $0.cell == acknowledgement.cell && $0.classes == acknowledgement.classes
    }
    acknowledged.append(acknowledgement)
  }
}

/// A day in the notation of ISO 8601: `2026-11-30`.
public struct CalendarDay: Hashable, Sendable {
  /// The year, 0 to 9999.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Parses a day.
  ///
  /// - Returns: `nil` unless the text is a day of the Gregorian calendar in ten characters.
  public init?(parsing text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...12).contains(month), (1...Self.length(ofMonth: month, year: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CalendarDay: Comparable, CustomStringConvertible {
  public static func < (a: CalendarDay, b: CalendarDay) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }

  public var description: String {
    func padded(_ number: Int, _ digits: Int) -> String {
      String(repeating: "0", count: digits - String(number).count) + String(number)
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}

/// Stored as its text.
extension CalendarDay: TextCodable {
  public static let mismatch = "no day: write it as 2026-11-30"

  public var text: String { description }
}

/// A respect in which a decoder can get worse.
public enum GateClass: String, CaseIterable, Hashable, Sendable, Codable {
  /// Fewer samples are read, and the mean threshold has moved.
  case threshold
  /// There are more misreads or false positives.
  case misreads
  /// In more images something is read that is not there, beside what is.
  case phantoms
  /// The decoder crashes on images on which it did not crash before.
  case crashes
  /// Reads take longer.
  case latency
}
