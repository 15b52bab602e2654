extension FieldForm {
  /// An iCalendar object with one event, its times in UTC (RFC 5545, sections 3.4 and 3.6.1).
  static let calendar = FieldForm(
    [
      [
        Field("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//H//EN\r\nBEGIN:VEVENT\r\n"),
        Field("UID:", 8...36, "\r\n", value: RandomText.token),
        Field("DTSTAMP:", 16...16, "\r\n") { moment(hour: $1.below(24), &$1, date: nil) },
        Field("DTSTART:", times, "\r\n", value: startAndEnd),
        Field("SUMMARY:", 1...60, "\r\n", value: escapedText),
        Field("LOCATION:", 2...60, "\r\n", isOptional: true, value: escapedText),
        Field("DESCRIPTION:", 1...PayloadLengthRule.most, "\r\n", isOptional: true) {
          FoldedText.draw($0, behind: 12, &$1)
        },
        Field("END:VEVENT\r\nEND:VCALENDAR\r\n"),
      ]
    ], usual: 230...320)

  private static let times = 40...40

  /// The start of an event, and its end one to four hours later on the same day.
  private static func startAndEnd(_ count: Int, _ generator: inout Xoshiro256) -> String {
    let date = RandomText.date(&generator)
    let hour = 6 + generator.below(14)
    return moment(hour: hour, &generator, date: date) + "\r\nDTEND:"
      + moment(hour: hour + 1 + generator.below(4), &generator, date: date)
  }

  private static func moment(
    hour: Int, _ generator: inout Xoshiro256, date: String?
  ) -> String {
    let date = date ?? RandomText.date(&generator)
    let minute = RandomText.twoDigits(5 * generator.below(12))
    return "\(date)T\(RandomText.twoDigits(hour))\(minute)00Z"
  }
}
