import DecoderKit
import Foundation
import Symbols

/// The kind of contents: symbologies of one kind have their data printed in the same ways.
enum Contents: Hashable {
  /// A GTIN, with or without an add-on.
  case retailNumber
  case code39
  case codabar
  case itf
  /// The GTIN of a DataBar symbol that holds nothing else.
  case dataBarNumber
  /// GS1 application identifiers with their values.
  case elementString
  /// Plain bytes without further rules.
  case plain

  init(of symbology: Symbology) {
    switch symbology {
    case .ean13, .ean8, .upcA, .upcE: self = .retailNumber
    case .code39: self = .code39
    case .codabar: self = .codabar
    case .itf, .itf14: self = .itf
    case .dataBar, .dataBarStacked, .dataBarLimited: self = .dataBarNumber
    case .gs1_128, .gs1DataMatrix, .gs1QRCode, .dataBarExpanded, .dataBarExpandedStacked:
      self = .elementString
    case .qrCode, .microQRCode, .rMQRCode, .dataMatrix, .aztec, .aztecRune, .pdf417,
      .microPDF417, .maxiCode, .code128, .code93, .dotCode, .telepen, .code11, .msi, .plessey,
      .pharmacode, .matrix2of5, .industrial2of5, .iata2of5, .dataLogic2of5, .postnet, .planet,
      .royalMail, .kix, .uspsIntelligentMail, .japanPost, .australiaPost, .codablockF,
      .code16K:
      self = .plain
    }
  }
}

/// One way to print a symbol's data, with the rules that lead to it.
///
/// A reading is right when one of its forms has the same bytes as one of the truth's forms.
struct Form: Hashable {
  var bytes: [UInt8]
  var rules: Set<TruthRule> = []

  /// Returns a form with bytes simplified by a rule; the rule is added to those used so far.
  func simplified(to bytes: [UInt8], by rule: TruthRule) -> Form {
    Form(bytes: bytes, rules: rules.union([rule]))
  }
}

extension Form {
  /// Returns all forms of data in a symbol of that symbology; the first is the data as it is.
  static func forms(of bytes: [UInt8], as symbology: Symbology) -> [Form] {
    let given = Form(bytes: bytes)
    return switch Contents(of: symbology) {
    case .retailNumber: [given] + RetailNumber.forms(of: given, as: symbology)
    case .code39: Code39Data.forms(of: given)
    case .codabar: CodabarData.forms(of: given)
    case .itf: ITFData.forms(of: given)
    case .dataBarNumber: [given] + DataBarNumber.forms(of: given)
    case .elementString: ElementString.forms(of: given)
    case .plain: [given]
    }
  }

  /// Returns the truth as it is and, of a text that a person wrote down, without the one line break
  /// that an editor puts at the end of a file.
  static func forms(ofTruth expected: ExpectedSymbol) -> [Form] {
    let given = Form(bytes: expected.bytes)
    guard expected.certainty == .writtenText, expected.bytes.last == 0x0a else { return [given] }
    let text = expected.bytes.dropLast()
    return [
      given,
      given.simplified(to: Array(text.last == 0x0d ? text.dropLast() : text), by: .finalLineBreak),
    ]
  }

  /// Returns all forms of a reader's data: those above, and those without what readers add around
  /// data.
  static func forms(ofReading bytes: [UInt8], as symbology: Symbology) -> [Form] {
    var all = forms(of: bytes, as: symbology)
    if let data = SymbologyIdentifier.dataAfterIdentifier(in: bytes, of: symbology) {
      all += forms(of: data, as: symbology).map {
        $0.simplified(to: $0.bytes, by: .symbologyIdentifier)
      }
    }
    if symbology.carriesECI {
      all += all.compactMap { form in
        ECIEscapes.removed(from: form.bytes).map { form.simplified(to: $0, by: .eciEscape) }
      }
    }
    return all
  }
}

/// The charsets that symbols use and that decoders guess.
enum Charset: CaseIterable {
  case utf8
  case latin1
  case windows1252
  case shiftJIS
  case gb18030
  case codePage437
  case windows1251
  case latinCyrillic

  /// The Foundation encoding; raw values are Core Foundation's (`CFStringEncodingExt.h`), for
  /// encodings without a Foundation name.
  private var encoding: String.Encoding {
    switch self {
    case .utf8: .utf8
    case .latin1: .isoLatin1
    case .windows1252: .windowsCP1252
    case .shiftJIS: String.Encoding(rawValue: 0x8000_0420)
    case .gb18030: String.Encoding(rawValue: 0x8000_0632)
    case .codePage437: String.Encoding(rawValue: 0x8000_0400)
    case .windows1251: .windowsCP1251
    case .latinCyrillic: String.Encoding(rawValue: 0x8000_0205)
    }
  }

  /// Decodes the bytes in this charset into code points; `nil` if they are not valid in it.
  func text(_ bytes: [UInt8]) -> [Unicode.Scalar]? {
    String(bytes: bytes, encoding: encoding).map { Array($0.unicodeScalars) }
  }

  /// True if two different byte strings are the same text, each in some charset.
  ///
  /// This covers a text that was converted, and one that was converted from the wrong charset
  /// ("mojibake"). Replacement characters inserted by the conversion are allowed.
  static func isSameText(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    // All these charsets share ASCII: without other bytes there is nothing to guess.
    guard one.contains(where: { $0 >= 0x80 }) || other.contains(where: { $0 >= 0x80 }) else {
      return false
    }
    let texts = Set(allCases.compactMap { $0.text(one) })
    if allCases.contains(where: { $0.text(other).map(texts.contains) ?? false }) { return true }
    let (repairedOne, repairedOther) =
      (String(decoding: one, as: UTF8.self), String(decoding: other, as: UTF8.self))
    return repairedOne.utf8.elementsEqual(repairedOther.utf8)
  }
}
