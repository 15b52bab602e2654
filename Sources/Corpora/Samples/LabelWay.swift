import Base
import DecoderKit
import Drawing
import Optics

/// The frames of a stream: trial by trial one label on its way, level by level an instant.
package enum StreamFrames {
  /// Frames in a second, as phones deliver them.
  package static let perSecond = 30.0
}

/// The place to which a label has moved by the time of a frame.
struct LabelWay: Hashable {
  /// The way since the stream's first frame, in pixels to the right and down.
  var shiftPixels = Point(x: 0, y: 0)
  /// The way that a belt has carried it since it was wholly in view; `nil` without a belt.
  var travelPixels: Double?
}

/// The instant of a stream: the values of its parameters, and what is random in the trial.
///
/// Angles of oscillations are counted in degrees, so that all machines draw the same frames.
private struct StreamInstant {
  private let settings: CameraSettings
  private let time: Double
  /// The phases of shaking to the right and down and of hunting, in degrees.
  private let phases: [Double]
  /// The time between the label's entry and the first frame, in seconds.
  private let entry: Double

  init(_ settings: CameraSettings, _ random: SampleRandomness) {
    self.settings = settings
    time = settings[.time]
    var generator = random.generator(.way)
    phases = (0..<3).map { _ in 360 * generator.unit() }
    entry = generator.unit() / StreamFrames.perSecond
  }

  /// The distance, in metres.
  var distance: Double {
    let start = settings[.distance]
    guard !settings.isNeutral(.approach) else { return start }
    return min(start, max(start - settings[.approach] * time, settings[.nearest]))
  }

  private var shake: [(sine: Double, cosine: Double)] {
    phases.prefix(2).map {
      sineAndCosine(degrees: 360 * settings[.shakeFrequency] * time + $0)
    }
  }

  /// The place in millimetres to the right and down, without the belt.
  var place: [Double] { shake.map { settings[.shake] * $0.sine } }

  /// The way on the belt since the label was wholly in view, in millimetres; `nil` without a belt.
  var travel: Double? {
    settings.isNeutral(.speed) ? nil : settings[.speed] * 1000 * (time + entry)
  }

  /// The speed to the right and down, in millimetres a second.
  var velocity: [Double] {
    let shaking = shake.map {
      settings[.shake] * 2 * Double.pi * settings[.shakeFrequency] * $0.cosine
    }
    return [shaking[0] + settings[.speed] * 1000, shaking[1]]
  }

  /// The highest speed that it has at any time, in millimetres a second.
  var peakSpeed: Double {
    settings[.shake] * 2 * Double.pi * settings[.shakeFrequency] * 2.0.squareRoot()
      + settings[.speed] * 1000
  }

  /// The error of the focus in dioptres: it swings to both sides, and less and less.
  var focusError: Double {
    let rest = settings[.settling].isFinite ? max(1 - time / settings[.settling], 0) : 1
    let swing = sineAndCosine(degrees: 360 * settings[.huntingFrequency] * time + phases[2])
    return settings[.hunting] * rest * swing.cosine
  }
}

extension Condition {
  /// Replaces the parameters of a stream in some settings by those of the frame at their time.
  ///
  /// Without a sweep over time, and so without such parameters, it is ``photograph(_:_:)``.
  ///
  /// - Parameters:
  ///   - random: What is random in the trial, the same for all its frames.
  ///   - way: Set to where the label has got to.
  /// - Returns: The reason that no image can be drawn, as half a sentence; `nil` if one can.
  func film(
    _ recipe: Recipe, _ settings: inout CameraSettings, _ random: SampleRandomness,
    way: inout LabelWay
  ) -> String? {
    guard let camera, let module = recipe.moduleMillimetres,
      CameraParameter.allCases.contains(where: { $0.isOfStreams && !settings.isNeutral($0) })
    else { return photograph(recipe, &settings) }
    let instant = StreamInstant(settings, random)
    let asked = settings
    for parameter in CameraParameter.allCases where parameter.isOfStreams {
      settings[parameter] = parameter.facts.neutral
    }
    let metres = instant.distance
    settings[.distance] = metres
    let reason = camera.photograph(
      &settings, moduleMillimetres: module,
      focusedAt: asked.isNeutral(.hunting)
        ? nil : camera.view.hunted(by: instant.focusError, atMillimetres: metres * 1000))
    if let reason { return reason }
    let scale = camera.view.pinhole.pixels(ofMillimetres: 1, atMillimetres: metres * 1000)
    way.travelPixels = instant.travel.map { $0 * scale }
    way.shiftPixels = Point(
      x: instant.place[0] * scale + (way.travelPixels ?? 0), y: instant.place[1] * scale)
    return camera.view.expose(
      &settings, asked, velocity: instant.velocity.map { $0 * scale },
      peak: instant.peakSpeed * scale)
  }
}

extension CameraView {
  /// The distance in millimetres at which a camera that hunts for focus is focused.
  ///
  /// - Parameter dioptres: The error, above 0 for too near.
  fileprivate func hunted(by dioptres: Double, atMillimetres distance: Double) -> Double {
    let wanted = 1000 / focusMillimetres(atMillimetres: distance) + dioptres
    let nearest = max(camera.nearLimitMillimetres?.value ?? 0, 2 * (lens?.focalMillimetres ?? 0))
    guard wanted > 0 else { return .infinity }
    return max(1000 / wanted, nearest)
  }

  /// Sets what the shutter, its read-out and the light do to a frame.
  ///
  /// - Parameters:
  ///   - asked: The settings with the parameters of the stream.
  ///   - velocity: The label's, in pixels a second to the right and down.
  ///   - peak: The highest speed that it has at any time: a stream can be drawn whole or not at all.
  /// - Returns: The reason that no image can be drawn, as half a sentence; `nil` if one can.
  fileprivate func expose(
    _ settings: inout CameraSettings, _ asked: CameraSettings, velocity: [Double], peak: Double
  ) -> String? {
    var values: [(CameraParameter, Double, most: Double)] = []
    if asked[.exposure].isFinite {
      let speed = (velocity[0] * velocity[0] + velocity[1] * velocity[1]).squareRoot()
      let seconds = asked[.exposure] / 1000
      values.append((.motion, speed * seconds, most: peak * seconds))
      let direction = directionDegrees(x: velocity[0], y: velocity[1])
      // Thousandths of a degree are what the C library's arc tangent, which was used first, agrees on.
      let rounded = (direction * 1000).rounded() / 1000
      values.append((.motionDirection, rounded, most: rounded))
    }
    if !asked.isNeutral(.readOut) {
      let rowSeconds = asked[.readOut] / 1000 / Double(frame.rows)
      values.append((.shear, 100 * velocity[0] * rowSeconds, most: 100 * peak * rowSeconds))
    }
    if asked[.light].isFinite {
      let electrons = electrons(
        lux: asked[.light], exposureSeconds: asked[.exposure] / 1000)
      values.append((.photons, electrons ?? .infinity, most: electrons ?? .infinity))
    }
    for (parameter, value, most) in values {
      if let reason = parameter.objection(to: most) {
        return "\(parameter.rawValue) would be \(DecimalText.rounded(most)), and \(reason)"
      }
      settings[parameter] = value
    }
    return nil
  }
}
