import CZint
import Foundation
import Symbols
import Testing

/// Guard bars, bearer bars and add-ons compared with libzint's vector drawing, which shares only
/// the bars with ours. Heights are compared with those that libzint takes from the standards.
@Suite struct SymbolShapeTests {
  @Test(arguments: [
    ("EAN-13", LinearKind.ean13(addOn: nil), BARCODE_EANX, "400638133393"),
    ("EAN-13+2", .ean13(addOn: .two), BARCODE_EANX, "400638133393+05"),
    ("EAN-13+5", .ean13(addOn: .five), BARCODE_EANX, "400638133393+12345"),
    ("EAN-8", .ean8, BARCODE_EANX, "9638507"),
    ("UPC-A", .upcA(addOn: nil), BARCODE_UPCA, "03600029145"),
    ("UPC-A+5", .upcA(addOn: .five), BARCODE_UPCA, "03600029145+98765"),
    ("UPC-E", .upcE(addOn: nil), BARCODE_UPCE, "0123455"),
    ("UPC-E+2", .upcE(addOn: .two), BARCODE_UPCE, "0123455+42"),
  ])
  func everyBarReachesAsFarDownAsZintDrawsIt(
    name: String, kind: LinearKind, code: Int32, data: String
  ) throws {
    let payload = data.filter { $0 != "+" }
    let symbol = try Specimen(.linear(kind, height: 50), payload).encoded()
    let vector = try ZintVector(code, data)
    #expect(symbol.height == 55)
    for column in 0..<symbol.columns {
      let rows = (0..<symbol.rows).filter { symbol.isDark(column: column, row: $0) }
      let bottom = rows.last.map { symbol.rowEdges[$0 + 1] } ?? 0
      let theirs = vector.bars(at: Double(column) + 0.5)
      // Add-ons of EAN and UPC end where the guard bars do; zint's UPC add-ons end higher.
      let isUPCAddOn = kind.addOn != nil && name.hasPrefix("UPC") && rows.first == 1
      let higher = isUPCAddOn ? 5.0 : 0
      let theirBottom = theirs.map { $0.bottom + higher }.max() ?? 0
      #expect(abs(bottom - theirBottom) < 1e-3, "column \(column)")
      // Add-ons begin lower, below their text; zint leaves more room for it.
      let top = rows.first.map { symbol.rowEdges[$0] } ?? 0
      let theirTop = theirs.map(\.top).min() ?? 0
      #expect((top > 0) == (theirTop > 0))
      #expect(abs(top - theirTop) < 2)
    }
  }

  @Test func bearerBoxIsAsZintDrawsIt() throws {
    let symbol = try Specimen(.linear(.itf14(bearers: .box), height: 50), "1234567890123").encoded()
    let vector = try ZintVector(BARCODE_ITF14, "1234567890123", marginIncluded: true)
    #expect(symbol.columns == 165 && symbol.height == 60)
    for column in 0..<symbol.columns {
      for row in 0..<symbol.rows {
        let y = (symbol.rowEdges[row] + symbol.rowEdges[row + 1]) / 2
        let isDark = vector.bars(at: Double(column) + 0.5).contains { $0.top < y && $0.bottom > y }
        #expect(symbol.isDark(column: column, row: row) == isDark, "\(column), \(row)")
      }
    }
  }

  @Test func bearerBarsCoverTheQuietZonesToo() throws {
    let bars = try Specimen(.linear(.itf14(bearers: .bars)), "1234567890123").encoded()
    #expect(bars.columns == 155 && bars.rowHeights == [5, 32, 5])
    #expect((0..<155).allSatisfy { bars.isDark(column: $0, row: 0) })
    #expect((0..<10).allSatisfy { !bars.isDark(column: $0, row: 1) })
    let none = try Specimen(.linear(.itf14(bearers: .none)), "1234567890123").encoded()
    #expect(none.columns == 135 && none.rows == 1 && none.quietZone.left == 10)
  }

  @Test(arguments: [
    (LinearKind.ean13(addOn: nil), BARCODE_EANX, "400638133393"),
    (.ean8, BARCODE_EANX, "9638507"), (.upcA(addOn: nil), BARCODE_UPCA, "03600029145"),
    (.upcE(addOn: nil), BARCODE_UPCE, "0123455"),
    (.dataBar, BARCODE_DBAR_OMN, "1234567890123"),
    (.dataBarLimited, BARCODE_DBAR_LTD, "1234567890123"),
  ])
  func heightIsTheStandards(kind: LinearKind, code: Int32, data: String) throws {
    let symbol = try Specimen(.linear(kind), data).encoded()
    let vector = try ZintVector(code, data, standardHeight: true)
    #expect(abs(symbol.rowHeights[0] - vector.height) < 0.01)
  }

  @Test func stackedRowsAreAsHighAsTheStandardHasThem() throws {
    func heights(_ options: SymbolOptions, _ payload: String) throws -> [Double] {
      try Specimen(options, payload).encoded().rowHeights
    }
    let item = "1234567890123"
    #expect(try heights(.dataBarStacked(isOmnidirectional: false), item) == [5, 1, 7])
    #expect(try heights(.dataBarStacked(isOmnidirectional: true), item) == [33, 1, 1, 1, 33])
    #expect(
      try heights(.dataBarExpandedStacked(columns: 2), "[01]09501101530003[10]AB")
        == [34, 1, 1, 1, 34])
  }

  @Test func barsAreAtLeastFifteenPercentOfTheWidthHigh() throws {
    let short = try Specimen(.linear(.code128), "AB").encoded()
    #expect(short.height == 16)
    let long = try Specimen(.linear(.code128), String(repeating: "Aa", count: 12)).encoded()
    #expect(long.height >= 0.15 * long.width && long.height < 0.15 * long.width + 1)
    let asked = try Specimen(.linear(.code128, height: 7.5), "AB").encoded()
    #expect(asked.height == 7.5)
  }
}

/// libzint's own drawing, in modules from the first bar on.
private struct ZintVector {
  struct Bar {
    let left: Double
    let right: Double
    let top: Double
    let bottom: Double
  }

  private var rectangles: [Bar] = []
  let height: Double

  init(
    _ code: Int32, _ data: String, standardHeight: Bool = false, marginIncluded: Bool = false
  ) throws {
    let symbol = try #require(ZBarcode_Create())
    defer { ZBarcode_Delete(symbol) }
    symbol.pointee.symbology = code
    symbol.pointee.output_options = standardHeight ? COMPLIANT_HEIGHT : 0
    try #require(ZBarcode_Encode(symbol, data, 0) == 0)
    height = Double(symbol.pointee.height)
    try #require(ZBarcode_Buffer_Vector(symbol, 0) == 0)
    var next = symbol.pointee.vector.pointee.rectangles
    while let rectangle = next?.pointee {
      // A module is two units wide.
      let (x, y) = (Double(rectangle.x) / 2, Double(rectangle.y) / 2)
      rectangles.append(
        Bar(
          left: x, right: x + Double(rectangle.width) / 2, top: y,
          bottom: y + Double(rectangle.height) / 2))
      next = rectangle.next
    }
    guard !marginIncluded else { return }
    let margin = rectangles.map(\.left).min() ?? 0
    rectangles = rectangles.map {
      Bar(left: $0.left - margin, right: $0.right - margin, top: $0.top, bottom: $0.bottom)
    }
  }

  func bars(at x: Double) -> [Bar] { rectangles.filter { $0.left < x && $0.right > x } }
}
