/// A change for the worse that is known, and shall not fail until a day.
public struct Acknowledgement: Hashable, Sendable, Codable {
  /// The decoder and group that it is about.
  public var cell: CellName
  /// In what respects the cell may be worse.
  public var classes: [GateClass]
  /// Why that is accepted, for people.
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

  /// Whether it still holds.
  public func isInForce(on today: CalendarDay) -> Bool { today <= expires }
}

extension Baseline {
  /// Adds an acknowledgement; one of the same cell and the same classes gives way to it.
  public mutating func acknowledge(_ acknowledgement: Acknowledgement) {
    acknowledged.removeAll {
      $0.cell == acknowledgement.cell && $0.classes == acknowledgement.classes
    }
    acknowledged.append(acknowledgement)
  }
}
