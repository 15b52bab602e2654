import Base
import DecoderKit
import Drawing
import Statistics
import Symbols

/// Reads `claims` and `bands`: the statements that a corpus puts to the test.
struct ClaimReader {
  let recipes: [Recipe]
  let conditions: [Condition]
  let sweep: Sweep
  let seed: UInt64

  /// The parameters that a claimed size can be of; a sweep over one tests claims about the other.
  private static let axes = [CameraParameter.moduleSize, .symbolWidth]
  private static let keys = ["name", "by", "source", "says", "about", "reads", "from"]
  /// The largest distance of a level from the size that it stands for, as a share of the size.
  private static let tolerance = 0.005
  /// The largest size that a claim can name, in pixels: far beyond any image that can be drawn.
  private static let largestSize = 100_000.0
  /// The number of payloads that are drawn to see if a recipe's symbols are all of one width.
  private static let sampledPayloads = 20

  /// Reads the list of claims; their names differ.
  func claims(_ node: YAMLNode) throws(FileFault) -> [Claim] {
    guard Self.axes.contains(sweep.axis) else {
      throw node.error(
        "claims are about sizes, but the sweep is over \(sweep.axis.rawValue): they need a sweep "
          + "over \(Self.axes.map(\.rawValue).joined(separator: " or "))")
    }
    guard sweep.harder == .smaller else {
      throw node.error(
        "claims need a sweep in which smaller symbols are harder, but this sweep is unordered")
    }
    var claims: [Claim] = []
    for item in try node.list(of: "claims") {
      let claim = try claim(item)
      guard !claims.contains(where: { $0.name == claim.name }) else {
        throw item.error("the name \"\(claim.name)\" is taken: names are used once")
      }
      claims.append(claim)
    }
    return claims
  }

  /// Reads the bands that a sweep's results are summed by.
  func bands(_ node: YAMLNode) throws(FileFault) -> BandScheme {
    let scheme = try node.choice("set of bands", of: BandScheme.self)
    guard sweep.axis == .moduleSize else {
      throw node.error(
        "bands need a sweep over module-size, but this sweep is over \(sweep.axis.rawValue)")
    }
    return scheme
  }

  private func claim(_ node: YAMLNode) throws(FileFault) -> Claim {
    let mapping = try node.mapping(known: Self.keys)
    let from = try mapping.required("from")
    let size = try from.mapping(known: Self.axes.map(\.rawValue))
    let given = Self.axes.filter { size[$0.rawValue] != nil }
    guard given.count == 1, let axis = given.first, let number = size[axis.rawValue] else {
      throw from.error(
        "\"from\" is one size: {module-size: 2} or {symbol-width: 190}, in pixels")
    }
    let value = try number.decimal()
    guard value.value > 0, value.value <= Self.largestSize else {
      throw number.error(
        "a size of \(value.text) px is not possible: it is above 0, and at most \(Int(Self.largestSize))"
      )
    }
    var places: [Claim.Place] = []
    for recipe in try subjects(mapping["about"]) {
      guard recipe.symbols.count == 1, let symbol = recipe.symbols.first else {
        throw (mapping["about"] ?? node).error(
          "\"\(recipe.name)\" is not an image of one symbol, which claims are about")
      }
      let level = try level(of: value.value, axis, recipe, symbol, at: number)
      places += conditions.map {
        Claim.Place(group: "\(recipe.name)/\($0.name)", level: level)
      }
    }
    return Claim(
      name: try mapping.required("name").name(), author: try mapping.required("by").text(),
      source: try mapping.required("source").text(),
      statement: try mapping.required("says").text(),
      promise: try mapping["reads"]?.choice("promise", of: Claim.Promise.self) ?? .reliably,
      axis: axis, value: Level(value), groups: places)
  }

  /// The recipes that a claim is about: those named, those of a symbology named, or all.
  private func subjects(_ node: YAMLNode?) throws(FileFault) -> [Recipe] {
    guard let node else { return recipes }
    var chosen: Set<String> = []
    for item in try node.list(of: "recipes or symbologies") {
      let word = try item.text()
      let symbology = Symbology(parsing: word)
      let named = recipes.filter {
        $0.name == word || symbology.map($0.symbologies.contains) ?? false
      }
      guard !named.isEmpty else {
        throw item.unknown("recipe or symbology", word, known: recipes.map(\.name))
      }
      chosen.formUnion(named.map(\.name))
    }
    return recipes.filter { chosen.contains($0.name) }
  }

  /// Finds the swept level that stands for a claimed size in a recipe.
  private func level(
    of value: Double, _ axis: CameraParameter, _ recipe: Recipe, _ symbol: SymbolRecipe,
    at node: YAMLNode
  ) throws(FileFault) -> Level {
    let wanted =
      switch (axis, sweep.axis) {
      case (.symbolWidth, .moduleSize): value / (try width(of: recipe, symbol, node))
      case (.moduleSize, .symbolWidth): value * (try width(of: recipe, symbol, node))
      default: value
      }
    let rounded = DecimalNumber(billionths: Int64((wanted * 1000).rounded()) * 1_000_000)
    let size = "\(rounded.text) px of \(sweep.axis.rawValue)"
    let nearest = sweep.levels.min { abs($0.value - wanted) < abs($1.value - wanted) }
    guard let nearest, let first = sweep.levels.first, let last = sweep.levels.last else {
      throw node.error("the sweep has no levels")
    }
    guard abs(nearest.value - wanted) <= Self.tolerance * wanted else {
      let range = "\(first.text) to \(last.text) px"
      throw node.error(
        wanted < first.value || wanted > last.value
          ? "\(size) for \"\(recipe.name)\" lies outside the swept levels, \(range)"
          : "no level stands for \(size) for \"\(recipe.name)\": the nearest is \(nearest.text); "
            + "list one within \(Self.tolerance * 100) % of it")
    }
    return nearest
  }

  /// The width in modules that all symbols of a recipe have.
  private func width(
    of recipe: Recipe, _ symbol: SymbolRecipe, _ node: YAMLNode
  ) throws(FileFault) -> Double {
    var encoder = SymbolEncoder()
    var widths: Set<Int> = []
    for trial in 0..<Self.sampledPayloads {
      let random = SampleRandomness(
        seed: seed, recipe: recipe.name, condition: "", level: "", trial: trial)
      var payloads = random.generator(.payload)
      let payload = symbol.payload.draw(trial: trial, from: &payloads)
      if let drawn = try? encoder.encode(payload, options: symbol.options) {
        widths.insert(drawn.columns)
      }
    }
    guard let most = widths.max(), let fewest = widths.min() else {
      throw node.error("\"\(recipe.name)\" cannot be encoded, so that its width is not known")
    }
    guard most == fewest else {
      throw node.error(
        "symbols of \"\(recipe.name)\" are \(fewest) to \(most) modules wide, so that no one "
          + "\(Self.axes[0].rawValue) belongs to a \(Self.axes[1].rawValue): name the size as "
          + "the sweep does, \(sweep.axis.rawValue)")
    }
    return Double(most)
  }
}
