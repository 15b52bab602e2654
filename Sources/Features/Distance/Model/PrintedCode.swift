import DecoderKit
import Symbols

/// A printed code: its symbology, its modules, and how large they are.
struct PrintedCode: Hashable, Sendable {
  /// The symbology.
  let symbology: Symbology
  /// The size's name in the symbology: `version 2`, `16x16`; `nil` where there is none.
  var sizeName: String?
  /// The text behind the size, if there is one: `30 bytes: version 3 at level M (29 × 29 modules)`.
  var fit: String?
  /// The version that holds the text at level L, if that is a smaller one.
  var smallerVersion: Int?
  /// The number at the end of the text, which may be a printed size without its unit; `nil` if there is none.
  var bareSize: String?
  /// The modules across, without quiet zone; `nil` if the number of characters is not known.
  var columns: Double?
  /// The modules down, without quiet zone; `nil` where a height is a matter of choice.
  var rows: Double?
  /// The same text at level L in a smaller version of the same width; `nil` if that version is no smaller.
  var atLevelL: PrintedCode? {
    guard let version = smallerVersion, let columns else { return nil }
    var code = PrintedCode(
      symbology: symbology, quietZone: quietZone,
      xDimensionMillimetres: xDimensionMillimetres.map { $0 * columns / Double(17 + 4 * version) })
    code.sizeName = "version \(version)"
    (code.columns, code.rows) = (Double(17 + 4 * version), Double(17 + 4 * version))
    return code
  }
  /// The margin that the symbology's standard asks for, in modules.
  let quietZone: QuietZone
  /// The side of a module, in millimetres; `nil` if the printed size is asked for.
  let xDimensionMillimetres: Double?

  /// The width without quiet zone, in millimetres; `nil` if it is not known.
  var widthMillimetres: Double? {
    columns.flatMap { columns in xDimensionMillimetres.map { columns * $0 } }
  }

  /// The side of a module at 100 %, in millimetres (GS1 General Specifications, 5.2).
  static let retailModule = 0.33

  /// The magnification of a retail code's module, in per cent; `nil` for other codes.
  func magnification(xDimensionMillimetres x: Double) -> Double? {
    [.ean13, .ean8, .upcA, .upcE].contains(symbology) ? x / Self.retailModule * 100 : nil
  }

  /// The modules across and down with the quiet zone; `nil` where they are not known.
  var extent: (across: Double?, down: Double?) {
    (
      columns.map { $0 + quietZone.left + quietZone.right },
      rows.map { $0 + quietZone.top + quietZone.bottom }
    )
  }
}
