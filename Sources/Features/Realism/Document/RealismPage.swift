import Foundation
import Reporting
import Results

/// The comparison of drawn and real as a page: scores, reliability, residuals, and the worst surprises.
struct RealismPage {
  private let report: RealismReport
  private let pictures: [Int: PictureFile]
  private let series: [Series]

  /// The file's name in its folder.
  static let fileName = ReportFolder.realismPage
  /// The most surprises of a decoder that are shown.
  static let mostSurprises = 12

  /// Makes the page.
  ///
  /// - Parameter pictures: Photos by their index in the report; those that are missing are left out.
  init(_ report: RealismReport, pictures: [Int: PictureFile]) {
    self.report = report
    self.pictures = pictures
    series = Series.all(report.decoders.map { ($0.label, nil) })
  }

  /// Renders the whole page.
  func render() -> String {
    PageShell(
      title: "From drawn to real", kicker: "Drawn samples beside photos",
      heading: "What do drawn symbols say about photos?",
      subtitle: RealismWording.answer(report)
    ).document(
      .section("scores", "Are the forecasts right?", scores)
        + .section("surprises", "The worst surprises", surprises)
        + .section("reliability", "Reliability", reliability)
        + .section("residuals", "Where they are wrong", residuals)
        + .section("ranks", "Ranks", ranks)
        + .section("how", "How it was done", how),
      links: [
        ("#scores", "Scores"), ("#surprises", "Surprises"), ("#reliability", "Reliability"),
        ("#residuals", "Residuals"), ("#ranks", "Ranks"),
      ])
  }

  private var scores: HTML {
    var table = PageTable(
      caption: "Brier scores of the forecasts",
      columns: [
        .init("decoder"), .init("photos", isNumber: true), .init("read, %", isNumber: true),
        .init("Brier score", hint: "The mean squared error; 0 is perfect", isNumber: true),
        .init("reliability", hint: "The part of wrong chances; 0 is perfect", isNumber: true),
        .init("resolution", hint: "The part that tells photos apart", isNumber: true),
        .init("uncertainty", hint: "The score of the rate of all photos", isNumber: true),
        .init("within bins", isNumber: true),
        .init("skill over the rate", isNumber: true),
        .init("skill on drawn samples held out", isNumber: true), .init("AUC", isNumber: true),
      ], isStacking: true)
    func number(_ value: Double?, places: Int = 3) -> PageTable.Cell {
      .init(
        text: value.map { Numerals.decimal($0, places: places) } ?? Numerals.absent, value: value)
    }
    for (decoder, series) in zip(report.decoders, series) {
      let score = decoder.score
      table.add([
        .init(text: series.label),
        .init(
          text: Numerals.count(decoder.forecasts.count), value: Double(decoder.forecasts.count)),
        .init(text: Numerals.percent(score?.baseRate), value: score?.baseRate),
        number(score?.score), number(score?.reliability), number(score?.resolution),
        number(score?.uncertainty), number(score?.withinBins),
        .init(text: RealismWording.skill(decoder), value: score?.skill),
        number(decoder.drawnScore?.skill, places: 2),
        number(decoder.areaUnderCurve, places: 2),
      ])
    }
    return .list(
      report.decoders.map {
        .text(
          [RealismWording.verdict($0), RealismWording.unmeasured($0)].compactMap(\.self)
            .joined(separator: " "))
      }) + table.html
  }

  private var reliability: HTML {
    let plots = zip(series, report.decoders).filter { !$1.bins.isEmpty }.map { series, decoder in
      HTML.element(
        "figure", ["class": "plot-figure"],
        .element("h3", [:], .text(series.label))
          + ReliabilityPlot(series: series, decoder: decoder).html)
    }
    return .p(
      "On the dashed line forecasts are right. Whiskers are exact 95 % intervals; hollow marks have fewer "
        + "than 30 photos. The bars count photos.") + .div("plots", plots.joined())
  }

  private var residuals: HTML {
    report.decoders.filter { !$0.residuals.isEmpty }.map { decoder in
      var table = PageTable(
        caption: "\(decoder.label): forecast and outcome by what was measured",
        columns: [
          .init("by"), .init("class"), .init("photos", isNumber: true),
          .init("forecast, %", isNumber: true), .init("read, %", isNumber: true),
          .init("off by, standard errors", isNumber: true),
        ])
      for row in decoder.residuals {
        table.add(
          [
            .init(text: RealismWording.axis(row.axis)), .init(text: RealismWording.range(row)),
            .init(text: Numerals.count(row.count), value: Double(row.count)),
            .init(text: Numerals.percent(row.forecast), value: row.forecast),
            .init(text: Numerals.percent(row.rate), value: row.rate),
            .init(
              .text(Numerals.decimal(row.z, places: 1)), value: row.z,
              class: abs(row.z) >= 3 ? "alarm" : nil),
          ])
      }
      return table.html(unfoldedUpTo: 16)
    }.joined()
  }

  private var surprises: HTML {
    let named = report.decoders.map { decoder -> HTML in
      let worst = decoder.surprises.prefix(Self.mostSurprises).filter { $0.surprise > 0.5 }
      guard !worst.isEmpty else { return .empty }
      return .element("h3", [:], .text(decoder.label))
        + .div("pictures", worst.map(picture).joined())
    }.joined()
    return named == .empty ? .p("No forecast is off by more than one half.") : named
  }

  private func picture(_ forecast: DecoderRealism.Forecast) -> HTML {
    let photo = report.photos[forecast.photo]
    let verdict = forecast.isRead ? "read" : "not read"
    return .element(
      "figure", ["class": "sample"],
      image(forecast.photo, photo)
        + .element(
          "figcaption", [:],
          .span(
            .text("forecast \(Numerals.percent(forecast.chance)) %, \(verdict)"),
            class: forecast.isRead ? "verdict" : "verdict wrong")
            + .span(.text(photo.condition.map(RealismWording.condition) ?? ""), class: "scale")
            + .span(.text(photo.shortName), class: "expected")))
  }

  private func image(_ index: Int, _ photo: SeenSymbol) -> HTML {
    guard let file = pictures[index] else { return .empty }
    let (width, height) = (Double(file.width), Double(file.height))
    let shown = min(300, max(width, 140))
    let outline = photo.outline.map { places in
      HTML.element(
        "polygon",
        [
          "class": "outline curve c0",
          "points": stride(from: 0, to: places.count - 1, by: 2).map {
            "\(SVG.place(places[$0])),\(SVG.place(places[$0 + 1]))"
          }.joined(separator: " "),
        ])
    }
    return .element(
      "svg",
      [
        "class": "picture", "viewBox": "0 0 \(file.width) \(file.height)", "role": "img",
        "width": "\(Int(shown))", "height": "\(Int((shown * height / max(width, 1)).rounded(.up)))",
        "aria-label": "Photo \(photo.key) with the outline that was measured",
      ],
      .element(
        "image",
        [
          "width": "\(file.width)", "height": "\(file.height)", "preserveAspectRatio": "none",
          "href": "data:\(file.mediaType);base64,\(Base64.text(file.bytes))",
        ]) + (outline ?? .empty))
  }

  private var ranks: HTML {
    var table = PageTable(
      caption: "Drawn mean threshold and rate on photos",
      columns: [
        .init("decoder"), .init("symbology"),
        .init("mean threshold, px", isNumber: true), .init("photos", isNumber: true),
        .init("read, %", isNumber: true),
      ])
    for cell in report.cells {
      table.add([
        .init(text: cell.decoder), .init(text: "\(cell.symbology)"),
        .init(
          text: Numerals.decimal(cell.meanThreshold.estimate, places: 2),
          value: cell.meanThreshold.estimate),
        .init(text: Numerals.count(cell.photoCount), value: Double(cell.photoCount)),
        .init(text: Numerals.percent(cell.photoRate), value: cell.photoRate),
      ])
    }
    return .p(.text(RealismWording.cells(report))) + table.html
  }

  private var how: HTML {
    .list([
      .text(RealismWording.coverage(report)), .text(RealismWording.training(report)),
      .text(
        "The gauge measures drawn symbols and photos alike: it is told symbology and data, and no "
          + "corners. A model for each decoder is fitted to the drawn ones: docs/method.md, From drawn "
          + "to real."),
    ])
  }
}
