import Reporting

extension DistanceReport {
  /// The answers as a document: distances or sizes, claims, and what they stand on.
  var document: Document {
    let answer = DistanceAnswer(report: self)
    return Document(
      "How far is a \(question.code.symbology) read?",
      answer: [answer.sentence] + [answer.reservation].compactMap(\.self),
      [distances, printed, claimed, notes].compactMap(\.self))
  }

  /// The document as a page, with a chart before everything else.
  var page: String {
    let document = document
    return Document(
      document.title, answer: document.answer, (chart.map { [$0] } ?? []) + document.sections
    ).page(kicker: DistanceWording.camera(question))
  }

  private var basis: Section.Block {
    .note(
      "\(DistanceWording.camera(question)); \(DistanceWording.code(question.code, isSized: printing == nil))"
        + (DistanceAnswer(report: self).atLevelL.map { "; \($0)" } ?? ""))
  }

  private var notes: Section {
    Section("notes", "What this is based on", DistanceNotes(report: self).sentences)
  }

  // MARK: Distances

  private var distances: Section? {
    guard let table else { return nil }
    let at = reading.map { DataTable.Column("at \(Numerals.length($0.distanceMillimetres))") }
    // Where the largest module that was tried is the bound, nearer ones may be read as well.
    let isTried = table.rows.allSatisfy { row in
      row.reliable.map { $0.lowerBound == row.testedFromMillimetres } ?? true
    }
    let columns: [DataTable.Column] = [
      .init("px per module", isNumber: true),
      .init(isTried ? "measured from" : "reliable from", isNumber: true),
      .init("reliable up to", isNumber: true), .init("shown to fail from", isNumber: true),
    ]
    let last: [DataTable.Column] = [
      .init("fills of the frame", isNumber: true),
      .init("tried from", isNumber: true, in: [.markdown, .page]),
    ]
    var grid = DataTable(
      "Each decoder in each group of the run", keys: [.init("decoder"), .init("group")],
      columns + (at.map { [$0] } ?? []) + last)
    for (place, row) in table.rows.enumerated() {
      let verdict = reading.map { DataTable.Cell(DistanceWording.verdict($0.verdicts[place])) }
      grid.add(cells(row) + (verdict.map { [$0] } ?? []) + ends(row))
    }
    let sentence = reading.map { [DistanceWording.sentence($0)] } ?? []
    return Section("distances", "Distances", [basis, .table(grid), .lines(sentence)])
  }

  private func cells(_ row: DistanceRow) -> [DataTable.Cell] {
    let failing = row.failingMillimetres
    // Both ends are the same if one size alone is certified.
    let nearest = row.reliable.map {
      min(Numerals.threeDigits($0.lowerBound, .up), Numerals.threeDigits($0.upperBound, .down))
    }
    return [
      .init(row.threshold.decoder), .init(row.threshold.group),
      .init(
        DistanceWording.threshold(row.threshold.score), value: row.threshold.score.certified),
      .length(nearest, .up), .length(row.reliableMillimetres, .down),
      .init(failing.map(DistanceWording.failing) ?? Numerals.absent, value: failing),
    ]
  }

  private func ends(_ row: DistanceRow) -> [DataTable.Cell] {
    let fill = row.reliableMillimetres.flatMap { question.fill(atMillimetres: $0) }
    return [
      .init(DistanceWording.share(fill), value: fill), .length(row.testedFromMillimetres, .up),
    ]
  }

  private var chart: Section? {
    guard let table else { return nil }
    guard let plot = DistancePlot(table) else {
      return Section(
        "chart", "Printed size over distance", ["No decoder is certified at any distance"])
    }
    let absent =
      plot.absent.isEmpty
      ? [] : ["No size on this chart is certified for \(Words.list(plot.absent))"]
    return Section(
      "chart", "Printed size over distance",
      [
        .note(
          "A decoder reads what is printed above its line, in the groups of the first line and under all conditions; "
            + "below its band it was shown to fail, and within the band nothing is shown. The dashed line "
            + "is the size that was asked for; above the dotted line the code does not fit into the frame, "
            + "or modules that large were not tried"),
        .picture(title: "Printed size over distance", file: "distance.svg", plot.html),
        .lines(absent),
      ], in: [.page])
  }

  // MARK: Printed sizes

  private var printed: Section? {
    guard let printing else { return nil }
    let columns = question.code.columns
    let parts = (columns == nil ? "" : "width, ") + "module"
    func size(_ module: Double?, _ rule: FloatingPointRoundingRule) -> DataTable.Cell {
      guard let module else { return .init(Numerals.absent) }
      let sizes = (columns.map { [$0 * module] } ?? []) + [module]
      let text = sizes.map { Numerals.length($0, rule) }
      return .init(text.joined(separator: ", "), value: module)
    }
    var grid = DataTable(
      "Sizes in which \(printing.decoder) reads it", keys: [.init("group")],
      [
        .init("px per module", isNumber: true), .init("reliable from: \(parts)", isNumber: true),
        .init("fails up to: \(parts)", isNumber: true),
        .init("largest that fits: \(parts)", isNumber: true),
      ])
    for printed in printing.sizes {
      let score = printed.threshold.score
      grid.add([
        .init(printed.threshold.group),
        .init(DistanceWording.threshold(score), value: score.certified),
        size(printed.reliableMillimetres, .up), size(printed.failingMillimetres, .down),
        size(printed.largestMillimetres, .down),
      ])
    }
    let obstacles = printing.sizes.filter(\.blockers.isEmpty).compactMap { size in
      size.obstacle.map { "\(size.threshold.group): \(DistanceWording.obstacle($0))" }
    }
    return Section(
      "sizes",
      "Printed so that \(printing.decoder) reads it at "
        + Numerals.length(printing.distanceMillimetres), [basis, .table(grid), .lines(obstacles)])
  }

  // MARK: Claims

  private var claimed: Section? {
    guard let claims else { return nil }
    var grid = DataTable(
      "What each claim implies", keys: [.init("claim")],
      [
        .init("implies a focal length of", isNumber: true),
        .init("this camera gives", isNumber: true),
        .init("as many as claimed at", isNumber: true),
      ])
    for finding in claims.findings {
      let (claim, focal) = (finding.claim, finding.impliedFocalPixels)
      grid.add([
        .init(
          "\(Numerals.length(claim.widthMillimetres)) at "
            + "\(Numerals.length(claim.distanceMillimetres)): "
            + "\(Numerals.digits(claim.moduleSizePixels)) px"),
        .init("\(Numerals.count(Int(focal.rounded()))) px", value: focal),
        .init("\(Numerals.digits(finding.moduleSizePixels)) px", value: finding.moduleSizePixels),
        .init(Numerals.length(finding.distanceMillimetres), value: finding.distanceMillimetres),
      ])
    }
    return Section("claims", "Claims", [basis, .table(grid)])
  }
}

extension DataTable.Cell {
  /// A bound in millimetres; missing without one.
  fileprivate static func length(
    _ millimetres: Double?, _ rule: FloatingPointRoundingRule
  ) -> Self {
    .init(millimetres.map { Numerals.length($0, rule) } ?? Numerals.absent, value: millimetres)
  }
}
