import Symbols
import Testing

/// Capacities computed from the standards' tables, against libzint and against known numbers.
@Suite struct SymbolCapacityTests {
  /// Every size that has a capacity; QR Codes with a fixed mask, which saves eight encodings.
  private static let qrCodes: [SymbolOptions] = (1...40).flatMap { version in
    QRErrorCorrection.allCases.flatMap { level -> [SymbolOptions] in
      [
        .qrCode(version: version, errorCorrection: level, mask: 0),
        .gs1QRCode(version: version, errorCorrection: level, mask: 0),
      ]
    }
  }
  private static let smallQRCodes: [SymbolOptions] =
    [
      (1, nil), (2, .low), (2, .medium), (3, .low), (3, .medium), (4, .low), (4, .medium),
      (4, .quartile),
    ].map { .microQRCode(version: $0.0, errorCorrection: $0.1, mask: nil) }
    + RMQRSize.all.flatMap { size in
      [QRErrorCorrection.medium, .high].map { .rMQRCode(size, errorCorrection: $0) }
    }
  private static let dataMatrices = DataMatrixSize.all.flatMap { size -> [SymbolOptions] in
    [.dataMatrix(size), .gs1DataMatrix(size)]
  }
  private static let aztecs = AztecSize.all.map(SymbolOptions.aztec)

  private static func fits(_ payload: [UInt8], _ options: SymbolOptions) -> Bool {
    var encoder = SymbolEncoder()
    return (try? encoder.encode(payload, options: options)) != nil
  }

  /// A payload of one character of a class, the one that no smaller class has.
  private static func run(_ characters: CharacterClass, _ count: Int) -> [UInt8] {
    switch characters {
    case .digits: [UInt8](repeating: UInt8(ascii: "7"), count: count)
    case .capitals: [UInt8](repeating: UInt8(ascii: "K"), count: count)
    case .signs: [UInt8](repeating: UInt8(ascii: "$"), count: count)
    // Neither C40, Text, X12 nor EDIFACT of Data Matrix pack pairs of these.
    case .ascii: (0..<count).map { Array("\u{1}|".utf8)[$0 % 2] }
    case .kanji: (0..<count).map { [0x93, 0x5f][$0 % 2] }
    case .bytes: [UInt8](repeating: 0xe9, count: count)
    }
  }

  /// The step from the capacity to the next length that cannot fit.
  ///
  /// A character more than the limit fits where the encoder wastes a bit on other payloads only.
  private static func excess(_ characters: CharacterClass, _ options: SymbolOptions) -> Int {
    switch (options, characters) {
    case (.microQRCode, .capitals), (.microQRCode, .signs), (.rMQRCode, .capitals),
      (.rMQRCode, .signs), (.qrCode, .kanji):
      2
    // Signs are counted as ASCII, but some of them are packed.
    case (.dataMatrix, .signs): .max
    // Two bytes for the number, or none if the bytes end with the symbol.
    case (.dataMatrix, .bytes), (.dataMatrix, .kanji): 3
    default: 1
    }
  }

  @Test(arguments: qrCodes.filter { $0.symbology == .qrCode } + smallQRCodes + aztecs)
  func capacityFitsAndNoMore(options: SymbolOptions) throws {
    try Self.check(options)
  }

  @Test(arguments: dataMatrices.filter { $0.symbology == .dataMatrix })
  func dataMatrixCapacityFitsAndNoMore(options: SymbolOptions) throws {
    try Self.check(options)
  }

  private static func check(_ options: SymbolOptions) throws {
    let capacity = SymbolCapacity(of: options)
    for characters in CharacterClass.allCases {
      guard let most = capacity.most(characters) else { continue }
      if most > 0 {
        let full = run(characters, most)
        #expect(fits(full, options), "\(characters), \(most)")
      }
      let excess = excess(characters, options)
      guard excess < .max else { continue }
      let more = run(characters, most + excess)
      #expect(!fits(more, options), "\(characters), \(most)")
    }
  }

  /// Payloads that switch between modes, of exactly the capacity.
  @Test(arguments: smallQRCodes + dataMatrices + qrCodes.prefix(80))
  func mixedPayloadsFitToo(options: SymbolOptions) throws {
    let capacity = SymbolCapacity(of: options)
    for kind in [PayloadKind.alphanumeric, .qrAlphanumeric, .ascii, .bytes, .utf8, .url, .gs1] {
      let carrier = PayloadCarrier(options)
      let form = kind.form(for: carrier)
      guard kind.objection(to: carrier) == nil, let most = capacity.most(kind.characters),
        form.rule.allows(most)
      else { continue }
      var random = PayloadDraws.random(UInt64(most))
      for _ in 0..<(most < 100 ? 100 : most < 500 ? 10 : 2) {
        let payload = form.draw(count: most, from: &random)
        #expect(Self.fits(payload, options), "\(String(decoding: payload, as: UTF8.self))")
      }
    }
  }

  /// ISO/IEC 18004, table 7: digits, signs, bytes and kanji.
  @Test(arguments: [
    (1, QRErrorCorrection.low, [41, 25, 17, 10]), (2, .medium, [63, 38, 26, 16]),
    (9, .high, [235, 143, 98, 60]), (10, .low, [652, 395, 271, 167]),
    (27, .quartile, [1933, 1172, 805, 496]), (40, .low, [7089, 4296, 2953, 1817]),
    (40, .high, [3057, 1852, 1273, 784]),
  ])
  func qrCodesHoldWhatTheStandardSays(
    version: Int, level: QRErrorCorrection, most: [Int]
  ) {
    let capacity = SymbolCapacity(
      of: .qrCode(version: version, errorCorrection: level, mask: nil, mode: .kanji))
    #expect(capacity.most(.digits) == most[0])
    #expect(capacity.most(.signs) == most[1])
    #expect(capacity.most(.bytes) == most[2])
    #expect(capacity.most(.kanji) == 2 * most[3])
  }

  @Test(arguments: PayloadKind.allCases)
  func charactersOfEveryKindAreInItsClass(kind: PayloadKind) {
    let carrier = PayloadCarrier(.qrCode)
    let rule = kind.form(for: carrier).rule
    guard kind.objection(to: carrier) == nil else { return }
    let signs = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)
    let length = rule.usual?.upperBound ?? min(rule.longest, 60)
    for byte in PayloadDraws.draw(kind, length: length, times: 100).joined() {
      switch kind.characters {
      case .digits: #expect(byte.isDigit)
      case .capitals: #expect(signs.contains(byte) && byte > 0x2f && byte != 0x3a)
      case .signs: #expect(signs.contains(byte))
      case .ascii: #expect(byte < 128)
      case .kanji, .bytes: break
      }
    }
  }
}
