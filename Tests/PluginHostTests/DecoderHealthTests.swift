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
}
