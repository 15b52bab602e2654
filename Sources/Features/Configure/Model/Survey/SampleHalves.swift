/// The samples in two halves: one to choose settings by, one to judge the choice by.
struct SampleHalves: Hashable, Sendable {
  /// The half to choose by.
  let learned: [SurveyedImage]
  /// The half to judge by.
  let heldOut: [SurveyedImage]

  /// Samples from which on a result does not rest on the twin alone.
  static let enough = 10

  /// Splits the samples whose symbols are known.
  ///
  /// Images with the same symbologies take turns, so that both halves hold all kinds. The split depends on
  /// names and symbologies alone.
  init(_ survey: SampleSurvey) {
    let known = survey.images.filter { !$0.symbols.isEmpty }
    let sorted = known.sorted {
      let (a, b) = (Self.kind(of: $0), Self.kind(of: $1))
      return a == b ? $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) : a < b
    }
    learned = sorted.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    heldOut = sorted.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
  }

  private static func kind(of image: SurveyedImage) -> String {
    let inverted = image.symbols.contains(where: \.isInverted) ? "inverted " : ""
    return inverted + image.symbols.map(\.symbology.rawValue).sorted().joined(separator: " ")
  }
}
