import Base
import DecoderKit
import Symbols

/// The bars that a linear symbol with given data may have.
enum LinearPatterns {
  /// Returns the modules of each candidate, from left to right; 1 is dark.
  ///
  /// More than one is returned where a reading leaves something open: code sets, start and stop
  /// characters that are not transmitted, a number that was expanded.
  static func candidates(_ symbology: Symbology, _ bytes: [UInt8]) -> [[UInt8]] {
    switch symbology {
    case .code128, .gs1_128: code128(symbology, bytes)
    case .code39:
      encoded([
        (bytes, .code39(isFullASCII: false, hasCheckCharacter: false)),
        (bytes, .code39(isFullASCII: true, hasCheckCharacter: false)),
        (bytes, .code39(isFullASCII: false, hasCheckCharacter: true)),
      ])
    case .code93: encoded([(bytes, .code93)])
    case .codabar: codabar(bytes)
    case .itf, .itf14: encoded([(bytes, .itf(hasCheckDigit: false))])
    case .ean13, .upcA, .upcE, .ean8: retail(symbology, bytes)
    case .dataBar, .dataBarLimited:
      dataBar(symbology == .dataBar ? .dataBar : .dataBarLimited, bytes)
    case .telepen: encoded([(bytes, .telepen)])
    case .code11: encoded([(bytes, .code11)])
    case .msi: encoded([(bytes, .msi)])
    case .plessey: encoded([(bytes, .plessey)])
    case .matrix2of5: encoded([(bytes, .matrix2of5)])
    case .industrial2of5: encoded([(bytes, .industrial2of5)])
    case .iata2of5: encoded([(bytes, .iata2of5)])
    case .dataLogic2of5: encoded([(bytes, .dataLogic2of5)])
    default: []
    }
  }

  /// The search for a symbol; `nil` if the symbology's bars are not known.
  static func wanted(_ reading: Reading) -> LinearGauge.Wanted? {
    guard let symbology = reading.symbology, knows(symbology) else { return nil }
    let patterns = candidates(symbology, reading.bytes)
    let ratios =
      [.code39, .codabar, .itf, .itf14].contains(symbology)
      ? TwoWidths.starts + TwoWidths.others : []
    guard let fewest = patterns.map({ fewestModules($0, ratios) }).min() else { return nil }
    return LinearGauge.Wanted(
      fewestModules: fewest,
      find: { ProfileMatch.best(patterns, ratios: ratios, in: $0) },
      findAtLast: findAtLast(symbology, reading.bytes, patterns, ratios),
      findBent: { BentMatch.best(bent(symbology, patterns, ratios), in: $0) },
      hint: reading.corners?.centre, corners: reading.corners,
      hasGuardBars: [.ean13, .ean8, .upcA, .upcE].contains(symbology))
  }

  /// The search at greater cost: of Code 128 for any spelling, of Codabar for other widths of characters,
  /// of DataBar for what a composite component makes of it.
  private static func findAtLast(
    _ symbology: Symbology, _ bytes: [UInt8], _ patterns: [[UInt8]], _ ratios: [Double]
  ) -> ((BarProfile) -> ProfileMatch?)? {
    switch symbology.carrier {
    case .code128:
      { Code128Sampling(profile: $0, bytes: bytes).best }
    case .codabar:
      { profile in
        [.even, .traditional].compactMap {
          ProfileMatch.best(patterns, ratios: ratios, spacing: $0, in: profile)
        }.max { $0.score < $1.score }
      }
    case .dataBar:
      { profile in ProfileMatch.best(linked(bytes), in: profile) }
    default: nil
    }
  }

  /// The patterns, with each ratio of widths that a symbology may have.
  private static func bent(
    _ symbology: Symbology, _ patterns: [[UInt8]], _ ratios: [Double]
  ) -> [ModulePattern] {
    guard !ratios.isEmpty else { return patterns.map { ModulePattern($0, nil) } }
    let spacings = symbology == .codabar ? TwoWidths.Spacing.allCases : [.asEncoded]
    return spacings.flatMap { spacing in
      ratios.flatMap { ratio in
        patterns.compactMap { bars in
          TwoWidths(bars, ratio: ratio, spacing: spacing).map { ModulePattern(bars, $0) }
        }
      }
    }
  }

  /// The symbology of the bars that fit, where it is another than the decoder names; `nil` elsewhere.
  ///
  /// Some decoders call UPC-E by the symbology of the number that it stands for.
  static func otherSymbology(_ named: Symbology?, fitted pattern: ModulePattern) -> Symbology? {
    let isShort = pattern.rows == 1 && pattern.columns == upcEModules
    return isShort && (named == .ean13 || named == .upcA) ? .upcE : nil
  }

  /// A UPC-E symbol's modules: those of EAN-13 and UPC-A are 95.
  private static let upcEModules = 51

  private static func fewestModules(_ pattern: [UInt8], _ ratios: [Double]) -> Int {
    ratios.min().flatMap { TwoWidths(pattern, ratio: $0) }.map { Int($0.width) } ?? pattern.count
  }

  private static func knows(_ symbology: Symbology) -> Bool {
    switch symbology {
    case .code128, .gs1_128, .code39, .code93, .codabar, .itf, .itf14, .ean13, .upcA, .upcE, .ean8,
      .dataBar, .dataBarLimited, .telepen, .code11, .msi, .plessey, .matrix2of5,
      .industrial2of5,
      .iata2of5, .dataLogic2of5:
      true
    default: false
    }
  }

  private static func encoded(_ wanted: [([UInt8], LinearKind)]) -> [[UInt8]] {
    var encoder = SymbolEncoder()
    return wanted.compactMap { payload, kind -> [UInt8]? in
      guard
        let symbol = try? encoder.encode(payload, options: .linear(kind, height: nil))
      else { return nil }
      // The first row has all bars of the main symbol. A gap behind the last character, as the encoder
      // writes it for Codabar, is no part of the symbol; DataBar's outer spaces are.
      var bars = Array(symbol.modules.prefix(symbol.columns))
      if kind != .dataBar, kind != .dataBarLimited {
        bars.removeLast(bars.count - 1 - (bars.lastIndex(of: 1) ?? bars.count - 1))
      }
      return bars
    }.uniqued()
  }

  private static func code128(_ symbology: Symbology, _ bytes: [UInt8]) -> [[UInt8]] {
    var data = bytes
    // Some decoders write element strings with parentheses, and some leave the symbol's kind open.
    if symbology == .gs1_128, data.first == UInt8(ascii: "(") {
      data = data.filter { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: ")") }
    }
    let plain = Code128Spelling(data, isGS1: false).patterns
    let gs1 = Code128Spelling(data, isGS1: true).patterns
    let known = symbology == .gs1_128 ? gs1 + plain : plain + gs1
    return known.isEmpty ? encoded([(data, .code128)]) : known
  }

  private static func codabar(_ bytes: [UInt8]) -> [[UInt8]] {
    let letters = Array("ABCD".utf8)
    if let first = bytes.first, letters.contains(first & 0xdf) {
      return encoded([
        (
          bytes.map { letters.contains($0 & 0xdf) ? $0 & 0xdf : $0 },
          .codabar(hasCheckCharacter: false)
        )
      ])
    }
    return encoded(
      letters.flatMap { start in
        letters.map { ([start] + bytes + [$0], .codabar(hasCheckCharacter: false)) }
      })
  }

  private static func retail(_ symbology: Symbology, _ bytes: [UInt8]) -> [[UInt8]] {
    switch bytes.count {
    case 8 where symbology == .upcE: return encoded([(bytes, .upcE(addOn: nil))])
    case 8: return encoded([(bytes, .ean8)])
    case 12: return encoded([(bytes, .upcA(addOn: nil))] + shortened(bytes))
    case 13...:
      // Digits of an add-on follow.
      let number = Array(bytes.prefix(13))
      let isUPC = number[0] == UInt8(ascii: "0")
      return encoded(
        [(number, .ean13(addOn: nil))] + (isUPC ? shortened(Array(number.dropFirst())) : []))
    default: return []
    }
  }

  /// The UPC-E symbols that stand for a UPC-A number, check digit included.
  private static func shortened(_ number: [UInt8]) -> [([UInt8], LinearKind)] {
    guard number.count == 12, number[0] <= UInt8(ascii: "1") else { return [] }
    let d = number
    let forms: [[UInt8]] = [
      [d[0], d[1], d[2], d[8], d[9], d[10], d[3]],
      [d[0], d[1], d[2], d[3], d[9], d[10], UInt8(ascii: "3")],
      [d[0], d[1], d[2], d[3], d[4], d[10], UInt8(ascii: "4")],
      [d[0], d[1], d[2], d[3], d[4], d[5], d[10]],
    ]
    return forms.filter { CheckDigits.upcA(expandingUPCE: $0) == Array(number.prefix(11)) }
      .map { ($0, .upcE(addOn: nil)) }
  }

  private static func dataBar(_ kind: LinearKind, _ bytes: [UInt8]) -> [[UInt8]] {
    encoded([(number(bytes), kind)])
  }

  /// The bars of a DataBar that belongs to a composite symbol: they say so, and are quite others.
  private static func linked(_ bytes: [UInt8]) -> [[UInt8]] {
    (try? SymbolEncoder.barsBelowComposite(number(bytes))).map { [$0] } ?? []
  }

  /// The two rows of bars of a stacked DataBar; none if the bytes are no GTIN.
  static func stackedDataBar(_ bytes: [UInt8]) -> [[UInt8]] {
    var encoder = SymbolEncoder()
    guard
      let symbol = try? encoder.encode(
        number(bytes), options: .dataBarStacked(isOmnidirectional: true))
    else { return [] }
    return [0, symbol.rows - 1].map { row in
      Array(symbol.modules[(row * symbol.columns)...].prefix(symbol.columns))
    }
  }

  /// A GTIN without the application identifier, and without parentheses.
  private static func number(_ bytes: [UInt8]) -> [UInt8] {
    let digits = bytes.filter { (48..<58).contains($0) }
    return digits.count == 16 ? Array(digits.dropFirst(2)) : digits
  }
}
