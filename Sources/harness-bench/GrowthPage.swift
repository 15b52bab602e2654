import Base
import Foundation

/// The table and the plot of growth in the documentation.
struct GrowthPage {
  let curves: [GrowthCurve]

  private static let page = "docs/performance.md"
  private static let picture = "docs/pictures/growth.svg"
  private static let (begin, end) = ("<!-- growth: make bench -->", "<!-- end of growth -->")

  /// Replaces the table on the page, and the picture.
  ///
  /// - Throws: An error if the page cannot be read or written, or has no place for the table.
  func write() throws {
    let text = try String(contentsOfFile: Self.page, encoding: .utf8)
    guard let from = text.range(of: Self.begin), let to = text.range(of: Self.end),
      from.upperBound < to.lowerBound
    else {
      throw GrowthPageError(description: "\(Self.page): no lines \(Self.begin) and \(Self.end)")
    }
    let whole =
      text[..<from.upperBound] + "\n\n\(table)\n\n" + text[to.lowerBound...]
    try String(whole).write(toFile: Self.page, atomically: true, encoding: .utf8)
    try GrowthPlot(curves: curves).svg.write(
      toFile: Self.picture, atomically: true, encoding: .utf8)
  }

  private var table: String {
    let rows = curves.map { curve in
      let times = curve.points.map {
        "\(GrowthCurve.size($0.size)): \(GrowthCurve.time($0.seconds))"
      }
      let memory = curve.memoryExponent.map { String(format: "%.2f", $0) } ?? "–"
      let most = curve.points.map(\.bytes).max() ?? 0
      return "| \(curve.name) | \(times.joined(separator: ", ")) "
        + "| \(String(format: "%.2f", curve.exponent)) | \(Int(most / 1e6)) MB | \(memory) |"
    }
    return """
      | work | size: time | exponent | most memory | exponent |
      |---|---|---|---|---|
      \(rows.joined(separator: "\n"))
      """
  }
}

/// A page of the documentation without the place that the bench writes to.
struct GrowthPageError: Error, CustomStringConvertible {
  let description: String
}

/// Plots of times over sizes, one beside the other, with logarithmic axes and a line of slope 1 in each.
struct GrowthPlot {
  let curves: [GrowthCurve]

  private static let (columns, width, height) = (3, 300.0, 210.0)
  private static let (left, right, top, bottom) = (14.0, 286.0, 44.0, 176.0)

  var svg: String {
    let rows = (curves.count + Self.columns - 1) / Self.columns
    let size = (Double(Self.columns) * Self.width, Double(rows) * Self.height)
    let panels = curves.enumerated().map { index, curve in
      let (row, column) = index.quotientAndRemainder(dividingBy: Self.columns)
      return "<g transform=\"translate(\(Int(Double(column) * Self.width)) "
        + "\(Int(Double(row) * Self.height)))\">\(panel(curve))</g>"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(size.0)) \(Int(size.1))" role="img" \
      aria-label="Time over size, one panel for each kind of work">
      <style>
      text{font:12px system-ui,sans-serif;fill:#565c63}.name{font-weight:600;fill:#1c2024}
      .line{fill:none;stroke:#0a62ad;stroke-width:2}.dot{fill:#0a62ad}
      .slope{stroke:#878177;stroke-dasharray:4 4}.axis{stroke:#dcd8cf}
      @media (prefers-color-scheme:dark){text{fill:#a8b0b8}.name{fill:#eceae5}.line{stroke:#62b0f4}
      .dot{fill:#62b0f4}.slope{stroke:#78828c}.axis{stroke:#343b42}}
      </style>
      \(panels.joined(separator: "\n"))
      </svg>

      """
  }

  private func panel(_ curve: GrowthCurve) -> String {
    guard let first = curve.points.first, let last = curve.points.last else { return "" }
    let decades = max(log10(last.size / first.size), 0.1)
    let times = curve.points.map(\.seconds)
    let (least, most) = (times.min() ?? 1, times.max() ?? 1)
    // As many decades of time as of size, so that slope 1 is the diagonal's in every panel.
    let middle = (log10(least) + log10(most)) / 2
    let span = max(decades, log10(most / least))
    func x(_ size: Double) -> Double {
      Self.left + (Self.right - Self.left) * log10(size / first.size) / span
    }
    func y(_ seconds: Double) -> Double {
      (Self.top + Self.bottom) / 2
        - (Self.bottom - Self.top) * (log10(seconds) - middle) / span
    }
    let places = curve.points.map { (x($0.size), y($0.seconds)) }
    // The straight line of slope 1 that ends where the curve does.
    let reach = min(
      decades, (Self.bottom - places[places.count - 1].1) / (Self.bottom - Self.top) * span)
    let start = (x(last.size / pow(10, reach)), y(last.seconds / pow(10, reach)))
    func text(_ text: String, _ x: Double, _ y: Double, _ anchor: String, _ name: String = "")
      -> String
    {
      "<text x=\"\(Int(x))\" y=\"\(Int(y))\" text-anchor=\"\(anchor)\" class=\"\(name)\">\(text)</text>"
    }
    // The first label stands above the line that rises beside it.
    let rise = places.count > 1 ? (places[0].1 - places[1].1) / (places[1].0 - places[0].0) : 0
    let line = places.map { String(format: "%.1f,%.1f", $0.0, $0.1) }.joined(separator: " ")
    let dots = places.map {
      String(format: "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>", $0.0, $0.1)
    }
    return text(curve.name, Self.left, 16, "start", "name")
      + text("exponent " + String(format: "%.2f", curve.exponent), Self.left, 32, "start")
      + "<line class=\"axis\" x1=\"\(Self.left)\" y1=\"\(Self.bottom)\" x2=\"\(Self.right)\" y2=\"\(Self.bottom)\"/>"
      + String(
        format: "<line class=\"slope\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", start.0,
        start.1, places[places.count - 1].0, places[places.count - 1].1)
      + "<polyline class=\"line\" points=\"\(line)\"/>" + dots.joined()
      + text(GrowthCurve.size(first.size), Self.left, Self.bottom + 16, "start")
      + text(GrowthCurve.size(last.size), Self.right, Self.bottom + 16, "end")
      + text(
        GrowthCurve.time(first.seconds), places[0].0,
        min(places[0].1 - 8 - 44 * max(rise, 0), Self.bottom - 4), "start")
      + text(
        GrowthCurve.time(last.seconds), places[places.count - 1].0, places[places.count - 1].1 - 8,
        "end")
  }
}
