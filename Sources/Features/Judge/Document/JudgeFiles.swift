import Base

/// The files of a judgement.
enum JudgeFiles {
  /// The name of the page with every flipped image.
  static let page = "judge.html"
  /// The name of the comment for a pull request.
  static let markdown = "judge.md"
  private static let json = "judge.json"

  /// Renders all files.
  ///
  /// - Throws: `EncodingError` for a number that is not finite.
  static func texts(
    _ judgement: Judgement, _ pictures: [FlipPicture]
  ) throws -> [(name: String, text: String)] {
    [
      (page, judgement.document(pictures).page(kicker: "Two builds of one decoder")),
      (markdown, judgement.document().markdown()), (json, try jsonText(judgement)),
    ]
  }

  /// Renders everything as JSON, in the layout of `judge.schema.json`.
  static func jsonText(_ judgement: Judgement) throws -> String {
    try VersionedJSON.text(judgement, version: judgement.schemaVersion)
  }
}
