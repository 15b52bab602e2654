/// An appointment (RFC 5545, and vCalendar 1.0 before it).
public struct CalendarEvent: Hashable, Sendable {
  /// The beginning.
  public var start: CalendarMoment
  /// The end, which is no longer part of the event; `nil` if the symbol has a duration or neither.
  public var end: CalendarMoment?
  /// The duration in seconds; `nil` if the symbol has an end or neither.
  public var durationSeconds: Int?
  /// The title.
  public var summary: String?
  /// The text.
  public var description: String?
  /// The place in words.
  public var location: String?
  /// The place as coordinates.
  public var point: GeoPoint?
  /// The organizer's address, without `mailto:`.
  public var organizer: String?
  /// The addresses of those who are asked to come, without `mailto:`.
  public var attendees: [String] = []
  /// A page about it.
  public var url: String?
  /// The identifier.
  public var uid: String?
  /// The state, such as `CONFIRMED`.
  public var status: String?

  var fields: [ValueField] {
    var fields: [ValueField] = []
    fields.add("summary", summary)
    fields.add("start", start.description)
    fields.add("end", end?.description)
    fields.add("duration-seconds", durationSeconds.map { String($0) })
    fields.add("location", location)
    fields.add("point", point?.coordinates)
    fields.add("description", description)
    fields.add("organizer", organizer)
    fields.add("attendee", attendees)
    fields.add("url", url)
    fields.add("uid", uid)
    fields.add("status", status)
    return fields
  }
}

/// A day, or a moment of it, as calendars write it.
public struct CalendarMoment: Hashable, Sendable, CustomStringConvertible {
  /// The clock that a time is shown on.
  public enum Zone: Hashable, Sendable {
    /// Universal time.
    case utc
    /// The clock wherever the reader is.
    case local
    /// A zone by its name, such as `Europe/Berlin`.
    case named(String)
  }

  /// The day.
  public let date: CalendarDate
  /// The time; `nil` for a whole day.
  public let time: ClockTime?
  /// The zone; local for whole days.
  public let zone: Zone

  /// The moment as in ISO 8601, with the zone's name behind.
  public var description: String {
    guard let time else { return date.description }
    let moment = date.description + "T" + time.description
    return switch zone {
    case .utc: moment + "Z"
    case .local: moment
    case .named(let name): moment + " " + name
    }
  }
}
