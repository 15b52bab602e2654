import Measuring

/// One image of a scan with the print quality grades of its symbols.
public struct GradedImage: Hashable, Sendable {
  /// The image and the symbols that were read in it.
  public let image: ScannedImage
  /// The grades of each detection, in order, or the reason for which it has none.
  public let grades: [Result<SymbolGrades, GradingFailure>]
  /// True if the file has colours, of which the luminance or one channel was graded.
  public let isColour: Bool

  /// Makes an image's result.
  public init(
    image: ScannedImage, grades: [Result<SymbolGrades, GradingFailure>], isColour: Bool
  ) {
    (self.image, self.grades, self.isColour) = (image, grades, isColour)
  }

  /// True if at least one symbol was graded.
  public var isGraded: Bool {
    grades.contains { if case .success = $0 { true } else { false } }
  }
}
