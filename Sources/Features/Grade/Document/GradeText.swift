import DecoderKit
import Measuring
import Scanning

/// The layouts in which grades are written.
public enum GradeFormat: String, CaseIterable, Sendable {
  /// Lines for people.
  case text
  /// One JSON document.
  case json
}

/// Grades for the terminal, image by image.
public struct GradeText: Sendable {
  private let style: TerminalStyle

  /// Makes the writer.
  public init(_ style: TerminalStyle) {
    self.style = style
  }

  /// Renders one image's grades, without a line feed at the end.
  public func render(_ graded: GradedImage) -> String {
    let image = graded.image
    switch image.outcome {
    case .unreadable(let reason):
      return
        (heading(image.path)
        + style.paragraph("not graded: \(reason)", .alarm, label: "  ", hanging: 4))
        .joined(separator: "\n")
    case .scanned(let contents):
      var lines = heading(image.path, ", \(contents.width) × \(contents.height) px")
      if contents.detections.isEmpty {
        lines += style.paragraph(
          "no symbol was read; harness explain IMAGE says why", .caution,
          label: "  ", hanging: 4)
      }
      for (detection, grades) in zip(contents.detections, graded.grades) {
        lines += symbol(detection, grades)
      }
      return lines.joined(separator: "\n")
    }
  }

  /// The closing remark of an output.
  public func remark(isColour: Bool) -> String {
    let colour =
      isColour
      ? " Colour images are graded by their luminance; --channel red is nearest to a verifier's light."
      : ""
    return style.paragraph(GradeWording.disclaimer + colour, .faint).joined(separator: "\n")
  }

  private func heading(_ path: String, _ size: String = "") -> [String] {
    [
      style.emphasized(style.shown(path), .strong)
        + style.emphasized(style.shown(size), .faint)
    ]
  }

  private func symbol(
    _ detection: Detection, _ result: Result<SymbolGrades, GradingFailure>
  ) -> [String] {
    let value = DisplayText.shortened(
      style.shown(ScanWording.value(detection.reading)), to: 40,
      ellipsis: style.ellipsis)
    let name = "\(ScanWording.type(detection.symbology)) \(value)"
    let label = "  \(detection.number)  "
    switch result {
    case .failure(let failure):
      return style.paragraph(
        "\(name): not graded: \(GradeWording.reason(failure))", .caution, label: label)
    case .success(let grades):
      let title = style.paragraph(
        "\(name): grade \(GradeWording.grade(grades.grade)) by \(grades.standard.rawValue)",
        .strong,
        label: label)
      let how = style.paragraph(
        "\(Numerals.decimal(grades.moduleSizePixels, places: 2)) px per module; aperture "
          + "\(Numerals.decimal(grades.apertureModules, places: 1)) modules; \(scans(grades))",
        .faint, label: "     ")
      let notes = GradeWording.notes(grades).flatMap {
        style.paragraph($0, .faint, label: "     ")
      }
      return title + how + table(grades).lines(style).map { "     " + $0 } + notes
    }
  }

  private func scans(_ grades: SymbolGrades) -> String {
    guard grades.scans.count > 1 else { return "one view of five" }
    let each = grades.scans.map { Numerals.decimal($0.grade.value, places: 1) }
    return "scans from top to bottom: \(each.joined(separator: " "))"
  }

  private func table(_ grades: SymbolGrades) -> TextGrid {
    let parameters = grades.parameters
    let isMean = grades.scans.count > 1
    func column(
      _ title: String, _ alignment: TextGrid.Alignment, _ text: (GradedParameter) -> String
    ) -> TextGrid.Column {
      TextGrid.Column(
        title: [title], alignment: alignment,
        cells: parameters.map { graded in
          TextGrid.Cell(
            text: style.shown(text(graded)),
            emphasis: graded.grade.letter == .f
              ? .alarm : graded.grade.letter == .d ? .caution : .plain)
        })
    }
    return TextGrid(columns: [
      column("parameter", .left) { GradeWording.name($0.parameter) },
      column(isMean ? "mean" : "value", .right, GradeWording.value),
      column(isMean ? "mean grade" : "grade", .right) { GradeWording.grade($0.grade) },
    ])
  }
}
