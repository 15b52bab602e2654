/// A physical quantity as people write it: a number with its unit, `20mm` or `20 mm`.
public enum Quantity: Hashable, Sendable {
  case length
  case duration
  case speed
  case angle

  /// The units with their values in the base unit: millimetres, seconds, mm/s, degrees.
  ///
  /// No unit comes after one that it ends with.
  private var units: [(name: String, scale: Double)] {
    switch self {
    case .length:
      [
        ("um", 1e-3), ("µm", 1e-3), ("μm", 1e-3), ("mm", 1), ("cm", 10), ("mil", 0.0254),
        ("in", 25.4), ("m", 1000),
      ]
    case .duration: [("us", 1e-6), ("µs", 1e-6), ("ms", 1e-3), ("s", 1), ("m", 60)]
    case .speed: [("mm/s", 1), ("cm/s", 10), ("m/s", 1000), ("km/h", 1e6 / 3600)]
    case .angle: [("deg", 1), ("°", 1)]
    }
  }

  /// An example with each unit that is common, for messages.
  public var examples: String {
    switch self {
    case .length: "20mm, 2cm, 0.5m, 0.8in or 10mil"
    case .duration: "5ms, 500us or 0.01s"
    case .speed: "1m/s, 50mm/s or 4km/h"
    case .angle: "82deg"
    }
  }

  /// Reads a number with a unit.
  ///
  /// - Returns: The value in millimetres, seconds, mm/s or degrees; `nil` without a number or without
  ///   a unit of this quantity. It is finite, and may be 0 or below.
  public func value(parsing text: String) -> Double? {
    guard let unit = units.first(where: { text.hasSuffix($0.name) }) else { return nil }
    let digits = text.dropLast(unit.name.count)
    let number = digits.last == " " ? digits.dropLast() : digits
    guard let value = Double(number), value.isFinite else { return nil }
    return value * unit.scale
  }
}
