import DecoderKit

/// Many images in one, as a table with labelled rows and columns, for people to look at.
///
/// Every cell has the same side, which follows from how many cells there are: at most
/// ``largestCell`` pixels, and as many as fit into ``maximumSide`` a side. An image that fits into
/// its cell is enlarged by a whole factor, with crisp pixels; a larger one is reduced, each pixel
/// the exact mean of the area that it covers. Below each image stand its size in pixels and the
/// scale, `58x58 3:1` or `660x660 1:2.1`, where the cell has room for them. The same images give
/// the same bytes on any machine. Images are drawn as they come, and none is kept.
public struct ContactSheet: Sendable {
  /// The longest side of a sheet, in pixels.
  public static let maximumSide = 4096
  /// The largest cell, in pixels.
  public static let largestCell = 320
  /// The smallest cell, in pixels; in less, nothing can be seen.
  public static let smallestCell = 12

  /// The sheet as it is so far.
  public var image: GrayImage { canvas.image }

  private let layout: ContactSheetLayout
  private var canvas: Canvas

  /// Makes a sheet without images.
  ///
  /// - Parameters:
  ///   - title: A line at the top. Letters are ASCII; a few others have stand-ins.
  ///   - columns: The labels above the columns, from left to right.
  ///   - rows: The labels before the rows, from the top down.
  /// - Throws: ``ImageError`` of code `size` when there are no cells or more than fit.
  public init(title: String, columns: [String], rows: [String]) throws(ImageError) {
    layout = try ContactSheetLayout(title: title, columns: columns, rows: rows)
    canvas = Canvas(width: layout.width, height: layout.height, paper: Shade.paper)
    canvas.write(
      layout.title, x: layout.margin, y: layout.margin, scale: ContactSheetLayout.textScale)
    for (column, label) in layout.columnLabels.enumerated() {
      let x = layout.left(ofColumn: column)
      let length = BitmapFont.width(
        ofCharacters: label.count, scale: ContactSheetLayout.textScale)
      if layout.hasUprightColumnLabels {
        canvas.write(
          label, x: x + (layout.cellSide - length) / 2, y: layout.columnLabelTop,
          scale: ContactSheetLayout.textScale)
      } else {
        canvas.writeUpwards(
          label, x: x + (layout.cellSide - ContactSheetLayout.textHeight) / 2,
          bottom: layout.gridTop - layout.margin, scale: ContactSheetLayout.textScale)
      }
    }
    for (row, label) in layout.rowLabels.enumerated() {
      canvas.write(
        label, x: layout.margin,
        y: layout.top(ofRow: row) + (layout.cellSide - ContactSheetLayout.textHeight) / 2,
        scale: ContactSheetLayout.textScale)
    }
    drawSeparators()
  }

  /// Draws an image into a cell. An image without pixels leaves the cell empty.
  ///
  /// - Precondition: `row` and `column` are on the sheet.
  public mutating func place(_ image: GrayImage, row: Int, column: Int) {
    precondition(
      layout.rowLabels.indices.contains(row) && layout.columnLabels.indices.contains(column),
      "a cell outside the sheet")
    guard !image.isEmpty else { return }
    let side = layout.cellSide
    let scaled = Self.fitted(image, side: side)
    let x = layout.left(ofColumn: column)
    let y = layout.top(ofRow: row)
    canvas.draw(scaled, x: x + (side - scaled.width) / 2, y: y + (side - scaled.height) / 2)
    guard layout.hasNotes else { return }
    let note = BitmapFont.codes(of: Self.note(image, shownAs: scaled))
    let length = BitmapFont.width(ofCharacters: note.count, scale: 1)
    guard length <= side else { return }
    canvas.write(note, x: x + (side - length) / 2, y: y + side + 3, scale: 1)
  }

  /// The image at the size at which a cell shows it.
  private static func fitted(_ image: GrayImage, side: Int) -> GrayImage {
    let longer = max(image.width, image.height)
    if longer <= side { return image.enlarged(by: side / longer) }
    return image.reduced(
      toWidth: max(1, (image.width * side + longer / 2) / longer),
      height: max(1, (image.height * side + longer / 2) / longer))
  }

  private static func note(_ image: GrayImage, shownAs scaled: GrayImage) -> String {
    let size = "\(image.width)x\(image.height)"
    let longer = max(image.width, image.height)
    let shown = max(scaled.width, scaled.height)
    if shown >= longer { return "\(size) \(shown / longer):1" }
    let tenths = (longer * 10 + shown / 2) / shown
    return "\(size) 1:\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)")
  }

  private mutating func drawSeparators() {
    let left = layout.left(ofColumn: 0) - 1
    let top = layout.gridTop - 1
    for column in 0...layout.columnLabels.count {
      canvas.fill(
        x: layout.left(ofColumn: column) - 1, y: top, width: 1, height: layout.height - top,
        shade: Shade.line)
    }
    for row in 0...layout.rowLabels.count {
      canvas.fill(
        x: left, y: layout.top(ofRow: row) - 1, width: layout.width - left, height: 1,
        shade: Shade.line)
    }
  }

  private enum Shade {
    /// Darker than the white of images, so that their edges can be seen.
    static let paper: UInt8 = 216
    static let line: UInt8 = 160
  }
}

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
