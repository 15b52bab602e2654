import Drawing
import Optics

/// The camera of a condition: the size and the blur of a label follow from its distance.
package struct ConditionCamera: Hashable, Sendable {
  /// The camera in one of its modes.
  package let view: CameraView
  /// The plane that is sharp.
  package let focus: Focus

  /// The plane that is sharp in the images of a condition.
  package enum Focus: Hashable, Sendable {
    /// Every plane, as through a pinhole.
    case everywhere
    /// The one that the camera chooses: the label's, as near as it can focus, or its fixed one.
    case camera
    /// The one at this distance in millimetres, which may be infinite.
    case fixed(Double)
  }

  /// The size of its images.
  var frame: Frame { Frame(width: view.frame.columns, height: view.frame.rows) }

  /// Replaces the distance in some settings by what it leads to: the module size and the defocus.
  ///
  /// - Parameters:
  ///   - moduleMillimetres: The side of a printed module.
  ///   - plane: The distance of the plane in focus in millimetres, if it is not the one that follows
  ///     from ``focus``.
  /// - Returns: The reason that no image can be drawn, as half a sentence; `nil` if one can.
  func photograph(
    _ settings: inout CameraSettings, moduleMillimetres: Double, focusedAt plane: Double? = nil
  ) -> String? {
    let metres = settings[.distance]
    settings[.distance] = CameraParameter.distance.facts.neutral
    let module = view.moduleSizePixels(
      xDimensionMillimetres: moduleMillimetres, atMillimetres: metres * 1000)
    if let reason = CameraParameter.moduleSize.objection(to: module) {
      return "at \(DecimalText.of(metres)) m a module takes \(DecimalText.rounded(module)) px, and "
        + reason
    }
    settings[.moduleSize] = module
    guard focus != .everywhere else { return objectionToSharpness(metres: metres) }
    guard let disc = defocusPixels(atMillimetres: metres * 1000, focusedAt: plane) else {
      return "at \(DecimalText.of(metres)) m the label is nearer than the lens has a focus"
    }
    if let reason = CameraParameter.defocus.objection(to: disc) {
      return "at \(DecimalText.of(metres)) m the lens spreads points over "
        + "\(DecimalText.rounded(disc)) px, and \(reason)"
    }
    settings[.defocus] = disc
    return nil
  }

  /// The diameter of the disc into which a point of the label is spread; `nil` if there is none.
  private func defocusPixels(
    atMillimetres distance: Double, focusedAt given: Double?
  ) -> Double? {
    guard let plane = given ?? fixedPlane else {
      return view.defocusPixels(atMillimetres: distance)
    }
    guard let lens = view.lens, distance > lens.focalMillimetres else { return nil }
    return lens.confusionPixels(atMillimetres: distance, focusedAt: plane)
  }

  private var fixedPlane: Double? {
    if case .fixed(let plane) = focus { plane } else { nil }
  }

  /// The reason a sharp image would be untrue; `nil` if the camera can focus that near.
  private func objectionToSharpness(metres: Double) -> String? {
    guard let near = view.camera.nearLimitMillimetres?.value, metres * 1000 < near else {
      return nil
    }
    return
      "\(DecimalText.of(metres)) m is nearer than \(near / 1000) m, which \(view.camera.name) can focus on: start "
      + "farther away, or write \"focus: camera\" for images as blurred as they would be"
  }
}

extension Condition {
  /// Replaces the distance in some settings by the module size and the defocus of a recipe's label.
  ///
  /// Without a camera nothing changes.
  ///
  /// - Returns: The reason that no image can be drawn, as half a sentence; `nil` if one can.
  func photograph(_ recipe: Recipe, _ settings: inout CameraSettings) -> String? {
    guard let camera, let module = recipe.moduleMillimetres else { return nil }
    return camera.photograph(&settings, moduleMillimetres: module)
  }
}
