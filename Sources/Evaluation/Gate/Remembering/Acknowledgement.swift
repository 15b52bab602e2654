/// A known change for the worse that does not make the gate fail until a given day.
public struct Acknowledgement: Hashable, Sendable, Codable {
  /// The decoder and group concerned.
  public var cell: CellName
  /// The respects in which the cell may be worse.
  public var classes: [GateClass]
  /// The reason the change is accepted, for people.
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

  /// True if the acknowledgement still holds on a day.
  public func isInForce(on today: CalendarDay) -> Bool { today <= expires }
}

extension Baseline {
  /// Adds an acknowledgement; it replaces one of the same cell and the same classes.
  public mutating func acknowledge(_ acknowledgement: Acknowledgement) {
    acknowledged.removeAll {
      $0.cell == acknowledgement.cell && $0.classes == acknowledgement.classes
    }
    acknowledged.append(acknowledgement)
  }
}
