import Measuring
import Scanning

/// One image of a scan with the print quality grades of its symbols.
struct GradedImage: Hashable, Sendable {
  /// The image and the symbols that were read in it.
  let image: ScannedImage
  /// The grades of each detection, in order, or the reason for which it has none.
  let grades: [Result<SymbolGrades, GradingFailure>]
  /// True if the file has colours, of which the luminance or one channel was graded.
  let isColour: Bool

  /// True if at least one symbol was graded.
  var isGraded: Bool {
    grades.contains { if case .success = $0 { true } else { false } }
  }
}
