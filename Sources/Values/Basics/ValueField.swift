/// One named part of a value, as text.
public struct ValueField: Hashable, Sendable {
  /// The name, such as `ssid`; docs/values.md lists all of them.
  public let name: String
  /// The content; dates and times as in ISO 8601, numbers with a decimal point.
  public let value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [ValueField] {
  mutating func add(_ name: String, _ value: String?) {
    if let value, !value.isEmpty { append(ValueField(name, value)) }
  }

  mutating func add(_ name: String, _ values: [String]) {
    for value in values { add(name, value) }
  }
}
