import CZint
import DecoderKit

/// Symbols that few readers read.
extension EncoderRequest {
  static func rare(_ payload: [UInt8], _ kind: LinearKind) throws(SymbolError) -> EncoderRequest {
    switch kind {
    case .telepen: try ascii(BARCODE_TELEPEN, payload, kind.symbology)
    case .code11: try code11(payload)
    case .msi: try digits(BARCODE_MSI_PLESSEY, payload, kind.symbology)
    case .plessey: try plessey(payload)
    case .pharmacode: try pharmacode(payload)
    case .matrix2of5: try digits(BARCODE_C25STANDARD, payload, kind.symbology)
    case .industrial2of5: try digits(BARCODE_C25IND, payload, kind.symbology)
    case .iata2of5: try digits(BARCODE_C25IATA, payload, kind.symbology)
    case .dataLogic2of5: try digits(BARCODE_C25LOGIC, payload, kind.symbology)
    default: preconditionFailure("\(kind) has a request elsewhere")
    }
  }

  /// Digits without a check digit.
  private static func digits(
    _ code: Int32, _ payload: [UInt8], _ symbology: Symbology
  ) throws(SymbolError) -> EncoderRequest {
    guard payload.allSatisfy(\.isDigit) else { throw .refused("\(symbology) takes digits") }
    return EncoderRequest(code, payload)
  }

  static func ascii(
    _ code: Int32, _ payload: [UInt8], _ symbology: Symbology
  ) throws(SymbolError) -> EncoderRequest {
    guard payload.allSatisfy({ $0 < 128 }) else { throw .refused("\(symbology) takes ASCII") }
    return EncoderRequest(code, payload)
  }

  /// zint's second option is 1 for one check character, 0 for two.
  private static func code11(_ payload: [UInt8]) throws(SymbolError) -> EncoderRequest {
    guard payload.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "-") }) else {
      throw .refused("Code 11 takes digits and -")
    }
    var request = EncoderRequest(BARCODE_CODE11, payload)
    request.option2 = payload.count >= 10 ? 0 : 1
    return request
  }

  private static func plessey(_ payload: [UInt8]) throws(SymbolError) -> EncoderRequest {
    guard payload.allSatisfy({ $0.isDigit || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) })
    else { throw .refused("Plessey takes 0–9 and A–F") }
    return EncoderRequest(BARCODE_PLESSEY, payload)
  }

  private static func pharmacode(_ payload: [UInt8]) throws(SymbolError) -> EncoderRequest {
    guard payload.allSatisfy(\.isDigit), payload.first != UInt8(ascii: "0"), payload.count <= 6,
      let number = Int(String(decoding: payload, as: UTF8.self)), (3...131_070).contains(number)
    else { throw .refused("a Pharmacode is a number from 3 to 131070") }
    return EncoderRequest(BARCODE_PHARMA, payload)
  }
}

extension EncoderRequest {
  /// zint counts all characters of a row: start, code set, row number, check and stop too.
  static func codablockF(
    _ payload: [UInt8], columns: Int
  ) throws(SymbolError) -> EncoderRequest {
    var request = try ascii(BARCODE_CODABLOCKF, payload, .codablockF)
    request.option2 = Int32(columns + 5)
    return request
  }

  static func dotCode(_ payload: [UInt8], columns: Int) -> EncoderRequest {
    var request = EncoderRequest(BARCODE_DOTCODE, payload)
    request.option2 = Int32(columns)
    return request
  }

  /// A postal code; zint appends the check character that belongs to it, which readers do not return.
  static func postal(_ payload: [UInt8], _ kind: PostalKind) throws(SymbolError) -> EncoderRequest {
    guard kind.takes(payload) else { throw .refused("\(kind.symbology) takes \(kind.rule)") }
    var request = EncoderRequest(kind.zintNumber, payload)
    if kind == .uspsIntelligentMail, payload.count > 20 {
      request.data = payload.prefix(20) + [UInt8(ascii: "-")] + payload.dropFirst(20)
    }
    return request
  }
}
