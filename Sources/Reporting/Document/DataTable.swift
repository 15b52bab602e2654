/// A table of a section: columns, and rows of cells that know the numbers behind their text.
package struct DataTable {
  /// A column's head.
  package struct Column {
    /// The title in one line; terminals break it in two where that makes the column narrower.
    package let title: String
    /// The full wording of the title, for pages.
    package let hint: String?
    /// True for numbers, which are aligned at their right end.
    package let isNumber: Bool
    /// The formats that show it.
    package let formats: Set<Format>

    package init(
      _ title: String, hint: String? = nil, isNumber: Bool = false,
      in formats: Set<Format> = Format.all
    ) {
      (self.title, self.hint, self.isNumber, self.formats) = (title, hint, isNumber, formats)
    }
  }

  /// What a table may be written for.
  package enum Format {
    case terminal
    case markdown
    case page

    package static let all: Set<Format> = [.terminal, .markdown, .page]
  }

  /// A cell: its text, and the number behind it.
  package struct Cell {
    package var text: String
    /// What belongs to the text and is less important, such as its interval; terminals leave it out.
    package var detail: String?
    package var emphasis = TerminalStyle.Emphasis.plain
    /// The number by which rows are sorted; `nil` goes last.
    package var value: Double?
    /// The path of the number in the row's part of `scores.json`; `nil` if it is not there.
    package var field: String?
    /// The decoder that the cell names; pages show its mark beside it.
    package var decoder: String?
    /// The rates of a curve, which terminals draw in the cell.
    package var rates: [Double?]?

    package init(
      _ text: String, detail: String? = nil, _ emphasis: TerminalStyle.Emphasis = .plain,
      value: Double? = nil, field: String? = nil
    ) {
      (self.text, self.detail, self.emphasis) = (text, detail, emphasis)
      (self.value, self.field) = (value, field)
    }

    /// A whole number.
    package init(_ count: Int, _ emphasis: TerminalStyle.Emphasis = .plain, field: String? = nil) {
      self.init(Numerals.count(count), emphasis, value: Double(count), field: field)
    }

    /// A decoder's name.
    package static func decoder(_ label: String) -> Cell {
      var cell = Cell(label)
      cell.decoder = label
      return cell
    }

    /// A curve of rates, the hardest level first.
    package static func curve(_ rates: [Double?]) -> Cell {
      var cell = Cell("")
      cell.rates = rates
      return cell
    }
  }

  /// A row with what it describes.
  package struct Row {
    package var cells: [Cell]
    package var isStrong = false
    package var decoder: String?
    package var group: String?
    /// The text after the heading of a group, where the row begins one.
    package var remark: String?
  }

  /// What the table shows, for pages.
  package let caption: String
  package let columns: [Column]
  package var rows: [Row] = []
  /// The number of leading columns that name a row.
  package let keys: Int
  /// True if the first column names a group of rows: terminals write it above them.
  package let isGrouped: Bool
  /// The longest table that pages show at once; longer ones are collapsed.
  package let unfolded: Int
  /// The formats that show it; in others a sentence or another table says what it says.
  package var formats = Format.all

  package init(
    _ caption: String, keys: [Column], grouped isGrouped: Bool = false, _ columns: [Column],
    unfoldedUpTo unfolded: Int = .max
  ) {
    (self.caption, self.isGrouped, self.keys) = (caption, isGrouped, keys.count)
    (self.columns, self.unfolded) = (keys + columns, unfolded)
  }

  package mutating func add(
    _ cells: [Cell], isStrong: Bool = false, decoder: String? = nil, group: String? = nil,
    remark: String? = nil
  ) {
    precondition(cells.count == columns.count, "a row has a cell for each column")
    rows.append(
      Row(cells: cells, isStrong: isStrong, decoder: decoder, group: group, remark: remark))
  }

  /// The places of the columns that a format shows.
  package func shown(in format: Format) -> [Int] {
    columns.indices.filter { columns[$0].formats.contains(format) }
  }

  /// True if a row begins a group.
  package func beginsGroup(_ row: Int) -> Bool {
    isGrouped && (row == 0 || rows[row].cells[0].text != rows[row - 1].cells[0].text)
  }
}
