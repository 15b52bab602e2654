import DecoderKit
import Foundation

/// The reflectance of each module of a matrix symbol through a round aperture, with the grade
/// parameters of ISO/IEC 15415 that follow from it.
struct ModuleReflectances {
  let pattern: ModulePattern
  /// Each module's reflectance, row after row, in grey levels; dark is low, also in inverted symbols.
  let values: [Double]
  /// The highest and the lowest reflectance in the symbol and one module around it.
  let highest: Double
  let lowest: Double

  /// The aperture's diameter is 0.8 modules, as the standard has it for a known module size: its
  /// middle and two rings.
  private static let aperture: [(u: Double, v: Double)] = {
    let ring = (0..<6).map { Double($0) * .pi / 3 }
    return [(0, 0)] + ring.map { (0.3 * cos($0), 0.3 * sin($0)) }
  }()

  init(_ registration: Registration, in plane: LuminancePlane) {
    let pattern = registration.pattern
    let isInverted = registration.isInverted
    func reflectance(_ column: Int, _ row: Int) -> Double? {
      var sum = 0.0
      for place in Self.aperture {
        let point = registration.map.apply(
          Double(column) + 0.5 + place.u, Double(row) + 0.5 + place.v)
        guard plane.contains(point) else { return nil }
        sum += plane.value(point.x, point.y)
      }
      let mean = sum / Double(Self.aperture.count)
      return isInverted ? 255 - mean : mean
    }
    var values: [Double] = []
    values.reserveCapacity(pattern.modules.count)
    for row in 0..<pattern.rows {
      for column in 0..<pattern.columns { values.append(reflectance(column, row) ?? .nan) }
    }
    let around =
      (-1...pattern.columns).flatMap { [reflectance($0, -1), reflectance($0, pattern.rows)] }
      + (0..<pattern.rows).flatMap { [reflectance(-1, $0), reflectance(pattern.columns, $0)] }
    let known = (values.filter { !$0.isNaN } + around.compactMap(\.self))
    self.pattern = pattern
    self.values = values
    highest = known.max() ?? 0
    lowest = known.min() ?? 0
  }

  /// The threshold between light and dark: half way between the extremes.
  var threshold: Double { (highest + lowest) / 2 }

  /// Symbol contrast, 0 to 1.
  var symbolContrast: Double { (highest - lowest) / 255 }

  /// The reflectance margin of each module, row after row: twice its distance from the threshold as
  /// a share of the contrast; 0 on the wrong side.
  var margins: [Double] {
    let contrast = highest - lowest
    guard contrast > 0 else { return values.map { _ in 0 } }
    return values.indices.map { index in
      let distance = values[index] - threshold
      let margin = 2 * (pattern.modules[index] == 0 ? distance : -distance) / contrast
      return margin.isNaN ? 0 : min(max(margin, 0), 1)
    }
  }

  /// Modulation, 0 to 1: the best m for which the modules with a smaller margin could be mended.
  ///
  /// It is the standard's overlay of modulation and error correction with one simplification: the
  /// share of codewords with a weak module follows from the share of weak modules, as if they lay
  /// anywhere.
  ///
  /// - Parameter correction: The symbol's error correction; without it, the weakest module counts.
  func modulation(_ correction: ErrorCorrectionUse?) -> Double {
    Self.modulation(
      margins, correctableShare: correction?.correctableShare ?? 0,
      codewordModules: correction?.codewordModules ?? 1)
  }

  static func modulation(
    _ margins: [Double], correctableShare: Double, codewordModules: Int
  ) -> Double {
    let sorted = margins.sorted()
    guard let weakest = sorted.first, correctableShare > 0 else { return sorted.first ?? 0 }
    var best = weakest
    for (index, margin) in sorted.enumerated() where index > 0 {
      let weak = Double(index) / Double(sorted.count)
      let damaged = 1 - pow(1 - weak, Double(codewordModules))
      let unused = 1 - damaged / correctableShare
      guard unused > 0 else { break }
      best = max(best, min(margin, unused))
    }
    return best
  }

  /// Returns true if a module is seen dark.
  func isDark(_ column: Int, _ row: Int) -> Bool {
    values[row * pattern.columns + column] < threshold
  }

  /// The share of fixed modules that have the wrong colour; `nil` if there are none.
  func damage(of fixed: [MatrixLayout.FixedModule]) -> Double? {
    guard !fixed.isEmpty else { return nil }
    let wrong = fixed.count { isDark($0.column, $0.row) != $0.isDark }
    return Double(wrong) / Double(fixed.count)
  }
}
