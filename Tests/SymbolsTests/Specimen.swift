import Base
import Symbols

/// A recipe with a payload that its symbol can carry.
struct Specimen: CustomStringConvertible {
  let options: SymbolOptions
  let payload: [UInt8]

  var description: String { "\(options)" }

  init(_ options: SymbolOptions, _ payload: [UInt8]) {
    self.options = options
    self.payload = payload
  }

  init(_ options: SymbolOptions, _ payload: String) {
    self.init(options, Array(payload.utf8))
  }

  func encoded() throws -> Symbol {
    var encoder = SymbolEncoder()
    return try encoder.encode(payload, options: options)
  }

  /// At least one specimen of every symbology and of every option that changes its look.
  static func all(seed: UInt64) -> [Specimen] {
    var random = Xoshiro256(state: (seed, 2, 3, 4))
    return matrices(&random) + stacks(&random) + bars(&random) + retail(&random) + gs1(&random)
      + rare(&random)
  }

  private static func rare(_ random: inout Xoshiro256) -> [Specimen] {
    let kinds: [LinearKind] = [
      .code11, .msi, .plessey, .matrix2of5, .industrial2of5, .iata2of5, .dataLogic2of5,
    ]
    let lengths: [PostalKind: Int] = [
      .postnet: 9, .planet: 11, .royalMail: 8, .kix: 11, .japanPost: 10, .australiaPost: 8,
    ]
    var all = kinds.map { Specimen(.linear($0), digits(8, &random)) }
    all.append(Specimen(.linear(.telepen), text(8, &random)))
    all.append(Specimen(.linear(.pharmacode), "1" + digits(4, &random)))
    for (kind, length) in lengths.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      all.append(Specimen(.postal(kind), digits(length, &random)))
    }
    all.append(Specimen(.postal(.uspsIntelligentMail), "01" + digits(18, &random)))
    all.append(Specimen(.dotCode(columns: 25), text(8, &random)))
    all.append(Specimen(.codablockF(columns: 8, rowHeight: 10), text(20, &random)))
    all.append(Specimen(.code16K(rowHeight: 8), text(12, &random)))
    return all
  }

  private static func matrices(_ random: inout Xoshiro256) -> [Specimen] {
    var all: [Specimen] = []
    for version in [1, 2, 5, 7, 10, 20, 27, 40] {
      for level in QRErrorCorrection.allCases {
        all.append(
          Specimen(
            .qrCode(version: version, errorCorrection: level, mask: nil), text(7, &random)))
      }
    }
    // 点茗 in Shift JIS, the example of ISO/IEC 18004, 7.4.6.
    all.append(
      Specimen(
        .qrCode(version: 2, errorCorrection: .medium, mask: nil, mode: .kanji),
        [0x93, 0x5f, 0xe4, 0xaa]))
    let micro: [(Int, QRErrorCorrection?, String)] = [
      (1, nil, digits(4, &random)), (2, .low, digits(9, &random)),
      (2, .medium, letters(4, &random)), (3, .low, text(8, &random)),
      (3, .medium, letters(6, &random)), (4, .low, text(12, &random)),
      (4, .medium, text(10, &random)), (4, .quartile, text(8, &random)),
    ]
    for (version, level, payload) in micro {
      for mask in [nil, 0, 1, 2, 3] {
        all.append(
          Specimen(
            .microQRCode(version: version, errorCorrection: level, mask: mask), payload))
      }
    }
    for size in RMQRSize.all {
      for level in [QRErrorCorrection.medium, .high] {
        all.append(Specimen(.rMQRCode(size, errorCorrection: level), text(2, &random)))
      }
    }
    for size in DataMatrixSize.all {
      all.append(Specimen(.dataMatrix(size), text(min(2 + size.columns / 6, 20), &random)))
    }
    for size in AztecSize.all {
      all.append(Specimen(.aztec(size), text(5 * size.layers, &random)))
    }
    for number in [0, 1, 25, 128, 255] { all.append(Specimen(.aztecRune, "\(number)")) }
    return all
  }

  private static func stacks(_ random: inout Xoshiro256) -> [Specimen] {
    var all: [Specimen] = []
    for columns in [1, 3, 5, 12, 30] {
      for level in [0, 2, 5] {
        all.append(
          Specimen(
            .pdf417(columns: columns, rows: nil, errorCorrection: level, rowHeight: 3),
            text(20, &random)))
      }
    }
    all.append(
      Specimen(
        .pdf417(columns: 4, rows: 20, errorCorrection: 3, rowHeight: 4), text(20, &random)))
    for columns in 1...4 {
      for length in [5, 12, columns == 1 ? 16 : 40] {
        all.append(Specimen(.microPDF417(columns: columns, rowHeight: 2), text(length, &random)))
      }
    }
    all.append(Specimen(.maxiCode(.standard), text(40, &random)))
    all.append(Specimen(.maxiCode(.fullCorrection), text(40, &random)))
    all.append(
      Specimen(
        .maxiCode(.carrier(postcode: digits(9, &random), country: 840, service: 1)),
        text(20, &random)))
    all.append(
      Specimen(
        .maxiCode(.carrier(postcode: "B1050A", country: 56, service: 999)), text(20, &random)))
    return all
  }

  private static func bars(_ random: inout Xoshiro256) -> [Specimen] {
    var all: [Specimen] = []
    func add(_ kind: LinearKind, _ payload: String) {
      all.append(Specimen(.linear(kind), payload))
    }
    add(.code128, text(12, &random))
    add(.code128, digits(16, &random))
    add(.code39(isFullASCII: false, hasCheckCharacter: false), letters(8, &random))
    add(.code39(isFullASCII: false, hasCheckCharacter: true), letters(8, &random))
    add(.code39(isFullASCII: true, hasCheckCharacter: false), text(8, &random))
    add(.code93, letters(8, &random))
    add(.code93, text(8, &random))
    add(.codabar(hasCheckCharacter: false), "A" + digits(8, &random) + "C")
    add(.codabar(hasCheckCharacter: true), "B" + digits(8, &random) + "-$:/.+D")
    add(.itf(hasCheckDigit: false), digits(8, &random))
    add(.itf(hasCheckDigit: true), digits(9, &random))
    return all
  }

  private static func retail(_ random: inout Xoshiro256) -> [Specimen] {
    var all: [Specimen] = []
    for bearers in BearerBars.allCases {
      all.append(Specimen(.linear(.itf14(bearers: bearers)), "1" + digits(12, &random)))
    }
    all.append(Specimen(.linear(.ean8), digits(7, &random)))
    for addOn in [nil, EANAddOn.two, .five] {
      let more = addOn?.rawValue ?? 0
      all.append(
        Specimen(.linear(.ean13(addOn: addOn)), "4" + digits(11 + more, &random)))
      all.append(Specimen(.linear(.upcA(addOn: addOn)), digits(11 + more, &random)))
      for system in ["0", "1"] {
        all.append(
          Specimen(
            .linear(.upcE(addOn: addOn)),
            system + "12" + digits(1, &random) + "567"
              + digits(more, &random)))
      }
    }
    let item = "0" + digits(12, &random)
    all.append(Specimen(.linear(.dataBar), item))
    all.append(Specimen(.linear(.dataBar, height: 13), item))
    all.append(Specimen(.linear(.dataBarLimited), item))
    all.append(Specimen(.dataBarStacked(isOmnidirectional: false), item))
    all.append(Specimen(.dataBarStacked(isOmnidirectional: true), item))
    return all
  }

  private static func gs1(_ random: inout Xoshiro256) -> [Specimen] {
    let serial = letters(7, &random)
    let strings = "[01]09501101530003[10]\(letters(6, &random))[17]261231[21]\(serial)"
    let options: [SymbolOptions] =
      [
        .linear(.gs1_128), .linear(.dataBarExpanded),
        .gs1QRCode(version: 4, errorCorrection: .medium, mask: nil),
      ] + [1, 2, 3, 4].map { .dataBarExpandedStacked(columns: $0) }
      + DataMatrixSize.all.filter { $0.columns * $0.rows > 500 }.prefix(3).map {
        .gs1DataMatrix($0)
      }
    return options.map { Specimen($0, strings) }
      + [Specimen(.linear(.dataBarExpanded), "[01]09501101530003")]
  }

  static func digits(_ count: Int, _ random: inout Xoshiro256) -> String {
    String((0..<count).map { _ in Character("\(random.below(10))") })
  }

  static func letters(_ count: Int, _ random: inout Xoshiro256) -> String {
    pick(count, from: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", &random)
  }

  static func text(_ count: Int, _ random: inout Xoshiro256) -> String {
    pick(count, from: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz ", &random)
  }

  static func capitals(_ count: Int, _ random: inout Xoshiro256) -> String {
    pick(count, from: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", &random)
  }

  private static func pick(
    _ count: Int, from characters: String, _ random: inout Xoshiro256
  ) -> String {
    let characters = Array(characters)
    return String((0..<count).map { _ in characters[random.below(characters.count)] })
  }
}
