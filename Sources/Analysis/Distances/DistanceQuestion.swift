import Foundation
import Optics

/// A camera, a printed code and the way in which it is held: what a distance is asked for.
public struct DistanceQuestion: Hashable, Sendable {
  /// The camera in the mode that delivers the frames.
  public let view: CameraView
  /// The code.
  public let code: PrintedCode
  /// The angle by which the label leans away, in degrees.
  public let tiltDegrees: Double
  /// The movement across the image; `nil` for none.
  public let motion: Motion?

  /// A movement across the image while the shutter is open.
  public struct Motion: Hashable, Sendable {
    /// The speed, in millimetres per second.
    public let millimetresPerSecond: Double
    /// The time for which the shutter is open, in seconds.
    public let exposureSeconds: Double

    /// Makes a movement.
    public init(millimetresPerSecond: Double, exposureSeconds: Double) {
      self.millimetresPerSecond = millimetresPerSecond
      self.exposureSeconds = exposureSeconds
    }

    /// The displacement while the shutter is open, in millimetres.
    package var millimetres: Double { millimetresPerSecond * exposureSeconds }
  }

  /// Makes a question.
  ///
  /// - Precondition: The tilt is at least 0 and below 90°.
  public init(
    view: CameraView, code: PrintedCode, tiltDegrees: Double = 0, motion: Motion? = nil
  ) {
    precondition((0..<90).contains(tiltDegrees), "a label seen from its edge has no modules")
    self.view = view
    self.code = code
    self.tiltDegrees = tiltDegrees
    self.motion = motion
  }

  /// The conditions beside the distance that the question names: focus where the camera cannot focus
  /// everywhere, movement, tilt.
  public var conditions: [DistanceCondition] {
    let hasNearLimit = view.camera.nearLimitMillimetres != nil
    let needsFocus = view.lens != nil && (view.camera.focus != .automatic || hasNearLimit)
    return (needsFocus ? [.defocus] : []) + (motion == nil ? [] : [.motion])
      + (tiltDegrees > 0 ? [.tilt] : [])
  }

  /// The share of a module that is seen along the direction in which the label leans.
  private var foreshortening: Double { cos(tiltDegrees * .pi / 180) }

  /// Computes the module size that is seen, in pixels; a leaning label's along its shorter direction.
  public func moduleSizePixels(
    xDimensionMillimetres x: Double, atMillimetres distance: Double
  ) -> Double {
    view.moduleSizePixels(xDimensionMillimetres: x * foreshortening, atMillimetres: distance)
  }

  /// Computes the distance at which a module has a size in pixels, in millimetres.
  func distanceMillimetres(xDimensionMillimetres x: Double, modulePixels: Double) -> Double {
    view.pinhole.distanceMillimetres(ofMillimetres: x * foreshortening, pixels: modulePixels)
  }

  /// Computes the side of a module that has a size in pixels at a distance, in millimetres.
  func xDimensionMillimetres(modulePixels: Double, atMillimetres distance: Double) -> Double {
    view.pinhole.millimetres(ofPixels: modulePixels, atMillimetres: distance) / foreshortening
  }

  /// Computes the distance from which on the code with its quiet zone fits into the frame, in
  /// millimetres; `nil` if its size is not known.
  ///
  /// It may be turned by 90°; its tilt makes no difference, for a code may lean along either side.
  public var fitsFromMillimetres: Double? {
    guard let x = code.xDimensionMillimetres, let modules = fitModules else { return nil }
    return view.pinhole.distanceMillimetres(ofMillimetres: x, pixels: 1) * modules
  }

  /// Computes the largest module of which the code fits into the frame at a distance, in millimetres.
  func largestXDimensionMillimetres(atMillimetres distance: Double) -> Double? {
    fitModules.map { view.pinhole.millimetres(ofPixels: 1 / $0, atMillimetres: distance) }
  }

  /// The largest number of modules per pixel of the frame, for the better of both ways to hold the code.
  private var fitModules: Double? {
    let (columns, rows) = (Double(view.frame.columns), Double(view.frame.rows))
    switch code.extent {
    case (let across?, let down?):
      return min(max(across / columns, down / rows), max(across / rows, down / columns))
    case (let across?, nil): return across / max(columns, rows)
    case (nil, _): return nil
    }
  }

  /// Computes the share of the frame's longer side that the code's width fills at a distance.
  public func fill(atMillimetres distance: Double) -> Double? {
    code.widthMillimetres.map {
      view.pinhole.pixels(ofMillimetres: $0, atMillimetres: distance)
        / Double(max(view.frame.columns, view.frame.rows))
    }
  }

  /// The displacement of the image while the shutter is open, in modules, whatever the distance; `nil` if
  /// nothing moves.
  func motionModules(xDimensionMillimetres x: Double) -> Double? {
    motion.map { $0.millimetres / x }
  }

  /// Computes the distances at which the disc of the lens is no wider than some modules.
  ///
  /// In modules a fixed lens's disc grows evenly on both sides of the plane in focus; focused at infinity
  /// it is the same everywhere: the aperture's width.
  ///
  /// - Returns: All distances for a camera that focuses by itself and has no near limit; `nil` if the lens
  ///   is not known, and if there is no such distance.
  func inFocus(
    upToModules modules: Double, xDimensionMillimetres x: Double
  ) -> ClosedRange<Double>? {
    switch view.camera.focus {
    case .automatic:
      guard let near = view.camera.nearLimitMillimetres?.value else { return 0...(.infinity) }
      return max(0, near - (depth(modules, x, focus: near) ?? 0))...(.infinity)
    case .fixed(let focus) where focus.value.isFinite:
      return depth(modules, x, focus: focus.value).map {
        max(0, focus.value - $0)...(focus.value + $0)
      }
    case .fixed:
      guard let lens = view.lens, lens.apertureMillimetres <= modules * x else { return nil }
      return 0...(.infinity)
    }
  }

  /// The distance from the plane in focus to where the disc is some modules wide, in millimetres.
  private func depth(_ modules: Double, _ x: Double, focus: Double) -> Double? {
    view.lens.map { modules * x * (focus - $0.focalMillimetres) / $0.apertureMillimetres }
  }
}
