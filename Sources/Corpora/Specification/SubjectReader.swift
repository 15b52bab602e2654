/// Reads an item of `symbols` as a recipe: one symbol, several on a label, or a texture without
/// any.
enum SubjectReader {
  private static let texture = ["name", "texture", "size"]
  private static let grid = ["name", "grid", "of"]
  private static let stack = ["name", "stack", "of"]
  /// More symbols than any scene needs; the limit catches typing errors.
  private static let maximumSymbols = 400

  static func read(_ node: SpecificationNode) throws(CorpusError) -> Recipe {
    if node.has("texture") { return try readTexture(node) }
    if node.has("grid") || node.has("stack") { return try readLabel(node) }
    let mapping = try node.mapping(known: ["name"] + RecipeReader.keys)
    return Recipe(
      name: try mapping.required("name").name(),
      subject: .symbols([try RecipeReader.symbol(mapping)], layout: .single))
  }

  private static func readTexture(_ node: SpecificationNode) throws(CorpusError) -> Recipe {
    let mapping = try node.mapping(known: texture)
    let sides = try mapping.required("size")
    let numbers = try sides.list(of: "two numbers, width and height in pixels")
    guard numbers.count == 2 else {
      throw sides.error("\"size\" has \(numbers.count) numbers: give width and height in pixels")
    }
    return Recipe(
      name: try mapping.required("name").name(),
      subject: .texture(
        try mapping.required("texture").choice("texture", of: Texture.self),
        width: try numbers[0].integer(in: 1...Placement.maximumSide),
        height: try numbers[1].integer(in: 1...Placement.maximumSide)))
  }

  private static func readLabel(_ node: SpecificationNode) throws(CorpusError) -> Recipe {
    let isGrid = node.has("grid")
    let mapping = try node.mapping(known: isGrid ? grid : stack)
    var members: [SymbolRecipe] = []
    for item in try mapping.required("of").list(of: "symbols") {
      members.append(try RecipeReader.symbol(item.mapping(known: RecipeReader.keys)))
    }
    let layout: SceneLayout
    let count: Int
    if isGrid {
      let cells = try mapping.required("grid").mapping(known: ["rows", "columns", "spacing"])
      let rows = try cells.required("rows").integer(in: 1...maximumSymbols)
      let columns = try cells.required("columns").integer(in: 1...maximumSymbols)
      count = rows * columns
      guard (members.count...maximumSymbols).contains(count) else {
        throw cells.whole.error(
          "\(rows) × \(columns) places for \(members.count) symbols: a grid has at least as many "
            + "places, and at most \(maximumSymbols)")
      }
      layout = .grid(rows: rows, columns: columns, spacingModules: try spacing(cells))
    } else {
      count = members.count
      layout = .stack(
        spacingModules: try spacing(
          mapping.required("stack").mapping(known: ["spacing"])))
    }
    return Recipe(
      name: try mapping.required("name").name(),
      subject: .symbols((0..<count).map { members[$0 % members.count] }, layout: layout))
  }

  private static func spacing(_ mapping: SpecificationMapping) throws(CorpusError) -> Double {
    guard let node = mapping["spacing"] else { return 0 }
    let modules = try node.decimal()
    guard (0...1000).contains(modules.value) else {
      throw node.error("a spacing of \(modules.text) modules is not between 0 and 1000")
    }
    return modules.value
  }
}
