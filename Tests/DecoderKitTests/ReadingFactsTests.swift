import DecoderKit
import Foundation
import Testing

/// Facts of readings besides their bytes, on the wire.
struct ReadingFactsTests {
  private func readings(_ field: String) throws -> [Reading] {
    let text = """
      {"type":"result","id":1,"readings":[{"symbology":"aztec","bytes":"QUJD"\(field)}]}
      """
    let message = try PluginMessage(header: Array(text.utf8))
    guard case .result(let result) = message else { return [] }
    return try result.outcome.get()
  }

  @Test func aPluginOfAnEarlierVersionSaysNothing() throws {
    #expect(try readings("")[0].facts == .unknown)
  }

  @Test func noneAnnouncedIsNotTheSameAsNotSaid() throws {
    #expect(try readings(#","eci":[]"#)[0].facts.interpretations == [])
    #expect(try readings(#","eci":null"#)[0].facts.interpretations == nil)
  }

  @Test func wordsOfNewerVersionsAreIgnored() throws {
    let facts = try readings(#","lost":["colour","charset"],"symbologyIdentifier":"nonsense""#)[0]
      .facts
    #expect(facts == ReadingFacts(losses: [.charset]))
  }

  @Test(arguments: ["[[1]]", "[[1,2,3]]", "[[-1,3]]", "[[2,3],[1,3]]", "[[4,3]]", "[3]"])
  func announcementsOutOfPlaceAreRefused(value: String) {
    #expect(throws: DecodingError.self) { try readings(#","eci":"# + value) }
  }

  /// ISO/IEC 15424: FNC1 in the first position; in the second it is an industry's.
  @Test func identifiersTellGS1Data() {
    let gs1 = ["]C1", "]e0", "]d2", "]d5", "]Q3", "]Q4", "]J1", "]z1", "]z4", "]L3"]
    let others = ["]C0", "]C2", "]d1", "]d3", "]Q1", "]Q5", "]z0", "]z2", "]L2", "]E0", "]I1"]
    #expect(gs1.allSatisfy { SymbologyIdentifier($0)?.isGS1 == true })
    #expect(others.allSatisfy { SymbologyIdentifier($0)?.isGS1 == false })
    #expect(["", "Q3", "]Q", "]Q33", "]é1", "]1A"].allSatisfy { SymbologyIdentifier($0) == nil })
  }
}
