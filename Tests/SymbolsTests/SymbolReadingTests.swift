import DecoderKit
import DmtxDecoder
import Drawing
import Symbols
import Testing
import ZBarDecoder
import ZXingDecoder

/// Symbols of every symbology that a decoder here reads, drawn at 8 pixels per module (large ones
/// at 4, for speed). They must be read with the bytes that the symbol promises.
@Suite struct SymbolReadingTests {
  private enum Reader: CaseIterable {
    case zbar, zxing, dmtx
  }

  /// The libraries that read a specimen; `docs` and the plugins' READMEs have the table.
  private static func readers(of specimen: Specimen) -> [Reader] {
    switch specimen.options {
    case .qrCode, .gs1QRCode: [.zbar, .zxing]
    case .microQRCode, .pdf417, .maxiCode: [.zxing]
    // From twelve layers on, ZXing 1.4 finds about every second symbol, although its own encoder
    // draws the same symbols.
    case .aztec(let size): size.layers <= 10 ? [.zxing] : []
    // libdmtx has no rectangular extension, another layout of 144 × 144, and drops FNC1; ZXing 1.4
    // misses most symbols of 8 × 144.
    case .dataMatrix(let size) where size.rows == 8 && size.columns == 144: []
    case .dataMatrix(let size):
      DataMatrixSize.all.firstIndex(of: size).map { $0 < 30 && size.rows < 144 } == true
        ? [.zxing, .dmtx] : [.zxing]
    case .gs1DataMatrix: [.zxing]
    case .linear(let kind, _):
      switch kind {
      // Telepen is read by a plugin; see AdapterTests. The others are held against another encoder.
      case .dataBarLimited, .telepen, .code11, .msi, .plessey, .pharmacode, .matrix2of5,
        .industrial2of5, .iata2of5, .dataLogic2of5:
        []
      case .upcE, .code39(isFullASCII: true, hasCheckCharacter: _): [.zxing]
      // zbar gets element strings wrong that go from letters to digits; ZXing 1.4 misses those with
      // application identifier 01 alone.
      case .dataBarExpanded: specimen.payload.count < 20 ? [.zbar] : [.zxing]
      default: [.zbar, .zxing]
      }
    // ZXing 1.4 ends the process on stacked symbols, and zbar reads only those of two halves.
    case .dataBarStacked: [.zbar]
    // No decoder here reads these; see the tests of their structure.
    case .dataBarExpandedStacked, .rMQRCode, .aztecRune, .microPDF417, .dotCode, .postal,
      .codablockF, .code16K:
      []
    }
  }

  @Test func everyDecoderThatKnowsASymbologyReadsIt() throws {
    for specimen in Specimen.all(seed: 1) {
      let symbol = try specimen.encoded()
      for reader in Self.readers(of: specimen) {
        // ZXing sometimes misses a symbol that it reads when shifted by a fraction of a pixel.
        let isRight = try [0.25, 0, 0.75].contains { phase in
          try Self.read(symbol, with: reader, phase: phase)
            .contains { Self.isSame($0.bytes, symbol) }
        }
        #expect(isRight, "\(specimen) by \(reader)")
      }
    }
  }

  private static func read(
    _ symbol: Symbol, with reader: Reader, phase: Double
  ) throws -> [Reading] {
    var rasteriser = SymbolRasteriser()
    let image = try rasteriser.draw(
      symbol,
      Placement(
        symbol, moduleSizePixels: symbol.columns * symbol.rows > 4000 ? 4 : 8, rotationDegrees: 0,
        phase: Point(x: phase, y: 0.5)))
    switch reader {
    case .zbar:
      let options = try DecoderOptions(resolving: [:], for: ZBarAdapter.identity)
      return try ZBarAdapter(options: options).decode(image, hints: .none)
    case .zxing:
      // One symbol at most and no smaller copies: this avoids two assertions of the library.
      let options = try DecoderOptions(
        resolving: [
          "profile": "tuned", "try-downscale": "false", "codabar-start-stop": "true",
          "ean-add-on": "read", "try-code39-extended": "\(symbol.isFullASCII)",
        ], for: ZXingAdapter.identity)
      return try ZXingAdapter(options: options).decode(image, hints: .none)
    case .dmtx:
      let options = try DecoderOptions(resolving: [:], for: DmtxAdapter.identity)
      return try DmtxAdapter(options: options).decode(image, hints: .none)
    }
  }

  /// True if the bytes are the symbol's, apart from the forms that libraries give to some numbers.
  /// These rules are fewer than those of truth matching.
  private static func isSame(_ bytes: [UInt8], _ symbol: Symbol) -> Bool {
    let bytes = bytes.filter { $0 != UInt8(ascii: " ") || !symbol.isNumber }
    let zero = [UInt8(ascii: "0")]
    switch symbol.symbology {
    case .upcA:
      return bytes == symbol.payload || bytes == zero + symbol.payload
        || symbol.payload.starts(with: bytes) || (zero + symbol.payload).starts(with: bytes)
    case .ean13, .upcE: return bytes.count >= 8 && symbol.payload.starts(with: bytes)
    case .dataBar, .dataBarStacked:
      return bytes == symbol.payload || Array("01".utf8) + bytes == symbol.payload
    case .dataBarExpanded:
      let brackets = Array("()".utf8)
      let separator: UInt8 = 0x1d
      return bytes.filter { !brackets.contains($0) && $0 != separator }
        == symbol.payload.filter { $0 != separator }
    default: return bytes == symbol.payload
    }
  }
}

extension Symbol {
  fileprivate var isNumber: Bool { [.upcA, .upcE, .ean13].contains(symbology) }

  /// True for a full ASCII symbol: no other has small letters.
  fileprivate var isFullASCII: Bool {
    symbology == .code39 && payload.contains { $0 >= UInt8(ascii: "a") }
  }
}
