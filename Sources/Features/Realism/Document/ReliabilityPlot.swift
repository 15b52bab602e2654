import Reporting
import Statistics

/// A reliability diagram: the rate at which photos were read over the chance that was forecast.
///
/// On the diagonal forecasts are right. Whiskers are exact 95 % intervals; bins with few photos are hollow.
struct ReliabilityPlot {
  private static let size = (width: 420.0, height: 340.0)
  private static let left = 46.0
  private static let right = 408.0
  private static let top = 26.0
  private static let bottom = 262.0
  /// The height of the bars below that show how many photos each bin has.
  private static let bars = (top: 284.0, bottom: 318.0)

  let series: Series
  let decoder: DecoderRealism

  private var across: AxisScale { AxisScale(0...1, to: (Self.left, Self.right)) }
  private var up: AxisScale { AxisScale(0...1, to: (Self.bottom, Self.top)) }
  private var bins: [ReliabilityBin] { decoder.bins.filter { $0.count > 0 } }

  var html: HTML {
    SVG.drawing(
      id: "reliability-\(series.index)", width: Self.size.width, height: Self.size.height,
      title: "Reliability of the forecasts for \(decoder.label)", description: description,
      class: "plot",
      grid + SVG.line(across(0), up(0), across(1), up(1), class: "target")
        + bins.map(point).joined() + counts)
  }

  private var description: String {
    bins.map {
      "\(Numerals.counted($0.count, "photo", "photos")) with a mean chance of "
        + "\(Numerals.percent($0.meanForecast)) %: \(Numerals.percent($0.rate)) % read"
    }.joined(separator: "; ") + "."
  }

  private var grid: HTML {
    let lines = [0.0, 0.25, 0.5, 0.75, 1].map { share -> HTML in
      let text = "\(Int(share * 100))"
      return SVG.line(across(share), Self.top, across(share), Self.bottom, class: "grid")
        + SVG.line(Self.left, up(share), Self.right, up(share), class: "grid")
        + SVG.text(text, x: across(share), y: Self.bottom + 16, anchor: .middle)
        + SVG.text(text, x: Self.left - 6, y: up(share) + 4, anchor: .end)
    }
    return lines.joined()
      + SVG.text(
        "forecast, %, and photos", x: Self.right, y: Self.size.height - 6, anchor: .end,
        class: "axis")
      + SVG.text("read, %", x: 2, y: 10, class: "axis")
  }

  private func point(_ bin: ReliabilityBin) -> HTML {
    guard let rate = bin.rate else { return .empty }
    let x = across(bin.meanForecast)
    let isFull = bin.count >= DecoderRealism.fewestOfBin
    let note =
      "\(Numerals.counted(bin.count, "photo", "photos"))\nforecast \(Numerals.percent(bin.meanForecast)) %\n"
      + "read \(Numerals.percent(rate)) %"
    return .element(
      "g", ["class": series.color],
      SVG.line(x, up(bin.interval.lower), x, up(bin.interval.upper), class: "whisker")
        + series.mark(x, up(rate), radius: 5, class: isFull ? "mark" : "mark hollow"))
      + SVG.rect(
        x: x - 12, y: Self.top, width: 24, height: Self.bottom - Self.top, class: "target-area",
        SVG.hint(note))
  }

  private var counts: HTML {
    let most = Double(bins.map(\.count).max() ?? 1)
    return bins.map { bin in
      let height = (Self.bars.bottom - Self.bars.top) * Double(bin.count) / most
      let left = across(bin.lower)
      return HTML.element(
        "g", ["class": series.color],
        SVG.rect(
          x: left + 1, y: Self.bars.bottom - height, width: across(bin.upper) - left - 2,
          height: height, class: "histogram"))
    }.joined()
  }
}
