import DecoderKit
import Foundation

extension GrayImage {
  /// The image enlarged or reduced by any factor.
  ///
  /// Enlarging interpolates with cubic convolution (Keys 1981, a = −0.5), which keeps edges straight;
  /// reducing takes the mean over each pixel's area.
  ///
  /// - Precondition: `factor` is above 0, and the image has pixels.
  public func resized(by factor: Double) -> GrayImage {
    precondition(factor > 0 && !isEmpty, "an image is resized by a factor above 0")
    let newWidth = max(Int((Double(width) * factor).rounded()), 1)
    let newHeight = max(Int((Double(height) * factor).rounded()), 1)
    guard factor > 1 else { return reduced(toWidth: newWidth, height: newHeight) }
    return resampled(width: newWidth, height: newHeight) { x, y in (x / factor, y / factor) }
  }

  /// The image turned clockwise by any angle about its centre, large enough to hold all of it.
  ///
  /// - Parameters:
  ///   - degrees: The angle.
  ///   - shade: The shade of the corners that open.
  public func turned(byDegrees degrees: Double, shade: UInt8) -> GrayImage {
    let (newWidth, newHeight) = Self.turnedSize(width: width, height: height, degrees: degrees)
    return resampled(width: newWidth, height: newHeight, outside: shade) { x, y in
      let point = Self.beforeTurn(
        Point(x: x, y: y), width: width, height: height, degrees: degrees)
      return (point.x, point.y)
    }
  }

  /// An image whose pixels are taken from other places of this one.
  ///
  /// - Parameters:
  ///   - source: The place in the image of a point of the result.
  ///   - width: The columns of the result; 1 or more.
  ///   - height: The rows of the result; 1 or more.
  public func mapped(
    width: Int, height: Int, source: (Point) -> Point
  ) -> GrayImage {
    precondition(width >= 1 && height >= 1 && !isEmpty, "a view has pixels")
    return resampled(width: width, height: height) { x, y in
      let point = source(Point(x: x, y: y))
      return (point.x, point.y)
    }
  }

  /// The size of a turned image, in pixels.
  private static func turnedSize(
    width: Int, height: Int, degrees: Double
  ) -> (width: Int, height: Int) {
    let (sine, cosine) = (abs(sin(degrees * .pi / 180)), abs(cos(degrees * .pi / 180)))
    let (width, height) = (Double(width), Double(height))
    // A little less, so that a quarter turn does not gain a pixel by rounding errors.
    return (
      Int((width * cosine + height * sine - 1e-6).rounded(.up)),
      Int((width * sine + height * cosine - 1e-6).rounded(.up))
    )
  }

  /// The position that a point of the turned image had before.
  ///
  /// - Parameters:
  ///   - point: The point in the turned image.
  ///   - width: The width before the turn, in pixels.
  ///   - height: The height before the turn, in pixels.
  ///   - degrees: The angle of ``turned(byDegrees:shade:)``.
  public static func beforeTurn(
    _ point: Point, width: Int, height: Int, degrees: Double
  ) -> Point {
    let size = turnedSize(width: width, height: height, degrees: degrees)
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    let (x, y) = (point.x - Double(size.width) / 2, point.y - Double(size.height) / 2)
    return Point(
      x: x * cosine + y * sine + Double(width) / 2,
      y: y * cosine - x * sine + Double(height) / 2)
  }

  /// Makes an image whose pixels are interpolated at the places that `source` gives for their centres.
  ///
  /// - Parameter outside: The shade beyond the edges; `nil` to continue the edge pixels.
  private func resampled(
    width newWidth: Int, height newHeight: Int, outside: UInt8? = nil,
    source: (_ x: Double, _ y: Double) -> (Double, Double)
  ) -> GrayImage {
    var result = [UInt8](repeating: outside ?? 0, count: newWidth * newHeight)
    let image = packed().pixels
    for y in 0..<newHeight {
      for x in 0..<newWidth {
        let (u, v) = source(Double(x) + 0.5, Double(y) + 0.5)
        let isInside = u >= 0 && v >= 0 && u < Double(width) && v < Double(height)
        guard outside == nil || isInside else { continue }
        result[y * newWidth + x] = interpolated(image, u - 0.5, v - 0.5)
      }
    }
    return GrayImage(trustedWidth: newWidth, height: newHeight, pixels: result)
  }

  private func interpolated(_ image: [UInt8], _ x: Double, _ y: Double) -> UInt8 {
    let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    let across = Self.cubicWeights(x - Double(left))
    let down = Self.cubicWeights(y - Double(top))
    var sum = 0.0
    for (j, weight) in [(0, down.0), (1, down.1), (2, down.2), (3, down.3)] {
      let row = min(max(top - 1 + j, 0), height - 1) * width
      func shade(_ i: Int) -> Double { Double(image[row + min(max(left - 1 + i, 0), width - 1)]) }
      sum +=
        weight
        * (across.0 * shade(0) + across.1 * shade(1) + across.2 * shade(2) + across.3 * shade(3))
    }
    return UInt8(min(max(sum.rounded(), 0), 255))
  }

  /// The weights of four neighbours at a place between the second and the third, 0 to 1; they sum to 1.
  private static func cubicWeights(_ t: Double) -> (Double, Double, Double, Double) {
    let (t2, t3) = (t * t, t * t * t)
    return (
      -0.5 * t + t2 - 0.5 * t3, 1 - 2.5 * t2 + 1.5 * t3, 0.5 * t + 2 * t2 - 1.5 * t3,
      -0.5 * t2 + 0.5 * t3
    )
  }
}
