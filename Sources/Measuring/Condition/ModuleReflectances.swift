import DecoderKit
import Foundation

/// The reflectance of each module of a matrix symbol through a round aperture, with the grade
/// parameters of ISO/IEC 15415 that follow from it.
struct ModuleReflectances {
  let pattern: ModulePattern
  /// Each module's reflectance, row after row, in grey levels; dark is low, also in inverted symbols.
  /// Those outside the image are not a number.
  let values: [Double]
  /// The reflectances of ``margin`` modules around the symbol as well, row after row.
  let surroundings: [Double]
  /// The modules on each side that belong to ``surroundings``.
  let margin: Int
  /// The highest and the lowest reflectance in the symbol and around it.
  let highest: Double
  let lowest: Double

  /// Reads the modules of a registered symbol.
  init(_ registration: Registration, in plane: LuminancePlane) {
    self.init(
      registration.pattern, isInverted: registration.isInverted, in: plane,
      map: registration.point)
  }

  /// Reads modules.
  ///
  /// - Parameters:
  ///   - margin: The modules around the symbol that are read too.
  ///   - map: The map from modules to the image.
  init(
    _ pattern: ModulePattern, isInverted: Bool, aperture: Aperture = .usual, margin: Int = 1,
    in plane: LuminancePlane, map: (Double, Double) -> Point
  ) {
    func reflectance(_ column: Int, _ row: Int) -> Double {
      guard
        let mean = aperture.reflectance(Double(column) + 0.5, Double(row) + 0.5, in: plane, map)
      else { return .nan }
      return isInverted ? 255 - mean : mean
    }
    let surroundings = (-margin..<pattern.rows + margin).flatMap { row in
      (-margin..<pattern.columns + margin).map { reflectance($0, row) }
    }
    self.init(pattern, surroundings: surroundings, margin: margin)
  }

  /// Takes reflectances as they are.
  init(_ pattern: ModulePattern, surroundings: [Double], margin: Int) {
    self.pattern = pattern
    self.surroundings = surroundings
    self.margin = margin
    let width = pattern.columns + 2 * margin
    values = (0..<pattern.rows).flatMap { row in
      surroundings[((row + margin) * width + margin)...].prefix(pattern.columns)
    }
    let known = surroundings.filter { !$0.isNaN }
    highest = known.max() ?? 0
    lowest = known.min() ?? 0
  }

  /// Returns the reflectance of a module of the symbol or around it.
  func value(_ column: Int, _ row: Int) -> Double {
    surroundings[(row + margin) * (pattern.columns + 2 * margin) + column + margin]
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
