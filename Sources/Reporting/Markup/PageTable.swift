/// A table whose columns can be sorted by the exact numbers behind the shown text.
package struct PageTable {
  /// A column's head.
  package struct Column {
    package var title: String
    /// The full wording of the title.
    package var hint: String?
    package var isNumber = false
    /// True if rows can be sorted by this column; graphics have no order.
    package var isSortable = true
    /// A sign before the title.
    package var mark = HTML.empty
    /// The decoder that all cells of the column are about.
    package var decoder: String?

    package init(
      _ title: String, hint: String? = nil, isNumber: Bool = false, isSortable: Bool = true
    ) {
      self.title = title
      self.hint = hint
      self.isNumber = isNumber
      self.isSortable = isSortable
    }
  }

  /// A cell: its content, and the number behind it.
  package struct Cell {
    package var content: HTML
    /// The number by which rows are sorted; `nil` goes last.
    package var value: Double?
    /// The path of the number in the row's part of `scores.json`; `nil` if it is not there.
    package var field: String?
    package var name: String?
    /// The decoder that the cell describes, if its row describes several.
    package var decoder: String?

    package init(
      _ content: HTML, value: Double? = nil, field: String? = nil, class name: String? = nil
    ) {
      self.content = content
      self.value = value
      self.field = field
      self.name = name
    }

    package init(text: String, value: Double? = nil, field: String? = nil) {
      self.init(.text(text), value: value, field: field)
    }
  }

  /// The part of the scores that a row describes.
  package struct Subject {
    package var decoder: String?
    package var group: String?
    /// True if it is of a sample on which decoders do not differ.
    package var isAlike = false

    package init(decoder: String? = nil, group: String? = nil, isAlike: Bool = false) {
      (self.decoder, self.group, self.isAlike) = (decoder, group, isAlike)
    }
  }

  package let caption: String
  package let columns: [Column]
  /// The index of the column that names the row.
  package var headColumn = 0
  /// True if a narrow page shows each row as a block, with the column's title before each cell.
  package let isStacking: Bool
  /// More classes of the table.
  package let classes: String
  private var rows = HTML.empty
  private(set) var count = 0

  package init(
    caption: String, columns: [Column], headColumn: Int = 0, isStacking: Bool = false,
    classes: String = ""
  ) {
    self.classes = (["sortable"] + (isStacking ? ["stack"] : []) + [classes])
      .filter { !$0.isEmpty }.joined(separator: " ")
    self.isStacking = isStacking
    self.caption = caption
    self.columns = columns
    self.headColumn = headColumn
  }

  package mutating func add(
    _ cells: [Cell], subject: Subject = Subject(), class name: String? = nil
  ) {
    precondition(cells.count == columns.count, "a row has a cell for each column")
    var line = HTML.empty
    for (index, cell) in cells.enumerated() {
      var classes = columns[index].isNumber ? ["number"] : []
      if let name = cell.name { classes.append(name) }
      if isStacking, cell.content == .text(Numerals.absent) { classes.append("absent") }
      let attributes: Attributes = [
        "class": classes.isEmpty ? nil : classes.joined(separator: " "),
        "data-value": cell.value.map { "\($0)" }, "data-field": cell.field,
        "data-decoder": cell.decoder ?? columns[index].decoder,
        "data-label": isStacking ? columns[index].title : nil,
      ]
      line +=
        index == headColumn
        ? .element("th", ["scope": "row"] + attributes, cell.content)
        : .element("td", attributes, cell.content)
    }
    rows += .element(
      "tr",
      [
        "class": name, "data-decoder": subject.decoder, "data-group": subject.group,
        "data-alike": subject.isAlike ? "" : nil,
      ], line)
    count += 1
  }

  /// A caption that stays visible if the table is wider than the page.
  package static func caption(_ content: HTML) -> HTML {
    .element("caption", [:], .span(content))
  }

  /// The table, collapsed under its caption if it has more rows than that.
  package func html(unfoldedUpTo rows: Int) -> HTML {
    count <= rows
      ? html : .details(.text("\(caption): \(Numerals.counted(count, "row", "rows"))"), html)
  }

  /// The table in a frame that scrolls sideways, by keyboard too, if it is too wide.
  package var html: HTML {
    let heads = columns.map { column in
      let title: HTML = column.mark + .text(column.title)
      return HTML.element(
        "th",
        [
          "scope": "col", "class": column.isNumber ? "number" : nil, "title": column.hint,
          "aria-sort": column.isSortable ? "none" : nil, "data-decoder": column.decoder,
        ], column.isSortable ? .element("button", ["type": "button"], title) : title)
    }
    return .element(
      "div", ["class": "frame", "tabindex": "0", "role": "group", "aria-label": caption],
      .element(
        "table", ["class": classes],
        Self.caption(.text(caption))
          + .element("thead", [:], .element("tr", [:], heads.joined()))
          + .element("tbody", [:], rows)))
  }
}
