/// The checks that the dictionary asks for, under the names of the GS1 Barcode Syntax Tests.
public enum GS1Check: String, CaseIterable, Hashable, Sendable, Codable {
  /// A check digit (GS1 General Specifications 7.9.1).
  case csum
  /// A check character pair (7.9.5).
  case csumalpha
  /// A GS1 Company Prefix at the start, as far as digits show one.
  case gcppos1
  /// A GS1 Company Prefix behind the first digit.
  case gcppos2
  /// A date whose day may be 00, which stands for the month.
  case yymmd0
  /// A date.
  case yymmdd
  /// A date with the century.
  case yyyymmdd
  /// Hour and minute.
  case hhmi
  /// An hour.
  case hh
  /// A minute.
  case mi
  /// A second.
  case ss
  /// A numeric country code (ISO 3166-1).
  case iso3166
  /// A numeric country code, or 999 for several countries.
  case iso3166999
  /// A country code of two letters.
  case iso3166alpha2
  /// A numeric currency code (ISO 4217).
  case iso4217
  /// A code of biological sex (ISO/IEC 5218).
  case iso5218
  /// Correct percent-encoding (RFC 3986).
  case pcenc
  /// 0 or 1.
  case yesno
  /// The digit zero.
  case zero
  /// Not zero.
  case nonzero
  /// A number without a leading zero.
  case nozeroprefix
  /// A character that is no digit.
  case hasnondigit
  /// A hyphen, which makes a temperature negative.
  case hyphen
  /// A winding direction: 0, 1 or 9.
  case winding
  /// The number of a piece and the number of all pieces.
  case pieceoftotal
  /// The position in a sequence and its end, with a slash between.
  case posinseqslash
  /// An importer index.
  case importeridx
  /// A package type code.
  case packagetype
  /// A media type of automatic identification.
  case mediatype
  /// A latitude in units of 10⁻⁷ degrees from the South Pole.
  case latitude
  /// A longitude in units of 10⁻⁷ degrees.
  case longitude
  /// An International Bank Account Number (ISO 13616).
  case iban
  /// A North American coupon.
  case couponcode
  /// A North American coupon with a positive offer file.
  case couponposoffer
}

extension GS1Check {
  /// True if the data of a component, whose characters and length are right, passes.
  func passes(_ data: Bytes) -> Bool {
    switch self {
    case .csum: CheckDigit.isValid(data)
    case .csumalpha: CheckDigit.hasValidPair(data)
    case .gcppos1: data.count >= 4 && data.prefix(4).isDigits
    case .gcppos2: data.count >= 5 && data.dropFirst().prefix(4).isDigits
    case .yymmd0: GS1Date.date(data, year: 2000)?.isPlausible(mayLackDay: true) ?? false
    case .yymmdd: GS1Date.date(data, year: 2000)?.isPlausible(mayLackDay: false) ?? false
    case .yyyymmdd: CalendarDate(yearFirst: data) != nil
    case .hhmi: data.count == 4 && ClockTime(digits: data) != nil
    case .hh: (data.wholeNumber ?? 24) < 24
    case .mi, .ss: (data.wholeNumber ?? 60) < 60
    case .iso3166: CodeLists.countryNumbers.contains(data.string)
    case .iso3166999: data.string == "999" || CodeLists.countryNumbers.contains(data.string)
    case .iso3166alpha2: CodeLists.countryLetters.contains(data.string)
    case .iso4217: CodeLists.currencyNumbers.contains(data.string)
    case .iso5218: ["0", "1", "2", "9"].contains(data.string)
    case .pcenc: Self.isPercentEncoding(data)
    case .yesno: data.string == "0" || data.string == "1"
    case .zero: data.allSatisfy { $0 == UInt8(ascii: "0") }
    case .nonzero: data.contains { $0 != UInt8(ascii: "0") }
    case .nozeroprefix: data.first != UInt8(ascii: "0")
    case .hasnondigit: !data.isDigits
    case .hyphen: data.allSatisfy { $0 == UInt8(ascii: "-") }
    case .winding: ["0", "1", "9"].contains(data.string)
    case .pieceoftotal:
      Self.isPiece(data.prefix(data.count / 2), of: data.dropFirst(data.count / 2))
    case .posinseqslash: Self.isPosition(data)
    case .importeridx:
      data.count == 1 && data.allSatisfy { $0.isDigit || $0.isLetter || $0 == 0x2D || $0 == 0x5F }
    case .packagetype: CodeLists.packageTypes.contains(data.string)
    case .mediatype: (1...10).contains(data.wholeNumber ?? 0) || (data.wholeNumber ?? 0) >= 80
    case .latitude: (data.wholeNumber ?? .max) <= 1_800_000_000
    case .longitude: (data.wholeNumber ?? .max) <= 3_600_000_000
    case .iban: Self.isAccount(data)
    case .couponcode: CouponSyntax.isCoupon(data)
    case .couponposoffer: CouponSyntax.isOffer(data)
    }
  }

  private static func isPercentEncoding(_ data: Bytes) -> Bool {
    data.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst()
      .allSatisfy {
        $0.count >= 2 && $0.prefix(2).allSatisfy { $0.hexValue != nil }
      }
  }

  private static func isPiece(_ piece: Bytes, of total: Bytes) -> Bool {
    guard let piece = piece.wholeNumber, let total = total.wholeNumber else { return false }
    return piece > 0 && piece <= total
  }

  private static func isPosition(_ data: Bytes) -> Bool {
    let (position, end) = data.cut(at: UInt8(ascii: "/"))
    guard let end, position.first != UInt8(ascii: "0"), end.first != UInt8(ascii: "0") else {
      return false
    }
    return isPiece(position, of: end)
  }

  /// True for the check digits of ISO 13616 behind a country code; 11 to 34 characters.
  private static func isAccount(_ data: Bytes) -> Bool {
    guard (11...34).contains(data.count),
      CodeLists.countryLetters.contains(data.prefix(2).string)
    else { return false }
    var remainder = 0
    for byte in data.dropFirst(4) + data.prefix(4) {
      switch byte {
      case 0x30...0x39: remainder = (remainder * 10 + Int(byte) - 0x30) % 97
      case 0x41...0x5A: remainder = (remainder * 100 + Int(byte) - 0x37) % 97
      default: return false
      }
    }
    return remainder == 1
  }
}
