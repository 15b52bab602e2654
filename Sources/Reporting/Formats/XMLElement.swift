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

  /// Whether it holds an element of a name.
  func has(_ name: String) -> Bool { children.contains { $0.name == name } }

  /// The element as text, two spaces further in for each level.
  func text(depth: Int = 0) -> String {
    let indent = String(repeating: "  ", count: depth)
    let opening =
      "\(indent)<\(name)"
      + attributes.map { " \($0.name)=\"\(Self.escaped($0.value))\"" }.joined()
    if let content {
      // No line feed of ours inside: it would be part of the text.
      return opening + ">" + Self.escaped(content, keepingLines: true) + "</\(name)>"
    }
    guard !children.isEmpty else { return opening + "/>" }
    return ([opening + ">"] + children.map { $0.text(depth: depth + 1) } + ["\(indent)</\(name)>"])
      .joined(separator: "\n")
  }

  /// Text that is only text in XML 1.0, which has no way at all to say most control characters.
  private static func escaped(_ plain: String, keepingLines: Bool = false) -> String {
    let lines = keepingLines ? plain.split(separator: "\n", omittingEmptySubsequences: false) : []
    let printable =
      keepingLines
      ? lines.map { DisplayText.printable(String($0)) }.joined(separator: "\n")
      : DisplayText.printable(plain)
    // Scalar by scalar: one that joins the sign before it must not hide that sign.
    var result = String.UnicodeScalarView()
    for scalar in printable.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;".unicodeScalars
      case ">": result += "&gt;".unicodeScalars
      case "&": result += "&amp;".unicodeScalars
      case "\"": result += "&quot;".unicodeScalars
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
