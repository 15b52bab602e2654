/// A value that a template can ask for.
enum TemplateValue: Hashable, Sendable {
  /// Data, which are always written as a literal of the file's language.
  case data([UInt8])
  /// Text, likewise; the difference shows in languages whose literals hold characters, not bytes.
  case text(String)
  /// Text of the template's own folder, which is written as it is.
  case code(String)
  case integer(Int)
  case number(Double)
  /// A condition for sections; it is written as `true` or `false`, in Python with capitals.
  case flag(Bool)
  /// Rows for sections.
  case list([[String: TemplateValue]])
}

/// The reason that a template cannot be used; its author's fault, with the place.
package struct TemplateError: Error, Hashable, Sendable {
  /// The kind of fault.
  package enum Code: String, Hashable, Sendable {
    /// A tag names no value.
    case unknownName
    /// A tag is not closed, or not written as tags are.
    case badTag
    /// A section has no end, or an end has no section.
    case unbalancedSection
    /// A value is of another kind than its tag's use.
    case wrongKind
    /// A value is neither used nor ignored.
    case unusedName
    /// A file's language is not known by its name.
    case unknownLanguage
  }

  /// The kind of fault.
  package let code: Code
  /// The template's file, as the manifest names it.
  package let file: String
  /// The line, from 1; `nil` if no line is at fault.
  package let line: Int?
  /// The name in the tag, or the part of the text that is no tag.
  package let name: String
}
