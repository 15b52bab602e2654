import Reporting
import Symbols

/// A QR Code of characters, for a phone that is held before the terminal.
package enum TerminalSymbol {
  /// Draws a text as a QR Code, two rows of modules in a line.
  ///
  /// Where there are colours it is black on white. Without, blocks are its light modules: most terminals are dark.
  ///
  /// - Returns: The lines; none if the terminal is too narrow or has no blocks.
  package static func lines(_ text: String, _ style: TerminalStyle) -> [String] {
    guard !style.ascii, let symbol = symbol(text), symbol.columns + 8 <= style.width else {
      return []
    }
    let margin = 4
    return stride(from: -margin, to: symbol.rows + margin, by: 2).map { row in
      let line = (-margin..<symbol.columns + margin).map { column -> Character in
        let upper = symbol.isDark(column: column, row: row) == style.color
        let lower = symbol.isDark(column: column, row: row + 1) == style.color
        return upper ? lower ? "█" : "▀" : lower ? "▄" : " "
      }
      return style.color ? "\u{1B}[30;107m" + String(line) + "\u{1B}[0m" : String(line)
    }
  }

  /// The smallest symbol that holds a text.
  private static func symbol(_ text: String) -> Symbol? {
    var encoder = SymbolEncoder()
    for version in 1...20 {
      let options = SymbolOptions.qrCode(version: version, errorCorrection: .medium, mask: nil)
      if let symbol = try? encoder.encode(Array(text.utf8), options: options) { return symbol }
    }
    return nil
  }
}
