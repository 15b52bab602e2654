import DecoderKit
import Yams

/// A part of a manifest that knows its place in the file, so that every error names its line.
struct ManifestNode {
  let node: Node
  let file: String
  /// The part's name in messages: `"command"`.
  let label: String

  /// Parses a manifest.
  ///
  /// - Throws: ``PluginError`` for text that is not YAML, naming the line.
  init(yaml: String, file: String) throws(PluginError) {
    let root: Node?
    do {
      root = try Yams.compose(yaml: yaml)
    } catch {
      throw Self.syntaxError(error, yaml: yaml, file: file)
    }
    guard let root else {
      throw PluginError(
        .badManifest, "\(file): the file is empty: a manifest starts with \"format: 1\"")
    }
    self.init(node: root, file: file, label: "the manifest")
  }

  init(node: Node, file: String, label: String) {
    self.node = node
    self.file = file
    self.label = label
  }

  /// Makes an error about this part.
  func error(_ message: String) -> PluginError {
    let line = node.mark.map { ":\($0.line)" } ?? ""
    return PluginError(.badManifest, "\(file)\(line): \(message)")
  }

  /// The part as a mapping whose keys are all known.
  func mapping(known: [String]) throws(PluginError) -> [String: ManifestNode] {
    guard case .mapping(let mapping) = node else {
      throw error("\(label) is not a mapping with the keys \(known.joined(separator: ", "))")
    }
    var entries: [String: ManifestNode] = [:]
    for (key, value) in mapping {
      let name = key.string ?? ""
      guard known.contains(name) else {
        throw ManifestNode(node: key, file: file, label: label).error(
          "unknown key \"\(name)\"." + SpellingSuggestion.sentence(for: name, among: known)
            + " Known here: \(known.joined(separator: ", ")).")
      }
      entries[name] = ManifestNode(node: value, file: file, label: "\"\(name)\"")
    }
    return entries
  }

  /// The part as a word or a line.
  func text() throws(PluginError) -> String {
    guard case .scalar(let scalar) = node, !scalar.string.isEmpty else {
      throw error("\(label) is not a text")
    }
    return scalar.string
  }

  /// The part as a list of words, each with the line that it stands on.
  func texts() throws(PluginError) -> [(text: String, place: ManifestNode)] {
    guard case .sequence(let sequence) = node else {
      throw error("\(label) is not a list: write [one, two]")
    }
    var texts: [(String, ManifestNode)] = []
    for item in sequence {
      let place = ManifestNode(node: item, file: file, label: "an item of \(label)")
      texts.append((try place.text(), place))
    }
    return texts
  }

  private static func syntaxError(
    _ error: any Error, yaml: String, file: String
  ) -> PluginError {
    let (line, problem): (Int?, String) =
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
    return PluginError(.badManifest, "\(file)\(line.map { ":\($0)" } ?? ""): \(problem)")
  }
}
