extension ScanRegion.Margins {
  /// Reads margins as people type them: `40dip,0,40dip,50%` for left, top, right, bottom.
  package init?(_ text: String) {
    guard let lengths = ViewLength.list(text, count: 4) else { return nil }
    self.init(left: lengths[0], top: lengths[1], right: lengths[2], bottom: lengths[3])
  }

  /// The margins as people type them.
  package var text: String {
    [left, top, right, bottom].map { $0.isZero ? "0" : "\($0)" }.joined(separator: ",")
  }

  var swift: String {
    let sides = [("left", left), ("top", top), ("right", right), ("bottom", bottom)]
    return "ScanRegion.Margins("
      + sides.filter { !$0.1.isZero }.map { "\($0): \($1.swift)" }.joined(separator: ", ") + ")"
  }
}

extension ScanRegion.PointOfInterest {
  /// Reads a point as people type it: `0.7,0.25`.
  package init?(_ text: String) {
    guard let lengths = ViewLength.list(text, count: 2) else { return nil }
    self.init(x: lengths[0], y: lengths[1])
  }

  /// The point as people type it.
  package var text: String { "\(x),\(y)" }

  var swift: String { "ScanRegion.PointOfInterest(x: \(x.swift), y: \(y.swift))" }
}

extension ScanRegion.Selection {
  /// Reads a selection as people type it: `radius:5dip`, `rectangle:0.9x0.1`, `width:0.5:1` or `height:0.5:1`.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    switch (parts[0], parts.count) {
    case ("radius", 2):
      guard let radius = ViewLength(parts[1]) else { return nil }
      self = .radius(radius)
    case ("rectangle", 2):
      guard let sides = parts[1].sides({ ViewLength($0) }) else { return nil }
      self = .rectangle(width: sides.width, height: sides.height)
    case ("width", 3), ("height", 3):
      guard let side = ViewLength(parts[1]), let aspect = Double(String(parts[2])) else {
        return nil
      }
      self =
        parts[0] == "width"
        ? .rectangleWidth(side, aspect: aspect) : .rectangleHeight(side, aspect: aspect)
    default:
      return nil
    }
  }

  /// The selection as people type it; `nil` for all symbols.
  package var text: String? {
    switch self {
    case .all: nil
    case .radius(let radius): "radius:\(radius)"
    case .rectangle(let width, let height): "rectangle:\(width)x\(height)"
    case .rectangleWidth(let width, let aspect):
      "width:\(width):\(ViewLength.text(aspect))"
    case .rectangleHeight(let height, let aspect):
      "height:\(height):\(ViewLength.text(aspect))"
    }
  }

  var swift: String {
    switch self {
    case .all: ".all"
    case .radius(let radius): ".radius(\(radius.swift))"
    case .rectangle(let width, let height):
      ".rectangle(width: \(width.swift), height: \(height.swift))"
    case .rectangleWidth(let width, let aspect):
      ".rectangleWidth(\(width.swift), aspect: \(ViewLength.text(aspect)))"
    case .rectangleHeight(let height, let aspect):
      ".rectangleHeight(\(height.swift), aspect: \(ViewLength.text(aspect)))"
    }
  }
}

extension ScanView {
  /// The view as people type it.
  package var text: String {
    "\(ViewLength.text(width))x\(ViewLength.text(height))"
      + (scale == 1 ? "" : "@\(ViewLength.text(scale))")
  }
}

extension ScanAim {
  /// The options of `harness scan` that mean the same; none where all of each image is scanned.
  package var options: [String] {
    let usual = ScanRegion()
    var options: [String] = []
    func add(_ name: String, _ text: String?, unless isUsual: Bool) {
      if let text, !isUsual { options += ["--" + name, text] }
    }
    add("margins", region.margins.text, unless: region.margins == usual.margins)
    add("poi", region.pointOfInterest.text, unless: region.pointOfInterest == usual.pointOfInterest)
    add("select", region.selection.text, unless: false)
    add("view", view?.text, unless: false)
    guard !options.isEmpty else { return [] }
    add("edge", region.selectionEdge.rawValue, unless: region.selectionEdge == usual.selectionEdge)
    add("area-edge", region.areaEdge.rawValue, unless: region.areaEdge == usual.areaEdge)
    return options
  }

  /// Lines of Swift that make the same aim, as `aim`.
  package var swift: String {
    let usual = ScanRegion()
    var arguments: [String] = []
    if region.margins != usual.margins { arguments.append("margins: \(region.margins.swift)") }
    if region.pointOfInterest != usual.pointOfInterest {
      arguments.append("pointOfInterest: \(region.pointOfInterest.swift)")
    }
    if region.selection != usual.selection {
      arguments.append("selection: \(region.selection.swift)")
    }
    if region.selectionEdge != usual.selectionEdge {
      arguments.append("selectionEdge: .\(region.selectionEdge)")
    }
    if region.areaEdge != usual.areaEdge { arguments.append("areaEdge: .\(region.areaEdge)") }
    let made = arguments.isEmpty ? "" : "\n  " + arguments.joined(separator: ",\n  ")
    let lines = ["let region = ScanRegion(\(made))"]
    guard let view else {
      return (lines + ["let aim = ScanAim(region: region)"]).joined(separator: "\n")
    }
    let sides = "width: \(ViewLength.text(view.width)), height: \(ViewLength.text(view.height))"
    let scale = view.scale == 1 ? "" : ", scale: \(ViewLength.text(view.scale))"
    return
      (["let view = try ScanView(\(sides)\(scale))"] + lines
      + ["let aim = ScanAim(region: region, view: view)"]).joined(separator: "\n")
  }
}

extension ViewLength {
  /// True for no length; a point of interest still has the unit, which says from where it counts.
  fileprivate var isZero: Bool { number == 0 }

  fileprivate var swift: String {
    switch self {
    case .pixels(let pixels): ".pixels(\(Self.text(pixels)))"
    case .dips(let dips): ".dips(\(Self.text(dips)))"
    case .fraction(let fraction): ".fraction(\(Self.text(fraction)))"
    }
  }

  /// So many lengths with commas between them.
  fileprivate static func list(_ text: String, count: Int) -> [ViewLength]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let lengths = parts.compactMap { ViewLength($0) }
    return parts.count == count && lengths.count == count ? lengths : nil
  }
}
