extension InformedWording {
  /// The section on what pixels allow: the informed reader beside the decoders, group by group.
  var section: Section {
    var grid = DataTable(
      Self.title, keys: [.init("group"), .init("reader")], grouped: true,
      titles.enumerated().dropFirst(2).map {
        .init($0.element, isNumber: Self.numberColumns.contains($0.offset))
      }, unfoldedUpTo: 60)
    for row in rows {
      grid.add(
        [.init(row.group.group)] + row.cells.dropFirst().map { .init($0) },
        isStrong: row.headroom == nil, decoder: row.headroom?.decoder, group: row.group.group)
    }
    return Section(
      "limits", Self.title, [.note(Self.explanation), .table(grid), .lines(sentences)])
  }
}
