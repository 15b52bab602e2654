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
