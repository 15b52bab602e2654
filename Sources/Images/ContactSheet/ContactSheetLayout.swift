/// The positions of everything on a contact sheet, in pixels.
struct ContactSheetLayout {
  /// Pixels per dot in titles and labels; notes have one.
  static let textScale = 2
  static let textHeight = BitmapFont.height * textScale
  /// The longest label, in letters; longer ones are cut and end in two dots.
  private static let longestLabel = 32
  /// The letters of the longest possible note, such as `1024x1024 1:3.2`.
  private static let noteLength = 15
  /// The height of a note, with the blank space above and below it.
  private static let noteHeight = BitmapFont.height + 6

  let title: [UInt8]
  let columnLabels: [[UInt8]]
  let rowLabels: [[UInt8]]
  let margin = 8
  /// The side of the square that an image is fitted into.
  let cellSide: Int
  /// True if cells are wide enough for notes of size and scale.
  let hasNotes: Bool
  /// True if the columns' labels are horizontal; otherwise they run upwards.
  let hasUprightColumnLabels: Bool
  /// The first row of the columns' labels.
  let columnLabelTop: Int
  /// The first row of the first cells.
  let gridTop: Int
  let width: Int
  let height: Int

  private let gridLeft: Int

  init(title: String, columns: [String], rows: [String]) throws(ImageError) {
    columnLabels = columns.map { Self.shortened(BitmapFont.codes(of: $0), Self.longestLabel) }
    rowLabels = rows.map { Self.shortened(BitmapFont.codes(of: $0), Self.longestLabel) }
    guard !columns.isEmpty, !rows.isEmpty else {
      throw ImageError(code: .size, message: "a contact sheet has no cells")
    }
    let longestRowLabel = rowLabels.map(\.count).max() ?? 0
    let longestColumnLabel = columnLabels.map(\.count).max() ?? 0
    gridLeft =
      2 * margin + BitmapFont.width(ofCharacters: longestRowLabel, scale: Self.textScale)
    columnLabelTop = 2 * margin + Self.textHeight
    let flatLength = BitmapFont.width(
      ofCharacters: longestColumnLabel, scale: Self.textScale)

    // One pixel of separator before each cell, and one after the last.
    let acrossEach = (ContactSheet.maximumSide - gridLeft - 1) / columns.count - 1
    // The rows' share is computed with labels that run upwards, the higher of the two kinds.
    let mostTop = columnLabelTop + max(flatLength, Self.textHeight) + margin
    let downEach = (ContactSheet.maximumSide - mostTop - 1) / rows.count - 1
    let noteWidth = BitmapFont.width(ofCharacters: Self.noteLength, scale: 1)
    let sideWithNotes = min(ContactSheet.largestCell, acrossEach, downEach - Self.noteHeight)
    hasNotes = sideWithNotes >= noteWidth
    cellSide = hasNotes ? sideWithNotes : min(ContactSheet.largestCell, acrossEach, downEach)
    guard cellSide >= ContactSheet.smallestCell else {
      throw ImageError(
        code: .size,
        message: "\(columns.count) × \(rows.count) cells do not fit on a contact sheet of "
          + "\(ContactSheet.maximumSide) pixels a side; leave some out")
    }
    hasUprightColumnLabels = flatLength + Self.textScale <= cellSide
    gridTop =
      columnLabelTop + (hasUprightColumnLabels ? Self.textHeight : flatLength) + margin
    let gridWidth = columns.count * (cellSide + 1)
    height = gridTop + rows.count * (cellSide + 1 + (hasNotes ? Self.noteHeight : 0))
    let letters = BitmapFont.codes(of: title)
    let wanted =
      2 * margin + BitmapFont.width(ofCharacters: letters.count, scale: Self.textScale)
    width = max(gridLeft + gridWidth, min(wanted, ContactSheet.maximumSide))
    let step = BitmapFont.advance * Self.textScale
    self.title = Self.shortened(letters, (width - 2 * margin + Self.textScale) / step)
  }

  func left(ofColumn column: Int) -> Int { gridLeft + column * (cellSide + 1) }

  func top(ofRow row: Int) -> Int {
    gridTop + row * (cellSide + 1 + (hasNotes ? Self.noteHeight : 0))
  }

  private static func shortened(_ letters: [UInt8], _ longest: Int) -> [UInt8] {
    letters.count <= longest ? letters : letters.prefix(max(longest - 2, 0)) + Array("..".utf8)
  }
}
