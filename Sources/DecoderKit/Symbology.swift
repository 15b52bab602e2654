/// A kind of barcode.
///
/// The raw value is the name used on the wire, in corpora and in reports.
public enum Symbology: String, CaseIterable, Hashable, Sendable, Codable {
  case qrCode = "qr-code"
  case microQRCode = "micro-qr-code"
  case rMQRCode = "rmqr-code"
  case gs1QRCode = "gs1-qr-code"
  case dataMatrix = "data-matrix"
  case gs1DataMatrix = "gs1-data-matrix"
  case aztec = "aztec"
  case aztecRune = "aztec-rune"
  case pdf417 = "pdf417"
  case microPDF417 = "micro-pdf417"
  case maxiCode = "maxicode"
  case code128 = "code-128"
  case gs1_128 = "gs1-128"
  case code39 = "code-39"
  case code93 = "code-93"
  case codabar = "codabar"
  case itf = "itf"
  case itf14 = "itf-14"
  case ean13 = "ean-13"
  case ean8 = "ean-8"
  case upcA = "upc-a"
  case upcE = "upc-e"
  case dataBar = "databar"
  case dataBarStacked = "databar-stacked"
  case dataBarLimited = "databar-limited"
  case dataBarExpanded = "databar-expanded"
  case dataBarExpandedStacked = "databar-expanded-stacked"
  case dotCode = "dotcode"
  case telepen = "telepen"
  case code11 = "code-11"
  case msi = "msi"
  case plessey = "plessey"
  case pharmacode = "pharmacode"
  case matrix2of5 = "matrix-2-of-5"
  case industrial2of5 = "industrial-2-of-5"
  case iata2of5 = "iata-2-of-5"
  case dataLogic2of5 = "data-logic-2-of-5"
  case postnet = "postnet"
  case planet = "planet"
  case royalMail = "royal-mail"
  case kix = "kix"
  case uspsIntelligentMail = "usps-intelligent-mail"
  case japanPost = "japan-post"
  case australiaPost = "australia-post"
  case codablockF = "codablock-f"
  case code16K = "code-16k"

  /// The plain symbology of the same symbol, without the rules for its contents.
  ///
  /// A GS1-128 symbol is a Code 128 symbol; few decoders tell the two apart.
  public var carrier: Symbology {
    switch self {
    case .gs1QRCode: .qrCode
    case .gs1DataMatrix: .dataMatrix
    case .gs1_128: .code128
    case .itf14: .itf
    default: self
    }
  }
}

extension Symbology: CustomStringConvertible {
  /// The name as people write it: "QR Code", "EAN-13".
  public var description: String {
    switch self {
    case .qrCode: "QR Code"
    case .microQRCode: "Micro QR Code"
    case .rMQRCode: "rMQR Code"
    case .gs1QRCode: "GS1 QR Code"
    case .dataMatrix: "Data Matrix"
    case .gs1DataMatrix: "GS1 DataMatrix"
    case .aztec: "Aztec"
    case .aztecRune: "Aztec Rune"
    case .pdf417: "PDF417"
    case .microPDF417: "MicroPDF417"
    case .maxiCode: "MaxiCode"
    case .code128: "Code 128"
    case .gs1_128: "GS1-128"
    case .code39: "Code 39"
    case .code93: "Code 93"
    case .codabar: "Codabar"
    case .itf: "ITF"
    case .itf14: "ITF-14"
    case .ean13: "EAN-13"
    case .ean8: "EAN-8"
    case .upcA: "UPC-A"
    case .upcE: "UPC-E"
    case .dataBar: "DataBar"
    case .dataBarStacked: "DataBar Stacked"
    case .dataBarLimited: "DataBar Limited"
    case .dataBarExpanded: "DataBar Expanded"
    case .dataBarExpandedStacked: "DataBar Expanded Stacked"
    case .dotCode: "DotCode"
    case .telepen: "Telepen"
    case .code11: "Code 11"
    case .msi: "MSI"
    case .plessey: "Plessey"
    case .pharmacode: "Pharmacode"
    case .matrix2of5: "Matrix 2 of 5"
    case .industrial2of5: "Industrial 2 of 5"
    case .iata2of5: "IATA 2 of 5"
    case .dataLogic2of5: "Data Logic 2 of 5"
    case .postnet: "POSTNET"
    case .planet: "PLANET"
    case .royalMail: "Royal Mail 4-State"
    case .kix: "KIX"
    case .uspsIntelligentMail: "USPS Intelligent Mail"
    case .japanPost: "Japan Post"
    case .australiaPost: "Australia Post"
    case .codablockF: "Codablock F"
    case .code16K: "Code 16K"
    }
  }
}

extension Symbology {
  /// Reads a name in any of the field's usual spellings: `qr-code`, `QR_CODE`, `QRCode`, `qr`.
  ///
  /// Case, spaces, hyphens, underscores and dots do not count.
  ///
  /// - Returns: `nil` when no symbology has that name.
  public init?(parsing name: String) {
    // The wire's own spelling, which every message uses, needs no folding.
    if let exact = Symbology(rawValue: name) {
      self = exact
      return
    }
    guard let found = Self.foldedSpellings[Self.folded(name)] else { return nil }
    self = found
  }

  private static func folded(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// The spellings that ``init(parsing:)`` takes, folded (lower case, letters and digits alone): wire names,
  /// printed names, and what the field also calls them.
  package static let foldedSpellings: [String: Symbology] = {
    var table: [String: Symbology] = [:]
    for symbology in allCases {
      table[folded(symbology.rawValue)] = symbology
      table[folded(symbology.description)] = symbology
    }
    let alsoCalled: [(Symbology, [String])] = [
      (.qrCode, ["qr", "qr model 1", "qr model 2", "qr code model 1", "qr code model 2"]),
      (.microQRCode, ["micro qr"]), (.gs1QRCode, ["gs1 qr"]),
      (.rMQRCode, ["rmqr", "rectangular micro qr", "rectangular micro qr code"]),
      (.dataMatrix, ["dm", "dmre", "ecc 200", "data matrix ecc 200", "data matrix rectangular"]),
      (.gs1DataMatrix, ["gs1 data matrix", "gs1 dm"]), (.aztec, ["aztec code"]),
      (.pdf417, ["compact pdf417", "truncated pdf417"]),
      (.code128, ["isbt 128"]),
      (.gs1_128, ["ean 128", "ucc 128", "ucc/ean-128", "ean/ucc-128", "gs1 code 128"]),
      (
        .code39,
        [
          "code 3 of 9", "3 of 9", "usd-3", "code 39 standard", "code 39 std", "code 39 extended",
          "code 39 ext", "extended code 39", "code 39 full ascii",
        ]
      ), (.codabar, ["nw-7", "usd-4", "code 2 of 7"]),
      (.itf, ["i25", "i2/5", "2/5 interleaved", "interleaved 2 of 5", "2 of 5 interleaved"]),
      (.ean13, ["jan-13", "gtin-13", "isbn", "issn", "ismn", "bookland"]),
      (.ean8, ["jan-8", "gtin-8"]), (.upcA, ["gtin-12"]),
      (
        .dataBar,
        [
          "rss", "rss-14", "databar 14", "databar omni", "databar omnidirectional", "gs1 databar",
          "gs1 databar omnidirectional", "rss-14 truncated", "databar truncated",
        ]
      ),
      (
        .dataBarStacked,
        [
          "rss stacked", "rss-14 stacked", "rss-14 stacked omnidirectional", "gs1 databar stacked",
          "databar stk", "databar stk omni", "databar stacked omni", "databar omni stacked",
          "databar stacked omnidirectional",
        ]
      ),
      (.dataBarLimited, ["rss limited", "rss-14 limited", "databar ltd", "gs1 databar limited"]),
      (
        .dataBarExpanded,
        ["rss expanded", "rss-14 expanded", "databar exp", "gs1 databar expanded"]
      ),
      (
        .dataBarExpandedStacked,
        [
          "rss expanded stacked", "rss-14 expanded stacked", "databar exp stk",
          "databar expanded stk", "gs1 databar expanded stacked",
        ]
      ), (.telepen, ["telepen alpha"]), (.code11, ["usd-8"]), (.msi, ["msi plessey"]),
      (.plessey, ["uk plessey"]), (.pharmacode, ["laetus"]),
      (.industrial2of5, ["standard 2 of 5"]), (.royalMail, ["rm4scc"]), (.kix, ["klant index"]),
      (.uspsIntelligentMail, ["imb", "onecode"]), (.japanPost, ["kasva"]),
      (.australiaPost, ["auspost"]), (.codablockF, ["codablock"]),
    ]
    for (symbology, names) in alsoCalled {
      for name in names { table[folded(name)] = symbology }
    }
    return table
  }()
}
