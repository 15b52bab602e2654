import Results

extension DocumentText {
  /// Renders a demonstration: where each code of the label stops being read, and what to try next.
  public func render(demonstration table: ScoreTable) -> String {
    let shrinking = ShrinkingSection(table)
    return Document(
      "A label that shrinks",
      answer: [shrinking.answer ?? "No decoder read every image of a code at any size"],
      [shrinking.section],
      remarks: [
        "A camera turns such a size into a distance: harness distance --camera iphone-11 --code "
          + "qr:v2:20mm, after harness compare --corpus qr-small"
      ]
    ).text(style)
  }
}
