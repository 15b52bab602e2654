/// What came of one check.
public enum CheckOutcome: Hashable, Sendable {
  /// The plugin does what the protocol asks; the text says what was seen.
  case passed(String)
  /// The plugin does something else.
  case failed(Objection)
  /// The plugin does something else, and whoever ran the check knows and said so.
  case known(Objection)
  /// It could not be told, and why; no failure.
  case skipped(String)
}

/// What a plugin did that it should not have done, and how to mend it.
public struct Objection: Error, Hashable, Sendable {
  /// What was seen: "answered "ready" to …". The plugin is the subject.
  public var seen: String
  /// What to do about it, in a sentence or more for the plugin's author.
  public var advice: String

  /// Makes an objection.
  init(_ seen: String, advice: String) {
    self.seen = seen
    self.advice = advice
  }
}

/// Why a check says nothing about a plugin.
struct NotJudged: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
