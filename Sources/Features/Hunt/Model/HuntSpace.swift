import Base
import DecoderKit
import Statistics
import Symbols

/// All perfect symbols that are drawn, and the chance of each.
///
/// Symbologies are equally likely, and so are, for each, its payload kinds, options, module sizes, turns and
/// offsets. Half of the payloads are short, at most 15 bytes above the shortest; the other half have any
/// length that fits. What the encoder refuses is drawn again.
struct HuntSpace: Sendable {
  /// The symbologies.
  let symbologies: [Symbology]
  /// The sides of modules, in pixels.
  let moduleSizes: [Int]
  /// The seed of all draws.
  let seed: UInt64

  /// The pixels of the wider margin.
  static let widerMargin = 16
  /// The tries after which there is nothing to draw.
  private static let mostTries = 50_000
  /// The longest payload where no table tells how much fits: of bars, and of other symbols.
  private static let longest = (bars: 20, others: 150)

  /// Draws the case with a number, whatever else was drawn before; `nil` if no such case was found.
  ///
  /// - Parameters:
  ///   - place: The symbology to draw; `nil` for any.
  ///   - pins: Levels that it must have.
  ///   - stream: 0 for unbiased draws; others are independent of them.
  func draw(
    _ number: Int, stream: Int = 0, of place: Int? = nil, with pins: [HuntLevel] = [],
    _ painter: inout HuntPainter
  ) -> (place: Int, drawn: HuntCase, image: HuntImage)? {
    var words = SplitMix64(
      state: seed &+ UInt64(number) &* 0xD134_2543_DE82_EF95 &+ UInt64(stream) << 40)
    // The first word of neighbouring states is not used.
    _ = words.next()
    var random = Xoshiro256(state: (words.next(), words.next(), words.next(), words.next() | 1))
    // Once, and not with each try: a symbology whose encoder refuses much is drawn as often as others.
    let place = place ?? random.below(symbologies.count)
    for _ in 0..<Self.mostTries {
      guard var drawn = candidate(of: symbologies[place], &random),
        Set(pins).isSubset(of: drawn.levels)
      else { continue }
      if let image = try? painter.draw(drawn) { return (place, drawn, image) }
      // A shorter payload may fit.
      let form = drawn.kind.form(for: PayloadCarrier(drawn.options))
      for _ in 0..<4 {
        let count = form.rule.shortest + (drawn.payload.count - form.rule.shortest) / 2
        guard count < drawn.payload.count, form.rule.allows(count) else { break }
        drawn.payload = form.draw(count: count, from: &random)
        if Set(pins).isSubset(of: drawn.levels), let image = try? painter.draw(drawn) {
          return (place, drawn, image)
        }
      }
    }
    return nil
  }

  /// Draws a case without encoding it; `nil` if no payload of its kind can fit.
  func candidate(of symbology: Symbology, _ random: inout Xoshiro256) -> HuntCase? {
    let kinds = PayloadKind.hunted(in: symbology)
    let kind = kinds[random.below(kinds.count)]
    let options = SymbolOptions(random: symbology, of: kind, &random)
    let form = kind.form(for: PayloadCarrier(options))
    let isOfBars = if case .linear = options { true } else { false }
    let (shortest, step) = (form.rule.shortest, form.rule.step)
    let room =
      SymbolCapacity(of: options).most(kind.characters)
      ?? shortest + (isOfBars ? Self.longest.bars : Self.longest.others)
    var longest = min(form.rule.longest, room)
    if random.below(2) == 0 { longest = min(longest, shortest + 15) }
    guard longest >= shortest else { return nil }
    let count = shortest + step * random.below((longest - shortest) / step + 1)
    return HuntCase(
      options: options, kind: kind, payload: form.draw(count: count, from: &random),
      modulePixels: moduleSizes[random.below(moduleSizes.count)], turns: random.below(4),
      offsetAcross: random.below(4), offsetDown: random.below(4),
      margin: random.below(2) * Self.widerMargin)
  }
}

extension PayloadKind {
  /// The kinds whose characters differ in the way symbols pack them; structured texts are made of those.
  private static let general: [PayloadKind] = [
    .digits, .alphanumeric, .printable, .ascii, .url, .latin1, .utf8, .bytes, .codabar, .rune, .gs1,
    .gtin,
  ]

  /// The kinds that symbols of a symbology are drawn with; at least one.
  static func hunted(in symbology: Symbology) -> [PayloadKind] {
    let own: [PayloadKind] =
      switch symbology {
      case .qrCode: [.qrAlphanumeric, .kanji]
      case .microQRCode, .rMQRCode: [.qrAlphanumeric]
      case .code39: [.code39]
      case .maxiCode: [.maxicode]
      default: []
      }
    return (general + own).filter { kind in
      let hasOwn: Set<PayloadKind> = [.codabar, .rune]
      guard !hasOwn.contains(kind) || symbology == .codabar || symbology == .aztecRune else {
        return false
      }
      return kind.objection(to: PayloadCarrier(symbology)) == nil
    }
  }
}

extension SymbolOptions {
  /// Draws the options of a symbology's symbols.
  fileprivate init(random symbology: Symbology, of kind: PayloadKind, _ random: inout Xoshiro256) {
    func any<Item>(_ items: [Item]) -> Item { items[random.below(items.count)] }
    let levels = QRErrorCorrection.allCases
    switch symbology {
    case .qrCode:
      self = .qrCode(
        version: any(Array(1...40)), errorCorrection: any(levels), mask: random.below(8),
        mode: kind == .kanji ? .kanji : .automatic)
    case .gs1QRCode:
      self = .gs1QRCode(
        version: any(Array(1...40)), errorCorrection: any(levels), mask: random.below(8))
    case .microQRCode:
      let version = any(Array(1...4))
      let allowed: [QRErrorCorrection?] =
        version == 1 ? [nil] : version == 4 ? [.low, .medium, .quartile] : [.low, .medium]
      self = .microQRCode(
        version: version, errorCorrection: any(allowed), mask: random.below(4))
    case .rMQRCode: self = .rMQRCode(any(RMQRSize.all), errorCorrection: any([.medium, .high]))
    case .dataMatrix: self = .dataMatrix(any(DataMatrixSize.all))
    case .gs1DataMatrix: self = .gs1DataMatrix(any(DataMatrixSize.all))
    case .aztec: self = .aztec(any(AztecSize.all))
    case .aztecRune: self = .aztecRune
    case .pdf417:
      self = .pdf417(
        columns: any(Array(1...30)), rows: nil, errorCorrection: any(Array(0...8)), rowHeight: 3)
    case .microPDF417: self = .microPDF417(columns: any(Array(1...4)), rowHeight: 2)
    case .maxiCode: self = .maxiCode(any([.standard, .fullCorrection]))
    case .dataBarStacked: self = .dataBarStacked(isOmnidirectional: any([false, true]))
    case .dataBarExpandedStacked: self = .dataBarExpandedStacked(columns: any(Array(1...11)))
    case .dotCode: self = .dotCode(columns: any(Array(9...60)))
    case .codablockF: self = .codablockF(columns: any(Array(4...30)), rowHeight: 8)
    case .code16K: self = .code16K(rowHeight: 8)
    default:
      let kinds = LinearKind.all.filter { $0.symbology == symbology }
      if let postal = PostalKind(symbology) {
        self = .postal(postal)
      } else {
        precondition(!kinds.isEmpty, "\(symbology) has no options")
        self = .linear(any(kinds))
      }
    }
  }
}

extension LinearKind {
  /// Every kind of symbol of bars, with every combination of its options.
  fileprivate static let all: [LinearKind] =
    [
      .code128, .gs1_128, .code93, .ean8, .dataBar, .dataBarLimited, .dataBarExpanded, .telepen,
      .code11, .msi, .plessey, .pharmacode, .matrix2of5, .industrial2of5, .iata2of5, .dataLogic2of5,
      .code39(isFullASCII: false, hasCheckCharacter: false),
      .code39(isFullASCII: false, hasCheckCharacter: true), .codabar(hasCheckCharacter: false),
      .codabar(hasCheckCharacter: true), .itf(hasCheckDigit: false), .itf(hasCheckDigit: true),
    ] + BearerBars.allCases.map { .itf14(bearers: $0) } + [
      .ean13(addOn: nil), .upcA(addOn: nil), .upcE(addOn: nil),
    ]
}
