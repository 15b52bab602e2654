import Measuring
import Reporting

/// The wording of print quality grades.
enum GradeWording {
  /// The statement of what grades are not, in every output, without its full stop.
  static let disclaimer =
    "Not a verification: aperture and light are those of the image, grey level 255 is taken for a "
    + "reflectance of 100 %, nothing was calibrated, and no conformance is claimed"

  static func name(_ parameter: QualityParameter) -> String {
    parameter.rawValue.replacing("-", with: " ")
  }

  /// `3.4 (B)`
  static func grade(_ grade: Grade) -> String {
    "\(Numerals.decimal(grade.value, places: 1)) (\(grade.letter.rawValue))"
  }

  /// A parameter's value with its unit; missing for those that have none.
  static func value(_ graded: GradedParameter) -> String {
    graded.value.map { value($0, of: graded.parameter) } ?? Numerals.absent
  }

  static func value(_ value: Double, of parameter: QualityParameter) -> String {
    parameter == .gridNonuniformity
      ? "\(Numerals.decimal(value, places: 2)) X" : "\(Numerals.decimal(value * 100, places: 0)) %"
  }

  /// The parameters that set a grade below the best, as the end of a sentence: `, for its defects`.
  static func limit(_ grades: SymbolGrades) -> String {
    let names = lowest(grades)
    return names.isEmpty ? "" : ", for its \(Words.list(names))"
  }

  /// The parameters that set a grade below the best.
  static func lowest(_ grades: SymbolGrades) -> [String] {
    guard let lowest = grades.parameters.map(\.grade).min(), lowest < .best else { return [] }
    return grades.parameters.filter { $0.grade == lowest }.map { name($0.parameter) }
  }

  /// The notes that a symbol's table needs, so that no value seems to contradict its grade.
  static func notes(_ grades: SymbolGrades) -> [String] {
    var notes: [String] = []
    let isFailed = { (parameter: QualityParameter) in
      grades.parameters.contains { $0.parameter == parameter && $0.grade == .failed }
    }
    if isFailed(.decode) {
      notes.append(
        "Decode is the standard's reference decode; a decoder read the symbol all the same")
    }
    let modulation: Set<QualityParameter> = [.modulation, .cellModulation]
    if grades.standard != .iso15416,
      grades.parameters.contains(where: {
        modulation.contains($0.parameter) && ($0.value ?? 1) < 0.5
      })
    {
      notes.append(
        "Modulation shows the weakest module; its grade allows for what error correction repairs")
    }
    return notes
  }

  static func reason(_ failure: GradingFailure) -> String {
    switch failure {
    case .unsupportedSymbology:
      "this symbology has no grading here; Code 128, Code 39, Code 93, ITF, EAN and UPC are graded by ISO/IEC "
        + "15416, QR Code and Data Matrix by ISO/IEC 15415 or 29158"
    case .otherStandard:
      "ISO/IEC 29158 is for QR Code and Data Matrix: leave out --standard for linear symbols"
    case .unsupportedSize:
      "its structure is not graded here: symbols with an add-on, Data Matrices of 144 × 144 modules and "
        + "of the rectangular extension"
    case .lightOnDark: "it is light on dark, which ISO/IEC 15416 does not grade"
    case .outsideImage: "a part of it lies outside the image"
    case .notLocated(let failure):
      switch failure {
      case .unknownSymbology: "no decoder says which symbology it is"
      case .unsupportedSymbology: "it cannot be located: the gauge does not know its structure"
      case .notFound: "it was read, but its modules were not found in the image"
      case .poorFit: "its modules fit the image too badly to be measured"
      }
    }
  }

  /// The reason's name in files.
  static func code(_ failure: GradingFailure) -> String {
    switch failure {
    case .unsupportedSymbology: "unsupported-symbology"
    case .otherStandard: "other-standard"
    case .unsupportedSize: "unsupported-size"
    case .lightOnDark: "light-on-dark"
    case .outsideImage: "outside-image"
    case .notLocated(let failure): failure.rawValue
    }
  }
}
