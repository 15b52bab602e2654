/// The outcome of one check.
public enum CheckOutcome: Hashable, Sendable {
  /// The plugin does what the protocol asks; the text says what was seen.
  case passed(String)
  /// The plugin does not do what the protocol asks.
  case failed(Objection)
  /// The plugin does not do it, and the caller has listed this check as known to fail.
  case known(Objection)
  /// The check could not be decided, for the reason given; this is no failure.
  case skipped(String)
}

/// A fault of a plugin, and the advice that corrects it.
public struct Objection: Error, Hashable, Sendable {
  /// The behaviour observed: "answered "ready" to …". The plugin is the subject.
  public var seen: String
  /// Advice for the plugin's author, in a sentence or more.
  public var advice: String

  /// Makes an objection.
  init(_ seen: String, advice: String) {
    self.seen = seen
    self.advice = advice
  }
}

/// The reason a check says nothing about a plugin.
struct NotJudged: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
