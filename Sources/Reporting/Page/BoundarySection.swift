import Results

/// The section of boundaries: a map for each recipe and condition, with its numbers below.
struct BoundarySection {
  let page: PageContext
  private var wording: ScoreWording { page.wording }

  var html: HTML {
    let maps = BoundaryWording.all(wording)
    guard let first = maps.first else { return .empty }
    let easier = wording.isLargerHarder ? "below" : "above"
    let explanation =
      "On each line a decoder reads \(first.percent) of all images; \(easier) it, more. Its band is "
      + "the 95\(Numerals.narrowSpace)% interval in each column. A bar across a column is an island: "
      + "levels that fail although harder ones are read. A hollow mark at the edge means that the line lies "
      + "beyond the map there."
    return .section(
      "boundaries", "Boundaries",
      .p(.text(explanation), class: "note") + legend(maps)
        + maps.enumerated().map { figure($0, $1) }.joined())
  }

  private func legend(_ maps: [BoundaryWording]) -> HTML {
    let names = page.tried.filter { series in
      maps.contains { $0.map.contours.contains { $0.decoder == series.label } }
    }
    return .list(names.map(\.fullTitle), class: "legend")
  }

  private func figure(_ index: Int, _ map: BoundaryWording) -> HTML {
    let drawings = [ParetoPlot.Size.wide, .narrow].map { size in
      HTML.element(
        "figure", ["class": "\(size.rawValue)-figure"],
        BoundaryPlot(
          id: "boundary-\(index)", wording: wording, map: map,
          contours: map.map.contours.map { (page.series($0.decoder), $0) }, size: size
        ).html)
    }
    return .element("h3", [:], .text(map.map.id)) + .p(.text(map.cost + "."), class: "note")
      + drawings.joined()
      + .details(
        .text("The numbers: \(map.axis), with 95\(Numerals.narrowSpace)% intervals"), numbers(map))
  }

  private func numbers(_ map: BoundaryWording) -> HTML {
    let contours = map.map.contours
    var grid = PageTable(
      caption: map.title,
      columns: [.init(map.secondAxis, isNumber: true)]
        + contours.map { .init(page.series($0.decoder).short, isNumber: true) })
    for column in map.columns.indices {
      grid.add(
        [.init(text: map.name(ofColumn: column), value: map.columns[column])]
          + contours.map { contour in
            .init(text: map.point(contour.points[column]), value: contour.points[column].value)
          })
    }
    return grid.html
  }
}
