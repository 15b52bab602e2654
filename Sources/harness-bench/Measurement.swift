import Foundation

/// One figure with the floor or ceiling that it must meet, if there is one.
struct Measurement {
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

  init(_ name: String, _ value: Double, _ unit: String = "", _ bar: Bar = .none) {
    self.name = name
    self.value = value
    self.unit = unit
    self.bar = bar
  }

  var holds: Bool {
    switch bar {
    case .atLeast(let floor): value >= floor
    case .atMost(let ceiling): value <= ceiling
    case .none: true
    }
  }

  func line(width: Int) -> String {
    let number = String(format: value >= 100 ? "%10.0f" : "%10.3f", value)
    let verdict =
      switch bar {
      case .atLeast(let floor): "  ≥ \(floor.formatted())  \(holds ? "holds" : "BELOW")"
      case .atMost(let ceiling): "  ≤ \(ceiling.formatted())  \(holds ? "holds" : "ABOVE")"
      case .none: ""
      }
    let padded = name.padding(toLength: max(width, name.count), withPad: " ", startingAt: 0)
    return "\(padded)  \(number) \(unit)\(verdict)"
  }
}
