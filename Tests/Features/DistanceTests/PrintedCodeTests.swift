import Testing

@testable import Distance

@Suite struct PrintedCodeTests {
  /// Modules across and the side of a module, from each standard's own arithmetic.
  @Test(arguments: [
    ("qr:v2:20mm", 25.0, 0.8), ("QR-Code:V40:177mm", 177, 1), ("micro-qr:M4:8.5mm", 17, 0.5),
    ("rmqr:R11x43:43mm", 43, 1), ("aztec:compact-2:19mm", 19, 1), ("aztec:full-5:37mm", 37, 1),
    ("datamatrix:16x16:0.5mm", 16, 0.5), ("dm:8x32:0.25mm", 32, 0.25),
    ("pdf417:4:68.5mm", 137, 0.5), ("ean-13:100%", 95, 0.33), ("upc-a:80%", 95, 0.264),
    ("ean-8:200%", 67, 0.66), ("upc-e:100%", 51, 0.33), ("ean-13:31.35mm", 95, 0.33),
    ("ean-8:26.8mm", 67, 0.4), ("upc-a:9.5mm", 95, 0.1), ("datamatrix:16x16:3mm", 16, 3),
    ("datamatrix:16x16:20mm:32cm", 16, 20), ("code-128:5mm:1m", 200, 5),
    ("code-128:10mil:25.4mm", 100, 0.254),
  ])
  func sizesAreTheirStandards(_ text: String, _ columns: Double, _ module: Double) throws {
    let code = try PrintedCode(parsing: text)
    #expect(abs((code.columns ?? 0) - columns) < 1e-9)
    #expect(abs((code.xDimensionMillimetres ?? 0) - module) < 1e-12)
    #expect(abs((code.widthMillimetres ?? 0) - columns * module) < 1e-9)
  }

  /// Capacities of ISO/IEC 18004, table 7, of ISO/IEC 16022, table 7, and of ISO/IEC 24778, annex D.
  @Test(arguments: [
    (
      "qr:text=https://example.com/p/12345678:18mm",
      "30 bytes: version 3 at level M (29 × 29 modules)"
    ),
    ("qr:text=https://example.com", "19 bytes: version 2 at level M (25 × 25 modules)"),
    (
      "qr:H:text=https://example.com:20mm",
      "19 bytes: version 3 at level H (29 × 29 modules)"
    ),
    ("datamatrix:text=123456:0.5mm", "6 bytes: 10x10 (10 × 10 modules)"),
    ("datamatrix:text=123456:0.5mm:5mm", "6 bytes: 10x10 (10 × 10 modules)"),
    ("aztec:text=1:15mm", "1 byte: compact-1 (15 × 15 modules)"),
  ])
  func aTextGetsTheSizeThatTheEncoderMakes(_ text: String, _ fit: String) throws {
    let code = try PrintedCode(parsing: text)
    #expect(code.fit == fit)
    // In version 3 what version 2 holds at level L.
    #expect(code.smallerVersion == (fit.contains("version 3") ? 2 : nil))
    #expect(code.atLevelL?.widthMillimetres == code.atLevelL.flatMap { _ in code.widthMillimetres })
    #expect((code.xDimensionMillimetres == nil) == !text.hasSuffix("mm"))
  }

  @Test func whatIsNotSaidIsNotMadeUp() throws {
    let linear = try PrintedCode(parsing: "code-128:10mil")
    #expect(linear.columns == nil && linear.widthMillimetres == nil)
    let unprinted = try PrintedCode(parsing: "qr:v2")
    #expect(unprinted.xDimensionMillimetres == nil && unprinted.columns == 25)
  }

  @Test(arguments: [
    ("qr:18mm", "which version? write qr:v2:18mm (25 modules across"),
    ("qr:v2-l:18mm", "the level is not part of the code: write qr:v2:18mm"),
    ("qr:text=:18mm", "the payload is empty"), ("qr:x:text=A:18mm", "write qr:text="),
    ("pdf417:text=A:18mm", "not for PDF417"),
    ("qr:v41:20mm", "gives no size for a QR Code: 40 is the largest version"),
    ("qr:v2:0mm", "the symbol's width is above 0"),
    ("qr:v2:20", "is not the symbol's width with a unit"),
    ("qr:v2:20m:5", "gives no size"), ("qr:v2:20km", "with a unit"),
    ("qr:v2:0.001mm", "check the unit"), ("qr:v2:20000m", "check the unit"),
    ("datamatrix:16x17:0.5mm", "gives no size for a Data Matrix"),
    ("ean-13:0%", "is not a magnification"), ("ean-13:100", "a magnification with a unit"),
    ("ean-13:0.33mm", "For modules of 0.33mm write ean-13:100% or ean-13:31.35mm"),
    ("upc-e:5mm", "For modules of 5mm write upc-e:1515.2% or upc-e:255mm"),
    ("qr:v2:0.8mm", "For modules of 0.8mm write qr:v2:20mm"),
    ("qr:v2:0.4mm", "its size is the symbol's width"),
    ("datamatrix:16x16:20mm", "If the symbol is that wide, write datamatrix:16x16:1.25mm"),
    (
      "datamatrix:16x16:20mm",
      "say so with the symbol's width after it: datamatrix:16x16:20mm:320mm"
    ),
    ("datamatrix:16x16:0.5mm:20mm", "16 modules of 0.5mm are 8mm wide"),
    ("code-128:40mm", "write the X-dimension before it: code-128:10mil:40mm"),
    ("code-128:40mm:10mil", "first the X-dimension"), ("code-128:10mil:1mm:2", "too many parts"),
    ("qrr:v2:20mm", "unknown symbology \"qrr\""), ("maxicode:28mm", "are not computed"),
  ])
  func mistakesSayWhatWouldBeRight(_ text: String, _ message: String) throws {
    let error = try #require(throws: PrintedCodeError.self) { try PrintedCode(parsing: text) }
    #expect("\(error)".contains(message), "\(error)")
  }
}
