import DecoderKit
import Foundation

/// Changes of an image's shades, all over or place by place.
extension GrayImage {
  /// The image with each shade's share of white raised to a power: above 1 darker, below 1 lighter.
  ///
  /// - Precondition: `power` is above 0.
  public func toned(power: Double) -> GrayImage {
    precondition(power > 0, "a tone curve has a power above 0")
    return mapped { UInt8((255 * pow(Double($0) / 255, power)).rounded()) }
  }

  /// The usual reach of ``levelled(reach:)``: a sixteenth of the longer side, 8 or more.
  package var usualReach: Int { max(max(width, height) / 16, 8) }

  /// The image with the same light and the same contrast everywhere: each shade is set against the mean and
  /// the deviation of the shades around it.
  ///
  /// - Parameter reach: Half the side of the square that counts as around, in pixels; 1 or more.
  public func levelled(reach: Int) -> GrayImage {
    precondition(reach >= 1, "surroundings are at least a pixel wide")
    guard !isEmpty else { return packed() }
    let image = packed().pixels
    let (width, height) = (width, height)
    let stride = width + 1
    // Sums over all pixels above and left, of shades and of their squares.
    var sums = [Int64](repeating: 0, count: stride * (height + 1))
    var squares = sums
    for y in 0..<height {
      var (line, square): (Int64, Int64) = (0, 0)
      for x in 0..<width {
        let value = Int64(image[y * width + x])
        line += value
        square += value * value
        let place = (y + 1) * stride + x + 1
        sums[place] = sums[place - stride] + line
        squares[place] = squares[place - stride] + square
      }
    }
    var result = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height {
      let (top, bottom) = (max(y - reach, 0) * stride, min(y + reach + 1, height) * stride)
      for x in 0..<width {
        let (left, right) = (max(x - reach, 0), min(x + reach + 1, width))
        func total(_ sums: [Int64]) -> Double {
          Double(sums[bottom + right] - sums[bottom + left] - sums[top + right] + sums[top + left])
        }
        let count = Double((bottom - top) / stride * (right - left))
        let mean = total(sums) / count
        let deviation = max(total(squares) / count - mean * mean, 0).squareRoot()
        // Two grey levels of noise are no texture.
        let shade = 128 + 70 * (Double(image[y * width + x]) - mean) / max(deviation, 2)
        result[y * width + x] = UInt8(min(max(shade, 0), 255))
      }
    }
    return GrayImage(trustedWidth: width, height: height, pixels: result)
  }

  /// The image with a Gaussian blur, which hides the borders of blocks.
  ///
  /// - Parameter sigma: The standard deviation of the blur, in pixels; above 0.
  public func smoothed(sigma: Double) -> GrayImage {
    precondition(sigma > 0, "an image is smoothed by a blur")
    guard !isEmpty else { return packed() }
    let image = packed().pixels[..<(width * height)].map(Float.init)
    return GrayImage(
      trustedWidth: width, height: height,
      pixels: blurred(image, kernel: Self.kernel(sigma)).map {
        UInt8(min(max($0, 0), 255).rounded())
      })
  }
}
