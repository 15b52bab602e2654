import DecoderKit
import Foundation

/// The table of a bench run, and its worst cases.
struct GaugeReport {
  let cases: [GaugeCase]

  /// The cases, worst first.
  var worst: [GaugeCase] { cases.sorted { $0.badness > $1.badness } }

  var text: String {
    var lines = [Self.heading]
    for symbology in DrawnSymbol.symbologies {
      for reader in Reader.allCases {
        let own = cases.filter { $0.scene.symbol.symbology == symbology && $0.reader == reader }
        if !own.isEmpty { lines.append(row("\(symbology.rawValue) \(reader)", own)) }
      }
    }
    lines.append(row("all", cases))
    lines.append(row("all, 2-D", cases.filter { !$0.scene.symbol.isLinear }))
    lines.append(row("all, linear", cases.filter { $0.scene.symbol.isLinear }))
    lines.append(row("below 3 px", cases.filter { $0.modulePixels < 3 }))
    lines.append(row("tilt 30° and more", cases.filter { $0.scene.tiltDegrees >= 30 }))
    lines.append("")
    lines.append(Self.bars)
    lines += failures
    lines.append("worst cases:")
    lines += worst.prefix(10).map { "  \($0.line)" }
    return lines.joined(separator: "\n")
  }

  private static let columns = [
    "reads", "sized%", "dim%", "mod p50%", "p95%", "cover%", "range95%", "out p50", "p95",
    "bars p95", "σ ok%", "con ok%", "turn95", "tilt50", "tilt95", "noise95", "grad95", "ms",
    "÷zbar",
  ]

  private static let heading =
    "".padding(toLength: 20, withPad: " ", startingAt: 0)
    + columns.map { String(repeating: " ", count: max(1, 9 - $0.count)) + $0 }.joined()

  private static let bars = """
    bars: sized ≥ 97 %; module size median ≤ 0.3 %, p95 ≤ 2.5 %; outline median ≤ 0.15, p95 ≤ 0.5
    modules (bars p95: along the bars); σ within 20 % or 0.15 px; contrast within 3 points
    """

  private func row(_ name: String, _ cases: [GaugeCase]) -> String {
    func share(_ values: [Bool]) -> Double? {
      values.isEmpty ? nil : 100 * Double(values.count { $0 }) / Double(values.count)
    }
    func quantile(_ values: [Double], _ share: Double) -> Double? {
      values.isEmpty
        ? nil : values.sorted()[min(values.count - 1, Int(Double(values.count) * share))]
    }
    let module = cases.compactMap(\.moduleError).map { 100 * $0 }
    let outline = cases.compactMap(\.outlineError)
    let tilt = cases.compactMap(\.tiltError)
    let values: [Double?] = [
      Double(cases.count), share(cases.map(\.isMeasured)),
      share(cases.compactMap(\.isDimensionRight)),
      quantile(module, 0.5), quantile(module, 0.95), share(cases.compactMap(\.isCovered)),
      quantile(cases.compactMap(\.rangeError).map { 100 * $0 }, 0.95),
      quantile(outline.map(\.distance), 0.5), quantile(outline.map(\.distance), 0.95),
      quantile(outline.map(\.alongBars), 0.95),
      share(cases.compactMap(\.isSigmaRight)),
      share(cases.compactMap(\.contrastError).map { abs($0) <= 0.03 }),
      quantile(cases.compactMap(\.turnError), 0.95),
      quantile(tilt, 0.5), quantile(tilt, 0.95),
      quantile(cases.compactMap(\.noiseError), 0.95),
      quantile(cases.compactMap(\.gradientError), 0.95),
      cases.isEmpty
        ? nil : cases.map { Double($0.nanoseconds) / 1e6 }.reduce(0, +) / Double(cases.count),
      cases.isEmpty
        ? nil
        : cases.reduce(0) { $0 + Double($1.nanoseconds) }
          / cases.reduce(0) { $0 + Double($1.decodingNanoseconds) },
    ]
    return name.padding(toLength: 20, withPad: " ", startingAt: 0)
      + values.enumerated().map { index, value in
        let width = max(9, Self.columns[index].count + 1)
        let text = value.map { String(format: index == 0 ? "%.0f" : "%.3g", $0) } ?? "-"
        return String(repeating: " ", count: max(1, width - text.count)) + text
      }.joined()
  }

  /// The reasons for which nothing was measured, counted.
  private var failures: [String] {
    let reasons = cases.compactMap { $0.isMeasured ? nil : "\($0.measurement.source)" }
    return Dictionary(grouping: reasons) { $0 }.sorted { $0.key < $1.key }
      .map { "not measured, \($0.key): \($0.value.count)" }
  }
}

extension GaugeCase {
  /// The case in one line.
  var line: String {
    func text(_ value: Double?, _ format: String = "%.2f") -> String {
      value.map { String(format: format, $0) } ?? "-"
    }
    return "\(scene.symbol.symbology.rawValue) \(number) \(reader): "
      + (isMeasured
        ? "module \(text(moduleError.map { 100 * $0 })) %, outline \(text(outlineError?.distance))"
          + " (\(text(unorderedOutlineError)) in the best order,"
          + " \(text(outlineError?.alongBars)) along the bars),"
          + " σ \(text(sigmaError)) px, contrast \(text(contrastError))"
        : "\(measurement.source)") + "; " + scene.details
  }
}

extension Scene {
  /// The scene's parameters in one line.
  var details: String {
    func text(_ value: Double, _ digits: Int = 2) -> String {
      String(format: "%.\(digits)f", value)
    }
    let (across, down) = moduleSize
    return "\(symbol.columns)×\(symbol.rows), \(imageWidth)×\(imageHeight) px, "
      + "module \(text(across)) × \(text(down)) px, turn \(text(turnDegrees, 1))°, "
      + "tilt \(text(tiltDegrees, 1))°, σ \(text(sigmaPixels)) px, noise \(text(noise, 1)), "
      + "light \(text(light)) dark \(text(dark)), gradient \(text(gradient)), corners "
      + corners.map { "(\(text($0.x)), \(text($0.y)))" }.joined(separator: " ")
  }
}
