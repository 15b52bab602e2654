import DecoderKit
import Drawing
import Foundation
import Scanning
import Symbols
import Testing

@testable import Corpora

/// The texts that hashes are made of, against those that were written down when results were first published
/// with them.
@Suite struct IdentityTextTests {
  private typealias Text = (name: String, text: String)

  private static let symbols: [SymbolOptions] =
    [
      .qrCode(version: 2, errorCorrection: .medium, mask: nil),
      .qrCode(version: 40, errorCorrection: .low, mask: 7, mode: .kanji),
      .gs1QRCode(version: 3, errorCorrection: .quartile, mask: 0),
      .microQRCode(version: 1, errorCorrection: nil, mask: nil),
      .microQRCode(version: 4, errorCorrection: .quartile, mask: 3),
      .dataBarStacked(isOmnidirectional: true), .dataBarStacked(isOmnidirectional: false),
      .dataBarExpandedStacked(columns: 2), .dotCode(columns: 27), .aztecRune,
      .pdf417(columns: 4, rows: nil, errorCorrection: 2, rowHeight: 3),
      .pdf417(columns: 30, rows: 90, errorCorrection: 8, rowHeight: 4),
      .microPDF417(columns: 4, rowHeight: 2), .codablockF(columns: 10, rowHeight: 8),
      .code16K(rowHeight: 9), .maxiCode(.standard), .maxiCode(.fullCorrection),
      .maxiCode(.carrier(postcode: "152382802", country: 840, service: 1)),
      .maxiCode(.carrier(postcode: "B1050A", country: 56, service: 999)),
    ]
    + RMQRSize.all.map { .rMQRCode($0, errorCorrection: .high) }
    + DataMatrixSize.all.flatMap { [.dataMatrix($0), .gs1DataMatrix($0)] }
    + AztecSize.all.map { .aztec($0) } + PostalKind.allCases.map { .postal($0) }
    + linear.map { .linear($0) } + [.linear(.code128, height: 30.5)]

  private static let linear: [LinearKind] =
    [
      .code128, .gs1_128, .code39(isFullASCII: false, hasCheckCharacter: false),
      .code39(isFullASCII: true, hasCheckCharacter: false),
      .code39(isFullASCII: false, hasCheckCharacter: true), .code93,
      .codabar(hasCheckCharacter: false), .codabar(hasCheckCharacter: true),
      .itf(hasCheckDigit: false), .itf(hasCheckDigit: true), .ean8, .dataBar, .dataBarLimited,
      .dataBarExpanded, .telepen, .code11, .msi, .plessey, .pharmacode, .matrix2of5,
      .industrial2of5, .iata2of5, .dataLogic2of5,
    ] + BearerBars.allCases.map { .itf14(bearers: $0) }
    + ([nil, .two, .five] as [EANAddOn?]).flatMap {
      [.ean13(addOn: $0), .upcA(addOn: $0), .upcE(addOn: $0)]
    }

  private static let payloads: [PayloadGenerator] = [
    PayloadGenerator(.drawn(.digits, .range(1...1)), for: PayloadCarrier(.code128)),
    PayloadGenerator(.drawn(.digits, .range(12...12)), for: PayloadCarrier(.dataMatrix)),
    PayloadGenerator(.drawn(.url, .range(20...40)), for: PayloadCarrier(.qrCode)),
    PayloadGenerator(.drawn(.digits, .list([8])), for: PayloadCarrier(.qrCode)),
    PayloadGenerator(.drawn(.digits, .list([10, 20, 40])), for: PayloadCarrier(.qrCode)),
    PayloadGenerator(
      .drawn(.digits, .list(Array(stride(from: 2, through: 40, by: 2)))), for: PayloadCarrier(.itf)
    ),
    PayloadGenerator(
      .drawn(.gtin, .range(17...17)), for: PayloadCarrier(.ean13, addOnDigits: 5)),
    PayloadGenerator(.literals([[1, 0xab], Array("text".utf8)]), for: PayloadCarrier(.aztec)),
  ]

  private static let selections: [CorpusSelection] = [
    .all, .radius(.dips(5)), .radius(.pixels(12.5)),
    .rectangle(width: .fraction(0.9), height: .fraction(0.1)),
    .rectangleWidth(.fraction(0.5), aspect: 1), .rectangleHeight(.pixels(40), aspect: 2.5),
  ].map { selection in
    CorpusSelection(
      region: ScanRegion(
        margins: .init(left: .dips(40), right: .pixels(3), bottom: .fraction(0.5)),
        pointOfInterest: .init(x: .fraction(0.7), y: .dips(9)), selection: selection,
        selectionEdge: .centreInside))
  }

  private static let texts: [Text] =
    symbols.map { ("symbol", $0.identityText) } + payloads.map { ("payload", $0.identityText) }
    + [SceneLayout.single, .stack(spacingModules: 4.5)].map { ("layout", $0.identityText) }
    + [ConditionValue.fixed(1.5), .list([0, 90.25]), .random(low: -1, high: 360)]
    .map { ("value", $0.identityText) }
    + selections.flatMap { $0.identityTexts.map { ("selection", $0) } }
    + [ExpectedSymbol.Certainty.drawn, .writtenBytes, .writtenText]
    .map { ("certainty", $0.identityText) }
    + CameraParameter.allCases.map { ("parameter", $0.rawValue) }
    + Texture.allCases.map { ("texture", $0.rawValue) }
    + PayloadKind.allCases.map { ("kind", $0.rawValue) }
    + EdgeRule.allCases.map { ("edge", $0.rawValue) }
    + Symbology.allCases.map { ("truth", $0.rawValue) }
    + SampleRandomness.Stream.allCases.map { ("stream", $0.rawValue) }

  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Vectors/identity-1.txt")

  @Test func everyTextIsTheOneThatPublishedHashesWereMadeOf() throws {
    let written = try String(contentsOf: Self.file, encoding: .utf8)
      .split(separator: "\n").map(String.init)
    let now = Self.texts.map { "\($0.name) \($0.text)" }
    let lost = Set(written).subtracting(now).sorted()
    #expect(lost.isEmpty, "published hashes are made of these texts: write them as they were")
    let new = Set(now).subtracting(written).sorted()
    #expect(new.isEmpty, "add these new texts to identity-1.txt, and never change them again")
  }

  @Test func differentThingsHaveDifferentTexts() {
    let texts = Self.texts.map { "\($0.name) \($0.text)" }
    let selections = Self.texts.filter { $0.name == "selection" }.count
    #expect(Set(texts).count >= texts.count - selections)
    #expect(Set(Self.symbols).count == Set(Self.symbols.map(\.identityText)).count)
  }

  @Test func listsOfLengthsThatShareTheirEndsHaveDifferentTexts() {
    let lists = [[2, 4, 6, 8, 10, 12, 14], [2, 4, 5, 7, 9, 11, 14]].map { lengths in
      PayloadGenerator(.drawn(.digits, .list(lengths)), for: PayloadCarrier(.code128)).identityText
    }
    #expect(lists[0] != lists[1])
  }

  /// Baselines were taken with the versions of encoder and renderer that they name; cells of others differ.
  @Test(
    .enabled(
      if: SymbolEncoder.version == "2.11.1", "the baselines were taken with libzint 2.11.1"))
  func cellsOfTheShippedCorporaHaveTheHashesOfTheBaselines() throws {
    struct Recorded: Decodable {
      struct Corpus: Decodable {
        struct Group: Decodable {
          let id: String
          let cellHashes: [String]
        }
        let groups: [Group]
      }
      let corpus: Corpus
    }
    let folder = "\(Fixtures.root)/reports/baselines"
    var compared = 0
    for name in Fixtures.shippedNames {
      guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(name).json") else {
        continue
      }
      let recorded = try JSONDecoder().decode(Recorded.self, from: bytes)
      let corpus = try Fixtures.shipped(name)
      for group in recorded.corpus.groups {
        let own = try #require(corpus.groups.first { $0.id == group.id })
        let hashes = corpus.sweep.levels.map { corpus.cellHash(group: own, level: $0) }
        #expect(hashes == group.cellHashes, "\(name), \(group.id)")
        compared += 1
      }
    }
    #expect(compared > 50)
  }
}
