import DecoderKit
import Symbols
import Testing

@testable import Measuring

/// The fixed modules of each size, beside symbols of libzint.
@Suite struct MatrixLayoutTests {
  private func check(
    _ symbology: Symbology, _ sizes: [SymbolOptions], payload: String = "12345"
  ) throws {
    var encoder = SymbolEncoder()
    let layouts = MatrixLayout.layouts(of: symbology)
    #expect(layouts.count == sizes.count)
    // Compact and full Aztec symbols can be of one size: the order tells them apart.
    for (layout, size) in zip(layouts, sizes) {
      let symbol = try encoder.encode(Array(payload.utf8), options: size)
      try #require(layout.columns == symbol.columns && layout.rows == symbol.rows, "\(size)")
      let wrong = layout.fixed.filter {
        symbol.isDark(column: $0.column, row: $0.row) != $0.isDark
      }
      #expect(wrong.isEmpty, "\(size): \(wrong.prefix(3))")
      #expect(layout.fixed.contains(where: \.isTiming) || symbology == .aztec, "\(size)")
    }
  }

  @Test func everyQRCodeHasItsFixedModules() throws {
    try check(
      .qrCode,
      (1...40).map { .qrCode(version: $0, errorCorrection: .low, mask: 3, mode: .automatic) })
  }

  @Test func everyMicroQRCodeHasItsFixedModules() throws {
    try check(
      .microQRCode,
      (1...4).map { version in
        .microQRCode(version: version, errorCorrection: version == 1 ? nil : .low, mask: 1)
      })
  }

  @Test func everyDataMatrixHasItsFixedModules() throws {
    try check(.dataMatrix, DataMatrixSize.all.map { .dataMatrix($0) })
  }

  @Test func everyAztecCodeHasItsFixedModules() throws {
    try check(.aztec, AztecSize.all.map { .aztec($0) }, payload: "123")
  }

  @Test func everyPDF417HasItsStartAndStopPattern() throws {
    var encoder = SymbolEncoder()
    for columns in [1, 4, 30] {
      let symbol = try encoder.encode(
        Array("12345".utf8),
        options: .pdf417(columns: columns, rows: nil, errorCorrection: 2, rowHeight: 3))
      #expect(symbol.columns == 17 * columns + 69)
      let layout = MatrixLayout.pdf417(columns: symbol.columns, rows: symbol.rows)
      #expect(
        layout.fixed.allSatisfy { symbol.isDark(column: $0.column, row: $0.row) == $0.isDark })
    }
  }
}
