import Foundation
import Optics

/// A camera, a printed code and the way in which it is held: what a distance is asked for.
struct DistanceQuestion: Hashable, Sendable {
  /// The camera in the mode that delivers the frames.
  let view: CameraView
  /// The code.
  let code: PrintedCode
  /// The angle by which the label leans away, in degrees.
  let tiltDegrees: Double
  /// The movement across the image; `nil` for none.
  let motion: Motion?

  /// True if the camera's figures come from a file; else its focal length is all that is known.
  var hasCameraFile = true

  /// A movement across the image while the shutter is open.
  struct Motion: Hashable, Sendable {
    /// The speed, in millimetres per second.
    let millimetresPerSecond: Double
    /// The time for which the shutter is open, in seconds.
    let exposureSeconds: Double

    /// The displacement while the shutter is open, in millimetres.
    var millimetres: Double { millimetresPerSecond * exposureSeconds }
  }

  /// Makes a question.
  ///
  /// - Precondition: The tilt is at least 0 and below 90°.
  init(
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
  var conditions: [DistanceCondition] {
    (view.focusBlur.isNone ? [] : [.defocus]) + (movedMillimetres > 0 ? [.motion] : [])
      + (tiltDegrees > 0 ? [.tilt] : [])
  }

  /// The question that a threshold answers: the tilt that its symbols have counts once.
  func asked(of threshold: DecoderThreshold) -> DistanceQuestion {
    asked(about: code, tiltDegrees: threshold.isTilted ? 0 : tiltDegrees)
  }

  /// The same question about another code.
  func asked(about code: PrintedCode) -> DistanceQuestion {
    asked(about: code, tiltDegrees: tiltDegrees)
  }

  private func asked(about code: PrintedCode, tiltDegrees: Double) -> DistanceQuestion {
    var question = DistanceQuestion(
      view: view, code: code, tiltDegrees: tiltDegrees, motion: motion)
    question.hasCameraFile = hasCameraFile
    return question
  }

  /// The displacement while the shutter is open, in millimetres.
  var movedMillimetres: Double { motion?.millimetres ?? 0 }

  /// The share of a module that is seen along the direction in which the label leans.
  var foreshortening: Double { cos(tiltDegrees * .pi / 180) }

  /// Computes the module size that is seen, in pixels; a leaning label's along its shorter direction.
  func moduleSizePixels(
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
  var fitsFromMillimetres: Double? {
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
  func fill(atMillimetres distance: Double) -> Double? {
    code.widthMillimetres.map {
      view.pinhole.pixels(ofMillimetres: $0, atMillimetres: distance)
        / Double(max(view.frame.columns, view.frame.rows))
    }
  }

  /// Computes the displacement of the image while the shutter is open, in the modules that are seen, a
  /// leaning label's along its shorter direction; the same at any distance.
  func motionModules(xDimensionMillimetres x: Double) -> Double {
    movedMillimetres / (x * foreshortening)
  }

  /// The disc that counts as in focus where nothing is known of blur, in modules.
  static var sharpModules: Double { ReadingBounds.sharpModules }

  /// Computes the width of the disc into which a point is spread, in the modules that are seen; infinite
  /// where it is not known.
  func defocusModules(
    xDimensionMillimetres x: Double, atMillimetres distance: Double
  ) -> Double {
    view.focusBlur.millimetres(atMillimetres: distance) / (x * foreshortening)
  }

  /// Computes the distances at which the disc of the lens is no wider than some modules; `nil` if there
  /// are none.
  func inFocus(
    upToModules modules: Double, xDimensionMillimetres x: Double
  ) -> ClosedRange<Double>? {
    view.focusBlur.distances(perDistance: 0, perBlur: 1, upTo: modules * x * foreshortening)
  }
}
