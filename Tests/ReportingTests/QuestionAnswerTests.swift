import DecoderKit
import Reporting
import Results
import TestSupport
import Testing

@testable import RunFixtures

/// The first sentences of corpora with a question of their own, each to be understood without its table.
@Suite(.waits) struct QuestionAnswerTests {
  private func sentence(_ table: ScoreTable) throws -> String {
    try #require(Answer(ScoreWording(table)).sentence).replacing("\u{202F}", with: " ")
  }

  private func reservation(_ table: ScoreTable) -> String {
    Answer(ScoreWording(table)).reservation ?? ""
  }

  @Test(arguments: [
    ("module-size", "px", " px per module"), ("read-noise", "levels", " grey levels of noise"),
    ("quiet-zone", "%", " % of the quiet zone"), ("tilt", "°", " ° of tilt"),
    ("distance", "m", " m "),
  ])
  func theFirstNumberSaysWhatItIsOf(axis: String, unit: String, words: String) throws {
    var table = try ScoreFixture.table(.realistic)
    (table.corpus.axis, table.corpus.unit) = (axis, unit)
    let text = try sentence(table)
    #expect(text.contains(words), "\(text)")
    #expect(text.components(separatedBy: words).count == 2 || axis == "distance", "once: \(text)")
  }

  /// A level of the second axis is a number with its unit, too.
  @Test func theTradeOfAMapNamesTheUnitsOfBothAxes() throws {
    var table = try ScoreFixture.table(.maps)
    let text = try sentence(table)
    #expect(text.contains(" px per module at blur 0 px and from "), "\(text)")
    #expect(text.contains(" px at blur 2 px"), "\(text)")
    table.corpus.maps?.unit = ""
    #expect(try sentence(table).contains(" at blur 0 and from "))
  }

  @Test func thresholdsThatStandOnAPartOfTheCorpusSayOnWhich() throws {
    var table = try ScoreFixture.table(.realistic)
    #expect(try !sentence(table).hasPrefix("On "))
    table.corpus.groups[1].symbologies = [.dataMatrix]
    table.rankedGroups = [table.corpus.groups[0].id]
    table.decoders[0].coverage = Coverage(
      symbologies: 1, ofSymbologies: 2, units: 10, ofUnits: 20)
    #expect(try sentence(table).hasPrefix("On QR Code, \(table.decoders[0].label) ("))
  }

  @Test func thoseThatShareTheFirstPlaceAreSaidToTie() throws {
    var table = try ScoreFixture.table(.realistic)
    let tied = table.decoders.indices.filter { table.decoders[$0].rank != nil }.prefix(2)
    #expect(try !sentence(table).contains("significantly"))
    for index in tied { table.decoders[index].rank = 1 }
    let names = tied.map { table.decoders[$0].label }
    #expect(
      try sentence(table).hasSuffix(
        "; \(names[0]) and \(names[1]) are not significantly different"))
  }

  @Test func aDecoderThatReadsNothingHasNoPlace() throws {
    var table = try ScoreFixture.table(.unordered)
    let ranked = table.decoders.indices.filter { table.decoders[$0].rank != nil }
    for index in ranked { (table.decoders[index].rank, table.decoders[index].letters) = (1, nil) }
    let last = try #require(ranked.last)
    table.decoders[last].sharedRate = Estimate(value: 0, lower: 0, upper: 0.6)
    let wording = ScoreWording(table)
    #expect(wording.rank(table.decoders[last]) == Numerals.absent)
    #expect(wording.rank(table.decoders[ranked[0]]) == (ranked.count > 2 ? "1=" : "1"))
  }

  @Test func aFarthestDistanceIsNoBound() throws {
    var table = try ScoreFixture.table(.mirrored)
    (table.corpus.axis, table.corpus.unit) = ("distance", "m")
    for index in table.decoders.indices {
      table.decoders[index].total.read = table.decoders[index].total.tried
    }
    let farthest = try #require(table.corpus.levels.last?.text)
    let text = try sentence(table)
    #expect(text.contains("up to \(farthest) m, not shown beyond"), "\(text)")
  }

  @Test func claimsAreCountedAndTheTrialsThatDecideThemNamed() throws {
    var table = try ScoreFixture.table(.claims)
    #expect(
      try sentence(table)
        == "keen (Library 1.2.3) reliably reads all 3 documented minimum sizes; "
        + "brittle (Library 1.2.3) fails at all 3")
    #expect(!reservation(table).contains("undecided"))
    let claims = try #require(table.claims)
    for claim in claims.claims.indices {
      table.claims?.claims[claim].decoders[0].verdict = .undecided
    }
    #expect(
      try sentence(table).hasPrefix(
        "keen (Library 1.2.3) is shown neither to read nor to fail at any of the 3 documented minimum sizes; "
      ))
    table.claims?.trialsNeeded = 300
    #expect(
      reservation(table)
        == "To decide these claims, use --trials 300 or more"
    )
  }

  @Test func bandsAreAnsweredByTheRateInEach() throws {
    var table = try ScoreFixture.table(.claims)
    table.claims = nil
    let text = try sentence(table)
    #expect(
      text.hasPrefix("keen (Library 1.2.3) reads 100 % at 3 px per module and more and "), "\(text)"
    )
    #expect(
      text.contains(" % at 3–5 px, ") && text.contains(" % below 3 px; brittle"), "\(text)")
    #expect(!text.contains("groups"))
  }

  @Test func tooFewTrialsForARadiusAreSaidWithTheirNumber() throws {
    var table = try ScoreFixture.table(.realistic)
    table.corpus.selection = SelectionRecord(
      view: nil, margins: [], pointOfInterest: [], shape: nil, edge: "", areaEdge: "")
    table.corpus.axis = "selection-radius"
    for group in table.corpus.groups.indices { table.corpus.groups[group].trials = 5 }
    func share(_ count: Int) -> SelectionScore.Share { .init(count: count, rate: nil) }
    func set(_ target: Int) {
      let level = SelectionScore.Level(
        level: "9", tried: 5, target: share(target), wrongCode: share(0), several: share(0),
        none: share(5 - target), cannotSelect: share(0), other: share(0))
      table.decoders[0].groups[0].selection = SelectionScore(
        isBlind: false, total: level, levels: [level],
        recommendation: .init(isFound: false, best: "9", from: "9", to: "9"))
    }
    set(5)
    #expect(
      reservation(table).hasPrefix(
        "To recommend a radius, use --trials "))
    let label = table.decoders[0].label
    #expect(
      try sentence(table)
        == "5 trials are too few to recommend a radius; so far \(label) selects the right code in 5 of 5 "
        + "images of \(table.decoders[0].groups[0].group) at 9 px")
    set(4)
    #expect(try sentence(table).hasPrefix("No radius is shown to select"))
    #expect(
      !reservation(table).contains("radius"), "more trials of a radius that fails help nobody")
  }

  @Test func aHintIsAnsweredByTimeAndReadsInWords() throws {
    var table = try ScoreFixture.table(.realistic)
    func effect(more: Int, fewer: Int, misreads: Int) -> HintEffect {
      func side(_ label: String, _ misreads: Int) -> HintEffect.Side {
        .init(label: label, misreads: misreads, errors: 0, wrongExtras: 0)
      }
      return HintEffect(
        decoder: "zbar", hints: "symbologies", restricted: side("zbar@symbologies", misreads),
        unrestricted: side("zbar", 3), pairs: 40, onlyRestricted: more, onlyUnrestricted: fewer,
        misreadsAvoided: 0, misreadsAdded: 0, adjustedP: 1,
        timeRatio: Estimate(value: 0.57, lower: 0.5, upper: 0.6))
    }
    table.hintEffects = [effect(more: 0, fewer: 0, misreads: 3)]
    #expect(
      try sentence(table)
        == "With the symbology as a hint, zbar (ZBar 1.2.3) takes 0.57× as long and reads the same images"
    )
    table.hintEffects = [
      effect(more: 0, fewer: 0, misreads: 3), effect(more: 0, fewer: 0, misreads: 3),
    ]
    #expect(
      try sentence(table).hasSuffix(
        "; zbar (ZBar 1.2.3) takes 0.57× as long and reads the same images"))
    table.hintEffects = [effect(more: 1, fewer: 2, misreads: 0)]
    #expect(
      try sentence(table).hasSuffix(
        "as long, reads 1 image more and 2 fewer and misreads 0 instead of 3"))
  }

  @Test func ofManySymbologiesTheReadAndTheUnreadAreNamed() throws {
    var table = try ScoreFixture.table(.unordered)
    let kinds: [Symbology] = [
      .qrCode, .dataMatrix, .aztec, .pdf417, .code128, .code39, .ean13, .upcA, .itf,
    ]
    let group = table.corpus.groups[0]
    let score = table.decoders[0].groups[0]
    table.corpus.groups = kinds.map { kind in
      var own = group
      (own.id, own.symbologies) = ("\(kind.rawValue)/clean", [kind])
      return own
    }
    table.decoders = [table.decoders[0]]
    table.decoders[0].groups = kinds.map { kind in
      var own = score
      own.group = "\(kind.rawValue)/clean"
      if kind == .itf { own.total.read = 0 }
      return own
    }
    let text = try sentence(table)
    #expect(
      text.contains("reads 8 of the 9 symbologies that it supports (no itf), and "), "\(text)")
    #expect(text.hasSuffix(" of their images"))
    table.decoders[0].groups[8] = score
    table.decoders[0].groups[8].group = "itf/clean"
    #expect(try sentence(table).contains("reads all 9 symbologies that it supports, and "))
  }

  @Test func labelsWithSeveralSymbolsAreAnsweredByWhatIsMissed() throws {
    let table = try ScoreFixture.table(.scenes)
    let best = try #require(table.decoders.first { $0.rank != nil })
    let worst = try #require(best.symbologies.min { $0.rate.value < $1.rate.value })
    let text = try sentence(table)
    #expect(best.symbologies.count > 1 && worst.rate.value < 1)
    #expect(text.contains(", least of \(worst.symbology) ("), "\(text)")
  }

  @Test func aRateDoesNotFollowAVersionDirectly() throws {
    for fixture in [ScoreFixture.Name.unordered, .scenes] {
      let text = try sentence(ScoreFixture.table(fixture))
      #expect(text.contains(": "), "\(text)")
      #expect(text.firstMatch(of: /[0-9]\)? [0-9.]+ %/) == nil, "\(text)")
    }
  }

  @Test func imagesOfUnknownContentsAreCountedWithTheMostFirst() throws {
    var table = try ScoreFixture.table(.unordered)
    table.corpus.axis = "none"
    let tried = table.decoders.indices.filter { table.decoders[$0].total.tried > 0 }
    for (place, index) in tried.enumerated() {
      table.decoders[index].total.tried = 40
      table.decoders[index].total.detected = 10 * place
      table.decoders[index].total.undetected = 40 - 10 * place
    }
    let last = try #require(tried.last)
    let text = try sentence(table)
    #expect(text.hasPrefix(table.decoders[last].label), "\(text)")
    #expect(
      text.contains(
        "finds a code in \(table.decoders[last].total.detected) of 40 images, whose contents are not known; "
      ),
      "\(text)")
  }

  /// One crash of 30 photos takes nothing from the 24 in which a code was found.
  @Test func aCrashErasesNothingThatWasFound() throws {
    var table = try ScoreFixture.table(.unordered)
    for group in table.corpus.groups.indices { table.corpus.groups[group].photoPayloads = [] }
    for index in table.decoders.indices where table.decoders[index].total.tried > 0 {
      var total = table.decoders[index].total
      (total.read, total.strictRead, total.noRead, total.misread) = (0, 0, 0, 0)
      (total.timeout, total.failed, total.clean, total.falsePositive) = (0, 0, 0, 0)
      (total.tried, total.detected, total.undetected, total.crash) = (30, 24, 5, 1)
      table.decoders[index].total = total
    }
    let total = try #require(table.decoders.first { $0.total.tried > 0 }).total
    #expect(total.isUnjudged && total.judged == 0)
    #expect(ScoreWording(table).decodeRate(total) == "80.0 found")
    let text = try sentence(table)
    #expect(
      text.contains("finds a code in 24 of 30 images, whose contents are not known"), "\(text)")
  }

  @Test func photosThatNobodyReadsAreCountedUnlessOneDecoderTookPart() throws {
    var table = try ScoreFixture.table(.unordered)
    for group in table.corpus.groups.indices { table.corpus.groups[group].photoPayloads = [] }
    #expect(try !sentence(table).contains("by no decoder"))
    table.unread = UnreadPhotos(judged: 11, unread: 2)
    #expect(try sentence(table).hasSuffix("; 2 of the 11 photos are read by no decoder"))
    table.unread = UnreadPhotos(judged: 11, unread: 11)
    #expect(try sentence(table).hasSuffix("; none of the 11 photos is read by any decoder"))
    table.unread = UnreadPhotos(judged: 11, unread: 0, unjudged: 3, undetected: 1)
    #expect(
      try sentence(table).hasSuffix(
        "; each of the 11 photos is read by some decoder; 1 of the 3 photos is found to hold a code by no decoder"
      ))
    let page = PageReport().render(table)
    #expect(page.contains("each of the 11 photos is read by some decoder"))
    #expect(MarkdownReport().render(table).contains("each of the 11 photos"))
    let json = try JSONReport().render(table)
    #expect(try JSONReport.read(json).unread == table.unread)
    #expect(try PublishedSchema.objections(json, schema: "scores") == [])
    table.decoders = Array(table.decoders.prefix(1))
    #expect(try !sentence(table).contains("by some decoder"))
  }

  @Test func photosAreCounted() throws {
    var table = try ScoreFixture.table(.unordered)
    for group in table.corpus.groups.indices { table.corpus.groups[group].photoPayloads = [] }
    let best = table.decoders[0].total
    #expect(
      try sentence(table).contains(
        "reads \(Numerals.count(best.successes)) of the \(Numerals.count(best.tried)) photos, "
          .replacing("\u{202F}", with: " ")))
  }
}
