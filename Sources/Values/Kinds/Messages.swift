/// An e-mail to be written.
public struct EmailMessage: Hashable, Sendable {
  /// The addresses that it goes to.
  public var to: [String] = []
  /// The addresses that get a copy.
  public var cc: [String] = []
  /// The addresses that get a copy unseen.
  public var bcc: [String] = []
  /// The subject.
  public var subject: String?
  /// The text.
  public var body: String?

  var fields: [ValueField] {
    var fields: [ValueField] = []
    fields.add("to", to)
    fields.add("cc", cc)
    fields.add("bcc", bcc)
    fields.add("subject", subject)
    fields.add("body", body)
    return fields
  }
}

/// A telephone number to be called.
public struct PhoneNumber: Hashable, Sendable {
  /// The number as it is written, without parameters.
  public let number: String
  /// The extension; `nil` without one (RFC 3966).
  public let phoneExtension: String?
  /// The prefix or domain in which a local number holds (RFC 3966).
  public let context: String?

  /// The number without the separators that only people need: `+12015550123`.
  public var digits: String {
    String(decoding: number.utf8.filter { !"-.() \t".utf8.contains($0) }, as: UTF8.self)
  }

  var fields: [ValueField] {
    var fields: [ValueField] = []
    fields.add("number", number)
    fields.add("extension", phoneExtension)
    fields.add("context", context)
    return fields
  }
}

/// A text message to be sent.
public struct ShortMessage: Hashable, Sendable {
  /// The numbers that it goes to.
  public var numbers: [String] = []
  /// The subject, which only multimedia messages have.
  public var subject: String?
  /// The text.
  public var body: String?
  /// True for a multimedia message (MMS).
  public var isMultimedia = false

  var fields: [ValueField] {
    var fields: [ValueField] = []
    fields.add("number", numbers)
    fields.add("subject", subject)
    fields.add("body", body)
    if isMultimedia { fields.add("multimedia", "yes") }
    return fields
  }
}
