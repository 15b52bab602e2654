/// The grey levels that a camera's sensor makes of ink, without its noise.
package struct GreyLevels: Sendable {
  private let tone: Tone
  private let gradient: Gradient?
  private let glare: Glare?
  private let width: Int

  package init(_ camera: CameraSettings, width: Int, height: Int) {
    tone = Tone(camera)
    gradient = Gradient(camera, width: width, height: height)
    glare = Glare(camera, width: width, height: height)
    self.width = width
  }

  /// The signals of a row of bare paper, or of a row of nothing but ink.
  package func row(_ y: Int, ofInk isInk: Bool) -> [Float] {
    var row = [Float](repeating: isInk ? tone.dark : tone.light, count: width)
    var span = row.mutableSpan
    gradient?.apply(to: &span, y: y)
    glare?.apply(to: &span, y: y)
    return row
  }
}
