import DecoderKit

/// An image's luminances, for reading between the pixels.
///
/// Coordinates are those of ``Point``: the first pixel's centre is (0.5, 0.5).
struct LuminancePlane {
  let width: Int
  let height: Int
  let stride: Int
  let pixels: UnsafePointer<UInt8>

  /// Calls a closure with the plane of an image; the plane must not leave it.
  ///
  /// - Returns: `nil` if the image has no pixels.
  static func with<Result>(
    _ image: GrayImage, _ body: (LuminancePlane) -> Result
  ) -> Result? {
    guard !image.isEmpty else { return nil }
    return image.withUnsafeBytes { bytes in
      guard let pixels = bytes.bindMemory(to: UInt8.self).baseAddress else { return nil }
      return body(
        LuminancePlane(
          width: image.width, height: image.height, stride: image.rowStride, pixels: pixels))
    }
  }

  /// Returns the luminance at a point, interpolated between the four pixels around it.
  ///
  /// Points outside have the luminance of the nearest pixel.
  @inline(__always)
  func value(_ x: Double, _ y: Double) -> Double {
    let x = min(max(x - 0.5, 0), Double(width - 1))
    let y = min(max(y - 0.5, 0), Double(height - 1))
    let left = min(Int(x), max(width - 2, 0))
    let top = min(Int(y), max(height - 2, 0))
    let (fx, fy) = (x - Double(left), y - Double(top))
    let right = min(left + 1, width - 1)
    let bottom = min(top + 1, height - 1)
    let upper = pixels + top * stride
    let lower = pixels + bottom * stride
    let a = Double(upper[left]) * (1 - fx) + Double(upper[right]) * fx
    let b = Double(lower[left]) * (1 - fx) + Double(lower[right]) * fx
    return a * (1 - fy) + b * fy
  }

  /// Returns true if a point lies in the image.
  @inline(__always)
  func contains(_ point: Point) -> Bool {
    point.x >= 0 && point.y >= 0 && point.x <= Double(width) && point.y <= Double(height)
  }
}
