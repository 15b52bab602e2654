import CZXing
import DecoderKit

extension ZXingAdapter {
  /// ZXing-C++ with its formats, options and profiles; the plugin's README explains each.
  public static let identity = DecoderIdentity(
    name: "zxing",
    summary: "ZXing-C++: linear and matrix codes in one library (Apache-2.0).",
    library: "ZXing-C++",
    version: String(cString: czxing_version()),
    symbologies: Set(formats.keys).union([.dataBarStacked, .dataBarExpandedStacked]),
    options: [
      .flag("try-harder", default: true, "Look at every row and use the slower detectors."),
      .flag("try-rotate", default: true, "Look for linear codes turned by 90 degrees too.").with(
        purpose: .turned),
      .flag(
        "try-downscale", default: true, "Look again in copies that are scaled down."),
      .integer(
        "downscale-threshold", default: 500, in: 1...65535,
        "Scale down while the shorter side is longer than this many pixels."
      ).with(worthTrying: [1000]),
      .integer(
        "downscale-factor", default: 3, in: 2...4, "How many times smaller each copy is."),
      .choice(
        "binarizer", default: "local-average", of: binarizers,
        "How grey becomes black and white."),
      .integer(
        "min-lines", default: 2, in: 1...255,
        "Rows that must agree before a linear code is believed."
      ).with(worthTrying: [1, 3]),
      .integer(
        "max-symbols", default: 255, in: 1...255,
        "Stop after this many symbols; a caller's maximum count replaces it."
      ).with(purpose: .symbolCount, worthTrying: [1]),
      .flag(
        "try-code39-extended", default: false,
        "Read Code 39 as Full ASCII where its text allows that."
      ).with(purpose: .output),
      .flag(
        "validate-code39-check", default: false,
        "Take only Code 39 symbols whose last character is a right check character."
      ).with(purpose: .checkDigit),
      .flag(
        "validate-itf-check", default: false,
        "Take only ITF symbols whose last digit is a right check digit."
      ).with(purpose: .checkDigit),
      .flag(
        "codabar-start-stop", default: false, "Keep Codabar's start and stop characters."
      ).with(purpose: .output),
      .choice(
        "ean-add-on", default: "ignore", of: eanAddOns,
        "What to do with the 2 or 5 digits beside an EAN or UPC symbol."
      ).with(purpose: .addOns),
    ],
    profiles: [
      DecoderProfile(
        name: "default", summary: "The library's own hints, unchanged.", settings: [:]),
      DecoderProfile(
        name: "tuned",
        summary: "One symbol an image: avoids most assertions that end the process, and is faster.",
        settings: ["max-symbols": "1"]),
    ],
    platforms: ["Linux", "macOS", "Windows", "Android", "WebAssembly"])

  /// The binarizers, in the order of the library's `Binarizer`.
  static let binarizers = ["local-average", "global-histogram", "fixed-threshold", "bool-cast"]

  /// The treatments of EAN add-ons, in the order of the library's `EanAddOnSymbol`.
  static let eanAddOns = ["ignore", "read", "require"]

  /// Symbology → the library's bit for it. GS1 forms and ITF-14 are read through their carriers.
  static let formats: [Symbology: UInt32] = [
    .aztec: bit(CZXingAztec),
    .codabar: bit(CZXingCodabar),
    .code39: bit(CZXingCode39),
    .code93: bit(CZXingCode93),
    .code128: bit(CZXingCode128),
    .dataBar: bit(CZXingDataBar),
    .dataBarExpanded: bit(CZXingDataBarExpanded),
    .dataMatrix: bit(CZXingDataMatrix),
    .ean8: bit(CZXingEAN8),
    .ean13: bit(CZXingEAN13),
    .itf: bit(CZXingITF),
    .maxiCode: bit(CZXingMaxiCode),
    .pdf417: bit(CZXingPDF417),
    .qrCode: bit(CZXingQRCode),
    .upcA: bit(CZXingUPCA),
    .upcE: bit(CZXingUPCE),
    .microQRCode: bit(CZXingMicroQRCode),
  ]

  /// The bits of the formats that are read row by row.
  static let linearFormats: UInt32 = [
    .codabar, .code39, .code93, .code128, .dataBar, .dataBarExpanded, .ean8, .ean13, .itf, .upcA,
    .upcE,
  ].reduce(0) { (bits, symbology: Symbology) in bits | (formats[symbology] ?? 0) }

  private static func bit(_ constant: some BinaryInteger) -> UInt32 { UInt32(constant) }
}

extension CZXingSettings {
  init(_ options: DecoderOptions) {
    self.init()
    func flag(_ name: String) -> Int32 { options.flag(name) ? 1 : 0 }
    func number(_ name: String) -> Int32 { Int32(options.integer(name)) }
    func place(_ name: String, among words: [String]) -> Int32 {
      Int32(words.firstIndex(of: options.choice(name)) ?? 0)
    }
    tryHarder = flag("try-harder")
    tryRotate = flag("try-rotate")
    tryDownscale = flag("try-downscale")
    downscaleThreshold = number("downscale-threshold")
    downscaleFactor = number("downscale-factor")
    binarizer = place("binarizer", among: ZXingAdapter.binarizers)
    minimumLineCount = number("min-lines")
    maximumSymbolCount = number("max-symbols")
    tryCode39Extended = flag("try-code39-extended")
    validateCode39CheckSum = flag("validate-code39-check")
    validateITFCheckSum = flag("validate-itf-check")
    returnCodabarStartEnd = flag("codabar-start-stop")
    eanAddOn = place("ean-add-on", among: ZXingAdapter.eanAddOns)
  }

  /// These settings with the caller's hints; `nil` when nothing that is wanted can be read.
  func narrowed(by hints: DecodeHints) -> CZXingSettings? {
    var narrowed = self
    if let wanted = hints.symbologies {
      narrowed.formats = wanted.reduce(0) { $0 | (ZXingAdapter.formats[$1.zxingCarrier] ?? 0) }
      guard narrowed.formats != 0 else { return nil }
    }
    if let count = hints.maximumCount {
      guard count > 0 else { return nil }
      narrowed.maximumSymbolCount = Int32(min(count, 255))
    }
    return narrowed
  }
}

extension Symbology {
  /// The symbology whose bit has to be set to read this one.
  fileprivate var zxingCarrier: Symbology {
    switch self {
    case .dataBarStacked: .dataBar
    case .dataBarExpandedStacked: .dataBarExpanded
    default: carrier
    }
  }

  /// The symbology of a format of the library, made exact by an identifier such as "]C1".
  init?(zxingFormat format: UInt32, identifier: String) {
    switch identifier {
    case "]C1": self = .gs1_128
    case "]d2": self = .gs1DataMatrix
    case "]Q3": self = .gs1QRCode
    default:
      guard let found = ZXingAdapter.formats.first(where: { $0.value == format }) else {
        return nil
      }
      self = found.key
    }
  }
}

extension Corners {
  /// The library's whole-pixel corners; `nil` where it knows none (MaxiCode: four zeros).
  ///
  /// Of matrix codes it gives the corners themselves. Of linear codes it gives the first and the
  /// last pixel of the first and the last row that read the symbol: pixels, hence their centres.
  init?(zxing corners: (CZXingPoint, CZXingPoint, CZXingPoint, CZXingPoint), isLinear: Bool) {
    let shift = isLinear ? 0.5 : 0
    func point(_ corner: CZXingPoint) -> Point {
      Point(x: Double(corner.x) + shift, y: Double(corner.y) + shift)
    }
    let known = [corners.0, corners.1, corners.2, corners.3].contains { $0.x != 0 || $0.y != 0 }
    guard known else { return nil }
    self.init(
      topLeft: point(corners.0), topRight: point(corners.1),
      bottomRight: point(corners.2), bottomLeft: point(corners.3))
  }
}
