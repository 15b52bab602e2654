import DecoderKit
import PluginHost
import Symbols
import Testing

@testable import Fuzz

/// The rule for findings, and their reduction.
@Suite struct FuzzOracleTests {
  private static func source(_ text: String, isKnown: Bool = true) -> FuzzSource {
    FuzzSource(
      key: text, image: GrayImage(width: 9, height: 9, filledWith: 255),
      truth: Truth(
        expected: [ExpectedSymbol(symbology: .qrCode, bytes: Array(text.utf8), corners: nil)],
        isComplete: isKnown))
  }

  private static func reading(_ text: String, _ symbology: Symbology = .qrCode) -> Reading {
    Reading(symbology: symbology, bytes: Array(text.utf8))
  }

  private let oracle = FuzzOracle(
    sources: [source("one"), source("two"), source("photo", isKnown: false)])

  private func finding(
    _ readings: [Reading], _ mutations: [ImageMutation], source: Int = 0
  ) -> FuzzFinding? {
    oracle.finding(
      DecodeAttempt(outcome: .readings(readings)),
      of: FuzzInput(number: 9, source: source, mutations: mutations))
  }

  @Test func aContentThatIsInNoImageIsAMisreadAfterChangesThatKeepSymbols() throws {
    let harmless = [ImageMutation(.inversion), ImageMutation(.noise, 9, 1)]
    let found = try #require(finding([Self.reading("0ne")], harmless))
    #expect(
      found.signature.verdict == .misread && found.signature.misread?.misreadClass == .substitution)
    #expect(found.reading == Self.reading("0ne") && found.detail == "0ne")
    #expect(finding([Self.reading("one")], harmless) == nil)
    #expect(finding([], harmless) == nil)
    // A change that cuts or draws over a symbol can leave another one.
    for kind in ImageMutation.Kind.allCases where !kind.keepsSymbols {
      #expect(finding([Self.reading("0ne")], [ImageMutation(kind)]) == nil, "\(kind)")
    }
  }

  @Test func aCompanionsContentIsNoMisreadAndThatOfAPhotoIsNotJudged() {
    #expect(finding([Self.reading("two")], [ImageMutation(.mirror)]) != nil)
    #expect(finding([Self.reading("two")], [ImageMutation(.companion, 1, 8, 0)]) == nil)
    #expect(finding([Self.reading("x")], [ImageMutation(.companion, 2, 8, 0)]) == nil)
    #expect(finding([Self.reading("x")], [ImageMutation(.mirror)], source: 2) == nil)
  }

  @Test func whatIsReadInTheUntouchedImageIsFoundThereAndNotAgain() {
    #expect(finding([Self.reading("0ne")], []) != nil)
    var sources = oracle.sources
    sources[0].readings = [Self.reading("0ne")]
    let later = FuzzOracle(sources: sources)
    let attempt = DecodeAttempt(outcome: .readings([Self.reading("0ne")]))
    let input = FuzzInput(number: 9, source: 0, mutations: [ImageMutation(.mirror)])
    #expect(later.finding(attempt, of: input) == nil)
  }

  @Test func endingsAreGroupedByWhatTheyHaveInCommon() throws {
    func crash(_ diagnostics: String) throws -> FuzzSignature {
      let attempt = DecodeAttempt(outcome: .crashed(.signalled(6), diagnostics: diagnostics))
      let input = FuzzInput(number: 9, source: 0, mutations: [])
      return try #require(oracle.finding(attempt, of: input)).signature
    }
    let one = try crash("a.c:7: f: Assertion `x == 1' failed.\n*** 0x123")
    #expect(try one == crash("noise\na.c:9: g: Assertion `x == 1' failed.\n*** 0x777"))
    #expect(try one != crash("a.c:7: f: Assertion `y == 1' failed."))
    #expect(one.verdict == .crash && one.text.contains("SIGABRT") && one.text.contains("x == 1"))
  }

  @Test func aFindingIsMadeAsSmallAsItsCauseAllows() {
    var image = GrayImage(width: 90, height: 70, filledWith: 128)
    for place in 0..<3 { image[41 + place, 33] = 7 }
    let source = FuzzSource(key: "x", image: image, truth: Truth(expected: []))
    // The cause: three dark pixels in a row.
    var minimiser = FuzzMinimiser(sources: [source], decodes: 400) { _, image in
      (0..<image.height).contains { y in
        (0..<image.width).split { image[$0, y] >= 10 }.contains { $0.count >= 3 }
      }
    }
    let mutations = [ImageMutation(.border, 10, 200), ImageMutation(.mirror)]
    let small = minimiser.minimise(
      FuzzInput(number: 1, source: 0, mutations: mutations), keepsImage: false)
    #expect(small.mutations.isEmpty && minimiser.decodes <= 400)
    #expect(small.image.width * small.image.height <= 12, "\(small.image.width)")

    var lazy = FuzzMinimiser(sources: [source], decodes: 5) { _, _ in true }
    _ = lazy.minimise(FuzzInput(number: 1, source: 0, mutations: mutations), keepsImage: false)
    #expect(lazy.decodes == 5)
  }
}
