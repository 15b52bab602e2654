import DecoderKit
import Symbols

/// Grades the print quality of symbols as they are seen in an image.
///
/// Linear symbols by ISO/IEC 15416, QR Codes and Data Matrices by ISO/IEC 15415 or ISO/IEC TR 29158.
/// The aperture is a disc of the image's pixels, reflectance is the grey level (255 is 100 %), and there
/// is one view in place of five: grades are no verification.
public struct SymbolGrader: Sendable {
  /// True to grade matrix symbols as direct part marks.
  public let gradesPartMarks: Bool
  /// The aperture's diameter in modules; `nil` for 0.8, and the better of 0.5 and 0.8 on part marks.
  public let apertureModules: Double?

  /// The diameters that an aperture can have, in modules.
  public static let apertures = 0.1...2.0

  /// Makes a grader.
  ///
  /// - Precondition: The aperture is one of ``apertures``.
  public init(gradesPartMarks: Bool = false, apertureModules: Double? = nil) {
    precondition(apertureModules.map(Self.apertures.contains) ?? true)
    self.gradesPartMarks = gradesPartMarks
    self.apertureModules = apertureModules
  }

  /// Grades the symbols that decoders read in one image, which are located first.
  ///
  /// - Returns: One result for each reading, in order.
  public func grade(
    _ readings: [Reading], in image: GrayImage
  ) -> [Result<SymbolGrades, GradingFailure>] {
    LuminancePlane.with(image) { plane in
      var search = ImageSearch(plane)
      return readings.map { reading in
        guard let symbology = reading.symbology else {
          return .failure(.notLocated(.unknownSymbology))
        }
        if let failure = refusal(symbology) { return .failure(failure) }
        return search.register(reading).mapError(GradingFailure.notLocated).flatMap {
          grade(located: $0, symbology, plane)
        }
      }
    } ?? readings.map { _ in .failure(.notLocated(.notFound)) }
  }

  /// Grades a symbol whose place is known.
  ///
  /// - Parameters:
  ///   - symbol: The symbol that was drawn.
  ///   - image: The image.
  ///   - map: Returns the place of a point of the symbol, in modules from its top left, in the image.
  public func grade(
    _ symbol: Symbol, in image: GrayImage, map: @escaping (Double, Double) -> Point
  ) -> Result<SymbolGrades, GradingFailure> {
    if let failure = refusal(symbol.symbology) { return .failure(failure) }
    return LuminancePlane.with(image) { plane in
      symbol.symbology.hasOneRow
        ? LinearView(symbol, map: map).grade(aperture, in: plane)
        : grade(MatrixView(symbol, map: map), in: plane)
    } ?? .failure(.outsideImage)
  }

  private var aperture: Aperture {
    apertureModules.map(Aperture.init(diameterModules:)) ?? .usual
  }

  private func refusal(_ symbology: Symbology) -> GradingFailure? {
    guard symbology.hasOneRow else {
      return [.qrCode, .dataMatrix].contains(symbology.carrier) ? nil : .unsupportedSymbology
    }
    guard LinearView.quietZone(of: symbology) != nil else { return .unsupportedSymbology }
    return gradesPartMarks ? .otherStandard : nil
  }

  private func grade(
    located symbol: RegisteredSymbol, _ symbology: Symbology, _ plane: LuminancePlane
  ) -> Result<SymbolGrades, GradingFailure> {
    let registration = symbol.registration
    if symbology.hasOneRow {
      guard !registration.isInverted else { return .failure(.lightOnDark) }
      return LinearView(registration, symbology).grade(aperture, in: plane)
    }
    let deviation = registration.gridNonuniformity(
      InkFit(registration, in: plane)?.gridShifts())
    return grade(MatrixView(registration, symbology, gridNonuniformity: deviation), in: plane)
  }

  private func grade(
    _ view: MatrixView, in plane: LuminancePlane
  ) -> Result<SymbolGrades, GradingFailure> {
    guard gradesPartMarks, apertureModules == nil else {
      return view.grade(aperture, asPartMark: gradesPartMarks, in: plane)
    }
    // A part mark is graded with both apertures, and the better grade counts.
    let results = [0.5, 0.8].map {
      view.grade(Aperture(diameterModules: $0), asPartMark: true, in: plane)
    }
    return results.max { one, other in
      let grades = [one, other].map { (try? $0.get())?.grade ?? .failed }
      return grades[0] < grades[1]
    } ?? .failure(.outsideImage)
  }
}

extension Symbology {
  /// True for symbols of one row of bars, graded by ISO/IEC 15416.
  package var hasOneRow: Bool {
    switch self {
    case .code128, .gs1_128, .code39, .code93, .codabar, .itf, .itf14, .ean13, .ean8, .upcA, .upcE,
      .dataBar, .dataBarLimited, .dataBarExpanded, .telepen, .code11, .msi, .plessey,
      .pharmacode, .matrix2of5, .industrial2of5, .iata2of5, .dataLogic2of5:
      true
    default: false
    }
  }
}
