import DecoderKit
import Yams

/// Reads a corpus file's text as a corpus, or reports the first error in it.
enum CorpusReader {
  /// The version of the file format that this reader accepts.
  static let format = 1

  private static let keys = [
    "format", "name", "version", "title", "question", "seed", "hints", "symbols", "conditions",
    "sweep", "trials",
  ]

  /// The hints that decoders may be given.
  private enum Hints: String, CaseIterable {
    case none
    case symbologies
  }

  static func read(_ yaml: String, file: String) throws(CorpusError) -> Corpus {
    let root = SpecificationNode(
      node: try parse(yaml, file: file), file: file, label: "the corpus")
    try checkFormat(root)
    let corpus = try root.mapping(known: keys)
    let name = try corpus.required("name").name()
    let sweep = try SweepReader.read(corpus.required("sweep"))
    let recipes = try uniquelyNamed(
      corpus.required("symbols").list(of: "symbols"), SubjectReader.read, name: \.name)
    let nodes = try corpus.required("conditions").list(of: "conditions")
    let conditions = try uniquelyNamed(
      nodes,
      { node throws(CorpusError) in try ConditionReader.read(node, axis: sweep.axis) },
      name: \.name)
    let check = DrawabilityCheck(
      name: name, recipes: recipes, conditions: conditions, sweep: sweep)
    if let (index, reason) = check.objection() {
      throw nodes[index].error(
        "condition \"\(conditions[index].name)\" cannot be drawn at every level: \(reason)")
    }
    return Corpus(
      name: name,
      version: try corpus.required("version").integer(in: 1...1_000_000),
      title: try corpus.required("title").text(),
      question: try corpus.required("question").text(),
      seed: try corpus.required("seed").integer(in: 0...UInt64.max),
      source: .drawn(
        recipes: recipes, conditions: conditions,
        trials: try corpus.required("trials").integer(in: 1...1_000_000)),
      sweep: sweep,
      usesSymbologyHints: try corpus["hints"]?.choice("hint", of: Hints.self) == .symbologies,
      sha256: SHA256Digest(of: Array(yaml.utf8)).hex, file: file)
  }

  /// Later formats may have other keys, so that the version is checked before anything else.
  private static func checkFormat(_ root: SpecificationNode) throws(CorpusError) {
    guard let mapping = root.node.mapping else {
      throw root.error("a corpus is a mapping with the keys \(keys.joined(separator: ", "))")
    }
    guard let node = mapping["format"] else {
      throw root.error(
        "the corpus has no \"format\": its first line should be \"format: \(format)\"")
    }
    let version = SpecificationNode(node: node, file: root.file, label: "\"format\"")
    let number = try version.integer(in: 1...Int.max)
    guard number == format else {
      throw version.error(
        "this is format \(number), and this harness reads format \(format): use a newer harness")
    }
  }

  /// Reads a list of named items and refuses a name that occurs twice.
  private static func uniquelyNamed<Item>(
    _ nodes: [SpecificationNode],
    _ read: (SpecificationNode) throws(CorpusError) -> Item, name: KeyPath<Item, String>
  ) throws(CorpusError) -> [Item] {
    var items: [Item] = []
    for node in nodes {
      let item = try read(node)
      guard !items.contains(where: { $0[keyPath: name] == item[keyPath: name] }) else {
        throw node.error("the name \"\(item[keyPath: name])\" is taken: names are used once")
      }
      items.append(item)
    }
    return items
  }

  private static func parse(_ yaml: String, file: String) throws(CorpusError) -> Node {
    let root: Node?
    do {
      root = try Yams.compose(yaml: yaml)
    } catch {
      throw syntaxError(error, yaml: yaml, file: file)
    }
    guard let root, root.null == nil else {
      throw CorpusError(
        file: file, line: nil,
        message: "the file is empty: a corpus starts with \"format: \(format)\"")
    }
    return root
  }

  private static func syntaxError(
    _ error: any Error, yaml: String, file: String
  ) -> CorpusError {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return CorpusError(
        file: file, line: mark.line,
        message: "this is not YAML: \(problem) (column \(mark.column))")
    case .reader(let problem, let offset, _, _):
      let line = offset.map { 1 + yaml.prefix($0).count { $0.isNewline } }
      return CorpusError(file: file, line: line, message: "this is not YAML: \(problem)")
    case .duplicatedKeysInMapping(let keys, let context):
      return CorpusError(
        file: file, line: context.mark.line,
        message: "the key \"\(keys.first ?? "")\" comes twice, first on this line")
    default:
      return CorpusError(file: file, line: nil, message: "this is not YAML: \(error)")
    }
  }
}
