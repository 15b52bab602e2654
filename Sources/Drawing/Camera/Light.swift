import Base

/// A lamp's reflection: a round bright spot that fades out smoothly.
///
/// It adds strength × (1 − d² / r²)² at distance d from its centre, and nothing beyond r: half its
/// strength is left at 0.54 r. Values are those at the pixels' centres.
struct Glare: Hashable, Sendable {
  private let x: Float
  private let y: Double
  private let radius: Double
  private let strength: Float

  /// Makes the spot of an image; `nil` where there is none.
  init?(_ settings: CameraSettings, width: Int, height: Int) {
    guard !settings.isNeutral(.glare) else { return nil }
    x = Float(Double(width) * settings[.glareX] / 100)
    y = Double(height) * settings[.glareY] / 100
    radius = Double(max(width, height)) * settings[.glareRadius] / 100
    strength = Float(255 * settings[.glare] / 100)
  }

  /// Adds the spot to a row.
  func apply(to row: inout MutableSpan<Float>, y: Int) {
    let down = Double(y) + 0.5 - self.y
    guard abs(down) < radius else { return }
    let scale = Float(1 / (radius * radius))
    let fadedDown = 1 - Float(down * down) * scale
    for column in 0..<row.count {
      let across = Float(column) + 0.5 - x
      let left = max(0, fadedDown - across * across * scale)
      row[column] += strength * (left * left)
    }
  }
}

/// Light that falls off evenly from one corner, or edge, of the image to the opposite one.
///
/// It is a factor of 1 at the lightest corner and of 1 − gradient at the darkest. As the factor is
/// linear, its value at a pixel's centre is its mean over the pixel.
struct Gradient: Hashable, Sendable {
  /// The factor at the image's upper left corner.
  private let start: Double
  private let perColumn: Double
  private let perRow: Double

  /// Makes the light of an image; `nil` where it is even.
  init?(_ settings: CameraSettings, width: Int, height: Int) {
    guard !settings.isNeutral(.gradient) else { return nil }
    let (sine, cosine) = sineAndCosine(degrees: settings[.gradientDirection])
    let across = Double(width) * cosine
    let down = Double(height) * sine
    let span = abs(across) + abs(down)
    let fall = settings[.gradient] / 100
    start = 1 + fall * (min(across, 0) + min(down, 0)) / span
    perColumn = -fall * cosine / span
    perRow = -fall * sine / span
  }

  /// Lights a row.
  func apply(to row: inout MutableSpan<Float>, y: Int) {
    let first = Float(start + 0.5 * perColumn + (Double(y) + 0.5) * perRow)
    let step = Float(perColumn)
    for x in 0..<row.count { row[x] *= max(0, first + step * Float(x)) }
  }
}

extension Tone {
  /// Makes the grey levels of bare paper and of full ink for the settings.
  ///
  /// The camera is exposed so that 100 % reflectance is exactly the top of the scale, and it is
  /// linear: twice the light is twice the grey level. If no contrast is asked for, ink reflects
  /// nothing.
  init(_ settings: CameraSettings) {
    let paper = settings[.paperReflectance]
    let ink = paper - min(settings[.symbolContrast], paper)
    let isInverted = settings.isSet(.inverted)
    light = Float(255 * (isInverted ? ink : paper) / 100)
    dark = Float(255 * (isInverted ? paper : ink) / 100)
  }
}
