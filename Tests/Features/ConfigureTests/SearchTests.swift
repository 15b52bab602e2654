import DecoderKit
import Statistics
import Testing

@testable import Configure

@Suite struct SearchTests {
  private static let usual = Candidate(decoder: "d")
  private static let told = Candidate(decoder: "d", formats: [.qrCode])

  private static func option(_ value: String) -> Candidate {
    Candidate(decoder: "d", options: ["o": value], formats: [.qrCode])
  }

  /// Evidence of planted rates and times: half samples, half twins, and twins in dimmer light.
  private static func evidence(
    _ planted: [Candidate: (rate: Double, dimmed: Double, false: Double, ms: Double)],
    images: Int = 200, seed: UInt64 = 1
  ) -> Evidence {
    var random = SplitMix64(state: seed)
    func unit() -> Double { Double(random.next() >> 11) * 0x1p-53 }
    let places = (0..<images).map { index in
      Evidence.Place(
        name: "\(index)", isSample: index % 2 == 0, weight: index % 4 == 3 ? 0 : 1,
        moduleSizePixels: index % 2 == 0 ? nil : 2, isDimmed: index % 4 == 3)
    }
    // One difficulty for each image, so that a candidate with a higher rate reads all that others read.
    let luck = places.map { _ in (unit(), unit()) }
    let attempts = planted.mapValues { plan in
      zip(places, luck).map { place, luck in
        Evidence.Attempt(
          isRead: luck.0 < (place.isDimmed ? plan.dimmed : plan.rate), isFalse: luck.1 < plan.false,
          nanoseconds: Int(plan.ms * 1e6))
      }
    }
    var evidence = Evidence()
    evidence.add(places, attempts)
    return evidence
  }

  @Test func aFasterSettingThatReadsAlikeIsChosen() throws {
    let evidence = Self.evidence([
      Self.usual: (0.8, 0.5, 0, 10), Self.told: (0.8, 0.5, 0, 4),
    ])
    let verdict = try #require(
      SearchVerdict(evidence, finalists: [Self.told], defaults: [Self.usual], goal: .reach))
    #expect(verdict.outcome == .better && verdict.choice == Self.told)
    #expect(verdict.effect.isFaster && !verdict.effect.isWorse)
    #expect(abs((verdict.effect.timeRatio?.medianRatio ?? 0) - 0.4) < 1e-9)
    #expect(verdict.settings.map(\.setting) == [.formats])
    #expect(verdict.front == [Self.told])
  }

  @Test func noGainIsSaidToBeNone() throws {
    let evidence = Self.evidence([
      Self.usual: (0.8, 0.5, 0, 10), Self.told: (0.8, 0.5, 0, 10),
    ])
    let verdict = try #require(
      SearchVerdict(evidence, finalists: [Self.told], defaults: [Self.usual], goal: .speed))
    // The formats that are asked for do no harm.
    #expect(verdict.outcome == .noBetter && verdict.choice == Self.told)
  }

  @Test func toReadNothingIsNoGain() {
    let evidence = Self.evidence([Self.usual: (0, 0, 0, 10), Self.told: (0, 0, 0, 1)])
    #expect(
      SearchVerdict(evidence, finalists: [Self.told], defaults: [Self.usual], goal: .speed) == nil)
  }

  /// Ten samples with two codes each, of which the twin lacks one, as a random sample set showed.
  @Test(arguments: [
    (samples: 10, sampleReads: 0, twinReads: 72, isChosen: false),
    (10, 1, 72, true), (10, 0, 10, true), (10, 0, 19, false), (1, 0, 72, true), (0, 0, 1, true),
  ])
  func twinsAloneMakeNoReader(
    samples: Int, sampleReads: Int, twinReads: Int, isChosen: Bool
  ) {
    let places = (0..<samples + 72).map {
      Evidence.Place(name: "\($0)", isSample: $0 < samples, weight: 1)
    }
    func attempts(_ milliseconds: Int) -> [Evidence.Attempt] {
      places.indices.map {
        let isRead = $0 < samples ? $0 < sampleReads : $0 - samples < twinReads
        return Evidence.Attempt(
          isRead: isRead, isFalse: false, nanoseconds: milliseconds * 1_000_000)
      }
    }
    var evidence = Evidence()
    evidence.add(places, [Self.usual: attempts(10), Self.told: attempts(3)])
    let verdict = SearchVerdict(
      evidence, finalists: [Self.told], defaults: [Self.usual], goal: .speed)
    #expect((verdict?.choice == Self.told) == isChosen)
  }

  @Test func manyTwinsDoNotOutvoteTheSamples() throws {
    let places = (0..<100).map { Evidence.Place(name: "\($0)", isSample: $0 < 20, weight: 1) }
    func attempts(_ isRead: (Int) -> Bool, _ nanoseconds: Int) -> [Evidence.Attempt] {
      places.indices.map {
        Evidence.Attempt(isRead: isRead($0), isFalse: false, nanoseconds: nanoseconds)
      }
    }
    var evidence = Evidence()
    // Eight samples lost, eight twins gained, and twice as quick.
    evidence.add(
      places,
      [
        Self.usual: attempts({ !(20..<28).contains($0) }, 2_000_000),
        Self.told: attempts({ $0 >= 8 }, 1_000_000),
      ])
    let verdict = try #require(
      SearchVerdict(evidence, finalists: [Self.told], defaults: [Self.usual], goal: .speed))
    #expect(verdict.choice == Self.usual)
  }

  @Test func aDeadLineIsNoShortTime() {
    let places = (0..<2).map { Evidence.Place(name: "\($0)", isSample: true, weight: 1) }
    var evidence = Evidence()
    evidence.add(
      places,
      [
        Self.usual: [
          Evidence.Attempt(isRead: true, isFalse: false, nanoseconds: 4_000_000),
          Evidence.Attempt(isRead: false, isFalse: false, isBroken: true, nanoseconds: 0),
        ]
      ])
    #expect(evidence.standings[0].milliseconds == 4)
    #expect(evidence.trials(of: [Self.usual], cells: 10, within: 0.2, wanted: 50) == 10)
    #expect(evidence.trials(of: [Self.usual], cells: 10, within: 0.001, wanted: 50) == 1)
  }

  @Test(arguments: [
    // Fewer reads; more false answers; fewer reads in dimmer light alone.
    (rate: 0.6, dimmed: 0.5, wrong: 0.0), (0.8, 0.5, 0.1), (0.8, 0.1, 0.0),
  ])
  func aFasterSettingThatIsWorseIsRefused(_ rate: Double, _ dimmed: Double, _ wrong: Double) throws
  {
    let evidence = Self.evidence([
      Self.usual: (0.8, 0.5, 0, 10), Self.option("1"): (rate, dimmed, wrong, 1),
    ])
    let verdict = try #require(
      SearchVerdict(
        evidence, finalists: [Self.option("1")], defaults: [Self.usual], goal: .speed))
    #expect(verdict.choice == Self.usual)
    let halving = Halving(mostTrials: 12, finalists: 1)
    let survivors = halving.survivors(of: evidence, for: .speed, defaults: [Self.usual])
    // Halving drops at once what dimmer light shows, false answers too.
    #expect(survivors.contains(Self.option("1")) == (dimmed == 0.5 && wrong == 0))
  }

  @Test func goalsOrderDifferently() {
    let reader = Self.option("reader")
    let sprinter = Self.option("sprinter")
    let careful = Self.option("careful")
    let evidence = Self.evidence(
      [
        reader: (0.95, 0.9, 0.004, 20), sprinter: (0.945, 0.9, 0.004, 1),
        careful: (0.85, 0.9, 0, 20),
      ], images: 4000)
    func first(_ goal: Goal) -> Candidate? { goal.ordered(evidence.standings).first?.candidate }
    #expect(first(.reach) == reader)
    #expect(first(.speed) == sprinter)
    #expect(first(.safety) == careful)
  }

  /// One of forty settings is 15 % better; halving keeps it nearly always.
  @Test func halvingFindsAPlantedSetting() {
    var found = 0
    for seed in 1...20 {
      var planted = [Self.usual: (rate: 0.7, dimmed: 0.5, false: 0.0, ms: 10.0)]
      for index in 0..<40 {
        planted[Self.option("\(index)")] = (index == 17 ? 0.85 : 0.7, 0.5, 0, 10)
      }
      let halving = Halving()
      var candidates = Array(planted.keys)
      var round = 0
      while halving.goesOn(candidates, defaults: [Self.usual], afterRound: round), round < 8 {
        let evidence = Self.evidence(
          planted.filter { candidates.contains($0.key) },
          images: 20 * halving.trials(inRound: round),
          seed: UInt64(seed * 100 + round))
        candidates = halving.survivors(of: evidence, for: .reach, defaults: [Self.usual])
        round += 1
      }
      #expect(candidates.contains(Self.usual) && candidates.count <= halving.finalists + 1)
      found += candidates.contains(Self.option("17")) ? 1 : 0
    }
    #expect(found >= 18)
  }

  /// Of nine decoders one reads the most by far with each of its settings: the others' best go on all the same.
  @Test func eachDecodersBestIsKeptToTheEnd() {
    let names = (0..<9).map { "d\($0)" }
    var planted: [Candidate: (rate: Double, dimmed: Double, false: Double, ms: Double)] = [:]
    for (index, name) in names.enumerated() {
      let base = index == 4 ? 0.9 : 0.3
      planted[Candidate(decoder: name)] = (base, 0.2, 0, 10)
      for setting in 0..<5 {
        // One setting of each decoder reads a lot more than its others do.
        let candidate = Candidate(decoder: name, options: ["o": "\(setting)"])
        planted[candidate] = (base + (setting == 2 ? 0.09 : 0), 0.2, 0, 10)
      }
    }
    let defaults = names.map { Candidate(decoder: $0) }
    let halving = Halving()
    var candidates = Array(planted.keys)
    var round = 0
    while halving.goesOn(candidates, defaults: defaults, afterRound: round), round < 9 {
      let evidence = Self.evidence(
        planted.filter { candidates.contains($0.key) }, images: 2000, seed: UInt64(round + 1))
      let count = candidates.count
      candidates = halving.survivors(of: evidence, for: .reach, defaults: defaults)
      #expect(candidates.count <= count)
      round += 1
    }
    let changes = candidates.filter { !defaults.contains($0) }
    #expect(changes.count == 9 && round < 9)
    #expect(Set(changes) == Set(names.map { Candidate(decoder: $0, options: ["o": "2"]) }))
    #expect(Set(defaults).isSubset(of: candidates))
  }

  /// A slow twin: candidates are taken out one by one, the last that is not the first of its decoder.
  @Test func theLeadingOnesAreThoseThatAreLeft() {
    var random = SplitMix64(state: 3)
    for count in 0...12 {
      let all = (0..<10).map {
        Candidate(decoder: "d\(random.next() % 4)", options: ["o": "\($0)"])
      }
      var left = all
      while left.count > count,
        let place = left.indices.last(where: { place in
          left[..<place].contains { $0.decoder == left[place].decoder }
        })
      {
        left.remove(at: place)
      }
      #expect(all.leading(count) == left)
    }
  }

  @Test func otherDecodersAreShownAtTheirBestBesideTheChoice() throws {
    let (other, better) = (Candidate(decoder: "e"), Candidate(decoder: "e", formats: [.qrCode]))
    let third = Candidate(decoder: "f")
    let evidence = Self.evidence([
      Self.usual: (0.7, 0.5, 0, 10), Self.told: (0.7, 0.5, 0, 1), other: (0.72, 0.5, 0, 40),
      better: (0.9, 0.5, 0, 40), third: (0.4, 0.5, 0, 40),
    ])
    let verdict = try #require(
      SearchVerdict(
        evidence, finalists: [Self.told, better], defaults: [Self.usual, other, third], goal: .reach
      ))
    // The choice reads more than its default, so that the other decoders follow.
    #expect(verdict.choice == better)
    #expect(verdict.rivals.map(\.standing.candidate) == [Self.told, third])
    for rival in verdict.rivals {
      #expect(
        rival.effect == Effect(of: rival.standing.candidate, beside: better, in: evidence)
          && rival.effect.lost > 0 && rival.effect.gained == 0)
    }
    #expect(verdict.standing?.candidate == better)
  }

  /// Settings that do nothing: a significant choice by chance alone is rare.
  @Test func equalSettingsAreSeldomCalledBetter() throws {
    var better = 0
    for seed in 1...100 {
      var random = SplitMix64(state: UInt64(seed))
      func unit() -> Double { Double(random.next() >> 11) * 0x1p-53 }
      let places = (0..<100).map { Evidence.Place(name: "\($0)", isSample: true, weight: 1) }
      let attempts = [Self.usual, Self.told].map { candidate in
        (
          candidate,
          places.map { _ in
            Evidence.Attempt(
              isRead: unit() < 0.7, isFalse: false, nanoseconds: Int(1e6 * (0.5 + unit())))
          }
        )
      }
      var evidence = Evidence()
      evidence.add(places, Dictionary(uniqueKeysWithValues: attempts))
      let verdict = try #require(
        SearchVerdict(evidence, finalists: [Self.told], defaults: [Self.usual], goal: .reach))
      better += verdict.outcome == .better ? 1 : 0
    }
    // One test on reads and one on time, each two-sided at 5 %, of which one side is a gain.
    #expect(better <= 12, "\(better) of 100")
  }

  @Test func settingsThatBringNothingAreLeftOut() {
    let both = Candidate(decoder: "d", options: ["a": "1", "b": "1"], formats: [.qrCode])
    let withoutA = Candidate(decoder: "d", options: ["b": "1"], formats: [.qrCode])
    let withoutB = Candidate(decoder: "d", options: ["a": "1"], formats: [.qrCode])
    let withoutFormats = Candidate(decoder: "d", options: ["a": "1", "b": "1"])
    #expect(
      SearchVerdict.entrants([both], defaults: [Self.usual])
        == [both, Self.usual, withoutA, withoutB, withoutFormats])
    let evidence = Self.evidence([
      Self.usual: (0.7, 0.5, 0, 10), both: (0.9, 0.5, 0, 4), withoutA: (0.7, 0.5, 0, 4),
      withoutB: (0.9, 0.5, 0, 4), withoutFormats: (0.9, 0.5, 0, 10),
    ])
    #expect(SearchVerdict.pruned(both, default: Self.usual, by: evidence) == withoutB)
  }

  @Test func theSimplestOfEqualsIsChosen() throws {
    let more = Candidate(decoder: "d", options: ["a": "1"], formats: [.qrCode])
    let evidence = Self.evidence([
      Self.usual: (0.8, 0.5, 0, 10), Self.told: (0.8, 0.5, 0, 4), more: (0.8, 0.5, 0, 3.99),
    ])
    let verdict = try #require(
      SearchVerdict(evidence, finalists: [more, Self.told], defaults: [Self.usual], goal: .speed))
    #expect(verdict.choice == Self.told)
  }

  @Test func aSettingThatIsFalseLessOftenIsNoEqual() throws {
    let careful = Candidate(decoder: "d", options: ["a": "1"], formats: [.qrCode])
    let evidence = Self.evidence([
      Self.usual: (0.8, 0.5, 0.02, 10), Self.told: (0.8, 0.5, 0.02, 4), careful: (0.8, 0.5, 0, 4),
    ])
    let verdict = try #require(
      SearchVerdict(
        evidence, finalists: [careful, Self.told], defaults: [Self.usual], goal: .safety))
    #expect(verdict.choice == careful)
    #expect(SearchVerdict.pruned(careful, default: Self.usual, by: evidence) == careful)
  }

  /// A decoder whose settings all fall out is still among those that are shown.
  @Test func everyDecoderIsJudgedAsItComes() throws {
    let other = Candidate(decoder: "e")
    #expect(SearchVerdict.entrants([], defaults: [other, Self.usual]) == [other, Self.usual])
    let entrants = SearchVerdict.entrants([Self.told], defaults: [Self.usual, other])
    #expect(entrants.contains(other) && entrants.first == Self.told, "\(entrants)")
    let evidence = Self.evidence([other: (0.8, 0.5, 0, 10)])
    let verdict = try #require(
      SearchVerdict(evidence, finalists: [], defaults: [other, Self.usual], goal: .reach))
    #expect(verdict.choice == other && verdict.outcome == .noBetter)
  }

  @Test func samplesWeighMoreTheMoreThereAre() {
    func rate(samples: Int) -> Double {
      let places =
        (0..<samples).map { Evidence.Place(name: "\($0)", isSample: true, weight: 1) }
        + [Evidence.Place(name: "twin", isSample: false, weight: 0.5)]
      var evidence = Evidence()
      evidence.add(
        places,
        [
          Self.usual: places.map {
            Evidence.Attempt(isRead: $0.isSample, isFalse: false, nanoseconds: 1)
          }
        ])
      return evidence.standings[0].rate
    }
    #expect(abs(rate(samples: 20) - 0.5) < 1e-9 && abs(rate(samples: 180) - 0.9) < 1e-9)
  }

  @Test func theSpaceHoldsWhatMayRead() {
    let reader = DecoderIdentity(
      name: "r", summary: "", library: "L", version: "1", symbologies: [.ean13, .qrCode],
      options: [
        .flag("harder", default: true, ""),
        .flag("twelve", default: false, "").with(purpose: .output),
        .choice("supplement", default: "ignore", of: ["ignore", "read", "require"], "")
          .with(purpose: .addOns),
        .flag("strict", default: false, "").with(purpose: .checkDigit),
        .integer("most", default: 255, in: 1...255, "")
          .with(purpose: .symbolCount, worthTrying: [1]),
        .integer("unknown-number", default: 1, in: 1...9, ""),
      ])
    let other = DecoderIdentity(
      name: "o", summary: "", library: "L", version: "1", symbologies: [.qrCode])
    let needs = SampleNeeds(
      Fixture.survey([[Fixture.symbol(.ean13, "978020137962452495")]]))
    let space = SearchSpace([reader, other], answers: Answers(suggestedBy: needs))
    #expect(space.excluded.map(\.reason) == [.doesNotRead([.ean13])])
    #expect(space.defaults.map(\.argument) == ["r:supplement=read"])
    #expect(
      space.changes.map(\.argument) == [
        "r:supplement=read@formats:ean-13",
        "r:harder=false,supplement=read@formats:ean-13",
        "r:most=1,supplement=read@formats:ean-13",
      ])
    // Where a sample holds several codes, no setting stops at the first.
    for (several, most) in [(true, 1), (false, 2)] {
      var answers = Answers(suggestedBy: needs)
      answers.several = several
      let changes = SearchSpace([reader], answers: answers, mostSymbols: most).changes
      #expect(changes.count == 2 && !changes.contains { $0.options["most"] != nil })
    }
    var strict = Answers(suggestedBy: needs)
    strict.checkDigits = true
    #expect(
      SearchSpace([reader], answers: strict).defaults.map(\.argument) == [
        "r:strict=true,supplement=read"
      ])
  }
}
