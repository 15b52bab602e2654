@testable import Values

/// Writes events of iCalendar (RFC 5545) and of vCalendar 1.0.
enum CalendarWriter {
  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// A moment as text, with the parameters before it and the truth.
  private static func moment(
    _ draw: inout Draw, year: ClosedRange<Int> = 1990...2060
  ) -> (String, String, CalendarMoment?) {
    let year = draw.int(year)
    let month = draw.int(1...12)
    let day = draw.int(1...28)
    let date = CalendarDate(year: year, month: month, day: day)
    let dateText = "\(year)" + two(month) + two(day)
    guard draw.chance(80) else {
      let parameters = draw.pick(["", ";VALUE=DATE"])
      return (parameters, dateText, date.map { CalendarMoment(date: $0, time: nil, zone: .local) })
    }
    let (hour, minute, second) = (draw.int(0...23), draw.int(0...59), draw.int(0...59))
    let time = ClockTime(hour: hour, minute: minute, second: second)
    let text = dateText + "T" + two(hour) + two(minute) + two(second)
    guard let date else { return ("", text, nil) }
    switch draw.int(1...3) {
    case 1: return ("", text + "Z", CalendarMoment(date: date, time: time, zone: .utc))
    case 2: return ("", text, CalendarMoment(date: date, time: time, zone: .local))
    default:
      return (
        ";TZID=Europe/Berlin", text,
        CalendarMoment(date: date, time: time, zone: .named("Europe/Berlin"))
      )
    }
  }

  static func event(_ draw: inout Draw) -> DrawnPayload {
    let start = moment(&draw)
    guard let begin = start.2 else { return DrawnPayload("", .text(""), &draw) }
    var event = CalendarEvent(start: begin)
    var lines = ["DTSTART" + start.0 + ":" + start.1]
    func add(_ name: String, _ value: String?) {
      if let value { lines.append(name + ":" + CardWriter.escaped(value)) }
    }
    switch draw.int(1...3) {
    case 1:
      let end = moment(&draw, year: 2061...2099)
      event.end = end.2
      lines.append("DTEND" + end.0 + ":" + end.1)
    case 2:
      let (days, hours, minutes) = (draw.int(0...9), draw.int(0...23), draw.int(0...59))
      event.durationSeconds = days * 86_400 + hours * 3_600 + minutes * 60
      lines.append("DURATION:P\(days)DT\(hours)H\(minutes)M")
    default: break
    }
    event.summary = draw.text()
    event.description = draw.maybe(50) { $0.text() + ($0.chance(40) ? "\n" + $0.text() : "") }
    event.location = draw.maybe(50) { $0.text() }
    add("SUMMARY", event.summary)
    add("DESCRIPTION", event.description)
    add("LOCATION", event.location)
    if draw.chance(30) {
      event.organizer = LinkWriter.address(&draw)
      lines.append("ORGANIZER;CN=\"A: B\":mailto:" + (event.organizer ?? ""))
    }
    for address in LinkWriter.addresses(0...2, &draw) {
      event.attendees.append(address)
      lines.append("ATTENDEE" + draw.pick([":mailto:", ":MAILTO:", ":"]) + address)
    }
    if draw.chance(20) {
      event.point = GeoPoint(latitude: 37.386013, longitude: -122.082932)
      lines.append("GEO:37.386013;-122.082932")
    }
    event.uid = draw.maybe(40) { $0.name("0123456789abcdef", 12...12) + "@example.com" }
    event.status = draw.maybe(30) { _ in "CONFIRMED" }
    event.url = draw.maybe(20) { "https://" + LinkWriter.host(&$0) }
    if let uid = event.uid { lines.append("UID:" + uid) }
    if let status = event.status { lines.append("STATUS:" + status) }
    if let url = event.url { lines.append("URL:" + url) }
    return DrawnPayload(
      CardWriter.folded(wrapped(lines, &draw), &draw), .event(event), &draw)
  }

  /// The event alone or in a calendar, with a time zone before it or an alarm inside.
  private static func wrapped(_ lines: [String], _ draw: inout Draw) -> [String] {
    let alarm =
      draw.chance(15)
      ? ["BEGIN:VALARM", "TRIGGER:-PT15M", "DESCRIPTION:Reminder", "DURATION:PT5M", "END:VALARM"]
      : []
    let event = ["BEGIN:VEVENT"] + alarm + lines + ["END:VEVENT"]
    guard draw.chance(70) else { return event }
    let zone =
      draw.chance(20)
      ? [
        "BEGIN:VTIMEZONE", "TZID:Europe/Berlin", "BEGIN:STANDARD", "DTSTART:19701025T030000",
        "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE",
      ] : []
    return ["BEGIN:VCALENDAR", "VERSION:2.0"] + zone + event + ["END:VCALENDAR"]
  }

  static func old(_ draw: inout Draw) -> DrawnPayload {
    let charset = OldCardWriter.charset(&draw)
    let date = CalendarDate(year: 2026, month: draw.int(1...12), day: draw.int(1...28))
    let time = ClockTime(hour: draw.int(0...23), minute: draw.int(0...59), second: 0)
    guard let date, let time else { return DrawnPayload("", .text(""), &draw) }
    var event = CalendarEvent(start: CalendarMoment(date: date, time: time, zone: .utc))
    event.summary = draw.text().replacing("\\", with: "/")
    event.location = draw.maybe(50) { $0.text().replacing("\\", with: "/") }
    let digits = (date.description + "T" + time.description + "Z").filter { $0 != "-" && $0 != ":" }
    var lines: [[UInt8]] = ["BEGIN:VCALENDAR", "VERSION:1.0", "BEGIN:VEVENT", "DTSTART:" + digits]
      .map { Array($0.utf8) }
    for (name, value) in [("SUMMARY", event.summary), ("LOCATION", event.location)] {
      guard let value else { continue }
      let escaped = value.replacing(";", with: "\\;")
      lines.append(OldCardWriter.line(name, escaped, charset: charset, &draw))
    }
    lines += ["END:VEVENT", "END:VCALENDAR", ""].map { Array($0.utf8) }
    let bytes = Array(lines.joined(separator: Array("\r\n".utf8)))
    return DrawnPayload(lines: bytes, charset: charset, .event(event))
  }
}
