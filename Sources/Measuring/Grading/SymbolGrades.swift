import DecoderKit

/// A standard of print quality, in the edition that is followed.
public enum PrintStandard: String, CaseIterable, Hashable, Sendable, Codable {
  /// ISO/IEC 15416:2016, linear symbols.
  case iso15416 = "ISO/IEC 15416:2016"
  /// ISO/IEC 15415:2011, two-dimensional symbols.
  case iso15415 = "ISO/IEC 15415:2011"
  /// ISO/IEC TR 29158:2011, marks made directly on parts.
  case iso29158 = "ISO/IEC TR 29158:2011"
}

/// A parameter that is graded.
public enum QualityParameter: String, CaseIterable, Hashable, Sendable, Codable {
  case decode
  case symbolContrast = "symbol-contrast"
  case minimumReflectance = "minimum-reflectance"
  case minimumEdgeContrast = "minimum-edge-contrast"
  case modulation
  case defects
  case decodability
  case reflectanceMargin = "reflectance-margin"
  case fixedPatternDamage = "fixed-pattern-damage"
  case formatInformation = "format-information"
  case axialNonuniformity = "axial-nonuniformity"
  case gridNonuniformity = "grid-nonuniformity"
  case unusedErrorCorrection = "unused-error-correction"
  case cellContrast = "cell-contrast"
  case cellModulation = "cell-modulation"
}

/// A parameter with its grade.
public struct GradedParameter: Hashable, Sendable {
  /// The parameter.
  public let parameter: QualityParameter
  /// The value that was measured: a share, or modules for grid nonuniformity; `nil` for parameters
  /// that are graded by a procedure and have no single value.
  public let value: Double?
  /// Its grade.
  public let grade: Grade

  init(_ parameter: QualityParameter, _ value: Double?, _ grade: Grade) {
    (self.parameter, self.value, self.grade) = (parameter, value, grade)
  }

  init(_ parameter: QualityParameter, passes: Bool, value: Double? = nil) {
    self.init(parameter, value, passes ? .best : .failed)
  }
}

/// The grades of one scan line across a linear symbol, or of one image of a matrix symbol.
public struct ScanGrades: Hashable, Sendable {
  /// The parameters in the standard's order.
  public let parameters: [GradedParameter]

  /// The lowest of the parameters' grades.
  public var grade: Grade { parameters.map(\.grade).min() ?? .failed }

  /// Returns a parameter; `nil` if it is not graded here.
  public subscript(parameter: QualityParameter) -> GradedParameter? {
    parameters.first { $0.parameter == parameter }
  }
}

/// The grades of one symbol.
///
/// They are no verification: aperture and light are those of the image, and nothing was calibrated.
public struct SymbolGrades: Hashable, Sendable {
  /// The standard.
  public let standard: PrintStandard
  /// The symbology.
  public let symbology: Symbology
  /// The diameter of the simulated aperture, in modules.
  public let apertureModules: Double
  /// The module size in the image, in pixels.
  public let moduleSizePixels: Double
  /// The outer corners of the symbol's modules.
  public let outline: Corners
  /// Ten scans from top to bottom for linear symbols, one for matrix symbols.
  public let scans: [ScanGrades]

  /// The symbol's grade: the mean of its scans.
  public var grade: Grade {
    Grade(Double(scans.reduce(0) { $0 + $1.grade.tenths }) / 10 / Double(max(scans.count, 1)))
  }

  /// Each parameter with its mean value and mean grade over the scans.
  public var parameters: [GradedParameter] {
    (scans.first?.parameters ?? []).map { first in
      let all = scans.compactMap { $0[first.parameter] }
      let values = all.compactMap(\.value)
      return GradedParameter(
        first.parameter,
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count),
        Grade(all.reduce(0) { $0 + $1.grade.value } / Double(all.count)))
    }
  }
}

/// The reason for which a symbol is not graded.
public enum GradingFailure: Error, Hashable, Sendable {
  /// No grading of this symbology is implemented.
  case unsupportedSymbology
  /// No grading of this symbology by the standard that was asked for: it is for matrix symbols.
  case otherStandard
  /// The codewords of a symbol of this size are not read here, or its bars follow no rule known here.
  case unsupportedSize
  /// The symbol is light on dark, which ISO/IEC 15416 does not grade.
  case lightOnDark
  /// A part of the symbol lies outside the image.
  case outsideImage
  /// The symbol could not be found in the image.
  case notLocated(GaugeFailure)
}
