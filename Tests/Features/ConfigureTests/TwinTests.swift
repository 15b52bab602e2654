import Corpora
import DecoderKit
import Foundation
import Measuring
import Testing

@testable import Configure

@Suite struct TwinTests {
  private static func mixed(_ count: Int) -> SampleSurvey {
    Fixture.survey((0..<count).map(pair))
  }

  private static func pair(_ index: Int) -> [SurveyedSymbol] {
    let qr = Fixture.symbol(
      .qrCode, "https://example.com/\(index)", module: 2 + Double(index % 5) / 10,
      dimension: SymbolDimension(columns: 29, rows: 29), turn: Double(index % 7), gradient: 0.3)
    let ean = Fixture.symbol(
      .ean13, "97802013796\(10 + index)", module: 3, isInverted: index % 4 == 0)
    return [qr, ean]
  }

  @Test func aTwinIsACorpusWithTheSamplesKindsAndSizes() throws {
    let twin = try #require(try TwinCorpus(Self.mixed(12), name: "twin", seed: 7))
    let corpus = twin.corpus
    #expect(corpus.recipes.map(\.name) == ["ean-13", "qr-code-v3"])
    #expect(
      corpus.conditions.map(\.name).filter { !TwinCorpus.isDimmed($0) }
        == ["dark-on-light", "light-on-dark"])
    #expect(twin.undrawn.isEmpty)
    #expect(abs(twin.weights.values.reduce(0, +) - 1) < 1e-9)
    // All that has weight is in the corpus, in the samples' light.
    let groups = Set(corpus.groups.map { "\($0.recipe)/\($0.condition)" })
    let levels = Set(corpus.sweep.levels.map(\.text))
    for cell in twin.weights.keys {
      #expect(groups.contains("\(cell.recipe)/\(cell.condition)") && levels.contains(cell.level))
      #expect(!TwinCorpus.isDimmed(cell.condition))
    }
    // A quarter of the EAN-13s, which are half of all, are light on dark at 3 px.
    let inverted = TwinCorpus.Cell(recipe: "ean-13", condition: "light-on-dark", level: "3")
    #expect(abs((twin.weights[inverted] ?? 0) - 0.125) < 1e-9)
    #expect(levels.contains("1") && levels.contains("2") && levels.contains("3"))
  }

  @Test func theSameSeedGivesTheSameTwin() throws {
    let twins = try [7, 7, 8].map { try TwinCorpus(Self.mixed(5), name: "twin", seed: $0)?.yaml }
    #expect(twins[0] == twins[1] && twins[0] != twins[2])
  }

  @Test func fittedListsHaveTheSamplesMoments() throws {
    // Turns of 0 to 6 degrees, and gradients that are all the same.
    let twin = try #require(try TwinCorpus(Self.mixed(70), name: "twin", seed: 3))
    let line = try #require(twin.yaml.split(separator: "\n").first { $0.contains("rotation: [") })
    let values = line.split(separator: "[")[1].dropLast().split(separator: ",").compactMap {
      Double($0.trimmingCharacters(in: .whitespaces))
    }
    let mean = values.reduce(0, +) / Double(values.count)
    #expect(values.count == 24 && abs(mean - 1.5) < 1.5)
    #expect((values.max() ?? 0) > 3 && (values.min() ?? 9) < 1)
  }

  /// Every symbology that the harness draws, with a size of its own where it has sizes.
  @Test(arguments: Symbology.allCases)
  func everySymbologyHasATwin(_ symbology: Symbology) throws {
    let shapes: [Symbology: (String, Int, Int)] = [
      .qrCode: ("ABC", 25, 25), .gs1QRCode: ("0109501101530003", 25, 25),
      .microQRCode: ("12", 15, 15),
      .rMQRCode: ("AB", 43, 11), .dataMatrix: ("123456", 14, 14),
      .gs1DataMatrix: ("0109501101530003", 20, 20), .aztec: ("ABC", 19, 19),
      .aztecRune: ("025", 11, 11), .pdf417: ("ABCDEF", 103, 10), .microPDF417: ("ABC", 99, 8),
      .maxiCode: ("ABC", 30, 33), .code39: ("ABC1", 95, 1), .codabar: ("A12345B", 95, 1),
      .ean13: ("9780201379624", 95, 1), .ean8: ("96385074", 67, 1), .upcA: ("012345678905", 95, 1),
      .upcE: ("01234565", 51, 1), .itf: ("123456", 95, 1), .itf14: ("10012345678902", 95, 1),
      .dataBar: ("0109501101530003", 96, 1), .dataBarStacked: ("0109501101530003", 50, 13),
      .dataBarLimited: ("0109501101530003", 79, 1), .dataBarExpanded: ("0109501101530003", 102, 1),
      .dataBarExpandedStacked: ("0109501101530003", 102, 71), .gs1_128: ("0109501101530003", 95, 1),
      .dotCode: ("ABC123", 25, 18), .code11: ("123456", 95, 1), .msi: ("123456", 95, 1),
      .plessey: ("123456", 95, 1), .pharmacode: ("12345", 40, 1),
      .matrix2of5: ("123456", 95, 1), .industrial2of5: ("123456", 95, 1),
      .iata2of5: ("123456", 95, 1), .dataLogic2of5: ("123456", 95, 1), .postnet: ("12345", 63, 2),
      .planet: ("12345678901", 123, 2), .royalMail: ("LE28HS9Z", 75, 3),
      .kix: ("2500GG30250", 87, 3),
      .uspsIntelligentMail: ("0123456709498765432101234567891", 129, 3),
      .japanPost: ("1540023", 133, 3), .australiaPost: ("39549554", 73, 3),
    ]
    let (text, columns, rows) = shapes[symbology] ?? ("ABC123", 95, 1)
    let symbol = Fixture.symbol(
      symbology, text, dimension: SymbolDimension(columns: columns, rows: rows))
    let twin = try #require(try TwinCorpus(Fixture.survey([[symbol]]), name: "twin", seed: 1))
    let corpus = twin.corpus
    #expect(corpus.recipes.flatMap(\.symbologies) == [symbology])
    #expect(twin.undrawn.isEmpty)
  }

  @Test func nothingMeasuredGivesNoTwin() throws {
    #expect(try TwinCorpus(Fixture.survey([[], []]), name: "twin", seed: 1) == nil)
  }
}
