import CZint
import DecoderKit

/// A kind of postal code: bars of two or four heights.
public enum PostalKind: String, CaseIterable, Hashable, Sendable {
  /// POSTNET of the United States Postal Service.
  case postnet
  /// PLANET of the United States Postal Service.
  case planet
  /// Royal Mail's 4-state customer code.
  case royalMail = "royal-mail"
  /// The Klant index of the Dutch mail: Royal Mail's characters without start, stop and check.
  case kix
  /// The Intelligent Mail barcode of the United States Postal Service.
  case uspsIntelligentMail = "usps-intelligent-mail"
  /// Japan Post's customer code.
  case japanPost = "japan-post"
  /// Australia Post's customer code.
  case australiaPost = "australia-post"

  /// The symbology of the symbol.
  public var symbology: Symbology {
    switch self {
    case .postnet: .postnet
    case .planet: .planet
    case .royalMail: .royalMail
    case .kix: .kix
    case .uspsIntelligentMail: .uspsIntelligentMail
    case .japanPost: .japanPost
    case .australiaPost: .australiaPost
    }
  }

  /// The kind of a symbology; `nil` for others.
  public init?(_ symbology: Symbology) {
    guard let kind = PostalKind.allCases.first(where: { $0.symbology == symbology }) else {
      return nil
    }
    self = kind
  }

  var zintNumber: Int32 {
    switch self {
    case .postnet: BARCODE_POSTNET
    case .planet: BARCODE_PLANET
    case .royalMail: BARCODE_RM4SCC
    case .kix: BARCODE_KIX
    case .uspsIntelligentMail: BARCODE_USPS_IMAIL
    case .japanPost: BARCODE_JAPANPOST
    case .australiaPost: BARCODE_AUSPOST
    }
  }

  /// The numbers of characters that data has.
  private var lengths: Set<Int> {
    switch self {
    case .postnet: [5, 9, 11]
    case .planet: [11, 13]
    case .royalMail: Set(1...50)
    case .kix: Set(1...18)
    case .uspsIntelligentMail: [20, 25, 29, 31]
    case .japanPost: Set(7...20)
    case .australiaPost: [8]
    }
  }

  /// The rule for data, for messages.
  var rule: String {
    let counts = lengths.sorted().map(String.init)
    let range = lengths.count > 4 ? "\(counts[0]) to \(counts[counts.count - 1])" : nil
    return (range ?? counts.joined(separator: ", "))
      + (takesLetters ? " digits and capitals" : " digits")
      + (self == .uspsIntelligentMail ? ", the second of them 0 to 4" : "")
      + (self == .japanPost ? ", seven digits first" : "")
  }

  private var takesLetters: Bool { [.royalMail, .kix, .japanPost].contains(self) }

  /// True if data can be encoded without being changed.
  func takes(_ payload: [UInt8]) -> Bool {
    guard lengths.contains(payload.count) else { return false }
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    switch self {
    case .royalMail, .kix: return payload.allSatisfy { $0.isDigit || capitals.contains($0) }
    case .japanPost:
      return payload.prefix(7).allSatisfy(\.isDigit)
        && payload.allSatisfy { $0.isDigit || capitals.contains($0) }
    case .uspsIntelligentMail:
      return payload.allSatisfy(\.isDigit) && payload[1] <= UInt8(ascii: "4")
    case .postnet, .planet, .australiaPost: return payload.allSatisfy(\.isDigit)
    }
  }
}
