import DecoderKit
import Foundation

/// JPEG compression of a grey image, straight from ITU-T T.81: exact cosines, no entropy coding.
enum JPEGOracle {
  /// The quantisers of T.81, table K.1, row by row.
  private static let table: [Double] = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55,
    14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
  ]

  /// The quantisers of a quality, on the scale of the IJG's library.
  static func quantisers(quality: Int) -> [Double] {
    let scale = quality < 50 ? 5000 / quality : 200 - 2 * quality
    return table.map { min(max(((Double(scale) * $0 + 50) / 100).rounded(.down), 1), 255) }
  }

  /// The normalised cosines cos((2x + 1) u π / 16), `[u][x]`.
  private static let basis: [[Double]] = (0..<8).map { u -> [Double] in
    let norm = u == 0 ? 0.125.squareRoot() : 0.5
    return (0..<8).map { x -> Double in
      let angle = Double((2 * x + 1) * u) * Double.pi / 16
      return norm * cos(angle)
    }
  }

  /// The image after compression, before it is rounded to whole numbers.
  ///
  /// - Precondition: The sides are multiples of 8.
  static func recompressed(_ image: GrayImage, quality: Int) -> [Double] {
    let quantisers = quantisers(quality: quality)
    var result = [Double](repeating: 0, count: image.width * image.height)
    for top in stride(from: 0, to: image.height, by: 8) {
      for left in stride(from: 0, to: image.width, by: 8) {
        var block = (0..<64).map { Double(image[left + $0 % 8, top + $0 / 8]) - 128 }
        block = transformed(block) { basis[$0][$1] }
        for index in 0..<64 {
          block[index] = (block[index] / quantisers[index]).rounded() * quantisers[index]
        }
        block = transformed(block) { basis[$1][$0] }
        for index in 0..<64 {
          result[(top + index / 8) * image.width + left + index % 8] =
            min(max(block[index] + 128, 0), 255)
        }
      }
    }
    return result
  }

  private static func transformed(
    _ block: [Double], _ weight: (_ to: Int, _ from: Int) -> Double
  ) -> [Double] {
    let rows = (0..<64).map { index in
      (0..<8).reduce(0) { $0 + block[index / 8 * 8 + $1] * weight(index % 8, $1) }
    }
    return (0..<64).map { index in
      (0..<8).reduce(0) { $0 + rows[$1 * 8 + index % 8] * weight(index / 8, $1) }
    }
  }
}
