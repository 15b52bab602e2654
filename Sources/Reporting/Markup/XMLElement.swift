/// An element of an XML document: a name, attributes, and either text or other elements.
struct XMLElement {
  private let name: String
  private let attributes: [(name: String, value: String)]
  private let children: [XMLElement]
  private let content: String?

  init(
    _ name: String, _ attributes: [(String, String)] = [], text: String? = nil,
    children: [XMLElement] = []
  ) {
    self.name = name
    self.attributes = attributes.map { (name: $0.0, value: $0.1) }
    content = text
    self.children = children
  }

  /// True if it has a child element with the given name.
  func has(_ name: String) -> Bool { children.contains { $0.name == name } }

  /// Renders the element as text, indented by two spaces for each level.
  func text(depth: Int = 0) -> String {
    let indent = String(repeating: "  ", count: depth)
    let opening =
      "\(indent)<\(name)"
      + attributes.map { " \($0.name)=\"\(Self.escaped($0.value))\"" }.joined()
    if let content {
      // No extra line feed here: it would become part of the text.
      return opening + ">" + Self.escaped(content, keepingLines: true) + "</\(name)>"
    }
    guard !children.isEmpty else { return opening + "/>" }
    return ([opening + ">"] + children.map { $0.text(depth: depth + 1) } + ["\(indent)</\(name)>"])
      .joined(separator: "\n")
  }

  /// Escapes text for XML 1.0, which cannot represent most control characters at all.
  private static func escaped(_ plain: String, keepingLines: Bool = false) -> String {
    let lines = keepingLines ? plain.split(separator: "\n", omittingEmptySubsequences: false) : []
    let printable =
      keepingLines
      ? lines.map { DisplayText.printable(String($0)) }.joined(separator: "\n")
      : DisplayText.printable(plain)
    return DisplayText.substituting(printable) { scalar in
      switch scalar {
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      case "\"": "&quot;"
      default: nil
      }
    }
  }
}
