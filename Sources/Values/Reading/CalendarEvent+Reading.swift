extension CalendarEvent {
  /// Reads the first event of a calendar; `nil` if there is none with a beginning.
  ///
  /// The payload is in its own charset, because properties of vCalendar may declare another one;
  /// `charset` is for those that do not.
  init?(calendar payload: Bytes, charset: String?) {
    guard payload.begins(with: "BEGIN:VCALENDAR") || payload.begins(with: "BEGIN:VEVENT") else {
      return nil
    }
    var properties: [Property] = []
    var components: [String] = []
    reading: for property in PropertyLines(payload, charset: charset).properties {
      let isEvent = components.last == "VEVENT"
      switch property.name {
      case "BEGIN": components.append(property.text.uppercased())
      case "END":
        if isEvent { break reading }
        _ = components.popLast()
      default: if isEvent { properties.append(property) }
      }
    }
    let begin = properties.first { $0.name == "DTSTART" }.flatMap(CalendarMoment.init)
    guard let begin else { return nil }
    self.init(start: begin)
    for property in properties { read(property) }
    if end != nil { durationSeconds = nil }
  }

  private mutating func read(_ property: Property) {
    switch property.name {
    case "DTEND": end = end ?? CalendarMoment(property)
    case "DURATION": durationSeconds = durationSeconds ?? Self.seconds(property.value.trimmed)
    case "SUMMARY": summary = summary ?? property.text
    case "DESCRIPTION": description = description ?? property.text
    case "LOCATION": location = location ?? property.text
    case "GEO": point = point ?? GeoPoint(cardValue: property.value.trimmed)
    case "ORGANIZER": organizer = organizer ?? Self.address(property)
    case "ATTENDEE": attendees.append(Self.address(property))
    case "URL": url = url ?? property.text
    case "UID": uid = uid ?? property.text
    case "STATUS": status = status ?? property.text
    default: break
    }
  }

  private static func address(_ property: Property) -> String {
    let value = property.value.trimmed
    return value.after("mailto:")?.string ?? property.text
  }

  /// The seconds of a duration such as `P1DT2H30M` (RFC 5545, 3.3.6); `nil` for anything else.
  private static func seconds(_ text: Bytes) -> Int? {
    var rest = text
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
    var total = 0
    var isTime = false
    while !rest.isEmpty {
      if rest.first == UInt8(ascii: "T"), !isTime {
        rest.removeFirst()
        isTime = true
        continue
      }
      let digits = rest.prefix(while: \.isDigit)
      guard digits.count <= 9, let count = digits.wholeNumber,
        let unit = rest.dropFirst(digits.count).first
      else { return nil }
      switch (unit, isTime) {
      case (UInt8(ascii: "W"), false): total += count * 604_800
      case (UInt8(ascii: "D"), false): total += count * 86_400
      case (UInt8(ascii: "H"), true): total += count * 3_600
      case (UInt8(ascii: "M"), true): total += count * 60
      case (UInt8(ascii: "S"), true): total += count
      default: return nil
      }
      guard total < 1_000_000_000_000_000 else { return nil }
      rest = rest.dropFirst(digits.count + 1)
    }
    return isNegative ? -total : total
  }
}

extension CalendarMoment {
  /// Reads `20260127`, `20260127T093000` or one with `Z` behind, with its zone; `nil` for others.
  init?(_ property: Property) {
    let text = property.value.trimmed.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }
    var (day, clock) = text[...].cut(at: UInt8(ascii: "T"))
    guard let date = CalendarDate(yearFirst: day) else { return nil }
    day = []
    guard let digits = clock else {
      self.init(date: date, time: nil, zone: .local)
      return
    }
    clock = digits.last == UInt8(ascii: "Z") ? digits.dropLast() : digits
    guard let clock, clock.count == 6 || clock.count == 4, let time = ClockTime(digits: clock)
    else { return nil }
    if digits.last == UInt8(ascii: "Z") {
      self.init(date: date, time: time, zone: .utc)
    } else {
      self.init(
        date: date, time: time, zone: property.parameter("TZID").map(Zone.named) ?? .local)
    }
  }
}
