import CZint
import DecoderKit

/// A symbol drawn by libzint for tests of what decoders pass on: black on white, whole pixels.
struct DrawnSymbol {
  /// The kinds of symbols that are drawn.
  enum Kind: String, CaseIterable {
    case qrCode, rMQRCode, dataMatrix, aztec, pdf417
    case gs1QRCode, gs1RMQRCode, gs1DataMatrix, gs1Aztec, gs1_128, dataBarExpanded, dataBar
    case ean13, ean8, upcA, upcE, itf14, code128

    fileprivate var zint: Int32 {
      switch self {
      case .qrCode, .gs1QRCode: BARCODE_QRCODE
      case .rMQRCode, .gs1RMQRCode: BARCODE_RMQR
      case .dataMatrix, .gs1DataMatrix: BARCODE_DATAMATRIX
      case .aztec, .gs1Aztec: BARCODE_AZTEC
      case .pdf417: BARCODE_PDF417
      case .gs1_128: BARCODE_GS1_128
      case .dataBarExpanded: BARCODE_DBAR_EXP
      case .dataBar: BARCODE_DBAR_OMN
      case .ean13, .ean8: BARCODE_EANX
      case .upcA: BARCODE_UPCA
      case .upcE: BARCODE_UPCE
      case .itf14: BARCODE_ITF14
      case .code128: BARCODE_CODE128
      }
    }

    /// The names that a reading of it may have.
    var names: Set<Symbology> {
      switch self {
      case .qrCode: [.qrCode]
      case .gs1QRCode: [.gs1QRCode]
      case .rMQRCode, .gs1RMQRCode: [.rMQRCode]
      case .dataMatrix: [.dataMatrix]
      case .gs1DataMatrix: [.gs1DataMatrix]
      case .aztec, .gs1Aztec: [.aztec]
      case .pdf417: [.pdf417]
      case .gs1_128: [.gs1_128]
      case .dataBarExpanded: [.dataBarExpanded]
      case .dataBar: [.dataBar]
      case .ean13, .upcA, .upcE: [.ean13, .upcA, .upcE]
      case .ean8: [.ean8]
      case .itf14: [.itf, .itf14]
      case .code128: [.code128]
      }
    }

    /// True for symbols whose payload is given as `[01]…[10]…`.
    var isGS1: Bool {
      switch self {
      case .gs1QRCode, .gs1RMQRCode, .gs1DataMatrix, .gs1Aztec, .gs1_128, .dataBarExpanded: true
      default: false
      }
    }
  }

  let image: GrayImage

  /// Draws a symbol; `nil` if the payload does not fit or libzint refuses it.
  ///
  /// - Parameter interpretation: The number of the ECI that it announces; `nil` for none.
  init?(_ kind: Kind, _ payload: [UInt8], interpretation: Int? = nil) throws {
    guard let symbol = ZBarcode_Create() else { throw DecoderError("zint: out of memory") }
    defer { ZBarcode_Delete(symbol) }
    symbol.pointee.symbology = kind.zint
    symbol.pointee.input_mode = kind.isGS1 ? GS1_MODE : DATA_MODE
    symbol.pointee.eci = Int32(interpretation ?? 0)
    symbol.pointee.show_hrt = 0
    symbol.pointee.whitespace_width = 12
    symbol.pointee.whitespace_height = 12
    symbol.pointee.scale = 2
    if kind == .dataMatrix || kind == .gs1DataMatrix { symbol.pointee.option_3 = DM_SQUARE }
    let code = payload.withUnsafeBufferPointer {
      ZBarcode_Encode_and_Buffer(symbol, $0.baseAddress, Int32($0.count), 0)
    }
    // 2 to 4 are warnings: among them that an element string is none of GS1's, which tests want.
    guard code < 5 else { return nil }
    let (width, height) = (Int(symbol.pointee.bitmap_width), Int(symbol.pointee.bitmap_height))
    let pixels = (0..<width * height).map { symbol.pointee.bitmap[$0 * 3] }
    image = try GrayImage(width: width, height: height, pixels: pixels)
  }
}
