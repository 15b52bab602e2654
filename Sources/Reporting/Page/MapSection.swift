import DecoderKit
import Results

/// The section of heat maps: symbology × decoder, and condition × decoder if there are more groups.
struct MapSection {
  let page: PageContext
  private var wording: ScoreWording { page.wording }
  private var table: ScoreTable { wording.table }

  private typealias Subject = SubjectScores.Subject
  private var scores: SubjectScores { SubjectScores(wording) }

  var html: HTML {
    guard !wording.tried.isEmpty else { return .empty }
    let symbologies = scores.symbologies
    var maps = map(
      "Symbology by decoder", heads: ["symbology"], rows: symbologies, id: "symbologies")
    if table.corpus.groups.count > symbologies.count {
      maps += map(
        "Condition by decoder", heads: ["symbol", "condition"],
        rows: table.corpus.groups.map { group in
          Subject(
            name: group.id.split(separator: "/", maxSplits: 1).map(String.init),
            groups: [group.id])
        }, id: "conditions")
    }
    return .section(
      "maps", "Results by symbology and condition",
      .p(.text(explanation), class: "note") + maps)
  }

  private var explanation: String {
    let number =
      wording.isOrdered
      ? "The number is the mean threshold\(wording.unit.isEmpty ? "" : " in \(wording.unit)"), "
        + "\(wording.isLargerHarder ? "higher" : "lower") is better; below it is the decode rate, %."
      : "The number is the decode rate, %."
    return number + " Darker is better on a light page, lighter on a dark one. Hatched cells "
      + "are not supported or were not measured completely. A row over several groups shows their "
      + "mean, with equal weights."
  }

  // MARK: One map

  /// The most decoders whose columns fit side by side with room to spare.
  private static let mostWideColumns = 8

  private func map(_ title: String, heads: [String], rows: [Subject], id: String) -> HTML {
    let decoders = wording.tried
    let findings = rows.map { row in decoders.map { scores.finding($0, row.groups) } }
    let values = findings.flatMap(\.self).compactMap(\.value)
    let range = (values.min() ?? 0)...(values.max() ?? 0)
    let body = zip(rows, findings).map { row, findings -> HTML in
      let names = heads.indices.map { index in
        HTML.element(
          "th", ["scope": "row"], .text(row.name.indices.contains(index) ? row.name[index] : ""))
      }
      let cells = zip(decoders, findings).map { decoder, finding in
        cell(finding, decoder, row.groups, range)
      }
      return .element(
        "tr", ["data-group": row.groups.count == 1 ? row.groups[0] : nil], (names + cells).joined())
    }
    let titles =
      heads.map { HTML.element("th", ["scope": "col"], .text($0)) }
      + decoders.map {
        HTML.element("th", ["scope": "col", "data-decoder": $0.label], page.name($0.label))
      }
    return .element("h3", ["id": id], .text(title))
      + .element(
        "div", ["class": "frame", "tabindex": "0", "role": "group", "aria-label": title],
        .element(
          "table", ["class": isDense ? "map dense" : "map"],
          PageTable.caption(.text(measure))
            + .element("thead", [:], .element("tr", [:], titles.joined()))
            + .element("tbody", [:], body.joined())))
  }

  private var measure: String {
    wording.isOrdered ? "mean threshold, and below it the decode rate, %" : "decode rate, %"
  }

  private func cell(
    _ finding: SubjectScores.Finding, _ decoder: DecoderScore, _ groups: [String],
    _ range: ClosedRange<Double>
  ) -> HTML {
    switch finding {
    case .absent(let reason):
      return .element(
        "td", ["class": "unsupported", "data-decoder": decoder.label], .span(.text(reason)))
    case .measured(let value, let text, let percent):
      // Numbers of one group are in the scores; means over several are computed here.
      let field = groups.count == 1 && wording.isOrdered ? "meanThreshold.value" : nil
      return .element(
        "td",
        [
          "class": "heat\(step(value, range))", "data-decoder": decoder.label,
          "data-group": groups.count == 1 ? groups[0] : nil, "data-field": field,
          "data-value": "\(value)",
        ],
        .element("strong", [:], .text(isDense ? Self.withoutInterval(text) : text))
          + (percent.map { .span(.text($0), class: "below") } ?? .empty))
    }
  }

  private var isDense: Bool { wording.tried.count > Self.mostWideColumns }

  /// The number alone: narrow columns have no room for its interval, which the score table has.
  private static func withoutInterval(_ text: String) -> String {
    String(text.split(separator: " ±", maxSplits: 1).first ?? "")
  }

  /// The index of a heat step: 0 for the worst value of a map, the last for the best.
  private func step(_ value: Double, _ range: ClosedRange<Double>) -> Int {
    let last = Palette.heat.count - 1
    // Rates always use the scale 0 to 1: a map of 98 and 99 % must not show the extremes.
    let ends = wording.isOrdered ? range : 0...1
    guard ends.upperBound > ends.lowerBound else { return last - 1 }
    let share = (value - ends.lowerBound) / (ends.upperBound - ends.lowerBound)
    let isHighBetter = !wording.isOrdered || wording.isLargerHarder
    return Int(((isHighBetter ? share : 1 - share) * Double(last)).rounded())
  }
}
