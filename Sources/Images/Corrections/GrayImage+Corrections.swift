import DecoderKit
import Foundation

/// Changes that people make to a photo that a decoder does not read.
extension GrayImage {
  /// The image as a negative.
  public func inverted() -> GrayImage {
    mapped { 255 - $0 }
  }

  /// The image with its darkest shades black and its lightest white: the shades between the 1st and the
  /// 99th percentile are spread over the whole range.
  public func stretched() -> GrayImage {
    let (low, high) = (shade(atShare: 0.01), shade(atShare: 0.99))
    guard high > low else { return packed() }
    let range = Int(high) - Int(low)
    return mapped { value in
      UInt8(min(max((Int(value) - Int(low)) * 255 + range / 2, 0) / range, 255))
    }
  }

  /// The shade that a share of the pixels does not exceed, 0 to 255; 0 for an image without pixels.
  public func shade(atShare share: Double) -> UInt8 {
    var counts = [Int](repeating: 0, count: 256)
    for y in 0..<height {
      for value in pixels[y * rowStride..<y * rowStride + width] { counts[Int(value)] += 1 }
    }
    var left = Int((share * Double(width * height)).rounded(.down))
    for (value, count) in counts.enumerated() {
      if left < count { return UInt8(value) }
      left -= count
    }
    return UInt8(counts.lastIndex { $0 > 0 } ?? 0)
  }

  /// The image with a border around it.
  ///
  /// - Precondition: `border` is 0 or more.
  public func padded(by border: Int, shade: UInt8) -> GrayImage {
    precondition(border >= 0, "a border is 0 or more pixels")
    let newWidth = width + 2 * border
    var result = [UInt8](repeating: shade, count: newWidth * (height + 2 * border))
    for y in 0..<height {
      let row = (y + border) * newWidth + border
      result.replaceSubrange(
        row..<row + width, with: pixels[y * rowStride..<y * rowStride + width])
    }
    return GrayImage(trustedWidth: newWidth, height: height + 2 * border, pixels: result)
  }

  /// A part of the image.
  ///
  /// - Precondition: The part lies in the image.
  public func cropped(x: Int, y: Int, width: Int, height: Int) -> GrayImage {
    precondition(
      x >= 0 && y >= 0 && width >= 0 && height >= 0 && x + width <= self.width
        && y + height <= self.height, "a part lies in its image")
    var result: [UInt8] = []
    result.reserveCapacity(width * height)
    for row in y..<y + height {
      result += pixels[row * rowStride + x..<row * rowStride + x + width]
    }
    return GrayImage(trustedWidth: width, height: height, pixels: result)
  }

  /// The image without a Gaussian blur, as far as noise allows.
  ///
  /// The loss that the blur causes in the result so far is added again and again (van Cittert 1931). Shades stay
  /// in range after each step, which keeps rings around edges small.
  ///
  /// - Parameters:
  ///   - sigma: The standard deviation of the blur, in pixels; above 0.
  ///   - steps: The number of steps; more of them bring back finer detail and more noise.
  public func sharpened(sigma: Double, steps: Int = 8) -> GrayImage {
    precondition(sigma > 0 && steps >= 0, "an image is sharpened by a blur")
    guard !isEmpty else { return packed() }
    let kernel = Self.kernel(sigma)
    let image = packed().pixels[..<(width * height)].map(Float.init)
    var sharp = image
    for _ in 0..<steps {
      let blurred = blurred(sharp, kernel: kernel)
      for place in sharp.indices {
        sharp[place] = min(max(sharp[place] + image[place] - blurred[place], 0), 255)
      }
    }
    return GrayImage(
      trustedWidth: width, height: height, pixels: sharp.map { UInt8($0.rounded()) })
  }

  func mapped(_ change: (UInt8) -> UInt8) -> GrayImage {
    let table = (0...255).map { change(UInt8($0)) }
    let image = packed()
    return GrayImage(
      trustedWidth: width, height: height,
      pixels: image.pixels[..<(width * height)].map { table[Int($0)] })
  }

  /// One half of a Gaussian's weights, from its centre outwards; the whole sums to 1.
  static func kernel(_ sigma: Double) -> [Float] {
    let reach = Int((3 * sigma).rounded(.up))
    let bell = (0...reach).map { distance in
      exp(-Double(distance * distance) / (2 * sigma * sigma))
    }
    let sum = bell[0] + 2 * bell.dropFirst().reduce(0, +)
    return bell.map { Float($0 / sum) }
  }

  /// Blurs values of this image's size. Beyond the edges, the edge pixels continue.
  func blurred(_ values: [Float], kernel: [Float]) -> [Float] {
    let (width, height, reach) = (width, height, kernel.count - 1)
    var across = [Float](repeating: 0, count: width * height)
    var down = across
    var row = [Float](repeating: 0, count: width + 2 * reach)
    values.withUnsafeBufferPointer { values in
      across.withUnsafeMutableBufferPointer { across in
        for y in 0..<height {
          for x in 0..<row.count { row[x] = values[y * width + min(max(x - reach, 0), width - 1)] }
          let target = UnsafeMutableBufferPointer(rebasing: across[y * width..<(y + 1) * width])
          row.withUnsafeBufferPointer { row in
            for (distance, weight) in kernel.enumerated() {
              Self.add(
                UnsafeBufferPointer(rebasing: row[(reach - distance)...]),
                UnsafeBufferPointer(rebasing: row[(reach + distance)...]),
                distance == 0 ? weight / 2 : weight, to: target)
            }
          }
        }
      }
    }
    across.withUnsafeBufferPointer { across in
      down.withUnsafeMutableBufferPointer { down in
        func line(_ y: Int) -> UnsafeBufferPointer<Float> {
          let y = min(max(y, 0), height - 1)
          return UnsafeBufferPointer(rebasing: across[y * width..<(y + 1) * width])
        }
        for y in 0..<height {
          let target = UnsafeMutableBufferPointer(rebasing: down[y * width..<(y + 1) * width])
          for (distance, weight) in kernel.enumerated() {
            Self.add(
              line(y - distance), line(y + distance), distance == 0 ? weight / 2 : weight,
              to: target)
          }
        }
      }
    }
    return down
  }

  /// Adds the weighted sum of two rows to a third, element by element.
  private static func add(
    _ one: UnsafeBufferPointer<Float>, _ other: UnsafeBufferPointer<Float>, _ weight: Float,
    to target: UnsafeMutableBufferPointer<Float>
  ) {
    guard let a = one.baseAddress, let b = other.baseAddress, let sum = target.baseAddress
    else { return }
    for x in 0..<target.count { sum[x] += weight * (a[x] + b[x]) }
  }
}
