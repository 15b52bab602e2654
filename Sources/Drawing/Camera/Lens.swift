/// Spreads the light of each point of the scene over the pixels around it: blur, then defocus, then
/// motion.
///
/// A lens owns scratch memory and keeps the kernels of the last image, because the next image
/// usually needs the same ones.
package struct Lens: Sendable {
  private var gaussian = GaussianBlur()
  private var disc = DiscBlur()
  private var line = MotionBlur()
  private var kernels = Kernels()
  private var near = InkPlane()
  private var far = InkPlane()

  package init() {}

  /// Returns the plane as the sensor sees it; `nil` if the settings leave it unchanged.
  ///
  /// Ink can be spread instead of light, because light is a constant minus ink.
  package mutating func spread(_ ink: InkPlane, _ settings: CameraSettings) -> InkPlane? {
    var isSpread = false
    if !settings.isNeutral(.blur) {
      let kernel = kernels.gaussian(sigmaPixels: settings[.blur])
      gaussian.apply(kernel, to: ink, into: &near)
      isSpread = true
    }
    if !settings.isNeutral(.defocus) {
      let kernel = kernels.disc(diameterPixels: settings[.defocus])
      disc.apply(kernel, to: isSpread ? near : ink, into: &far)
      swap(&near, &far)
      isSpread = true
    }
    if !settings.isNeutral(.motion) {
      let kernel = kernels.motion(
        lengthPixels: settings[.motion], directionDegrees: settings[.motionDirection])
      line.apply(kernel, to: isSpread ? near : ink, into: &far)
      swap(&near, &far)
      isSpread = true
    }
    return isSpread ? near : nil
  }
}

/// The last kernel of each kind: making one may cost more than a small image.
private struct Kernels: Sendable {
  private var lastGaussian: (sigma: Double, kernel: GaussianKernel)?
  private var lastDisc: (diameter: Double, kernel: DiscKernel)?
  private var lastMotion: (length: Double, direction: Double, kernel: MotionKernel)?

  mutating func gaussian(sigmaPixels: Double) -> GaussianKernel {
    if let lastGaussian, lastGaussian.sigma == sigmaPixels { return lastGaussian.kernel }
    let kernel = GaussianKernel(sigmaPixels: sigmaPixels)
    lastGaussian = (sigmaPixels, kernel)
    return kernel
  }

  mutating func disc(diameterPixels: Double) -> DiscKernel {
    if let lastDisc, lastDisc.diameter == diameterPixels { return lastDisc.kernel }
    let kernel = DiscKernel(diameterPixels: diameterPixels)
    lastDisc = (diameterPixels, kernel)
    return kernel
  }

  mutating func motion(lengthPixels: Double, directionDegrees: Double) -> MotionKernel {
    if let lastMotion, lastMotion.length == lengthPixels,
      lastMotion.direction == directionDegrees
    {
      return lastMotion.kernel
    }
    let kernel = MotionKernel(lengthPixels: lengthPixels, directionDegrees: directionDegrees)
    lastMotion = (lengthPixels, directionDegrees, kernel)
    return kernel
  }
}

/// Chooses a kernel's size so that its variance on the pixel grid equals that of the continuous
/// shape.
///
/// A shape divided into pixels is as wide as the pixels that it touches. Its second moment
/// therefore differs from the shape's by up to one or two twelfths of a square pixel, which is much
/// for small blurs. Kernels therefore use the shape whose second moment on the grid is right.
enum Spread {
  /// Finds the size at which a spread that grows with size reaches the target.
  ///
  /// - Parameters:
  ///   - target: The second moment asked for, in square pixels.
  ///   - range: The sizes to search, in the kernel's own unit.
  ///   - spread: Returns the second moment for a size.
  static func size(
    with target: Double, in range: ClosedRange<Double>, _ spread: (Double) -> Double
  ) -> Double {
    var low = range.lowerBound
    var high = range.upperBound
    // After 44 halvings, 200 px are reduced to 10⁻¹¹ px.
    for _ in 0..<44 {
      let middle = (low + high) / 2
      if spread(middle) < target { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
