import DecoderKit
import Yams

/// A part of a corpus file with its position, so that every error names its line.
struct SpecificationNode {
  /// The parsed YAML.
  let node: Node
  /// The file's name in error messages.
  let file: String
  /// The part's name in error messages: `trials`, `symbols`.
  let label: String

  /// The line, from 1.
  var line: Int? { node.mark?.line }

  /// Makes an error about this part.
  func error(_ message: String) -> CorpusError {
    CorpusError(file: file, line: line, message: message)
  }

  /// True if nothing is written there, or YAML's `null`.
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
  /// - Throws: ``CorpusError`` for another shape and for an unknown key.
  func mapping(known: [String]) throws(CorpusError) -> SpecificationMapping {
    guard case .mapping(let mapping) = node else {
      throw error(
        "\(label) is \(shape), not a mapping with the keys \(known.joined(separator: ", "))")
    }
    var entries: [String: SpecificationNode] = [:]
    for (key, value) in mapping {
      let here = SpecificationNode(node: key, file: file, label: label)
      guard case .scalar(let scalar) = key else { throw here.error("a key is not a word") }
      let name = scalar.string
      guard known.contains(name) else {
        throw here.error(
          "unknown key \"\(name)\"." + SpellingSuggestion.sentence(for: name, among: known)
            + " Known here: \(known.joined(separator: ", ")).")
      }
      entries[name] = SpecificationNode(node: value, file: file, label: "\"\(name)\"")
    }
    return SpecificationMapping(whole: self, entries: entries)
  }

  /// Reads the part as a list with at least one item.
  func list(of what: String) throws(CorpusError) -> [SpecificationNode] {
    guard case .sequence(let sequence) = node else {
      throw error("\(label) is \(shape), not a list of \(what)")
    }
    guard !sequence.isEmpty else { throw error("\(label) is empty: it needs at least one") }
    return sequence.map { SpecificationNode(node: $0, file: file, label: "an item of \(label)") }
  }

  /// Reads the part as yes or no.
  func flag() throws(CorpusError) -> Bool {
    switch try text() {
    case "true": return true
    case "false": return false
    case let word: throw error("\(label) is \(word): write true or false")
    }
  }

  /// Returns true if the part is a mapping with a key.
  func has(_ key: String) -> Bool { node.mapping?[key] != nil }

  /// True if the part is a list.
  var isList: Bool { node.sequence != nil }

  /// True if the part is a mapping.
  var isMapping: Bool { node.mapping != nil }

  /// Reads the part as words with single spaces between them; neither empty nor blank.
  func text() throws(CorpusError) -> String {
    guard case .scalar(let scalar) = node else {
      throw error("\(label) is \(shape), not words")
    }
    let words = scalar.string.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty, !isEmpty else { throw error("\(label) is empty: it needs words") }
    return words.joined(separator: " ")
  }

  /// Reads the part as a name that can be used in keys and paths.
  func name() throws(CorpusError) -> String {
    let name = try text()
    guard CorpusName.isValid(name) else {
      throw error("\"\(name)\" is not a name: names are \(CorpusName.rule)")
    }
    return name
  }

  /// Reads the part as a whole number in a range.
  func integer<Number: FixedWidthInteger>(
    in range: ClosedRange<Number>
  ) throws(CorpusError) -> Number {
    let wanted = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    let text = try plainScalar(wanted)
    guard let number = Number(text), String(number) == text, range.contains(number) else {
      throw error("\(label) is \(text), not \(wanted)")
    }
    return number
  }

  /// Reads the part as a decimal number.
  func decimal() throws(CorpusError) -> DecimalNumber {
    let wanted = "a decimal number such as 1.37"
    let text = try plainScalar(wanted)
    guard let number = DecimalNumber(parsing: text) else {
      throw error("\(label) is \(text), not \(wanted)")
    }
    guard number.text == text else {
      throw error("\(label) is \(text): write \(number.text), the shortest spelling")
    }
    return number
  }

  /// Reads the part as one of some words.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ what: String, of type: Choice.Type
  ) throws(CorpusError) -> Choice where Choice.RawValue == String {
    let word = try text()
    guard let choice = Choice(rawValue: word) else {
      throw unknown(what, word, known: type.allCases.map(\.rawValue))
    }
    return choice
  }

  /// Makes an error about an unknown word.
  func unknown(_ what: String, _ word: String, known: [String]) -> CorpusError {
    error(
      "unknown \(what) \"\(word)\"." + SpellingSuggestion.sentence(for: word, among: known)
        + " Known: \(known.joined(separator: ", ")).")
  }

  /// Returns the text of a number. Quotes turn a number into a string, so that a quoted one is
  /// refused.
  private func plainScalar(_ wanted: String) throws(CorpusError) -> String {
    guard case .scalar(let scalar) = node else {
      throw error("\(label) is \(shape), not \(wanted)")
    }
    guard scalar.style == .plain || scalar.style == .any else {
      throw error("\(label) is in quotes: write \(wanted) without them")
    }
    guard !scalar.string.isEmpty else { throw error("\(label) is empty, not \(wanted)") }
    return scalar.string
  }
}

/// A mapping of a corpus file whose keys are all known.
struct SpecificationMapping {
  /// The mapping as a part, for errors about missing keys.
  let whole: SpecificationNode
  fileprivate let entries: [String: SpecificationNode]

  fileprivate init(whole: SpecificationNode, entries: [String: SpecificationNode]) {
    self.whole = whole
    self.entries = entries
  }

  /// The value of an optional key.
  subscript(_ key: String) -> SpecificationNode? { entries[key] }

  /// The value of a required key.
  func required(_ key: String) throws(CorpusError) -> SpecificationNode {
    guard let value = entries[key] else {
      throw whole.error("\(whole.label) has no \"\(key)\", which it needs")
    }
    return value
  }

  /// Refuses a key that is not allowed together with the others.
  func refuse(_ key: String, because reason: String) throws(CorpusError) {
    guard let value = entries[key] else { return }
    throw value.error("\"\(key)\" does not belong here: \(reason)")
  }
}
