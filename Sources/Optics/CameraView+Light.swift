extension CameraView {
  /// The luminous exposure of 1 lx s in photons on a square micrometre, for light of 555 nm: 1 lm is
  /// 1/683 W there, and a photon has 3.58e-19 J.
  private static let photonsPerLuxSecond = 4091.0

  /// The share of the photons before the lens that become electrons: glass and colour filters take some,
  /// silicon some more.
  private static let yield = 0.5

  /// Computes the electrons that a pixel of the image collects from white paper.
  ///
  /// The light on the sensor is that on the paper ÷ (4 × f-number²), the camera equation for paper that
  /// scatters evenly and is far away beside the focal length (S. F. Ray, Applied Photographic Optics).
  /// A pixel that is binned collects the light of all its parts. A full well is the most.
  ///
  /// - Returns: `nil` if the camera's file lacks the focal length or the f-number.
  public func electrons(lux: Double, exposureSeconds: Double) -> Double? {
    guard let lens else { return nil }
    let pitchMicrometres = lens.focalMillimetres / lens.focalPixels * 1000
    let onSensor = lux * exposureSeconds / (4 * lens.fNumber * lens.fNumber)
    let collected =
      onSensor * Self.photonsPerLuxSecond * pitchMicrometres * pitchMicrometres * Self.yield
    return min(collected, camera.photons?.value ?? .infinity)
  }
}
