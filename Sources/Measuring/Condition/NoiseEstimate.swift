import DecoderKit
import Foundation

extension InkFit {
  /// The standard deviation of the noise, in grey levels of 255, rounding not counted.
  ///
  /// Differences between neighbouring pixels tell it, so that light that changes slowly does not
  /// count; pixels where the modules are plain come first.
  func noise(in plane: LuminancePlane) -> Double {
    guard plane.width > 1 else { return 0 }
    let slopes = inks { sample, ink in
      abs(ink.along) * sample.slopeU + abs(ink.down) * sample.slopeV
    }
    let plainest = slopes.indices.sorted { slopes[$0] < slopes[$1] }
      .prefix(max(200, slopes.count / 3))
    var pairs: [(difference: Float, level: Float)] = plainest.map { index in
      let sample = samples[index]
      let toRight = sample.x + 1 < plane.width
      var neighbour = sample
      neighbour.u += toRight ? sample.stepU : -sample.stepU
      neighbour.v += toRight ? sample.stepV : -sample.stepV
      let x = toRight ? sample.x + 1 : sample.x - 1
      neighbour.luminance = Float(plane.pixels[sample.y * plane.stride + x])
      let here = residual(sample, ink(sample))
      return (here - residual(neighbour, ink(neighbour)), sample.luminance - here)
    }
    // Light that ends the scale has less noise than there was.
    let rough = Self.deviation(pairs.map(\.difference)) / 2.0.squareRoot()
    let margin = Float(2.5 * max(rough, 2))
    let inside = pairs.filter { $0.level > margin && $0.level < 255 - margin }
    if inside.count >= 60 { pairs = inside }
    let deviation = Self.deviation(pairs.map(\.difference)) / 2.0.squareRoot()
    return max(0, deviation * deviation - 1.0 / 12).squareRoot()
  }

  /// The standard deviation of numbers around 0, those beyond three of it left out.
  private static func deviation(_ values: [Float]) -> Double {
    let sorted = values.map { abs(Double($0)) }.sorted()
    guard !sorted.isEmpty else { return 0 }
    var deviation = max(sorted[sorted.count / 2] / 0.6745, 0.3)
    for _ in 0..<4 {
      let kept = sorted.prefix { $0 <= 3 * deviation }
      let sum = kept.reduce(0) { $0 + $1 * $1 }
      // The variance of a normal distribution without its tails beyond three deviations is 0.9733.
      deviation = (sum / Double(max(kept.count, 1)) / 0.9733).squareRoot()
    }
    return deviation
  }
}
