/// The section of boundaries: a map for each recipe and condition, with its numbers below.
struct BoundarySection {
  let wording: ScoreWording

  /// The section; empty for a corpus with one axis.
  var section: Section {
    let maps = BoundaryWording.all(wording)
    guard let first = maps.first else {
      return Section("boundaries", "Boundaries", [Section.Block]())
    }
    let easier = wording.isLargerHarder ? "below" : "above"
    let explanation =
      "On each line a decoder reads \(first.percent) of all images; \(easier) it, more. Its band is "
      + "the 95\(Numerals.narrowSpace)% interval in each column. A bar across a column is an island: "
      + "levels that fail although harder ones are read. A hollow mark at the edge means that the line lies "
      + "beyond the map there."
    return Section(
      "boundaries", "Boundaries",
      [.figure { .p(.text(explanation), class: "note") + legend(maps, $0) }]
        + maps.enumerated().flatMap(blocks))
  }

  private func legend(_ maps: [BoundaryWording], _ page: PageContext) -> HTML {
    let names = page.tried.filter { series in
      maps.contains { $0.map.contours.contains { $0.decoder == series.label } }
    }
    return .list(names.map(\.fullTitle), class: "legend")
  }

  private func blocks(_ index: Int, _ map: BoundaryWording) -> [Section.Block] {
    [
      .heading(map.title), .figure { drawings(index, map, $0) }, .table(numbers(map)),
      .note(map.cost),
    ]
  }

  private func drawings(_ index: Int, _ map: BoundaryWording, _ page: PageContext) -> HTML {
    [ParetoPlot.Size.wide, .narrow].map { size in
      HTML.element(
        "figure", ["class": "\(size.rawValue)-figure"],
        BoundaryPlot(
          id: "boundary-\(index)", wording: wording, map: map,
          contours: map.map.contours.map { (page.series($0.decoder), $0) }, size: size
        ).html)
    }.joined()
  }

  private func numbers(_ map: BoundaryWording) -> DataTable {
    let contours = map.map.contours
    var grid = DataTable(
      "The numbers: \(map.axis), with 95\(Numerals.narrowSpace)% intervals",
      keys: [.init(map.secondAxis, isNumber: true)], contours.map { .init($0.decoder) },
      unfoldedUpTo: 0)
    for column in map.columns.indices {
      grid.add(
        [.init(map.name(ofColumn: column), value: map.columns[column])]
          + contours.map { contour in
            .init(map.point(contour.points[column]), value: contour.points[column].value)
          })
    }
    return grid
  }
}
