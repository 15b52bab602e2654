import Base
import Corpora
import DecoderKit
import Evaluation
import PluginHost
import Results
import Testing

@testable import RunFixtures

/// The texts of plugins as the store gets them.
@Suite struct StoredTextTests {
  private static let identity = DecoderIdentity(
    name: "toy", summary: "", library: "toy", version: "1", symbologies: [.qrCode])

  private static func finding(_ outcome: DecodeAttempt.Outcome) throws -> Finding {
    let corpus = try Fixture.corpus(levels: "4", trials: 1)
    var renderer = SampleRenderer(corpus: corpus)
    let sample = try renderer.draw(
      group: corpus.groups[0], level: corpus.sweep.levels[0], trial: 0)
    return try #require(
      Finding(SelectedAttempt(attempt: DecodeAttempt(outcome: outcome)), of: sample, by: identity))
  }

  @Test(arguments: ["e", "é", "€", "🂡"])
  func aLongTextIsCutAtACharacterAndItsDigestTellsOfTheRest(character: String) throws {
    let text = "x" + String(repeating: character, count: 100_000)
    let detail = try #require(try Self.finding(.failed(text, diagnostics: text)).detail)
    let bytes = Array(text.utf8)
    #expect(detail.hasSuffix("… (\(bytes.count) bytes, SHA-256 \(ContentHash.sha256(of: bytes)))"))
    let kept = detail.prefix { $0 != "…" }
    #expect(text.hasPrefix(kept) && !kept.contains("\u{FFFD}"))
    #expect((4093...4096).contains(kept.utf8.count))
  }

  @Test func aTextOfFourKilobytesIsKeptAsItIs() throws {
    let text = String(repeating: "a", count: 4096)
    #expect(try Self.finding(.failed(text)).detail == text)
  }

  @Test func theDataOfALongMisreadIsCutToo() throws {
    let reading = Reading(symbology: .qrCode, bytes: [UInt8](repeating: 0, count: 500_000))
    let detail = try #require(try Self.finding(.readings([reading])).detail)
    #expect(detail.utf8.count < 4300 && detail.contains("SHA-256"))
  }
}
