import DecoderKit
import Yams

/// A fault in a file that a person wrote, with its place.
public struct FileFault: Error, Equatable, CustomStringConvertible {
  /// The file, as the caller named it.
  public let file: String
  /// The line, from 1; `nil` if the whole file is at fault.
  public let line: Int?
  /// The fault, and the text that would be right.
  public let message: String

  package init(file: String, line: Int?, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  /// `file:line: message`.
  public var description: String {
    line.map { "\(file):\($0): \(message)" } ?? "\(file): \(message)"
  }
}

/// A part of a YAML file that knows its place, so that every error names file and line.
///
/// Its methods read the part as one shape and throw a ``FileFault`` if it has another.
package struct YAMLNode {
  private let node: Node
  private let file: String
  /// The reader's name for the part, with quotes where it is a key: `"trials"`, `the corpus`.
  package let label: String

  /// Parses a file's text.
  ///
  /// - Parameters:
  ///   - yaml: The text.
  ///   - file: The file's name in errors.
  ///   - label: The name of the whole in errors: `the corpus`.
  ///   - empty: The message for a file without contents.
  package init(yaml: String, file: String, label: String, empty: String) throws(FileFault) {
    if let line = Self.lineOfTooManyAliases(yaml) {
      throw FileFault(
        file: file, line: line,
        message:
          "there are more than \(Self.mostAliases) aliases (*name); write out what they stand for")
    }
    let root: Node?
    do {
      root = try Yams.compose(yaml: yaml)
    } catch {
      throw Self.syntaxFault(error, yaml: yaml, file: file)
    }
    guard let root, root.null == nil else {
      throw FileFault(file: file, line: nil, message: empty)
    }
    self.init(root, file: file, label: label)
  }

  /// The most aliases that a text may have: even if each stands for others, they make it 18 times as long.
  private static let mostAliases = 8

  /// The line of the first alias beyond ``mostAliases``; `nil` if there are not so many.
  ///
  /// A few lines of aliases to aliases stand for billions of parts. The parser takes them for keys, too, and
  /// would compare them, so they are counted before it sees them: a sign and a name at the start of a word,
  /// once with `&` and later with `*`, in quotes and comments as well.
  private static func lineOfTooManyAliases(_ yaml: String) -> Int? {
    guard yaml.utf8.contains(UInt8(ascii: "&")), yaml.utf8.contains(UInt8(ascii: "*")) else {
      return nil
    }
    var anchors: Set<Substring> = []
    var count = 0
    let lines = yaml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      for word in line.split(whereSeparator: { !Self.isOfName($0) }) where word.count > 1 {
        if word.first == "&" { anchors.insert(word.dropFirst()) }
        if word.first == "*", anchors.contains(word.dropFirst()) { count += 1 }
        if count > mostAliases { return index + 1 }
      }
    }
    return nil
  }

  /// True for the signs and the characters of a name but `-`: a shorter name is found as well.
  private static func isOfName(_ character: Character) -> Bool {
    "&*_".contains(character) || character.isASCII && (character.isLetter || character.isNumber)
  }

  private init(_ node: Node, file: String, label: String) {
    self.node = node
    self.file = file
    self.label = label
  }

  /// The same part under another name in errors.
  package func named(_ label: String) -> YAMLNode { YAMLNode(node, file: file, label: label) }

  /// The line, from 1.
  package var line: Int? { node.mark?.line }

  /// An error about this part.
  package func error(_ message: String) -> FileFault {
    FileFault(file: file, line: line, message: message)
  }

  // MARK: Shapes

  /// True if the part is a list.
  package var isList: Bool { node.sequence != nil }

  /// True if the part is a mapping.
  package var isMapping: Bool { node.mapping != nil }

  /// True if the part is a mapping that has a key.
  package func has(_ key: String) -> Bool { node.mapping?[key] != nil }

  /// The value of a key, before the mapping's other keys are checked; `nil` if there is none.
  package func child(_ key: String) -> YAMLNode? {
    node.mapping?[key].map { YAMLNode($0, file: file, label: "\"\(key)\"") }
  }

  /// True if nothing is written there, or YAML's word for nothing.
  private var isEmpty: Bool {
    guard case .scalar(let scalar) = node else { return false }
    return scalar.string.isEmpty || (scalar.style == .plain && node.null != nil)
  }

  /// The part's shape in YAML's words, for "… is a list, not a mapping".
  private var shape: String {
    switch node {
    case .scalar: isEmpty ? "empty" : "a value"
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .alias: "an alias"
    }
  }

  /// Reads the part as a mapping with known keys.
  ///
  /// - Throws: For another shape and for a key that is not known.
  package func mapping(known: [String]) throws(FileFault) -> YAMLMapping {
    guard case .mapping(let mapping) = node else {
      throw error(
        "\(label) is \(shape), not a mapping with the keys \(known.joined(separator: ", "))")
    }
    var entries: [String: YAMLNode] = [:]
    for (key, value) in mapping {
      let here = YAMLNode(key, file: file, label: label)
      guard case .scalar(let scalar) = key else { throw here.error("a key is not a word") }
      let name = scalar.string
      guard known.contains(name) else {
        throw here.error(
          "unknown key \"\(name)\"." + SpellingSuggestion.sentence(for: name, among: known)
            + " Known here: \(known.joined(separator: ", ")).")
      }
      entries[name] = YAMLNode(value, file: file, label: "\"\(name)\"")
    }
    return YAMLMapping(whole: self, entries: entries)
  }

  /// Reads the part as a list with at least one item.
  package func list(of what: String) throws(FileFault) -> [YAMLNode] {
    let items = try anyList(of: what)
    guard !items.isEmpty else { throw error("\(label) is empty: it needs at least one") }
    return items
  }

  /// Reads the part as a list, which may be empty.
  package func anyList(of what: String) throws(FileFault) -> [YAMLNode] {
    guard case .sequence(let sequence) = node else {
      throw error("\(label) is \(shape), not a list of \(what)")
    }
    return sequence.map { YAMLNode($0, file: file, label: "an item of \(label)") }
  }

  // MARK: Values

  /// Reads the part as text, exactly as it is written; it is not empty.
  package func string() throws(FileFault) -> String {
    guard case .scalar(let scalar) = node else {
      throw error("\(label) is \(shape), not words")
    }
    guard !scalar.string.isEmpty else { throw error("\(label) is empty: it needs words") }
    return scalar.string
  }

  /// Reads the part as words with single spaces between them; neither empty nor blank.
  package func text() throws(FileFault) -> String {
    let words = try string().split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty, !isEmpty else { throw error("\(label) is empty: it needs words") }
    return words.joined(separator: " ")
  }

  /// Reads the part as yes or no.
  package func flag() throws(FileFault) -> Bool {
    switch try text() {
    case "true": return true
    case "false": return false
    case let word: throw error("\(label) is \(word): write true or false")
    }
  }

  /// Reads the part as a whole number in a range.
  package func integer<Number: FixedWidthInteger>(
    in range: ClosedRange<Number>
  ) throws(FileFault) -> Number {
    let wanted = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    let text = try plainScalar(wanted)
    guard let number = Number(text), String(number) == text, range.contains(number) else {
      throw error("\(label) is \(text), not \(wanted)")
    }
    return number
  }

  /// Reads the part as one of some words.
  package func choice<Choice: RawRepresentable & CaseIterable>(
    _ what: String, of type: Choice.Type
  ) throws(FileFault) -> Choice where Choice.RawValue == String {
    let word = try text()
    guard let choice = Choice(rawValue: word) else {
      throw unknown(what, word, known: type.allCases.map(\.rawValue))
    }
    return choice
  }

  /// An error about a word that is not one of those known.
  package func unknown(_ what: String, _ word: String, known: [String]) -> FileFault {
    error(
      "unknown \(what) \"\(word)\"." + SpellingSuggestion.sentence(for: word, among: known)
        + " Known: \(known.joined(separator: ", ")).")
  }

  /// Reads the text of a number. Quotes make words of numbers, so a quoted one is refused.
  package func plainScalar(_ wanted: String) throws(FileFault) -> String {
    guard case .scalar(let scalar) = node else {
      throw error("\(label) is \(shape), not \(wanted)")
    }
    guard scalar.style == .plain || scalar.style == .any else {
      throw error("\(label) is in quotes: write \(wanted) without them")
    }
    guard !scalar.string.isEmpty else { throw error("\(label) is empty, not \(wanted)") }
    return scalar.string
  }

  /// The characters of a scalar; `nil` for other shapes.
  package var scalarText: String? { node.scalar?.string }

  // MARK: Syntax

  private static func syntaxFault(_ error: any Error, yaml: String, file: String) -> FileFault {
    let (line, message): (Int?, String) =
      switch error as? YamlError {
      case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
        .composer(_, let problem, let mark, _):
        (mark.line, "this is not YAML: \(problem) (column \(mark.column))")
      case .reader(let problem, let offset, _, _):
        (
          offset.map { 1 + yaml.prefix($0).count { $0.isNewline } },
          "this is not YAML: \(problem)"
        )
      case .duplicatedKeysInMapping(let keys, let context):
        (context.mark.line, "the key \"\(keys.first ?? "")\" comes twice, first on this line")
      default:
        (nil, "this is not YAML: \(error)")
      }
    return FileFault(file: file, line: line, message: message)
  }
}

/// A mapping of a YAML file whose keys are all known.
package struct YAMLMapping {
  /// The mapping as a part, for errors about a key that is missing.
  package let whole: YAMLNode
  fileprivate let entries: [String: YAMLNode]

  /// The value of a key that may be left out.
  package subscript(_ key: String) -> YAMLNode? { entries[key] }

  /// The value of a key that must be there.
  package func required(_ key: String) throws(FileFault) -> YAMLNode {
    guard let value = entries[key] else {
      throw whole.error("\(whole.label) has no \"\(key)\", which it needs")
    }
    return value
  }

  /// Refuses a key that does not go with the others.
  package func refuse(_ key: String, because reason: String) throws(FileFault) {
    guard let value = entries[key] else { return }
    throw value.error("\"\(key)\" does not belong here: \(reason)")
  }
}

// MARK: JSON

extension YAMLNode {
  /// The part as a value that `JSONEncoder` takes: for readers without a parser of YAML.
  ///
  /// - Throws: ``FileFault`` for a key that is not a word.
  package func jsonValue() throws(FileFault) -> JSONValue {
    switch node {
    case .scalar(let scalar):
      // Quotes make words of numbers.
      guard scalar.style == .plain || scalar.style == .any else { return .text(scalar.string) }
      if node.null != nil { return .null }
      if let flag = node.bool { return .flag(flag) }
      if let number = node.int { return .integer(number) }
      if let number = node.float, number.isFinite { return .number(number) }
      return .text(scalar.string)
    case .sequence(let sequence):
      var items: [JSONValue] = []
      for item in sequence { items.append(try part(item).jsonValue()) }
      return .list(items)
    case .mapping(let mapping):
      var fields: [String: JSONValue] = [:]
      for (key, value) in mapping {
        guard case .scalar(let name) = key else { throw part(key).error("a key is not a word") }
        fields[name.string] = try part(value).jsonValue()
      }
      return .object(fields)
    case .alias:
      preconditionFailure("the parser puts the anchor's part in place of an alias")
    }
  }

  private func part(_ node: Node) -> YAMLNode { YAMLNode(node, file: file, label: label) }
}

/// A value that JSON can express.
package enum JSONValue: Encodable {
  case null
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  package func encode(to encoder: any Swift.Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
