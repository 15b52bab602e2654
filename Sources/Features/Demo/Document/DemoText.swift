import Reporting
import Results

extension DocumentText {
  /// Renders a demonstration: where each code of the label stops being read, and what to try next.
  func render(demonstration table: ScoreTable) -> String {
    let shrinking = ShrinkingSection(table)
    return Document(
      "A label that shrinks",
      answer: [shrinking.answer ?? "At no size did a decoder read every image of a code"],
      [shrinking.section],
      remarks: [
        "To turn such a size into a distance, run harness compare --corpus qr-small, then harness "
          + "distance --camera iphone-11 --code qr:v2:20mm"
      ]
    ).text(style)
  }
}
