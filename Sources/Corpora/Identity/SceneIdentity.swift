import Drawing
import Optics
import Scanning

/// The texts of what is arranged, photographed and aimed at in hashes, version 1; none follows a name that
/// is changed elsewhere.
extension SceneLayout {
  /// All that determines the arrangement.
  var identityText: String {
    switch self {
    case .grid(let rows, let columns, let spacing):
      "grid(rows: \(rows), columns: \(columns), spacingModules: \(spacing))"
    case .stack(let spacing): "stack(spacingModules: \(spacing))"
    }
  }
}

extension ConditionValue {
  /// All that determines the values.
  var identityText: String {
    switch self {
    case .fixed(let value): "fixed(\(value))"
    case .list(let values): "list([\(values.map(\.description).joined(separator: ", "))])"
    case .random(let low, let high): "random(low: \(low), high: \(high))"
    }
  }
}

extension ConditionCamera {
  /// All that determines what it does to an image.
  var identityText: String {
    let lens = view.lens.map { "\($0.focalMillimetres) \($0.fNumber)" } ?? "none"
    let frame = "\(view.frame.columns)x\(view.frame.rows)"
    let sharp = plane.map { "\(lens) \($0)" } ?? "everywhere"
    return "camera \(view.focalPixels) \(frame) \(sharp)"
  }

  /// The plane that is sharp; `nil` if every plane is.
  private var plane: String? {
    switch focus {
    case .everywhere: nil
    case .fixed(let distance): "\(distance)"
    case .camera:
      switch view.camera.focus {
      case .automatic: "from \(view.camera.nearLimitMillimetres?.value ?? 0)"
      case .fixed(let distance): "\(distance.value)"
      }
    }
  }
}

extension CorpusSelection {
  /// All that determines targets and regions.
  var identityTexts: [String] {
    let margins = [
      region.margins.left, region.margins.top, region.margins.right, region.margins.bottom,
    ]
    let point = region.pointOfInterest
    return [
      "selection 1 \(region.selection.identityText) \(region.selectionEdge.rawValue)",
      "area \(margins.map(\.identityText).joined(separator: " ")) \(region.areaEdge.rawValue)",
      "point \(point.x.identityText) \(point.y.identityText)",
      "view \(view.map { "\($0.width) \($0.height) \($0.scale)" } ?? "whole")",
    ]
  }
}

extension ScanRegion.Selection {
  fileprivate var identityText: String {
    switch self {
    case .all: "all"
    case .radius(let radius): "radius(\(radius.identityText))"
    case .rectangle(let width, let height):
      "rectangle(width: \(width.identityText), height: \(height.identityText))"
    case .rectangleWidth(let width, let aspect):
      "rectangleWidth(\(width.identityText), aspect: \(aspect))"
    case .rectangleHeight(let height, let aspect):
      "rectangleHeight(\(height.identityText), aspect: \(aspect))"
    }
  }
}

extension ViewLength {
  fileprivate var identityText: String {
    switch self {
    case .pixels(let pixels): "\(pixels)px"
    case .dips(let dips): "\(dips)dip"
    case .fraction(let fraction): "\(fraction * 100)%"
    }
  }
}
