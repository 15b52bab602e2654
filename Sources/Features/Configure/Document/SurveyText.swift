import Reporting

/// The summary of the samples for the terminal, before the questions.
struct SurveyText: Sendable {
  private let style: TerminalStyle

  init(_ style: TerminalStyle) {
    self.style = style
  }

  /// Renders the needs, with the suggested answers.
  func render(_ survey: SampleSurvey, _ needs: SampleNeeds, _ answers: Answers) -> String {
    var lines = style.paragraph("What the samples show", .strong)
    for sentence in ConfigureWording.needs(
      needs, in: survey)
    {
      lines += style.paragraph(sentence, label: "  ", hanging: 4)
    }
    if !survey.unsupported.isEmpty {
      lines += style.paragraph(
        "No decoder here reads \(ConfigureWording.names(survey.unsupported)).", .alarm,
        label: "  ", hanging: 4)
    }
    lines += [""] + symbologies(needs).lines(style)
    lines += [""] + style.paragraph("Answers that they suggest", .strong)
    let questions = Question.allCases.filter { $0.applies(to: needs) }
    let width = questions.map(\.rawValue.count).max() ?? 0
    for question in questions {
      let name = question.rawValue.padding(to: width)
      lines += style.paragraph(
        answers.words(question).map(style.shown).joined(separator: ", "), label: "  \(name)  ",
        hanging: width + 4)
    }
    return lines.joined(separator: "\n")
  }

  private func symbologies(_ needs: SampleNeeds) -> TextGrid {
    func column(_ title: [String], _ texts: [String], _ side: TextGrid.Alignment = .right)
      -> TextGrid.Column
    {
      TextGrid.Column(
        title: title, alignment: side, cells: texts.map { TextGrid.Cell(text: $0) })
    }
    let rows = needs.symbologies
    return TextGrid(columns: [
      column(["symbology"], rows.map(\.symbology.description), .left),
      column(["symbols"], rows.map { Numerals.count($0.symbolCount) }),
      column(["images"], rows.map { Numerals.count($0.imageCount) }),
      column(["bytes"], rows.map { Self.lengths($0) }),
      column(["px per", "module"], rows.map { Self.sizes($0.moduleSizes) }),
      column(
        ["read by"],
        rows.map { row in
          row.readers.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        }, .left),
    ])
  }

  static func lengths(_ needs: SymbologyNeeds) -> String {
    needs.lengths.lowerBound == needs.lengths.upperBound
      ? "\(needs.lengths.lowerBound)" : "\(needs.lengths.lowerBound)–\(needs.lengths.upperBound)"
  }

  static func sizes(_ spread: Spread?) -> String {
    guard let spread else { return Numerals.absent }
    return
      "\(Numerals.decimal(spread.least, places: 2))–\(Numerals.decimal(spread.most, places: 2))"
  }
}

extension String {
  /// The text with spaces behind it, up to a width.
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
}
