import Analysis
import Results
import Scanning

/// Distances for the terminal.
public struct DistanceText: Sendable {
  private let style: TerminalStyle

  /// Makes the writer.
  public init(_ style: TerminalStyle) {
    self.style = style
  }

  /// Renders the answers.
  public func render(_ report: DistanceReport) -> String {
    var lines = style.paragraph(DistanceWording.camera(report.question), .strong)
    lines += style.paragraph(DistanceWording.code(report.question.code))
    if let table = report.table {
      lines += [""] + distances(table, report.reading)
      if let reading = report.reading { lines += [""] + style.paragraph(Self.sentence(reading)) }
    }
    if let printing = report.printing { lines += [""] + self.printing(printing, report) }
    let notes = DistanceNotes(report: report).sentences
    if !notes.isEmpty { lines += [""] + notes.flatMap { style.paragraph($0) } }
    if let claims = report.claims { lines += [""] + self.claims(claims) }
    return lines.joined(separator: "\n")
  }

  // MARK: Distances

  private func distances(_ table: DistanceTable, _ reading: ReadingAtDistance?) -> [String] {
    var columns = [
      column(["decoder"], .left, table.rows.map(\.threshold.decoder)),
      column(["group"], .left, table.rows.map(\.threshold.group)),
      column(
        ["px per", "module"], .right,
        table.rows.map { DistanceWording.threshold($0.threshold.score) }),
      column(
        ["reliable", "from"], .right, table.rows.map { Self.length($0.reliable?.lowerBound) }),
      column(["", "up to"], .right, table.rows.map { Self.length($0.reliable?.upperBound) }),
      column(["shown to", "fail from"], .right, table.rows.map(Self.failing)),
      column(
        Self.fills, .right,
        table.rows.map { row in
          DistanceWording.share(
            row.reliableMillimetres.flatMap { table.question.fill(atMillimetres: $0) })
        }),
    ]
    if let reading {
      let distance = DistanceWording.length(reading.distanceMillimetres)
      columns.append(
        column(["at", distance], .left, reading.verdicts.map { DistanceWording.verdict($0) }))
    }
    let grid = TextGrid(columns: columns)
    guard grid.width > style.width,
      let place = columns.firstIndex(where: { $0.title == Self.fills })
    else { return grid.lines(style) }
    // What the code fills is in the JSON and on the page, too.
    columns.remove(at: place)
    return TextGrid(columns: columns).lines(style)
  }

  private static let fills = ["fills of", "the frame"]

  private func column(
    _ title: [String], _ alignment: TextGrid.Alignment, _ texts: [String]
  ) -> TextGrid.Column {
    TextGrid.Column(
      title: title, alignment: alignment, cells: texts.map { TextGrid.Cell(text: $0) })
  }

  private static func length(_ millimetres: Double?) -> String {
    millimetres.map(DistanceWording.length) ?? Numerals.absent
  }

  private static func failing(_ row: DistanceRow) -> String {
    row.failingMillimetres.map(DistanceWording.failing) ?? Numerals.absent
  }

  private static func sentence(_ reading: ReadingAtDistance) -> String {
    let size = reading.moduleSizePixels
    let band = DistanceWording.band(ModuleSizeBand(pixels: size))
    return "At \(DistanceWording.length(reading.distanceMillimetres)) a module is seen with "
      + "\(DistanceWording.digits(size)) px: an article's band \(band)"
      + DistanceWording.focus(reading)
      + (reading.fits == false ? "; the code does not fit into the frame." : ".")
  }

  // MARK: Printed sizes

  private func printing(
    _ printing: DistanceReport.Printing, _ report: DistanceReport
  ) -> [String] {
    let columns = report.question.code.columns
    let parts = (columns == nil ? "" : "width, ") + "module"
    func size(_ module: Double?) -> String {
      guard let module else { return Numerals.absent }
      return (columns.map { "\(DistanceWording.length($0 * module)), " } ?? "")
        + DistanceWording.length(module)
    }
    let heading =
      "Printed so that \(printing.decoder) reads it at "
      + "\(DistanceWording.length(printing.distanceMillimetres)):"
    let grid = TextGrid(columns: [
      column(["group"], .left, printing.sizes.map(\.threshold.group)),
      column(
        ["px per", "module"], .right,
        printing.sizes.map { DistanceWording.threshold($0.threshold.score) }),
      column(
        ["reliable from:", parts], .right, printing.sizes.map { size($0.reliableMillimetres) }),
      column(
        ["fails up to:", parts], .right, printing.sizes.map { size($0.failingMillimetres) }),
      column(
        ["frame holds:", parts], .right, printing.sizes.map { size($0.largestMillimetres) }),
    ])
    let obstacles = printing.sizes.compactMap { size in
      size.obstacle.map { "\(size.threshold.group): \(DistanceWording.obstacle($0))." }
    }
    return style.paragraph(heading) + [""] + grid.lines(style)
      + (obstacles.isEmpty ? [] : [""] + obstacles.flatMap { style.paragraph($0) })
  }

  // MARK: Claims

  private func claims(_ check: ClaimCheck) -> [String] {
    let grid = TextGrid(columns: [
      column(["claim"], .left, check.findings.map { Self.name($0.claim) }),
      column(
        ["implies a", "focal length of"], .right,
        check.findings.map { "\(Numerals.count(Int($0.impliedFocalPixels.rounded()))) px" }),
      column(
        ["this camera", "gives"], .right,
        check.findings.map { "\(DistanceWording.digits($0.moduleSizePixels)) px" }),
      column(
        ["and as much", "as claimed at"], .right,
        check.findings.map { DistanceWording.length($0.distanceMillimetres) }),
    ])
    return grid.lines(style) + [""] + style.paragraph(Self.conclusion(check))
  }

  private static func name(_ claim: SizeClaim) -> String {
    "\(DistanceWording.length(claim.widthMillimetres)) at "
      + "\(DistanceWording.length(claim.distanceMillimetres)): "
      + "\(DistanceWording.digits(claim.moduleSizePixels)) px"
  }

  /// Claims that are this close to each other, or to the camera, agree: they are round numbers.
  private static let tolerance = 1.05

  static func conclusion(_ check: ClaimCheck) -> String {
    let ratio = check.contradiction
    let own = check.findings.map { $0.claim.moduleSizePixels / $0.moduleSizePixels }
    let camera =
      own.allSatisfy { (1 / tolerance...tolerance).contains($0) }
      ? "This camera gives what they say."
      : "This camera gives \(DistanceWording.digits(own.min() ?? 1)) to "
        + "\(DistanceWording.digits(own.max() ?? 1)) times fewer pixels than they say."
    guard check.findings.count > 1 else { return camera }
    return
      (ratio <= tolerance
      ? "The claims agree with each other. "
      : "The claims contradict each other: the focal lengths that they imply differ by a factor of "
        + "\(DistanceWording.digits(ratio)), whatever the code, and one camera has one. ") + camera
  }
}
