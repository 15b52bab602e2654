import CZint

/// The input for libzint, with the results that are expected from it.
struct EncoderRequest {
  /// zint's number for the symbology.
  let code: Int32
  /// zint's first option; its three options depend on the symbology, and `nil` leaves the default.
  var option1: Int32?
  var option2: Int32?
  var option3: Int32?
  /// The form in which zint takes the data. Bytes are encoded unchanged: otherwise zint takes them
  /// for text in some charset.
  var inputMode = DATA_MODE
  /// The interpretation that the symbol announces before its data; `nil` for none.
  var interpretation: Interpretation?
  /// MaxiCode's postcode, country and service.
  var primary = ""
  /// The data that zint is given.
  var data: [UInt8]
  /// The bytes that a reader must return.
  var truth: [UInt8]
  /// The text that zint prints below the bars, check digits included; `nil` if it is not checked.
  var humanReadable: [UInt8]?

  init(_ code: Int32, _ payload: [UInt8]) {
    self.code = code
    data = payload
    truth = payload
  }

  init(gs1 code: Int32, _ payload: [UInt8]) throws(SymbolError) {
    let strings = try GS1ElementStrings(parsing: payload)
    self.init(code, payload)
    inputMode = GS1_MODE
    truth = strings.transmitted
  }

  /// Makes the request for a payload and a recipe's options.
  ///
  /// - Throws: ``SymbolError/refused(_:)`` for payloads that the symbology cannot carry, especially
  ///   those that zint would change without a warning.
  init(_ payload: [UInt8], _ options: SymbolOptions) throws(SymbolError) {
    guard !payload.isEmpty else { throw .refused("the payload is empty") }
    switch options {
    case .linear(let kind, _): self = try Self.linear(payload, kind)
    case .dataBarStacked(let isOmnidirectional):
      self = try Self.dataBar(
        isOmnidirectional ? BARCODE_DBAR_OMNSTK : BARCODE_DBAR_STK, payload, options.symbology)
    case .dataBarExpandedStacked(let columns):
      self = try EncoderRequest(gs1: BARCODE_DBAR_EXPSTK, payload)
      option2 = Int32(columns)
    case .postal(let kind): self = try Self.postal(payload, kind)
    case .dotCode(let columns): self = Self.dotCode(payload, columns: columns)
    case .codablockF(let columns, _): self = try Self.codablockF(payload, columns: columns)
    case .code16K: self = try Self.ascii(BARCODE_CODE16K, payload, options.symbology)
    default: self = try Self.matrix(payload, options)
    }
  }

  private static func matrix(
    _ payload: [UInt8], _ options: SymbolOptions
  ) throws(SymbolError) -> EncoderRequest {
    switch options {
    case .qrCode(let version, let errorCorrection, let mask, let mode):
      var request = EncoderRequest(BARCODE_QRCODE, payload)
      request.set(errorCorrection, version: version, mask: mask)
      if mode == .kanji { request.option3 = (request.option3 ?? 0) | ZINT_FULL_MULTIBYTE }
      return request
    case .gs1QRCode(let version, let errorCorrection, let mask):
      var request = try EncoderRequest(gs1: BARCODE_QRCODE, payload)
      request.set(errorCorrection, version: version, mask: mask)
      return request
    case .microQRCode(let version, let errorCorrection, let mask):
      var request = EncoderRequest(BARCODE_MICROQR, payload)
      request.set(errorCorrection ?? .low, version: version, mask: mask)
      return request
    case .rMQRCode(let size, let errorCorrection):
      var request = EncoderRequest(BARCODE_RMQR, payload)
      request.set(errorCorrection, version: size.indicator + 1, mask: nil)
      return request
    case .dataMatrix(let size):
      var request = EncoderRequest(BARCODE_DATAMATRIX, payload)
      request.option2 = size.zintNumber
      return request
    case .gs1DataMatrix(let size):
      var request = try EncoderRequest(gs1: BARCODE_DATAMATRIX, payload)
      request.option2 = size.zintNumber
      return request
    default: return try symbolWithLayers(payload, options)
    }
  }

  private static func symbolWithLayers(
    _ payload: [UInt8], _ options: SymbolOptions
  ) throws(SymbolError) -> EncoderRequest {
    switch options {
    case .aztec(let size):
      var request = EncoderRequest(BARCODE_AZTEC, payload)
      request.option2 = Int32(size.isCompact ? size.layers : size.layers + 4)
      return request
    case .aztecRune: return try rune(payload)
    case .pdf417(let columns, let rows, let errorCorrection, _):
      var request = EncoderRequest(BARCODE_PDF417, payload)
      request.option1 = Int32(errorCorrection)
      request.option2 = Int32(columns)
      request.option3 = rows.map { Int32($0) }
      return request
    case .microPDF417(let columns, _):
      var request = EncoderRequest(BARCODE_MICROPDF417, payload)
      request.option2 = Int32(columns)
      return request
    case .maxiCode(let mode): return maxiCode(payload, mode)
    default: preconditionFailure("\(options) has a request elsewhere")
    }
  }

  private mutating func set(_ errorCorrection: QRErrorCorrection, version: Int, mask: Int?) {
    option1 =
      switch errorCorrection {
      case .low: 1
      case .medium: 2
      case .quartile: 3
      case .high: 4
      }
    option2 = Int32(version)
    if let mask { option3 = Int32(mask + 1) << 8 }
  }

  /// A number from 0 to 255; readers return three digits (ISO/IEC 24778, annex A).
  private static func rune(_ payload: [UInt8]) throws(SymbolError) -> EncoderRequest {
    guard payload.count <= 3, payload.allSatisfy(\.isDigit),
      let number = Int(String(decoding: payload, as: UTF8.self)), number < 256
    else { throw .refused("an Aztec Rune holds a number from 0 to 255") }
    let digits = [UInt8](repeating: UInt8(ascii: "0"), count: 3 - payload.count) + payload
    return EncoderRequest(BARCODE_AZRUNE, digits)
  }

  /// In modes 2 and 3 readers return postcode, country and service before the message, with group
  /// separators between them (ISO/IEC 16023, annex B).
  private static func maxiCode(_ payload: [UInt8], _ mode: MaxiCodeMode) -> EncoderRequest {
    var request = EncoderRequest(BARCODE_MAXICODE, payload)
    request.option1 = Int32(mode.number)
    guard case .carrier(let postcode, let country, let service) = mode else { return request }
    func threeDigits(_ number: Int) -> String {
      String(repeating: "0", count: 3 - String(number).count) + String(number)
    }
    request.primary = postcode + threeDigits(country) + threeDigits(service)
    let fields = [postcode, threeDigits(country), threeDigits(service)]
    request.truth = fields.flatMap { Array($0.utf8) + [0x1d] } + payload
    return request
  }
}

extension DataMatrixSize {
  /// zint numbers the sizes from 1, in the order of the standards.
  fileprivate var zintNumber: Int32 { Int32((Self.all.firstIndex(of: self) ?? 0) + 1) }
}
