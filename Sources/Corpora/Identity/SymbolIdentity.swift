import Base
import DecoderKit
import Symbols

/// The texts of symbols in hashes, version 1.
///
/// Results that are stored and published are found by hashes of these texts. Each is therefore written out
/// here and follows no other name: a renamed case, or a better word in a report, changes none of them.
extension SymbolOptions {
  /// The symbol that the options ask for; different options have different texts.
  var identityText: String {
    switch self {
    case .qrCode(let version, let level, let mask, let mode):
      text(
        "version \(version)", "ecc \(level.identityText)", mask.map { "mask \($0)" },
        mode.identityText)
    case .gs1QRCode(let version, let level, let mask):
      text("version \(version)", "ecc \(level.identityText)", mask.map { "mask \($0)" })
    case .microQRCode(let version, let level, let mask):
      text(
        "version M\(version)", level.map { "ecc \($0.identityText)" }, mask.map { "mask \($0)" })
    case .rMQRCode(let size, let level):
      text("R\(size.rows)x\(size.columns)", "ecc \(level.identityText)")
    case .dataMatrix(let size), .gs1DataMatrix(let size): text("\(size.rows)x\(size.columns)")
    case .aztec(let size): text("\(size.isCompact ? "compact" : "full")-\(size.layers)")
    case .pdf417(let columns, let rows, let level, let rowHeight):
      text(
        "columns \(columns)", rows.map { "rows \($0)" }, "ecc \(level)", "row height \(rowHeight)")
    case .microPDF417(let columns, let rowHeight), .codablockF(let columns, let rowHeight):
      text("columns \(columns)", "row height \(rowHeight)")
    case .maxiCode(let mode): text(mode.identityText)
    case .dataBarStacked(let isOmnidirectional): text(isOmnidirectional ? "omnidirectional" : nil)
    case .dataBarExpandedStacked(let columns), .dotCode(let columns): text("columns \(columns)")
    case .aztecRune, .postal: text()
    case .code16K(let rowHeight): text("row height \(rowHeight)")
    case .linear(let kind, let height): text(kind.identityText, height.map { "height \($0)" })
    }
  }

  private func text(_ parts: String?...) -> String {
    let words = parts.compactMap(\.self).joined(separator: ", ")
    return words.isEmpty ? symbology.identityText : "\(symbology.identityText) \(words)"
  }
}

extension QRErrorCorrection {
  fileprivate var identityText: String {
    switch self {
    case .low: "L"
    case .medium: "M"
    case .quartile: "Q"
    case .high: "H"
    }
  }
}

extension QRMode {
  fileprivate var identityText: String? {
    switch self {
    case .automatic: nil
    case .kanji: "mode kanji"
    }
  }
}

extension MaxiCodeMode {
  fileprivate var identityText: String {
    switch self {
    case .standard: "mode 4"
    case .fullCorrection: "mode 5"
    case .carrier(let postcode, let country, let service):
      "mode \(postcode.utf8.count == 9 ? 2 : 3), postcode \(postcode), country \(country), "
        + "service \(service)"
    }
  }
}

extension LinearKind {
  fileprivate var identityText: String? {
    switch self {
    case .code39(let isFullASCII, let hasCheckCharacter):
      isFullASCII ? "full ASCII" : hasCheckCharacter ? "check mod-43" : nil
    case .codabar(let hasCheckCharacter): hasCheckCharacter ? "check mod-16" : nil
    case .itf(let hasCheckDigit): hasCheckDigit ? "check mod-10" : nil
    case .itf14(.box): "bearers box"
    case .itf14(.bars): "bearers bars"
    case .itf14(.none): "bearers none"
    case .ean13(let addOn), .upcA(let addOn), .upcE(let addOn):
      addOn.map { $0 == .two ? "add-on 2" : "add-on 5" }
    case .code128, .gs1_128, .code93, .ean8, .dataBar, .dataBarLimited, .dataBarExpanded, .telepen,
      .code11, .msi, .plessey, .pharmacode, .matrix2of5, .industrial2of5, .iata2of5,
      .dataLogic2of5:
      nil
    }
  }
}

extension PayloadGenerator {
  /// All that determines the payloads; different generators have different texts.
  var identityText: String {
    switch source {
    case .drawn(let kind, let lengths):
      "\(kind.rawValue) \(lengths.identityText) for PayloadCarrier(symbology: "
        + "\(carrier.symbology.identityText), addOnDigits: \(carrier.addOnDigits))"
    case .literals(let literals):
      "literals " + literals.map { Hexadecimal.text($0) }.joined(separator: " ")
    }
  }
}

extension PayloadLengths {
  fileprivate var identityText: String {
    let lengths = all
    if lengths.count == 1 { return shortest == 1 ? "1 byte" : "\(shortest) bytes" }
    guard case .list = self else { return "\(shortest)–\(longest) bytes" }
    // The first two of many lengths stand for all, which they do where all are equally far apart.
    if lengths.count > 6, isEvenlySpaced(lengths) {
      return "\(lengths[0]), \(lengths[1]) … \(longest) bytes"
    }
    return lengths.dropLast().map(String.init).joined(separator: ", ") + " or \(longest) bytes"
  }

  private func isEvenlySpaced(_ lengths: [Int]) -> Bool {
    zip(lengths, lengths.dropFirst()).allSatisfy { $1 - $0 == lengths[1] - lengths[0] }
  }
}

extension Symbology {
  fileprivate var identityText: String {
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

extension ExpectedSymbol.Certainty {
  /// The certainty of a photo's truth.
  var identityText: String {
    switch self {
    case .drawn: "drawn"
    case .writtenBytes: "writtenBytes"
    case .writtenText: "writtenText"
    }
  }
}
