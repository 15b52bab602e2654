import CZint
import DecoderKit

extension EncoderRequest {
  static func linear(
    _ payload: [UInt8], _ kind: LinearKind
  ) throws(SymbolError) -> EncoderRequest {
    switch kind {
    case .code128: EncoderRequest(BARCODE_CODE128, payload)
    case .gs1_128:
      try printing(EncoderRequest(gs1: BARCODE_GS1_128, payload))
    case .code39(let isFullASCII, let hasCheckCharacter):
      isFullASCII
        ? EncoderRequest(BARCODE_EXCODE39, payload)
        : try code39(payload, hasCheckCharacter: hasCheckCharacter)
    case .code93: EncoderRequest(BARCODE_CODE93, payload)
    case .codabar(let hasCheckCharacter):
      try codabar(payload, hasCheckCharacter: hasCheckCharacter)
    case .itf(let hasCheckDigit): try itf(payload, hasCheckDigit: hasCheckDigit)
    case .itf14:
      try numbered(BARCODE_ITF14, payload, .itf14, digits: 13)
    case .ean13: try ean(BARCODE_EANX, payload, kind, digits: 12)
    case .ean8: try ean(BARCODE_EANX, payload, kind, digits: 7)
    case .upcA: try ean(BARCODE_UPCA, payload, kind, digits: 11)
    case .upcE: try ean(BARCODE_UPCE, payload, kind, digits: 7)
    case .dataBar: try dataBar(BARCODE_DBAR_OMN, payload, .dataBar)
    case .dataBarLimited: try dataBar(BARCODE_DBAR_LTD, payload, .dataBarLimited)
    case .dataBarExpanded:
      try printing(EncoderRequest(gs1: BARCODE_DBAR_EXP, payload))
    default: try rare(payload, kind)
    }
  }

  /// A DataBar with a GTIN-14; readers return it after application identifier 01 (ISO/IEC 24724).
  static func dataBar(
    _ code: Int32, _ payload: [UInt8], _ symbology: Symbology
  ) throws(SymbolError) -> EncoderRequest {
    var request = try numbered(code, payload, symbology, digits: 13)
    // DataBar Limited can encode only the packaging indicators 0 and 1.
    guard symbology != .dataBarLimited || payload[0] <= UInt8(ascii: "1") else {
      throw .refused("the first digit in a DataBar Limited is 0 or 1")
    }
    request.humanReadable =
      symbology == .dataBarStacked ? nil : Array("(01)".utf8) + request.truth
    request.truth = Array("01".utf8) + request.truth
    return request
  }

  /// Adds the text that zint prints below GS1 element strings, unless it is too long for zint.
  private static func printing(_ request: EncoderRequest) throws(SymbolError) -> EncoderRequest {
    var request = request
    let text = try GS1ElementStrings(parsing: request.data).humanReadable
    request.humanReadable = text.count < 128 ? text : nil
    return request
  }

  /// A number whose check digit is appended, or checked if the payload includes it.
  private static func numbered(
    _ code: Int32, _ payload: [UInt8], _ symbology: Symbology, digits: Int
  ) throws(SymbolError) -> EncoderRequest {
    guard payload.allSatisfy(\.isDigit), payload.count == digits || payload.count == digits + 1
    else {
      throw .refused(
        "\(symbology) takes \(digits) digits, to which a check digit is added, "
          + "or \(digits + 1) with it")
    }
    let number = Array(payload.prefix(digits))
    let complete = number + [CheckDigits.modulo10(of: number)]
    guard payload.count == digits || payload == complete else {
      throw wrongCheck(payload, complete)
    }
    var request = EncoderRequest(code, number)
    request.truth = complete
    request.humanReadable = complete
    return request
  }

  /// An EAN or UPC symbol. Readers return main code, check digit and the add-on's digits in one
  /// string (as ISO/IEC 15424 does after identifier `]E3`), and a UPC-E as printed, in 8 digits.
  private static func ean(
    _ code: Int32, _ payload: [UInt8], _ kind: LinearKind, digits: Int
  ) throws(SymbolError) -> EncoderRequest {
    let addOn = kind.addOn?.rawValue ?? 0
    let counts = [digits + addOn, digits + 1 + addOn]
    guard payload.allSatisfy(\.isDigit), counts.contains(payload.count) else {
      let (added, name) =
        addOn == 0 ? ("", "") : (" and \(addOn) for the add-on", " with an add-on")
      throw .refused(
        "\(kind.symbology)\(name) takes \(digits) digits, to which a check digit is added, "
          + "or \(digits + 1) with it\(added)")
    }
    let number = Array(payload.prefix(digits))
    let complete = number + [try checkDigit(of: number, kind)]
    let main = Array(payload.prefix(payload.count - addOn))
    guard main == number || main == complete else { throw wrongCheck(main, complete) }
    let supplement = Array(payload.suffix(addOn))
    let plus = addOn > 0 ? [UInt8(ascii: "+")] : []
    // zint takes 8 digits for a short EAN-13 and pads them; therefore it gets numbers without check
    // digits.
    var request = EncoderRequest(code, number + plus + supplement)
    request.truth = complete + supplement
    request.humanReadable = complete + plus + supplement
    return request
  }

  private static func checkDigit(
    of number: [UInt8], _ kind: LinearKind
  ) throws(SymbolError) -> UInt8 {
    guard case .upcE = kind else { return CheckDigits.modulo10(of: number) }
    guard let expanded = CheckDigits.upcA(expandingUPCE: number) else {
      throw .refused(
        "\(String(decoding: number, as: UTF8.self)) is not how a number of number system 0 or 1 is "
          + "shortened to a UPC-E")
    }
    return CheckDigits.modulo10(of: expanded)
  }

  private static func wrongCheck(_ got: [UInt8], _ right: [UInt8]) -> SymbolError {
    .refused(
      "the check digit of \(String(decoding: got, as: UTF8.self)) is wrong: "
        + "\(String(decoding: right, as: UTF8.self)) is right")
  }

  /// Pairs of digits; zint would add a leading 0 to an odd number of them.
  private static func itf(
    _ payload: [UInt8], hasCheckDigit: Bool
  ) throws(SymbolError) -> EncoderRequest {
    guard payload.allSatisfy(\.isDigit), payload.count % 2 == (hasCheckDigit ? 1 : 0) else {
      throw .refused(
        hasCheckDigit
          ? "ITF with a check digit takes an odd number of digits"
          : "ITF takes an even number of digits")
    }
    var request = EncoderRequest(BARCODE_C25INTER, payload)
    if hasCheckDigit {
      request.option2 = 1
      request.truth = payload + [CheckDigits.modulo10(of: payload)]
    }
    request.humanReadable = request.truth
    return request
  }

  /// Code 39's 43 characters; zint would turn lower-case letters into capitals.
  private static func code39(
    _ payload: [UInt8], hasCheckCharacter: Bool
  ) throws(SymbolError) -> EncoderRequest {
    let values = payload.compactMap { code39Characters.firstIndex(of: $0) }
    guard values.count == payload.count else {
      throw .refused("Code 39 takes 0–9, A–Z, space and -.$/+% unless it is full ASCII")
    }
    var request = EncoderRequest(BARCODE_CODE39, payload)
    var check: [UInt8] = []
    if hasCheckCharacter {
      request.option2 = 1
      check = [code39Characters[values.reduce(0, +) % 43]]
    }
    request.truth = payload + check
    // zint prints a check character that is a space as an underscore.
    let printed = check == [UInt8(ascii: " ")] ? [UInt8(ascii: "_")] : check
    let star = [UInt8(ascii: "*")]
    request.humanReadable = star + payload + printed + star
    return request
  }

  /// Codabar's sixteen characters between A–D and A–D; zint would turn lower-case letters into
  /// capitals.
  private static func codabar(
    _ payload: [UInt8], hasCheckCharacter: Bool
  ) throws(SymbolError) -> EncoderRequest {
    let values = payload.compactMap { codabarCharacters.firstIndex(of: $0) }
    guard values.count == payload.count, payload.count >= 3, values[0] >= 16,
      values[values.count - 1] >= 16, values.dropFirst().dropLast().allSatisfy({ $0 < 16 })
    else {
      throw .refused(
        "Codabar takes 0–9 and -$:/.+ between a start and a stop character from A to D")
    }
    var request = EncoderRequest(BARCODE_CODABAR, payload)
    if hasCheckCharacter {
      request.option2 = 2
      let check = codabarCharacters[(16 - values.reduce(0, +) % 16) % 16]
      request.truth = payload.dropLast() + [check, payload[payload.count - 1]]
    }
    request.humanReadable = request.truth
    return request
  }

  /// ISO/IEC 16388, table 1, in the order of the values of annex A.
  private static let code39Characters = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
  /// EN 798, in the order of the check character's values; the last four are start and stop
  /// characters.
  private static let codabarCharacters = Array("0123456789-$:/.+ABCD".utf8)
}
