import Testing

@testable import Configure

@Suite struct CaptureTests {
  private static let choice = Candidate(decoder: "d", formats: [.qrCode])
  private static let other = Candidate(decoder: "e", formats: [.qrCode])
  private static let half = Capture(isCut: false, scale: 0.5)
  private static let cut = Capture(isCut: true, scale: 1)

  /// Samples with planted times; a pair reads all but its first so many.
  private static func evidence(
    _ planted: [Candidate: (unread: Int, ms: Double)], images: Int = 30
  ) -> Evidence {
    var evidence = Evidence()
    evidence.add(
      (0..<images).map { Evidence.Place(name: "\($0)", isSample: true, weight: 1) },
      planted.mapValues { plan in
        (0..<images).map {
          Evidence.Attempt(
            isRead: $0 >= plan.unread, isFalse: false, nanoseconds: Int(plan.ms * 1e6))
        }
      })
    return evidence
  }

  private static func verdict(
    _ learned: [Candidate: (unread: Int, ms: Double)],
    heldOut: [Candidate: (unread: Int, ms: Double)]? = nil, images: Int = 30
  ) -> CaptureVerdict {
    CaptureVerdict(
      choice: choice, learned: evidence(learned, images: images),
      heldOut: evidence(heldOut ?? learned, images: images), goal: .reach)
  }

  @Test func fewerPixelsAreChosenIfTheyReadAlike() {
    let verdict = Self.verdict([
      Self.choice: (2, 8), Self.choice.taking(Self.half): (2, 2),
    ])
    #expect(verdict.best == Self.choice.taking(Self.half) && verdict.leastScale == nil)
    #expect(abs((verdict.effect?.timeRatio?.medianRatio ?? 0) - 0.25) < 1e-9)
  }

  @Test func fewerPixelsThatLoseOneReadAreNot() {
    let verdict = Self.verdict([
      Self.choice: (2, 8), Self.choice.taking(Self.half): (3, 2),
      Self.choice.taking(Capture(isCut: false, scale: 0.75)): (2, 9),
    ])
    #expect(verdict.best == Self.choice && verdict.effect == nil)
    #expect(verdict.leastScale == 0.75)
  }

  @Test func anotherFinalistIsShownWithFewerPixelsAndNotChosen() {
    let verdict = Self.verdict([
      Self.choice: (2, 8), Self.choice.taking(Self.half): (9, 2),
      Self.other: (8, 8), Self.other.taking(Self.half): (2, 1),
    ])
    // A program of it would run on whole frames, where it reads less.
    #expect(verdict.best == Self.choice && verdict.reference == Self.choice)
    #expect(
      verdict.trials.map(\.candidate)
        == [Self.choice.taking(Self.half), Self.other.taking(Self.half)])
  }

  @Test func anotherFinalistCanBeBestInTheScanArea() {
    let planted = [
      Self.choice: (2, 8.0), Self.choice.taking(Self.cut): (2, 6.0),
      Self.other: (2, 9.0), Self.other.taking(Self.cut): (2, 1.0),
    ]
    let verdict = Self.verdict(planted)
    #expect(verdict.best == Self.other.taking(Self.cut))
    let own = CaptureVerdict(
      choice: Self.choice, learned: Self.evidence(planted), heldOut: Self.evidence(planted),
      goal: .reach, keepsChoice: true)
    #expect(own.best == Self.choice.taking(Self.cut))
  }

  @Test func oneSampleAloneLosesNoScanArea() {
    let planted = [Self.choice: (0, 8.0), Self.choice.taking(Self.cut): (0, 8.0)]
    let verdict = CaptureVerdict(
      choice: Self.choice, learned: Self.evidence(planted, images: 1), heldOut: Evidence(),
      goal: .reach)
    #expect(!verdict.isAreaHarmful && verdict.trials.count == 1)
  }

  @Test func samplesThatTookNoPartInChoosingDecide() {
    let half = Self.choice.taking(Self.half)
    let verdict = Self.verdict(
      [Self.choice: (2, 8), half: (2, 2)], heldOut: [Self.choice: (2, 8), half: (3, 2)])
    #expect(verdict.best == Self.choice)
  }

  @Test func fewSamplesChangeNoResolution() {
    let verdict = Self.verdict(
      [Self.choice: (0, 8), Self.choice.taking(Self.half): (0, 2)], images: 4)
    #expect(verdict.best == Self.choice && !verdict.trials.isEmpty)
  }

  @Test func aScanAreaStaysUnlessItLosesReads() {
    let harmless = Self.verdict([Self.choice: (2, 8), Self.choice.taking(Self.cut): (2, 8)])
    #expect(harmless.best.capture == Self.cut)
    let harmful = Self.verdict([Self.choice: (2, 8), Self.choice.taking(Self.cut): (3, 1)])
    #expect(harmful.best.capture == .whole && harmful.isAreaHarmful)
  }

  @Test func capturesAreAllPairsOfAreaAndScale() {
    #expect(Capture.all(hasArea: false).map(\.scale) == [1, 0.75, 0.5])
    #expect(Set(Capture.all(hasArea: true)).count == 6)
    #expect(Capture.all(hasArea: true) == Capture.all(hasArea: true).sorted())
  }

  @Test func aPreferredFinalistIsChosenIfItIsNoWorseThanItsDefault() throws {
    let (usual, bare) = (Candidate(decoder: "d"), Candidate(decoder: "e"))
    func choice(unread: Int) throws -> Candidate {
      let evidence = Self.evidence([
        usual: (2, 10), Self.choice: (2, 4), bare: (2, 10), Self.other: (unread, 6),
      ])
      return try #require(
        SearchVerdict(
          evidence, finalists: [Self.choice, Self.other], defaults: [usual, bare], goal: .reach,
          preferring: Self.other)
      ).choice
    }
    #expect(try choice(unread: 2) == Self.other)
    #expect(try choice(unread: 20) == Self.choice)
  }
}
