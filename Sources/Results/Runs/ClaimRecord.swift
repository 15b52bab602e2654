import Statistics

/// A documented minimum that a corpus puts to the test; see `docs/method.md`.
public struct ClaimRecord: Hashable, Sendable, Codable {
  /// The kind of promise about sizes at or above the claimed one.
  public enum Promise: String, CaseIterable, Hashable, Sendable, Codable {
    /// The size is a minimum from which symbols are read reliably.
    case reliably
    /// Every symbol of that size or above is read.
    case always
  }

  /// A group that a claim is about.
  public struct Place: Hashable, Sendable, Codable {
    /// `recipe/condition`.
    public var group: String
    /// The swept level that stands for the claimed size in this group.
    public var level: Level

    package init(group: String, level: Level) {
      (self.group, self.level) = (group, level)
    }
  }

  /// The name in reports.
  public var name: String
  /// The vendor or author who makes the statement.
  public var author: String
  /// The document that makes it: a URL or a title.
  public var source: String
  /// The statement in one plain line.
  public var statement: String
  /// The kind of promise.
  public var promise: Promise
  /// The axis of the claimed size: `module-size` or `symbol-width`.
  public var axis: String
  /// The claimed size, in pixels.
  public var value: Level
  /// The groups that it is about.
  public var groups: [Place]

  package init(
    name: String, author: String, source: String, statement: String, promise: Promise,
    axis: String, value: Level, groups: [Place]
  ) {
    (self.name, self.author, self.source) = (name, author, source)
    (self.statement, self.promise) = (statement, promise)
    (self.axis, self.value, self.groups) = (axis, value, groups)
  }
}
