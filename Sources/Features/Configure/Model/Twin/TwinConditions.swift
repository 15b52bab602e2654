import DecoderKit
import Foundation
import Measuring
import Statistics

/// The distribution of the samples' conditions, as lists that the twin's trials go round together.
///
/// It is a smoothed bootstrap (B. W. Silverman and G. A. Young, Biometrika 74, 1987): each entry is one
/// measured symbol with noise of a kernel's width on every figure, so that what goes together in the
/// samples goes together in the twin.
struct TwinConditions {
  /// The lists by the camera's parameter, in the file's order; all of equal length.
  let lists: [(parameter: String, values: [Double])]

  /// The number of entries.
  static let entries = 24

  private struct Column {
    let parameter: String
    let range: ClosedRange<Double>
    let digits: Int
    /// True for values that need not be drawn; a parameter with no others stays away.
    let isNeutral: @Sendable (Double) -> Bool
    let value: @Sendable (SymbolCondition, SurveyedSymbol) -> Double
  }

  private static let columns = [
    Column(parameter: "quiet-zone", range: 0...400, digits: 0) {
      $0 > 90
    } value: {
      $1.isCut ? 400 : min(100 * $0.quietZone.narrowest / $1.symbology.quietZoneModules, 400)
    },
    Column(parameter: "rotation", range: -360...360, digits: 1) {
      abs($0) <= 0.5
    } value: {
      condition, _ in
      condition.turnDegrees > 180 ? condition.turnDegrees - 360 : condition.turnDegrees
    },
    Column(parameter: "tilt", range: 0...60, digits: 1) {
      $0 <= 5
    } value: {
      condition, _ in
      condition.tiltDegrees ?? 0
    },
    Column(parameter: "symbol-contrast", range: 3...100, digits: 0) {
      $0 >= 97
    } value: {
      condition, _ in
      100 * abs(condition.symbolContrast)
    },
    Column(parameter: "paper-reflectance", range: 3...100, digits: 0) {
      $0 >= 97
    } value: {
      condition, _ in
      100 * max(condition.lightReflectance, condition.darkReflectance)
    },
    Column(parameter: "blur", range: 0...20, digits: 2) {
      $0 <= 0.15
    } value: {
      condition, _ in
      max(condition.blurSigmaPixels.value, 0)
    },
    Column(parameter: "gradient", range: 0...95, digits: 0) {
      $0 <= 5
    } value: {
      condition, _ in
      100 * condition.lightGradient
    },
    Column(parameter: "read-noise", range: 0...60, digits: 1) {
      $0 <= 1
    } value: {
      condition, _ in
      condition.noiseGreyLevels
    },
  ]

  /// Fits the distribution of measured symbols; `nil` without any.
  init?(_ symbols: [SurveyedSymbol], seed: UInt64) {
    let measured = symbols.compactMap { symbol in
      symbol.measurement.condition.map { ($0, symbol) }
    }
    guard !measured.isEmpty else { return nil }
    var random = SplitMix64(state: seed)
    // Every symbol takes part where there are few; shuffled, because early rounds see the first entries.
    let picks = (0..<Self.entries).map { index in
      measured.count <= Self.entries
        ? index % measured.count : Int(random.next() % UInt64(measured.count))
    }
    let order = picks.shuffled(using: &random)
    lists = Self.columns.compactMap { column in
      let values = measured.map { column.value($0.0, $0.1) }
      guard values.contains(where: { !column.isNeutral($0) }) else {
        return nil
      }
      let width = Self.kernelWidth(values)
      return (
        column.parameter,
        order.map { index in
          let noisy = values[index] + width * random.nextNormal()
          let scale = pow(10, Double(column.digits))
          let kept = min(max(noisy, column.range.lowerBound), column.range.upperBound)
          return (kept * scale).rounded() / scale
        }
      )
    }.cappingContrast()
  }

  /// Silverman's rule of thumb: 0.9 min(standard deviation, quartile range ÷ 1.34) n^(−1/5).
  static func kernelWidth(_ values: [Double]) -> Double {
    guard values.count > 1, let spread = Spread(values) else { return 0 }
    let mean = values.reduce(0, +) / Double(values.count)
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
    let quartiles = (spread.quantile(0.75) - spread.quantile(0.25)) / 1.34
    let deviation = variance.squareRoot()
    return 0.9 * (quartiles > 0 ? min(deviation, quartiles) : deviation)
      * pow(Double(values.count), -0.2)
  }
}

extension [(parameter: String, values: [Double])] {
  /// Keeps each contrast at or below the paper's reflectance, which it is a part of.
  fileprivate func cappingContrast() -> Self {
    guard let contrast = firstIndex(where: { $0.parameter == "symbol-contrast" }) else {
      return self
    }
    let paper = first { $0.parameter == "paper-reflectance" }?.values
    var lists = self
    lists[contrast].values = self[contrast].values.enumerated().map { index, value in
      Swift.min(value, paper?[index] ?? 100)
    }
    return lists
  }
}

extension Symbology {
  /// The quiet zone that its standard asks for, in modules: the widest of its sides.
  fileprivate var quietZoneModules: Double {
    switch self {
    case .qrCode, .gs1QRCode: 4
    case .microQRCode, .rMQRCode, .pdf417: 2
    case .dataMatrix, .gs1DataMatrix, .aztec, .aztecRune, .microPDF417, .maxiCode: 1
    case .ean13: 7
    case .ean8: 7
    case .upcA, .upcE: 9
    default: 10
    }
  }
}

extension SplitMix64 {
  /// A normal deviate (Box and Muller, 1958).
  fileprivate mutating func nextNormal() -> Double {
    func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }
    let (a, b) = (max(uniform(), .leastNormalMagnitude), uniform())
    return (-2 * log(a)).squareRoot() * cos(2 * .pi * b)
  }
}
