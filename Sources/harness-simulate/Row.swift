import Foundation

/// One simulated figure beside the limit that it must meet.
struct Row {
  enum Bar {
    case atLeast(Double)
    case atMost(Double)
    /// Shown for information.
    case none
  }

  let name: String
  let value: Double
  let unit: String
  let bar: Bar
  var note = ""

  /// A share of draws, in percent.
  static func coverage(_ name: String, _ share: Double, floor: Double?, note: String = "") -> Row {
    Row(
      name: name, value: share * 100, unit: "%", bar: floor.map { .atLeast($0 * 100) } ?? .none,
      note: note)
  }

  var holds: Bool {
    switch bar {
    case .atLeast(let floor): value >= floor
    case .atMost(let ceiling): value <= ceiling
    case .none: true
    }
  }

  var line: String {
    let number = String(format: unit == "%" ? "%9.1f" : value < 100 ? "%9.2f" : "%9.0f", value)
    let verdict =
      switch bar {
      case .atLeast(let floor): "≥ \(floor.formatted())  \(holds ? "holds" : "MISSED")"
      case .atMost(let ceiling): "≤ \(ceiling.formatted())  \(holds ? "holds" : "MISSED")"
      case .none: ""
      }
    return [
      Self.pad(name, to: 54), number + " ", Self.pad(unit, to: 7), Self.pad(verdict, to: 17), note,
    ].joined()
  }

  private static func pad(_ text: String, to width: Int) -> String {
    text.padding(toLength: max(width, text.count), withPad: " ", startingAt: 0)
  }
}
