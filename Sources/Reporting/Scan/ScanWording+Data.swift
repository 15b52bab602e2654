import Scanning
import Values

extension ScanWording {
  /// The sentence about a reason for which a symbol may mean something else than what is printed.
  package static func doubt(_ doubt: ValueDoubt) -> String {
    switch doubt {
    case .dataLost:
      "part of the data may be lost or changed: this decoder is known to do that in such symbols"
    case .separatorsLost:
      "the separators of the GS1 data are lost: the ends of variable-length elements are guesses"
    case .charsetLost(let number?):
      "the symbol announces ECI \(number), which its decoder returns as a byte of the data"
    case .charsetLost(nil):
      "the symbol announces charsets, but for which bytes is not known"
    case .charsetInvalid(let charset):
      "the symbol announces \(charset), in which these bytes are not valid"
    case .interpretationUnknown(let number):
      "the symbol announces ECI \(number), which is no charset that is known here"
    case .charsetAssumed(let charset, isNoneAnnounced: true):
      "the symbol announces no charset: \(charset) is a guess"
    case .charsetAssumed(let charset, isNoneAnnounced: false):
      "no decoder says whether the symbol announces a charset: \(charset) is a guess"
    case .charsetUntold(isNoneAnnounced: true):
      "the symbol announces no charset in which these bytes would be text"
    case .charsetUntold(isNoneAnnounced: false):
      "no decoder says whether the symbol announces a charset, in which these bytes may be text"
    }
  }

  /// The sentences about data that break the rules of their own kind: check digits, dates, lengths.
  ///
  /// The symbol was read as it is: whoever made it wrote these data.
  package static func dataFaults(_ value: BarcodeValue) -> [String] {
    switch value.content {
    case .product(let product) where !product.isCheckDigitValid:
      ["the check digit of \(product.gtin) is wrong"]
    case .publication(let number) where !number.isCheckDigitValid:
      ["the check digit of \(number.short ?? number.ean13) is wrong"]
    case .gs1(let message): faults(message)
    case .url(let link): link.digitalLink.map(faults) ?? []
    default: []
    }
  }

  private static func faults(_ message: GS1Message) -> [String] {
    let own = message.elements.flatMap { element in
      element.problems.map { "(\(element.identifier))\(element.data): \(words($0.code))" }
    }
    let among = message.problems.map { "(\($0.identifier)) \(words($0.code))" }
    let rest =
      message.rest.isEmpty ? [] : ["no GS1 element string: \(message.rest)"]
    return own + among + rest
  }

  private static func words(_ code: GS1Problem.Code) -> String {
    switch code {
    case .wrongLength: "too short or too long"
    case .wrongCharacters: "has a character that is not allowed in it"
    case .failedCheck(let check): words(check)
    case .requires(let groups):
      "needs "
        + groups.map { $0.split(separator: "+").map { "(\($0))" }.joined(separator: " and ") }
        .joined(separator: ", or ") + ", which may be in another symbol"
    case .excludes(let other): "and (\(other)) exclude each other"
    }
  }

  private static func words(_ check: GS1Check) -> String {
    switch check {
    case .csum: "the check digit is wrong"
    case .csumalpha: "the check characters are wrong"
    case .yymmd0, .yymmdd, .yyyymmdd: "this is not a date"
    case .hhmi, .hh, .mi, .ss: "this is no time"
    case .iso3166, .iso3166999, .iso3166alpha2: "no country has this code"
    case .iso4217: "no currency has this code"
    case .latitude, .longitude: "this is no place on Earth"
    case .iban: "this is no account number"
    default: "fails GS1's check \(check.rawValue)"
    }
  }
}
