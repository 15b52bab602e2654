import Drawing

extension Condition {
  /// The parameters that make a symbol worse than it is printed and seen at best, by their keys, and `backdrop`;
  /// empty for a clean symbol, which is only placed, turned and sized.
  package var harms: [String] {
    let parameters = CameraParameter.allCases.filter { parameter in
      parameter.isHarm
        && values[parameter]?.extremes.contains { $0 != parameter.facts.neutral } ?? false
    }
    return parameters.map(\.rawValue) + (backdrop == nil ? [] : ["backdrop"])
  }
}

extension CameraParameter {
  /// True if it harms print or picture by itself; false for what places, turns and sizes a symbol.
  fileprivate var isHarm: Bool {
    switch facts.stage {
    case .stream, .aim: false
    case .geometry: [.tilt, .shear, .curvature, .mirrored, .crop].contains(self)
    default: facts.governedBy == nil
    }
  }
}

extension Corpus {
  /// The harms of a group's condition; `nil` for photos, and for a group that the corpus does not have.
  package func harms(ofGroup id: String) -> [String]? {
    groups.first { $0.id == id }.flatMap { group in
      conditions.first { $0.name == group.condition }?.harms
    }
  }
}
