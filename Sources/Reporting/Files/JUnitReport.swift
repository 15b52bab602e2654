import Results

/// `junit.xml`: one test case for each decoder and group, for the test views of CI services.
///
/// A case fails if the gate says that the cell got worse, and has an error if the gate could not
/// judge it, so that neither counts as a pass. Without a gate every case passes and carries its
/// numbers as output.
package struct JUnitReport: ReportWriter {
  private let judgement: (any RunJudgement)?

  /// Makes the writer.
  ///
  /// - Parameter judgement: The gate's judgement; `nil` if no gate was requested.
  package init(_ judgement: (any RunJudgement)? = nil) {
    self.judgement = judgement
  }

  /// `junit.xml`.
  package var fileName: String { "junit.xml" }

  /// Renders the whole document: XML 1.0 in UTF-8.
  package func render(_ table: ScoreTable) -> String {
    let wording = ScoreWording(table)
    let cases = wholeCases(table) + table.decoders.flatMap { decoderCases($0, wording) }
    let suite = XMLElement(
      "testsuite",
      [
        ("name", table.corpus.name), ("tests", "\(cases.count)"),
        ("failures", "\(cases.count { $0.has("failure") })"),
        ("errors", "\(cases.count { $0.has("error") })"),
        ("skipped", "\(cases.count { $0.has("skipped") })"),
        ("time", "\(table.outcome.wallSeconds)"), ("timestamp", table.provenance.startedAt),
      ],
      children: [properties(table)] + cases + causes(table))
    let root = XMLElement("testsuites", [("name", "barcode-harness")], children: [suite])
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + root.text() + "\n"
  }

  /// The causes of errors, as the suite's output.
  private func causes(_ table: ScoreTable) -> [XMLElement] {
    let lines = table.decoders.flatMap { decoder in
      (decoder.causes ?? []).flatMap { cause in
        let statement = cause.statement(decoder: decoder.label)
        return [statement.text] + statement.lines.map { "  " + $0 }
      }
    }
    return lines.isEmpty ? [] : [XMLElement("system-out", text: lines.joined(separator: "\n"))]
  }

  private func properties(_ table: ScoreTable) -> XMLElement {
    let entries = [
      ("corpus.version", "\(table.corpus.version)"), ("corpus.sha256", table.corpus.sha256),
      ("seed", "\(table.corpus.seed)"), ("harness.version", table.provenance.harnessVersion),
    ]
    return XMLElement(
      "properties",
      children: entries.map { XMLElement("property", [("name", $0.0), ("value", $0.1)]) })
  }

  /// Test cases that concern no single cell: a baseline that cannot be compared, a decoder that lost reads over all
  /// groups, one that could not start.
  private func wholeCases(_ table: ScoreTable) -> [XMLElement] {
    var cases: [XMLElement] = []
    let known = table.decoders.flatMap { decoder in
      decoder.groups.map { CellName(decoder: decoder.label, group: $0.group) }
    }
    if let judgement {
      let objections = judgement.objections.filter { objection in
        objection.cell.map { !known.contains($0) } ?? true
      }
      cases.append(
        testCase("gate", "comparable with the baseline", error: objections.map(\.sentence)))
      cases += judgement.failures.map {
        testCase($0.decoder, "all groups", [Self.failure($0.failure)])
      }
    }
    for missing in table.unavailable {
      cases.append(testCase(missing.label, "takes part", error: [missing.reason]))
    }
    return cases
  }

  private func decoderCases(_ decoder: DecoderScore, _ wording: ScoreWording) -> [XMLElement] {
    guard !decoder.groups.isEmpty else {
      return [
        testCase(
          decoder.label, wording.table.corpus.name,
          [XMLElement("skipped", [("message", "it reads none of the symbologies")])])
      ]
    }
    return decoder.groups.map { group in
      let name = CellName(decoder: decoder.label, group: group.group)
      let objections = (judgement?.objections ?? []).filter { $0.cell == name }.map(\.sentence)
      var children: [XMLElement] = []
      if let failure = judgement?.failure(of: name) {
        children.append(Self.failure(failure))
      } else if !objections.isEmpty {
        children.append(Self.error(objections))
      }
      children.append(XMLElement("system-out", text: summary(group, name, wording)))
      return testCase(decoder.label, group.group, children)
    }
  }

  private static func failure(_ failure: CellFailure) -> XMLElement {
    XMLElement(
      "failure",
      [
        ("message", failure.sentences.first ?? ""),
        ("type", failure.classes.joined(separator: " ")),
      ], text: (failure.sentences + failure.samples).joined(separator: "\n"))
  }

  private func summary(_ group: GroupScore, _ name: CellName, _ wording: ScoreWording) -> String {
    let unit = wording.unitAfterComma
    var lines = [
      "\(wording.thresholdTitle)\(unit): \(wording.threshold(wording.threshold(of: group)))",
      "mean threshold\(unit): \(wording.meanThreshold(group))",
      "tried: \(Numerals.count(group.total.tried)), decode rate, %: \(wording.decodeRate(group.total)), "
        + "misread: \(wording.misreads(group.total)), errors: \(wording.errors(group.total))",
    ]
    lines += judgement?.remarks(on: name) ?? []
    return lines.joined(separator: "\n")
  }

  private func testCase(
    _ className: String, _ name: String, error messages: [String]
  ) -> XMLElement {
    testCase(className, name, messages.isEmpty ? [] : [Self.error(messages)])
  }

  private func testCase(
    _ className: String, _ name: String, _ children: [XMLElement]
  ) -> XMLElement {
    XMLElement("testcase", [("classname", className), ("name", name)], children: children)
  }

  private static func error(_ messages: [String]) -> XMLElement {
    XMLElement(
      "error", [("message", messages.first ?? ""), ("type", "cannot-judge")],
      text: messages.joined(separator: "\n"))
  }
}
