/// A text with tags: `{{name}}` for a value, `{{#name}}` to `{{/name}}` for a section that is there if the
/// flag is true or once for each row, `{{^name}}` for one that is there if it is false or has no rows.
///
/// A section's tags stand on lines of their own, which do not appear. There is nothing else: what a template
/// cannot say, the values say. In C and Swift, two braces in a row are written with a blank between.
struct Template: Sendable {
  private indirect enum Part: Sendable {
    case text(String)
    case value(String, line: Int)
    case section(String, isInverted: Bool, line: Int, [Part])
  }

  private let parts: [Part]
  private let file: String
  private let style: LiteralStyle
  private let spellsFlagsWithCapitals: Bool

  /// All names in tags, those of rows too.
  private(set) var names: Set<String> = []

  /// Reads a template.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - file: The file's name, which says its language.
  init(_ text: String, file: String) throws(TemplateError) {
    guard let style = LiteralStyle(file: file) else {
      throw TemplateError(code: .unknownLanguage, file: file, line: nil, name: file)
    }
    self.file = file
    self.style = style
    spellsFlagsWithCapitals = file.hasSuffix(".py")
    var lines = Self.lines(of: text)[...]
    var count = 0
    parts = try Self.parts(&lines, &count, &names, until: nil, file: file)
  }

  /// The lines, each with its line break.
  private static func lines(of text: String) -> [Substring] {
    var lines: [Substring] = []
    var start = text.startIndex
    while start < text.endIndex {
      let end = text[start...].firstIndex(of: "\n").map(text.index(after:)) ?? text.endIndex
      lines.append(text[start..<end])
      start = end
    }
    return lines
  }

  // MARK: - Reading

  private static func parts(
    _ lines: inout ArraySlice<Substring>, _ count: inout Int, _ names: inout Set<String>,
    until section: String?, file: String
  ) throws(TemplateError) -> [Part] {
    let start = count
    var parts: [Part] = []
    while let line = lines.popFirst() {
      count += 1
      guard line.utf8.contains(UInt8(ascii: "{")) else {
        parts.append(.text(String(line)))
        continue
      }
      let trimmed = line.filter { !$0.isWhitespace }
      guard let tag = trimmed.wholeMatch(of: /\{\{([#^\/])([a-z0-9.-]+)\}\}/) else {
        parts += try inline(line, count, &names, file: file)
        continue
      }
      let name = String(tag.2)
      if tag.1 == "/" {
        guard name == section else {
          throw TemplateError(code: .unbalancedSection, file: file, line: count, name: name)
        }
        return parts
      }
      names.insert(name)
      let line = count
      let inner = try Self.parts(&lines, &count, &names, until: name, file: file)
      parts.append(.section(name, isInverted: tag.1 == "^", line: line, inner))
    }
    if let section {
      throw TemplateError(code: .unbalancedSection, file: file, line: start, name: section)
    }
    return parts
  }

  private static func inline(
    _ line: Substring, _ count: Int, _ names: inout Set<String>, file: String
  ) throws(TemplateError) -> [Part] {
    var parts: [Part] = []
    var rest = line
    while let open = rest.firstRange(of: "{{") {
      guard let tag = rest[open.lowerBound...].prefixMatch(of: /\{\{([a-z0-9.-]+)\}\}/) else {
        throw TemplateError(
          code: .badTag, file: file, line: count, name: String(rest[open.lowerBound...].prefix(30)))
      }
      parts.append(.text(String(rest[..<open.lowerBound])))
      parts.append(.value(String(tag.1), line: count))
      names.insert(String(tag.1))
      rest = rest[tag.range.upperBound...]
    }
    parts.append(.text(String(rest)))
    return parts
  }

  // MARK: - Rendering

  /// Fills in the values.
  ///
  /// - Throws: ``TemplateError`` for a name without a value or with one of another kind.
  func text(with values: [String: TemplateValue]) throws(TemplateError) -> String {
    try text(parts, values)
  }

  private func text(
    _ parts: [Part], _ values: [String: TemplateValue]
  ) throws(TemplateError) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let plain): text += plain
      case .value(let name, let line): text += try written(name, line, values)
      case .section(let name, let isInverted, let line, let inner):
        for row in try rows(name, isInverted, line, values) {
          text += try self.text(inner, values.merging(row) { $1 })
        }
      }
    }
    return text
  }

  /// The rows for which a section is written; one without values of its own for a flag.
  private func rows(
    _ name: String, _ isInverted: Bool, _ line: Int, _ values: [String: TemplateValue]
  ) throws(TemplateError) -> [[String: TemplateValue]] {
    switch try value(name, line, values) {
    case .flag(let flag): return flag != isInverted ? [[:]] : []
    case .list(let rows): return isInverted ? (rows.isEmpty ? [[:]] : []) : rows
    case .data, .text, .code, .integer, .number:
      throw TemplateError(code: .wrongKind, file: file, line: line, name: name)
    }
  }

  private func written(
    _ name: String, _ line: Int, _ values: [String: TemplateValue]
  ) throws(TemplateError) -> String {
    switch try value(name, line, values) {
    case .data(let bytes): return style.text(bytes)
    case .text(let text): return style.text(text)
    case .code(let text): return text
    case .integer(let number): return String(number)
    case .number(let number): return "\(number)"
    case .flag(let flag):
      return spellsFlagsWithCapitals ? (flag ? "True" : "False") : String(flag)
    case .list: throw TemplateError(code: .wrongKind, file: file, line: line, name: name)
    }
  }

  private func value(
    _ name: String, _ line: Int, _ values: [String: TemplateValue]
  ) throws(TemplateError) -> TemplateValue {
    guard let value = values[name] else {
      throw TemplateError(code: .unknownName, file: file, line: line, name: name)
    }
    return value
  }
}
