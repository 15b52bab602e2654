import Results
import Testing

@testable import RunFixtures

/// Decoders with a hint beside themselves without one.
@Suite struct HintEffectTests {
  private func record(
    _ hints: [(label: String, hints: String?)], trials: Int = 20
  ) throws -> RunRecord {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: trials)
    return Fixture.record(
      corpus,
      decoders: hints.map { label, hints in
        var decoder = Fixture.configured(label, supports: [true])
        decoder.hints = hints
        return decoder
      })
  }

  @Test func aDecoderIsComparedWithItselfImageByImage() throws {
    let record = try record([
      ("a", nil), ("a@symbologies", "symbologies"), ("b@symbologies", "symbologies"),
    ])
    let table = try Fixture.scores(of: record) { decoder, place in
      switch (decoder, place.trial) {
      case (0, 0...2): .misread
      case (1, 2): .misread
      case (1, 3): .misread
      case (0, 3): .noRead
      case (0, 19): .crash
      case (1, 18): .noRead
      case (2, _): .noRead
      default: .read
      }
    }
    let effects = try #require(table.hintEffects)
    #expect(effects.map(\.restricted.label) == ["a@symbologies"], "nobody is b without a hint")
    let effect = try #require(effects.first)
    #expect(effect.decoder == "a" && effect.unrestricted.label == "a")
    #expect(effect.hints == "symbologies")
    #expect(effect.pairs == 40)
    // Of two levels alike: 0, 1 and 19 are read with the hint only, 18 without only.
    #expect((effect.onlyRestricted, effect.onlyUnrestricted) == (6, 2))
    #expect((effect.restricted.misreads, effect.unrestricted.misreads) == (4, 6))
    #expect((effect.misreadsAvoided, effect.misreadsAdded) == (4, 2))
    #expect((effect.restricted.errors, effect.unrestricted.errors) == (0, 2))
    // The fixture's second decoder takes twice the time of the first.
    let ratio = try #require(effect.timeRatio)
    #expect(abs(ratio.value - 2) < 1e-6 && ratio.lower < 2.001 && ratio.upper > 1.999)
  }

  @Test func aCorpusThatGivesHintsHasTheGeneralReaderBesideIt() throws {
    var record = try record([
      ("a", nil), ("a@none", "none"), ("a@formats:qr-code", "formats:qr-code"),
    ])
    record.corpus.usesSymbologyHints = true
    let effects = try #require(
      Fixture.scores(of: record) { _, _ in .read }.hintEffects)
    #expect(effects.map(\.restricted.label) == ["a", "a@formats:qr-code"])
    #expect(effects.allSatisfy { $0.unrestricted.label == "a@none" && $0.decoder == "a" })
    // The fixture's decoders take 1, 2 and 3 ms.
    #expect(abs(try #require(effects[0].timeRatio).value - 0.5) < 1e-6)
    #expect(abs(try #require(effects[1].timeRatio).value - 1.5) < 1e-6)
  }

  @Test func withoutASecondSettingThereIsNoEffect() throws {
    let record = try record([("a", nil), ("b", nil)])
    #expect(try Fixture.scores(of: record) { _, _ in .read }.hintEffects == nil)
  }

  /// Each decoder has a wrong extra in every image; the hinted one was given up after 5 trials.
  @Test func whatOneSideAloneTriedIsNotHeldAgainstIt() throws {
    let record = try record([("a", nil), ("a@symbologies", "symbologies")])
    let table = try Fixture.scores(ofFindings: record) { decoder, place in
      guard decoder == 0 || place.trial < 5 else { return nil }
      var finding = Finding(.misread)
      finding.extras.wrong = 1
      return finding
    }
    let effect = try #require(table.hintEffects?.first)
    for side in [effect.restricted, effect.unrestricted] {
      #expect((side.misreads, side.wrongExtras) == (10, 10))
    }
  }

  @Test func aRunThatChoseItsTrialsIsComparedInItsFirstPass() throws {
    var record = try record([("a", nil), ("a@symbologies", "symbologies")], trials: 80)
    record.settings.aim = AdaptiveAim(budget: 100)
    let table = try Fixture.scores(of: record) { _, _ in .misread }
    let effect = try #require(table.hintEffects?.first)
    #expect(effect.pairs == 120 && effect.restricted.misreads == 120)
  }
}
