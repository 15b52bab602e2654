import Results

/// The result of fuzzing for a terminal: a row for each cause.
public struct FuzzText: Sendable {
  private let style: TerminalStyle

  /// Makes the writer.
  public init(_ style: TerminalStyle) {
    self.style = style
  }

  /// Renders a report.
  public func render(_ report: FuzzReport) -> String {
    let title =
      "\(report.decoder) (\(report.library) \(report.version)): \(FuzzWording.findings(report))"
    var lines = style.paragraph(title, .strong)
    lines += style.paragraph(FuzzWording.summary(report) + ".", .faint)
    if let remark = FuzzWording.unconfirmed(report) {
      lines += style.paragraph(remark + ".", .faint)
    }
    guard !report.groups.isEmpty else { return lines.joined(separator: "\n") }
    return (lines + [""] + grid(report).lines(style)).joined(separator: "\n")
  }

  /// Each cause whole above its row.
  private func grid(_ report: FuzzReport) -> TextGrid {
    func cells(_ text: (FuzzGroup) -> String) -> [TextGrid.Cell] {
      report.groups.map { .init(text: style.shown(DisplayText.printable(text($0)))) }
    }
    var columns: [TextGrid.Column] = [
      .init(title: ["images"], alignment: .right, cells: cells { Numerals.count($0.count) }),
      .init(title: ["untouched"], alignment: .right, cells: cells { Numerals.count($0.untouched) }),
      .init(
        title: ["smallest, px"], alignment: .right,
        cells: cells { "\($0.example.width) × \($0.example.height)" }),
    ]
    let used = columns.reduce(0) { $0 + $1.width + TextGrid.gap }
    var origins = cells { FuzzWording.origin($0.example) }
    for index in origins.indices {
      origins[index].text = DisplayText.shortened(
        origins[index].text, to: max(style.tableWidth - used, 24), ellipsis: style.ellipsis)
    }
    columns.append(.init(title: ["made of"], alignment: .left, cells: origins))
    let headings = report.groups.enumerated().map { index, group in
      let kind = FuzzWording.kind(group.signature.verdict)
      let cause = FuzzWording.cause(group.signature, timeoutSeconds: report.timeoutSeconds)
      return style.paragraph("\(kind): \(cause)", label: "\(index + 1). ")
    }
    return TextGrid(
      columns: columns,
      headings: Dictionary(uniqueKeysWithValues: headings.enumerated().map { ($0, $1) }))
  }

  /// A run's progress in one line.
  public func progress(
    decoder: String, inputs: Int, findings: Int, causes: Int, minimised: Int?,
    elapsedSeconds: Double, limitSeconds: Double?
  ) -> String {
    let rate = elapsedSeconds > 0 ? Double(inputs) / elapsedSeconds : 0
    let left = limitSeconds.map { Numerals.clock(max($0 - elapsedSeconds, 0)) + " left" }
    let parts: [String?] = [
      "fuzzing \(decoder)", Numerals.counted(inputs, "image", "images"),
      "\(Numerals.decimal(rate, places: 0))/s",
      "\(Numerals.counted(findings, "finding", "findings")) of "
        + Numerals.counted(causes, "cause", "causes"),
      minimised.map { "\($0) made small" }, left,
    ]
    return DisplayText.shortened(
      style.shown(parts.compactMap(\.self).joined(separator: ", ")), to: style.width - 1,
      ellipsis: style.ellipsis)
  }
}
