import Foundation
import Results

extension CalendarDay {
  /// Today's date in UTC, the same for every machine that asks at the same moment.
  package static var today: CalendarDay {
    let text = Date.now.formatted(.iso8601.year().month().day())
    guard let day = CalendarDay(parsing: text) else {
      preconditionFailure("the system's date is \(text)")
    }
    return day
  }
}
