import Reporting
import Results

/// A plot of mean thresholds, or decode rates, over releases: a line for each group.
///
/// Of many groups those are drawn that changed most. A ring stands where a release is significantly
/// different from the one before.
struct VersionPlot {
  private static let width = 760.0
  private static let height = 380.0
  private static let left = 58.0
  private static let right = 560.0
  private static let top = 16.0
  private static let bottom = 330.0
  private static let area = PlotFrame(left: left, right: right, top: top, bottom: bottom)
  /// The most lines: more cannot be told apart.
  private static let mostLines = 8
  /// The most releases that are named on the axis.
  private static let mostNames = 10

  private let corpus: CorpusReleases
  private let wording: VersionWording
  private let lines: [Line]
  private let looks: [Series]
  private let range: ClosedRange<Double>
  private let across: AxisScale
  private let up: AxisScale

  /// One group over the releases.
  private struct Line {
    /// The group; `nil` for all groups together.
    let group: String?
    /// By release: the value with its interval; `nil` where there is none.
    let values: [Estimate?]
    /// By release: true if it is significantly different from the one before.
    let changes: [Bool]

    /// The largest difference between two releases.
    var reach: Double {
      let known = values.compactMap { $0?.value }
      return (known.max() ?? 0) - (known.min() ?? 0)
    }
  }

  init(_ corpus: CorpusReleases) {
    self.corpus = corpus
    wording = VersionWording(corpus)
    lines = Self.lines(of: corpus, VersionWording(corpus))
    looks = Series.all(lines.map { ($0.group ?? Self.allGroups, nil) })
    let values = lines.flatMap(\.values).compactMap(\.self)
    range = PlotFrame.range(of: values)
    across = AxisScale(
      0...Double(max(corpus.rows.count - 1, 1)), to: (Self.left + 14, Self.right - 14))
    up = AxisScale(range, to: (Self.bottom, Self.top))
  }

  private static let allGroups = "all groups"

  private static func lines(of corpus: CorpusReleases, _ wording: VersionWording) -> [Line] {
    func changes(_ group: String?) -> [Bool] {
      corpus.rows.map { wording.step(to: $0.release, group: group)?.isSignificant ?? false }
    }
    var groups = wording.groups.map { name in
      Line(
        group: name,
        values: corpus.rows.map { row in
          row.groups.first { $0.group == name }.flatMap { value(of: $0, wording) }
        }, changes: changes(name))
    }
    guard groups.count != 1 else { return groups }
    if groups.count > mostLines {
      let moved = groups.sorted {
        ($0.changes.contains(true) ? 1 : 0, $0.reach) > (
          $1.changes.contains(true) ? 1 : 0, $1.reach
        )
      }.prefix(mostLines).compactMap(\.group)
      groups = groups.filter { moved.contains($0.group ?? "") }
    }
    let all = Line(
      group: nil,
      values: corpus.rows.map { wording.isOrdered ? $0.meanThreshold : percent($0.rate) },
      changes: changes(nil))
    return [all] + groups
  }

  private static func value(
    of group: CorpusReleases.Group, _ wording: VersionWording
  ) -> Estimate? {
    if wording.isOrdered { return group.meanThreshold }
    guard group.tried > 0 else { return nil }
    let rate = Double(group.successes) / Double(group.tried)
    return percent(Estimate(value: rate, lower: rate, upper: rate))
  }

  private static func percent(_ rate: Estimate?) -> Estimate? {
    rate.map { Estimate(value: $0.value * 100, lower: $0.lower * 100, upper: $0.upper * 100) }
  }

  // MARK: Drawing

  /// The drawing inside a page.
  var drawing: HTML {
    SVG.drawing(
      id: "releases-\(corpus.corpus)", width: Self.width, height: Self.height,
      title: "\(wording.measureTitle) by release on \(corpus.corpus)",
      description: description, class: "plot",
      frame + zip(looks, lines).map(curve).joined() + names)
  }

  /// The drawing as a file of its own, in the colours of a light page.
  var file: String {
    let style: HTML = .style(Palette.plotRules)
    let background = SVG.rect(
      x: 0, y: 0, width: Self.width, height: Self.height, class: "background")
    let markup = SVG.file(drawing, style + background)
    return markup + "\n"
  }

  private var description: String {
    (wording.changes.isEmpty ? [wording.noChange] : wording.changes)
      .map { $0 + "." }.joined(separator: " ")
  }

  private var frame: HTML {
    let step = (corpus.rows.count + Self.mostNames - 1) / Self.mostNames
    let names = corpus.rows.enumerated().filter { $0.offset % max(step, 1) == 0 }.map {
      place, row in
      SVG.text(row.release, x: across(Double(place)), y: Self.bottom + 18, anchor: .middle)
    }.joined()
    return Self.area.grid(range, up, atMost: 7) + names
      + Self.area.axisName("\(wording.measureTitle), by release", y: Self.height - 8)
  }

  private func curve(_ look: Series, _ line: Line) -> HTML {
    var pieces: [[(x: Double, y: Double)]] = [[]]
    var (whiskers, rings) = (HTML.empty, HTML.empty)
    for (place, value) in line.values.enumerated() {
      guard let value else {
        pieces.append([])
        continue
      }
      let (x, y) = (across(Double(place)), up(value.value))
      pieces[pieces.count - 1].append((x, y))
      whiskers += SVG.line(x, up(value.lower), x, up(value.upper), class: "whisker \(look.color)")
      if line.changes[place] { rings += look.mark(x, y, radius: 8, class: "hollow") }
    }
    let paths = pieces.filter { !$0.isEmpty }.map { points in
      SVG.path(SVG.polyline(points), class: look.line)
    }.joined()
    let marks = look.marks(pieces.flatMap(\.self), radius: 3.5)
    return whiskers + paths + rings + marks
  }

  /// The groups' names beside the ends of their lines, moved apart where they would cover each other.
  private var names: HTML {
    let spacing = 15.0
    var ends = zip(looks, lines).compactMap { look, line -> (look: Series, y: Double)? in
      line.values.last { $0 != nil }.flatMap { $0 }.map { (look, up($0.value)) }
    }.sorted { $0.y < $1.y }
    for index in ends.indices.dropFirst() {
      ends[index].y = max(ends[index].y, ends[index - 1].y + spacing)
    }
    let excess = max((ends.last?.y ?? 0) - Self.bottom, 0)
    return ends.map { end in
      SVG.text(
        DisplayText.shortened(end.look.label, to: 28, ellipsis: "…"), x: Self.right + 4,
        y: end.y - excess + 4, class: "curve-name \(end.look.color)")
    }.joined()
  }
}
