import DecoderKit

/// The position from which the camera sees the surface that the symbols lie on.
///
/// The steps, in order: the label is mirrored, wrapped around a cylinder, turned in its plane,
/// tilted, and seen by a pinhole camera that looks straight at its centre.
package struct Viewpoint: Hashable, Sendable {
  /// The side of a module at the label's centre, in pixels; above 0.
  package var moduleSizePixels: Double
  /// Degrees by which the label is turned clockwise, as seen in the image.
  package var rotationDegrees = 0.0
  /// Degrees by which the label's plane leans out of the image plane; 0 to ``largestTiltDegrees``.
  package var tiltDegrees = 0.0
  /// The direction of the tilt axis in the image, in degrees clockwise from the x axis.
  ///
  /// The side a quarter turn further on comes nearer. With 0 it is the lower side, as for a page on
  /// a table.
  package var tiltDirectionDegrees = 0.0
  /// Degrees of a cylinder that the label's width covers, without quiet zones; 0 is flat.
  ///
  /// The cylinder's axis runs along the symbols' own y, behind the label's middle, as on a bottle.
  package var curvatureDegrees = 0.0
  /// True if left and right are swapped, as for a label seen through glass from behind.
  package var isMirrored = false
  /// The distance from the camera to the label's centre; 1 or more.
  ///
  /// The unit is the diagonal of the label without quiet zones.
  ///
  /// At 4, the default, the diagonal spans 14 degrees: the label then fills half of the field of
  /// view of a phone camera.
  package var cameraDistanceDiagonals = 4.0
  /// The shift of the whole scene to the right and down, in pixels, each in [0, 1).
  package var phase = Point(x: 0, y: 0)

  /// The largest tilt in degrees; foreshortening leaves a sixth of a module's height there.
  package static let largestTiltDegrees = 80.0

  /// A camera that looks straight on.
  package init(moduleSizePixels: Double) { self.moduleSizePixels = moduleSizePixels }

  /// The reason no image can be taken from here, whatever the label; `nil` if one can.
  package var objection: String? {
    guard moduleSizePixels > 0, moduleSizePixels.isFinite else {
      return "a module size of \(moduleSizePixels.plain) px cannot be drawn: it is above 0"
    }
    guard tiltDegrees >= 0, tiltDegrees <= Self.largestTiltDegrees else {
      return
        "a tilt of \(tiltDegrees.plain) degrees cannot be drawn: 0 to \(Self.largestTiltDegrees.plain) can"
    }
    guard curvatureDegrees >= 0, curvatureDegrees <= 180 else {
      return """
        a curvature of \(curvatureDegrees.plain) degrees cannot be drawn: a camera sees less than half \
        of a cylinder, 0 to 180 degrees
        """
    }
    guard cameraDistanceDiagonals >= 1, cameraDistanceDiagonals.isFinite else {
      return
        "a camera at \(cameraDistanceDiagonals.plain) diagonals is too near: it is 1 or more away"
    }
    guard rotationDegrees.isFinite, tiltDirectionDegrees.isFinite else {
      return "an angle is a finite number of degrees"
    }
    return nil
  }

  /// True if the label is flat and seen straight on, so that each module is a square.
  var isPlain: Bool { tiltDegrees == 0 && curvatureDegrees == 0 && !isMirrored }
}
