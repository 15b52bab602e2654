import Reporting
import Statistics

/// The comparison of drawn and real for the terminal.
struct RealismText: Sendable {
  private let style: TerminalStyle
  /// The most surprises of a decoder that are named.
  private static let mostSurprises = 5

  init(_ style: TerminalStyle) {
    self.style = style
  }

  /// Renders the comparison.
  func render(_ report: RealismReport) -> String {
    var lines = style.paragraph(RealismWording.answer(report), .strong)
    for decoder in report.decoders {
      lines += style.paragraph(RealismWording.verdict(decoder), hanging: 2)
      if let text = RealismWording.unmeasured(decoder) {
        lines += style.paragraph(text, .faint, label: "  ", hanging: 2)
      }
    }
    lines += surprises(report) + [""]
    lines += style.paragraph(RealismWording.coverage(report))
    lines += style.paragraph(RealismWording.training(report))
    lines += [""] + scores(report).lines(style) + [""]
    lines += style.paragraph(RealismWording.cells(report))
    for decoder in report.decoders where !decoder.forecasts.isEmpty {
      lines += [""] + style.paragraph("\(decoder.label): forecast and read", .strong)
      lines += bins(decoder).lines(style)
      let odd = decoder.residuals.filter { abs($0.z) >= 3 }.sorted { abs($0.z) > abs($1.z) }
      if !odd.isEmpty {
        lines += [""] + style.paragraph("Off by 3 standard errors or more:")
        lines += residuals(odd.prefix(8)).lines(style)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The photos that the forecasts missed most, decoder by decoder.
  private func surprises(_ report: RealismReport) -> [String] {
    report.decoders.flatMap { decoder -> [String] in
      let named = RealismWording.surprises(decoder, report, most: Self.mostSurprises)
      guard !named.isEmpty else { return [] }
      return [""] + style.paragraph("Most surprising photos for \(decoder.label)", .strong)
        + named.flatMap { style.paragraph($0, label: "  ", hanging: 4) }
    }
  }

  private func scores(_ report: RealismReport) -> TextGrid {
    let rows = report.decoders
    func score(_ part: (BrierScore) -> Double) -> [String] {
      rows.map { $0.score.map { Numerals.decimal(part($0), places: 3) } ?? Numerals.absent }
    }
    let columns = [
      column(["decoder"], .left, rows.map(\.label)),
      column(["photos"], .right, rows.map { Numerals.count($0.forecasts.count) }),
      column(["read,", "%"], .right, rows.map { Numerals.percent($0.score?.baseRate) }),
      column(["Brier", "score"], .right, score(\.score)),
      column(["skill over", "the rate"], .right, rows.map(RealismWording.skill)),
      column(["relia-", "bility"], .right, score(\.reliability)),
      column(["reso-", "lution"], .right, score(\.resolution)),
      column(["uncer-", "tainty"], .right, score(\.uncertainty)),
    ]
    let extra = [
      column(
        ["AUC"], .right,
        rows.map {
          $0.areaUnderCurve.map { Numerals.decimal($0, places: 2) } ?? Numerals.absent
        }),
      column(
        ["skill on", "drawn"], .right,
        rows.map {
          $0.drawnScore?.skill.map { Numerals.decimal($0, places: 2) } ?? Numerals.absent
        }),
    ]
    // The page and the JSON have those that do not fit, too.
    return TextGrid(columns: columns + extra).fitting(style.width)
  }

  private func bins(_ decoder: DecoderRealism) -> TextGrid {
    let bins = decoder.bins.filter { $0.count > 0 }
    return TextGrid(columns: [
      column(
        ["chance, %"], .left,
        bins.map {
          "\(Numerals.level((100 * $0.lower).rounded()))–\(Numerals.level((100 * $0.upper).rounded()))"
        }),
      column(["photos"], .right, bins.map { Numerals.count($0.count) }),
      column(["forecast, %"], .right, bins.map { Numerals.percent($0.meanForecast) }),
      column(
        ["read, %"], .right,
        bins.map {
          "\(Numerals.percent($0.rate)) [\(Numerals.percent($0.interval.lower))–\(Numerals.percent($0.interval.upper))]"
        }),
    ]).fitting(style.width)
  }

  private func residuals(_ rows: some Collection<RealismResidual>) -> TextGrid {
    TextGrid(columns: [
      column(["measured"], .left, rows.map { RealismWording.axis($0.axis) }),
      column(["class"], .left, rows.map(RealismWording.range)),
      column(["photos"], .right, rows.map { Numerals.count($0.count) }),
      column(["forecast, %"], .right, rows.map { Numerals.percent($0.forecast) }),
      column(["read, %"], .right, rows.map { Numerals.percent($0.rate) }),
    ]).fitting(style.width, keeping: 2)
  }

  private func column(
    _ title: [String], _ alignment: TextGrid.Alignment, _ texts: [String]
  ) -> TextGrid.Column {
    TextGrid.Column(
      title: title, alignment: alignment, cells: texts.map { TextGrid.Cell(text: $0) })
  }
}
