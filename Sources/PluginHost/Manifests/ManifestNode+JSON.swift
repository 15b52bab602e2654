import Yams

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ManifestNode {
  /// The part as JSON with sorted keys, for plugins without a YAML parser.
  ///
  /// - Throws: ``PluginError`` for values that JSON cannot express.
  func json() throws(PluginError) -> String {
    let value = try jsonValue()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw self.error("\(label) cannot be said in JSON: \(error)")
    }
  }

  private func jsonValue() throws(PluginError) -> JSONValue {
    switch node {
    case .scalar(let scalar):
      // A number in quotes is text.
      guard scalar.style == .plain || scalar.style == .any else { return .text(scalar.string) }
      if node.null != nil { return .null }
      if let flag = node.bool { return .flag(flag) }
      if let number = node.int { return .integer(number) }
      if let number = node.float, number.isFinite { return .number(number) }
      return .text(scalar.string)
    case .sequence(let sequence):
      var items: [JSONValue] = []
      for item in sequence {
        items.append(try ManifestNode(node: item, file: file, label: label).jsonValue())
      }
      return .list(items)
    case .mapping(let mapping):
      var fields: [String: JSONValue] = [:]
      for (key, value) in mapping {
        guard case .scalar(let name) = key else {
          throw ManifestNode(node: key, file: file, label: label).error("a key is not a word")
        }
        fields[name.string] = try ManifestNode(node: value, file: file, label: label).jsonValue()
      }
      return .object(fields)
    case .alias:
      throw error("\(label) has an alias; write out what it stands for")
    }
  }
}

/// A value that JSON can express.
private enum JSONValue: Encodable {
  case null
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  func encode(to encoder: any Swift.Encoder) throws {
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
