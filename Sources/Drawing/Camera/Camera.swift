import Base
import DecoderKit
import Images

/// Turns the share of ink in each pixel into the grey image that a camera would deliver.
///
/// The stages come in physical order: reflectance (paper and ink) → optics (blur, defocus, motion)
/// → light (gradient, glare) → sensor (shot noise, read noise, clipping, 8 bits) → file (JPEG).
/// Grey levels are linear in light: there is no gamma. Slowly varying light is applied after the
/// lens; applying it before the lens would give nearly the same image.
///
/// The same ink, settings and generator give the same bytes on any machine: no mathematical
/// function of the C library is used, and sums have a fixed order. This relies on IEEE 754 single
/// and double precision without fused multiply-adds, which Swift does not introduce by itself, and
/// on libjpeg-turbo's accurate integer transform.
///
/// A camera owns scratch memory and is used by one thread at a time.
package struct Camera: Sendable {
  private var lens = Lens()
  private var signals: [Float] = []
  private var deviates: [Float] = []

  package init() {}

  /// Takes a picture.
  ///
  /// - Parameters:
  ///   - ink: Each pixel's share of ink, 0 to 1. Beyond the edges, the edge pixels' values
  ///     continue.
  ///   - settings: All parameters; those of print and geometry are ignored, as they are already
  ///     drawn.
  ///   - generator: The source of the noise for this image alone; unused without noise.
  /// - Throws: ``ImageError`` when the image cannot be a JPEG file: it has no pixels, or too many.
  package mutating func expose(
    _ ink: InkPlane, settings: CameraSettings, generator: Xoshiro256
  ) throws -> GrayImage {
    let seen = lens.spread(ink, settings) ?? ink
    let pixels = Self.develop(seen, settings, generator, &signals, &deviates)
    let image = try GrayImage(width: ink.width, height: ink.height, pixels: pixels)
    guard !settings.isNeutral(.jpeg) else { return image }
    return try JPEG.recompressed(image, quality: Int(settings[.jpeg]))
  }

  /// Converts ink to grey levels row by row, with scratch for one row of signals and one of noise.
  private static func develop(
    _ plane: InkPlane, _ settings: CameraSettings, _ generator: Xoshiro256,
    _ signals: inout [Float], _ deviates: inout [Float]
  ) -> [UInt8] {
    let (width, height) = (plane.width, plane.height)
    let tone = Tone(settings)
    let gradient = Gradient(settings, width: width, height: height)
    let glare = Glare(settings, width: width, height: height)
    let noise = SensorNoise(settings)
    var generator = generator
    signals.resize(to: width)
    deviates.resize(to: width)
    var pixels = [UInt8](repeating: 0, count: width * height)
    var image = pixels.mutableSpan
    let ink = plane.values.span
    for y in 0..<height {
      var row = signals.mutableSpan
      reflect(ink.extracting(y * width..<(y + 1) * width), tone, into: &row)
      gradient?.apply(to: &row, y: y)
      glare?.apply(to: &row, y: y)
      if let noise {
        var chances = deviates.mutableSpan
        noise.apply(to: &row, deviates: &chances, from: &generator)
      }
      quantise(row.span, into: &image, from: y * width)
    }
    return pixels
  }

  private static func reflect(
    _ ink: Span<Float>, _ tone: Tone, into row: inout MutableSpan<Float>
  ) {
    precondition(ink.count == row.count, "one signal per pixel")
    let slope = tone.dark - tone.light
    for x in 0..<row.count { row[x] = tone.light + slope * ink[x] }
  }

  /// Clips each value and rounds it to the nearest level, as ``Tone`` does.
  private static func quantise(
    _ row: Span<Float>, into image: inout MutableSpan<UInt8>, from start: Int
  ) {
    precondition(start >= 0 && start + row.count <= image.count, "the row is the image's")
    for x in 0..<row.count {
      let level = min(max(row[x], 0), 255) + 12_582_912
      image[start + x] = UInt8(truncatingIfNeeded: level.bitPattern)
    }
  }
}
