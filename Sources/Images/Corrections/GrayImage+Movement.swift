import DecoderKit
import Foundation

extension GrayImage {
  /// The image without the blur of an even movement, as far as noise and the movement's own zeros allow.
  ///
  /// The loss that the movement causes in the result so far is moved again and added (Landweber 1951), which
  /// converges for any movement. It takes long: give it the part of the image that matters.
  ///
  /// - Parameters:
  ///   - pixels: The length of the way; above 0.
  ///   - degrees: The direction of the way, clockwise from the rows.
  ///   - steps: The number of steps; more of them bring back finer detail and more noise.
  public func withoutMovement(pixels: Double, degrees: Double, steps: Int = 24) -> GrayImage {
    precondition(pixels > 0 && steps >= 0, "a movement has a length")
    guard !isEmpty else { return packed() }
    let way = (x: cos(degrees * .pi / 180), y: sin(degrees * .pi / 180))
    let image = packed().pixels[..<(width * height)].map(Float.init)
    let samples = max(Int(pixels.rounded(.up)) | 1, 3)
    let offsets = (0..<samples).map { index -> (Double, Double) in
      let at = pixels * ((Double(index) + 0.5) / Double(samples) - 0.5)
      return (way.x * at, way.y * at)
    }
    let kernel = Self.sparse(offsets)
    var sharp = image
    for _ in 0..<steps {
      let moved = applied(kernel, to: sharp)
      let loss = applied(kernel, to: zip(image, moved).map { $0 - $1 })
      for place in sharp.indices {
        sharp[place] = min(max(sharp[place] + 1.6 * loss[place], 0), 255)
      }
    }
    return GrayImage(trustedWidth: width, height: height, pixels: sharp.map { UInt8($0.rounded()) })
  }

  private typealias Tap = (x: Int, y: Int, weight: Float)

  /// The weights of whole pixels for the mean of places between them.
  private static func sparse(_ offsets: [(Double, Double)]) -> [Tap] {
    var weights: [SIMD2<Int>: Double] = [:]
    for (x, y) in offsets {
      let (left, top) = (x.rounded(.down), y.rounded(.down))
      let (fx, fy) = (x - left, y - top)
      for (dx, dy, weight) in [
        (0, 0, (1 - fx) * (1 - fy)), (1, 0, fx * (1 - fy)), (0, 1, (1 - fx) * fy), (1, 1, fx * fy),
      ] where weight > 1e-9 {
        weights[SIMD2(Int(left) + dx, Int(top) + dy), default: 0] += weight / Double(offsets.count)
      }
    }
    return weights.map { ($0.key.x, $0.key.y, Float($0.value)) }.sorted {
      ($0.1, $0.0) < ($1.1, $1.0)
    }
  }

  /// The weighted sums of each pixel's neighbours. Beyond the edges, the edge pixels continue.
  private func applied(_ taps: [Tap], to values: [Float]) -> [Float] {
    var result = [Float](repeating: 0, count: width * height)
    for (dx, dy, weight) in taps {
      for y in 0..<height {
        let from = min(max(y + dy, 0), height - 1) * width
        let to = y * width
        let (first, last) = (min(max(-dx, 0), width), max(min(width - dx, width), 0))
        for x in 0..<first { result[to + x] += weight * values[from] }
        if first < last {
          for x in first..<last { result[to + x] += weight * values[from + x + dx] }
        }
        for x in max(last, first)..<max(width, first) {
          result[to + x] += weight * values[from + width - 1]
        }
      }
    }
    return result
  }
}
