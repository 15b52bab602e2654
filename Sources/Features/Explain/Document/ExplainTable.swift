import Reporting
import Scanning

/// The explanations of many images as a table for the terminal: file, fault, remedy.
struct ExplainTable: Sendable {
  private let style: TerminalStyle

  /// Makes the writer.
  init(_ style: TerminalStyle) {
    self.style = style
  }

  /// Renders the table of the images that are not read as they are, without a line feed at its end; the others need
  /// nothing, and are counted.
  func render(_ all: [ExplainedImage]) -> String {
    let images = all.filter(\.explanation.unchanged.isEmpty)
    let answer = style.paragraph(Self.answer(all) + ".", .strong)
    guard !images.isEmpty else { return answer.joined(separator: "\n") }
    let rows =
      [["file", "fault", "remedy"]]
      + images.map { image in
        [image.path, Self.fault(image.explanation), Self.remedy(image.explanation)]
          .map(style.shown)
      }
    let widths = (0..<2).map { column in
      rows.map { DisplayText.width($0[column]) }.max() ?? 0
    }
    let table = rows.map { row in
      zip(row, widths).map { $0 + String(repeating: " ", count: $1 - DisplayText.width($0) + 2) }
        .joined() + row[2]
    }
    let isNarrow = table.contains { DisplayText.width($0) > style.width }
    return (answer + [""] + (isNarrow ? images.flatMap(record) : table)).joined(separator: "\n")
  }

  /// An image in lines of its own, where a row would be wider than the terminal.
  private func record(_ image: ExplainedImage) -> [String] {
    style.paragraph(image.path, .strong)
      + style.paragraph(
        Self.fault(image.explanation) + ": " + Self.remedy(image.explanation), label: "    ")
  }

  /// How many images are read, and by what the others would be, the most frequent fault first.
  static func answer(_ images: [ExplainedImage]) -> String {
    let asIs = images.count { !$0.explanation.unchanged.isEmpty }
    let others = images.map(\.explanation).filter(\.unchanged.isEmpty)
    let cured = others.compactMap { one in one.findings.first { !$0.successes.isEmpty }?.fault }
    let faults = Dictionary(grouping: cured) { $0 }.map { (FaultWording.name($0), $1.count) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
      .map { "\($0) \(Numerals.count($1))" }
    let lost = others.count - cured.count
    return
      "\(Numerals.count(asIs)) of \(Numerals.counted(images.count, "image", "images")) can be read unchanged"
      + (cured.isEmpty
        ? ""
        : "; \(Numerals.count(cured.count)) more after a change (\(faults.joined(separator: ", ")))")
      + (lost == 0 ? "" : "; \(Numerals.count(lost)) not read by any decoder, whatever is changed")
  }

  static func fault(_ explanation: Explanation) -> String {
    if !explanation.unchanged.isEmpty { return "read unchanged" }
    if let finding = explanation.findings.first {
      // A place that looks like a symbol may be none.
      return (explanation.isRead ? "" : "nothing was read; perhaps ")
        + FaultWording.name(finding.fault)
    }
    return explanation.unbacked.isEmpty && explanation.unbackedUnchanged.isEmpty
      ? "nothing was read" : "nothing backs what was read"
  }

  /// The change that was enough; for a fault that is only measured, what would help.
  static func remedy(_ explanation: Explanation) -> String {
    guard explanation.unchanged.isEmpty else { return "none is needed" }
    guard let finding = explanation.findings.first else {
      return explanation.potential.first.map(ScanWording.potential) ?? "none was found"
    }
    if let success = finding.successes.first { return FaultWording.words(success.change) }
    return finding.sign.map(FaultWording.remedy) ?? "none was found"
  }
}
