import Evaluation

/// Heat maps: symbology × decoder, and condition × decoder where there is more than that to say.
struct MapSection {
  let page: PageContext
  private var wording: ScoreWording { page.wording }
  private var table: ScoreTable { wording.table }

  /// Groups that a row sums up.
  struct Subject {
    let name: [String]
    var groups: [String]
  }

  /// What a cell says: a number, how it is written, and what stands below it.
  private struct Finding {
    let value: Double
    let text: String
    let below: String
  }

  var html: HTML {
    guard !wording.tried.isEmpty else { return .empty }
    let symbologies = Self.symbologies(table.corpus)
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
    return .section("maps", "Where each one stands", .p(.text(explanation), class: "note") + maps)
  }

  private var explanation: String {
    let number =
      wording.isOrdered
      ? "The number is the mean threshold\(wording.unit.isEmpty ? "" : " in \(wording.unit)"), "
        + "\(wording.isLargerHarder ? "higher" : "lower") is better; below it, read %."
      : "The number is read %."
    return number + " Darker is better on a light page, lighter on a dark one; hatched is not "
      + "supported. A row over several groups is their mean with equal weight."
  }

  /// Groups by what their images hold, in the corpus's order.
  static func symbologies(_ corpus: CorpusRecord) -> [Subject] {
    var rows: [Subject] = []
    for group in corpus.groups {
      let names = group.symbologies.map(\.description)
      let name =
        names.isEmpty
        ? group.content == .nothing ? "no symbol" : "not known" : names.joined(separator: ", ")
      if let known = rows.firstIndex(where: { $0.name == [name] }) {
        rows[known].groups.append(group.id)
      } else {
        rows.append(Subject(name: [name], groups: [group.id]))
      }
    }
    return rows
  }

  // MARK: One map

  private func map(_ title: String, heads: [String], rows: [Subject], id: String) -> HTML {
    let decoders = wording.tried
    let findings = rows.map { row in decoders.map { finding($0, row.groups) } }
    let values = findings.flatMap(\.self).compactMap { $0?.value }
    let range = (values.min() ?? 0)...(values.max() ?? 0)
    let body = zip(rows, findings).map { row, findings -> HTML in
      let names = heads.indices.map { index in
        HTML.element(
          "th", ["scope": "row"], .text(row.name.indices.contains(index) ? row.name[index] : ""))
      }
      let cells = zip(decoders, findings).map { decoder, finding in
        cell(finding, decoder, row.groups, range)
      }
      return .element("tr", [:], (names + cells).joined())
    }
    let titles =
      heads.map { HTML.element("th", ["scope": "col"], .text($0)) }
      + decoders.map { HTML.element("th", ["scope": "col"], page.name($0.label)) }
    return .element("h3", ["id": id], .text(title))
      + .element(
        "div", ["class": "frame", "tabindex": "0", "role": "group", "aria-label": title],
        .element(
          "table", ["class": "map"],
          PageTable.caption(.text(measure))
            + .element("thead", [:], .element("tr", [:], titles.joined()))
            + .element("tbody", [:], body.joined())))
  }

  private var measure: String {
    wording.isOrdered ? "mean threshold, and read % below it" : "read %"
  }

  private func cell(
    _ finding: Finding?, _ decoder: DecoderScore, _ groups: [String], _ range: ClosedRange<Double>
  ) -> HTML {
    guard let finding else {
      return .element("td", ["class": "unsupported"], .span("unsupported"))
    }
    // One group's numbers are in the scores as they are; means of several are made here.
    let field = groups.count == 1 && wording.isOrdered ? "meanThreshold.value" : nil
    return .element(
      "td",
      [
        "class": "heat\(step(finding.value, range))", "data-decoder": decoder.label,
        "data-group": groups.count == 1 ? groups[0] : nil, "data-field": field,
        "data-value": "\(finding.value)",
      ],
      .element("strong", [:], .text(finding.text))
        + (finding.below.isEmpty ? .empty : .span(.text(finding.below), class: "below")))
  }

  private func finding(_ decoder: DecoderScore, _ groups: [String]) -> Finding? {
    let rows = decoder.groups.filter { groups.contains($0.group) && $0.total.tried > 0 }
    guard !rows.isEmpty else { return nil }
    let successes = rows.reduce(0) { $0 + $1.total.successes }
    let tried = rows.reduce(0) { $0 + $1.total.tried }
    let rate = Numerals.percent(successes, of: tried)
    guard wording.isOrdered else {
      return Finding(value: Double(successes) / Double(tried), text: rate, below: "")
    }
    let means = rows.compactMap(\.meanThreshold)
    guard means.count == rows.count else { return nil }
    let mean = Estimate.mean(means)
    return Finding(
      value: mean.value, text: wording.estimate(mean), below: "\(rate)\(Numerals.narrowSpace)%")
  }

  /// From 0, the worst of a map, to the best.
  private func step(_ value: Double, _ range: ClosedRange<Double>) -> Int {
    let last = Palette.heat.count - 1
    // Rates have ends of their own: a map of 98 and 99 % is not black and white.
    let ends = wording.isOrdered ? range : 0...1
    guard ends.upperBound > ends.lowerBound else { return last - 1 }
    let share = (value - ends.lowerBound) / (ends.upperBound - ends.lowerBound)
    let isHighBetter = !wording.isOrdered || wording.isLargerHarder
    return Int(((isHighBetter ? share : 1 - share) * Double(last)).rounded())
  }
}

extension Estimate {
  /// The equal-weight mean of independent estimates.
  static func mean(_ parts: [Estimate]) -> Estimate {
    precondition(!parts.isEmpty, "a mean is of something")
    guard parts.count > 1 else { return parts[0] }
    let count = Double(parts.count)
    let halfWidth =
      parts.reduce(0) { $0 + $1.halfWidth * $1.halfWidth }.squareRoot() / count
    var mean = parts[0]
    mean.value = parts.reduce(0) { $0 + $1.value } / count
    mean.lower = mean.value - halfWidth
    mean.upper = mean.value + halfWidth
    return mean
  }
}
