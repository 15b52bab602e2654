import DecoderKit
import PluginHost
import Testing

struct DecoderHealthTests {
  @Test func deathsInARowGiveADecoderUp() {
    let health = DecoderHealth(givingUpAfter: 3)
    for _ in 0..<2 { health.recordDeath() }
    #expect(!health.isGivenUp)
    health.recordDeath()
    #expect(health.isGivenUp)
  }

  @Test func anAnswerInBetweenStartsTheCountAgain() {
    let health = DecoderHealth(givingUpAfter: 3)
    for _ in 0..<100 {
      health.recordDeath()
      health.recordDeath()
      health.recordAnswer()
    }
    #expect(!health.isGivenUp)
  }

  @Test func onceGivenUpALateAnswerDoesNotUndoIt() {
    let health = DecoderHealth(givingUpAfter: 1)
    health.recordDeath()
    health.recordAnswer()
    #expect(health.isGivenUp)
  }

  /// What a worker may say of itself otherwise than the first one of its program did.
  private static let others: [(String, @Sendable (inout DecoderIdentity) -> Void)] = [
    ("is b 1 now", { $0.library = "b" }), ("is a 2 now", { $0.version = "2" }),
    ("differently", { $0.name = "other" }), ("differently", { $0.symbologies = [.aztec] }),
    ("differently", { $0.options = [.flag("fast", default: false, "")] }),
  ]

  /// Whether the first one is that of the plan or a worker's.
  @Test(arguments: others.indices, [true, false])
  func whoeverIsAnotherThanTheFirstIsNoted(_ number: Int, isPlanned: Bool) {
    let first = DecoderIdentity(
      name: "n", summary: "", library: "a", version: "1", symbologies: [.qrCode])
    let health = DecoderHealth(givingUpAfter: 1, identities: isPlanned ? ["p": first] : [:])
    if !isPlanned { #expect(health.change(to: first, of: "p") == nil) }
    var other = first
    Self.others[number].1(&other)
    #expect(health.change(to: other, of: "p")?.contains(Self.others[number].0) == true)
    #expect(health.change(to: first, of: "p") == nil, "the first one is still the first")
    #expect(health.change(to: other, of: "q") == nil, "another program's is its own")
  }
}
