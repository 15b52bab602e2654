import Base
import Drawing
import Scanning

/// Reads `selection`: the region in which a scanner chooses one symbol of each image.
enum SelectionReader {
  private static let keys = [
    "view", "margins", "point-of-interest", "radius", "rectangle", "edge", "area-edge",
  ]

  static func read(_ node: YAMLNode) throws(FileFault) -> CorpusSelection {
    let mapping = try node.mapping(known: keys)
    let view = try mapping["view"].map(view)
    if view == nil {
      for key in ["margins", "point-of-interest", "area-edge"] {
        try mapping.refuse(
          key,
          because: "there is no \"view\", so the whole image is scanned: add view: 320x240")
      }
    }
    if mapping["radius"] != nil {
      try mapping.refuse("rectangle", because: "\"radius\" gives the selection already")
    }
    var region = ScanRegion()
    if let node = mapping["margins"] {
      let sides = try lengths(node, ["left", "top", "right", "bottom"])
      region.margins = .init(left: sides[0], top: sides[1], right: sides[2], bottom: sides[3])
    }
    if let node = mapping["point-of-interest"] {
      let place = try lengths(node, ["x", "y"])
      region.pointOfInterest = .init(x: place[0], y: place[1])
    }
    if let node = mapping["radius"] { region.selection = .radius(try length(node)) }
    if let node = mapping["rectangle"] { region.selection = try rectangle(node) }
    if let node = mapping["edge"] {
      region.selectionEdge = try node.choice("rule", of: EdgeRule.self)
    }
    if let node = mapping["area-edge"] {
      region.areaEdge = try node.choice("rule", of: EdgeRule.self)
    }
    if let view {
      do throws(ScanRegionError) {
        _ = try region.placed(in: view)
      } catch {
        throw node.error("the selection does not fit its view: \(error)")
      }
    }
    return CorpusSelection(region: region, view: view)
  }

  private static func view(_ node: YAMLNode) throws(FileFault) -> ScanView {
    let text = try node.text()
    guard let view = ScanView(text) else {
      throw node.error("\(node.label) is \(text), not a size such as 320x240 or 375x812@3")
    }
    return view
  }

  private static func rectangle(_ node: YAMLNode) throws(FileFault) -> ScanRegion.Selection {
    if node.isList {
      let sides = try lengths(node, ["width", "height"])
      return .rectangle(width: sides[0], height: sides[1])
    }
    let mapping = try node.mapping(known: ["width", "height", "aspect"])
    let aspect = try mapping.required("aspect").decimal().value
    guard let width = mapping["width"] else {
      return .rectangleHeight(try length(mapping.required("height")), aspect: aspect)
    }
    try mapping.refuse(
      "height",
      because: "\"width\" and \"aspect\" give it: write [width, height], or one and aspect")
    return .rectangleWidth(try length(width), aspect: aspect)
  }

  private static func lengths(_ node: YAMLNode, _ names: [String]) throws(FileFault) -> [ViewLength]
  {
    let wanted = names.joined(separator: ", ")
    let items = try node.list(of: "lengths: \(wanted)")
    guard items.count == names.count else {
      throw node.error("\(node.label) has \(items.count) lengths: write [\(wanted)]")
    }
    var lengths: [ViewLength] = []
    for item in items { lengths.append(try length(item)) }
    return lengths
  }

  private static func length(_ node: YAMLNode) throws(FileFault) -> ViewLength {
    let text = try node.text()
    guard let length = ViewLength(text) else {
      throw node.error("\(node.label) is \(text), not a length such as 12px, 40dip, 50% or 0.5")
    }
    return length
  }

  /// The part of the JSON Schema.
  static var schema: [String: Any] {
    let length: [String: Any] = ["type": ["string", "number"]]
    func lengths(_ count: Int, _ description: String) -> [String: Any] {
      [
        "type": "array", "items": length, "minItems": count, "maxItems": count,
        "description": description,
      ]
    }
    let rules = EdgeRule.allCases.map(\.rawValue)
    return [
      "type": "object", "additionalProperties": false,
      "description": "Aims at one symbol of each image, and chooses it among the others.",
      "properties": [
        "view": [
          "type": "string", "pattern": "^[0-9.]+x[0-9.]+(@[0-9.]+)?$",
          "description": "The part of the image that is seen, in points and pixels per point.",
        ],
        "margins": lengths(4, "Strips that are not scanned: left, top, right, bottom."),
        "point-of-interest": lengths(2, "The point that is aimed with: x, y."),
        "radius": length,
        "rectangle": [
          "oneOf": [
            lengths(2, "Width and height."),
            [
              "type": "object", "additionalProperties": false, "required": ["aspect"],
              "properties": ["width": length, "height": length, "aspect": ["type": "number"]],
            ],
          ]
        ],
        "edge": ["enum": rules, "description": "Which symbols across the selection's edge count."],
        "area-edge": ["enum": rules, "description": "Which symbols across the area's edge count."],
      ],
    ]
  }
}

/// Checks that a selection, its axes and the symbols fit each other.
struct SelectionCheck {
  let axes: [CameraParameter]
  let conditions: [Condition]
  let conditionNodes: [YAMLNode]
  let recipes: [Recipe]
  let recipeNodes: [YAMLNode]
  /// The conditions that each item of `conditions` has become.
  let columns: Int

  func check(
    _ selection: CorpusSelection?, _ node: YAMLNode?, sweep: YAMLNode
  ) throws(FileFault) {
    let aims = CameraParameter.allCases.filter { $0.facts.stage == .aim }
    for parameter in aims {
      guard let place = place(of: parameter, else: sweep) else { continue }
      guard selection != nil else {
        throw place.error(
          "\"\(parameter.rawValue)\" says nothing without a \"selection\" in the corpus: write "
            + "selection: {edge: touching}")
      }
      guard parameter != .selectionRadius || selection?.region.selection == .all else {
        throw place.error(
          "\"selection-radius\" and the \"selection\" both give a shape: leave one out")
      }
    }
    for (recipe, node) in zip(recipes, recipeNodes) {
      if place(of: .gap, else: sweep) != nil, recipe.symbols.count < 2 {
        throw node.error("\"\(recipe.name)\" has no neighbours, and a gap lies between them")
      }
      guard selection != nil else { continue }
      if let reason = Self.objection(to: recipe) { throw node.error(reason) }
    }
  }

  /// The reason that no symbol of a recipe can be selected; `nil` if it can.
  private static func objection(to recipe: Recipe) -> String? {
    if recipe.symbols.isEmpty {
      return
        "\"\(recipe.name)\" has no symbol to aim at: put it into a corpus without \"selection\""
    }
    if recipe.symbologies.count > 1 {
      return
        "\"\(recipe.name)\" has symbols of several symbologies, and whoever reads one of them must "
        + "be able to read the target: take one symbology"
    }
    return recipe.judgesMeaning
      ? "\"judge: meaning\" does not go with a \"selection\", which is judged by the symbol that is read"
      : nil
  }

  /// The place at which a parameter is asked for; `nil` if it is not.
  private func place(of parameter: CameraParameter, else sweep: YAMLNode) -> YAMLNode? {
    if axes.contains(parameter) { return sweep.child("sweep") }
    let index = conditions.firstIndex { $0.values[parameter] != nil }
    return index.map { conditionNodes[$0 / columns] }
  }
}
