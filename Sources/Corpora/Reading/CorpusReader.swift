import Base
import Drawing
import Foundation

/// Reads a corpus file's text as a corpus, or reports the first error in it.
enum CorpusReader {
  /// The version of the file format that this reader accepts.
  static let format = 1

  private static let keys = [
    "format", "name", "version", "title", "question", "seed", "hints", "symbols", "conditions",
    "sweep", "trials", "claims", "bands", "selection",
  ]

  /// The hints that decoders may be given.
  private enum Hints: String, CaseIterable {
    case none
    case symbologies
  }

  /// - Parameter cameras: The cameras that conditions can name.
  static func read(
    _ yaml: String, file: String, cameras: CameraCatalog
  ) throws(FileFault) -> Corpus {
    let root = try root(yaml, file: file)
    let corpus = try root.mapping(known: keys)
    let name = try corpus.required("name").name()
    let sweep = try SweepReader.read(corpus.required("sweep"))
    let symbols = try corpus.required("symbols").list(of: "symbols")
    let recipes = try uniquelyNamed(symbols, SubjectReader.read, name: \.name)
    let source = CameraSource(catalog: cameras, folder: CorpusFile.folder(of: file))
    let nodes = try corpus.required("conditions").list(of: "conditions")
    let axes = [sweep.axis] + (sweep.second.map { [$0.axis] } ?? [])
    let written = try uniquelyNamed(
      nodes,
      { node throws(FileFault) in
        try ConditionReader.read(node, axes: axes, cameras: source)
      },
      name: \.name)
    let conditions = sweep.second.map { written.flatMap($0.conditions) } ?? written
    try PrintedSizeReader.check(recipes, symbols, seenUnder: conditions)
    if sweep.isOfStreams { try StreamReader.check(recipes, symbols) }
    try checkScales(axes, conditions, recipes, symbols)
    let check = SelectionCheck(
      axes: axes, conditions: conditions, conditionNodes: nodes, recipes: recipes,
      recipeNodes: symbols, columns: sweep.second?.levels.count ?? 1)
    let selection = try corpus["selection"].map(SelectionReader.read)
    try check.check(selection, corpus["selection"], sweep: root)
    let drawability = DrawabilityCheck(
      name: name, recipes: recipes, conditions: conditions, sweep: sweep, selection: selection)
    if let (index, reason) = drawability.objection() {
      throw nodes[index / (sweep.second?.levels.count ?? 1)].error(
        "condition \"\(conditions[index].name)\" cannot be drawn at every level: \(reason)")
    }
    let seed = try corpus.required("seed").integer(in: 0...UInt64.max)
    let claims = ClaimReader(recipes: recipes, conditions: conditions, sweep: sweep, seed: seed)
    return Corpus(
      name: name,
      version: try corpus.required("version").integer(in: 1...1_000_000),
      title: try corpus.required("title").text(),
      question: try corpus.required("question").text(),
      seed: seed,
      source: .drawn(
        recipes: recipes, conditions: conditions,
        trials: try corpus.required("trials").integer(in: 1...1_000_000)),
      sweep: sweep,
      usesSymbologyHints: try corpus["hints"]?.choice("hint", of: Hints.self) == .symbologies,
      selection: selection,
      claims: try corpus["claims"].map(claims.claims) ?? [],
      bands: try corpus["bands"].map(claims.bands),
      sha256: SHA256Digest(of: Array(yaml.utf8)).hex, file: file)
  }

  /// Reads the sweep alone: the rest takes many times as long.
  static func sweep(_ yaml: String, file: String) throws(FileFault) -> Sweep {
    try SweepReader.read(root(yaml, file: file).mapping(known: keys).required("sweep"))
  }

  private static func root(_ yaml: String, file: String) throws(FileFault) -> YAMLNode {
    let root = try YAMLNode(
      yaml: yaml, file: file, label: "the corpus",
      empty: "the file is empty: a corpus starts with \"format: \(format)\"")
    try root.checkFormat(format, of: "corpus", keys: keys)
    return root
  }

  /// Checks that a width in pixels is asked of one symbol only, and a resolution of symbols only.
  private static func checkScales(
    _ axes: [CameraParameter], _ conditions: [Condition], _ recipes: [Recipe], _ nodes: [YAMLNode]
  ) throws(FileFault) {
    func isAsked(_ parameter: CameraParameter) -> Bool {
      axes.contains(parameter) || conditions.contains { $0.values[parameter] != nil }
    }
    for (recipe, node) in zip(recipes, nodes) {
      guard !isAsked(.symbolWidth) || recipe.symbols.count == 1 else {
        throw node.error(
          "\"\(recipe.name)\" is not an image of one symbol, and a symbol-width is that of one")
      }
      guard !isAsked(.resolution) || !recipe.symbols.isEmpty else {
        throw node.error(
          "\"\(recipe.name)\" is a texture, which has the same size in pixels at every resolution: "
            + "put it into a corpus without one")
      }
    }
  }

  /// Reads a list of named items and refuses a name that occurs twice.
  private static func uniquelyNamed<Item>(
    _ nodes: [YAMLNode],
    _ read: (YAMLNode) throws(FileFault) -> Item, name: KeyPath<Item, String>
  ) throws(FileFault) -> [Item] {
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
}

extension Corpus {
  /// Reads a corpus from its YAML text.
  ///
  /// - Parameters:
  ///   - yaml: The text.
  ///   - file: The file's name in error messages.
  ///   - cameras: The cameras that conditions can name.
  /// - Throws: ``FileFault`` with the line, for anything that would prevent a complete run.
  package init(
    yaml: String, file: String, cameras: CameraCatalog = CameraCatalog(folders: [])
  ) throws {
    self = try CorpusReader.read(yaml, file: file, cameras: cameras)
  }

  /// Reads a corpus file, or lists a folder of photos.
  ///
  /// - Parameters:
  ///   - rotationsDegrees: The angles at which photos are shown; for folders only.
  ///   - cameras: The cameras that conditions can name; those of the folder `Cameras` beside the file
  ///     if there are none.
  /// - Throws: ``FileFault`` when the file cannot be read or its contents are not a corpus,
  ///   ``FolderError`` for a folder.
  package static func load(
    path: String, rotationsDegrees: [Int]? = nil, cameras: CameraCatalog? = nil
  ) throws -> Corpus {
    if CorpusFile.isFolder(path) {
      let turns = try ImageFolder.turns(degrees: rotationsDegrees ?? [0])
      return Corpus(photos: try ImageFolder.load(path: path, rotations: turns))
    }
    guard rotationsDegrees == nil else {
      throw FileFault(
        file: path, line: nil,
        message:
          "this corpus is drawn, and only photos are turned: write \"rotation\" in a condition")
    }
    return try Corpus(
      yaml: CorpusFile.text(path), file: path,
      cameras: cameras ?? CameraCatalog(folders: [CorpusFile.folder(of: path) + "/Cameras"]))
  }
}
