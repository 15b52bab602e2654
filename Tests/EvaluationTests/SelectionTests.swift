import Analysis
import Corpora
import DecoderKit
import Evaluation
import Images
import Judging
import PluginHost
import Results
import Scanning
import Testing

@testable import RunFixtures

/// One symbol of several, chosen in each of the ways there are.
@Suite struct SelectionTests {
  /// A label of six codes: 50 px wide, and 20 px apart.
  static func corpus(
    selection: String = "{radius: 8px}", condition: String = "", axis: String = "module-size",
    levels: String = "2"
  ) throws -> Corpus {
    try Corpus(
      yaml: """
        format: 1
        name: aimed
        version: 1
        title: Aimed
        question: Which one?
        seed: 5
        symbols:
          - name: sheet
            grid: {rows: 2, columns: 3, spacing: 2}
            of: [{symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 12}}]
        conditions: [{name: c0\(condition)}]
        selection: \(selection)
        sweep: {axis: \(axis), levels: [\(levels)]}
        trials: 400
        """, file: "aimed.yaml")
  }

  private static let identity = DecoderIdentity(
    name: "truth", summary: "", library: "truth", version: "1", symbologies: [.qrCode])

  /// The readings of a decoder that misses nothing, with the drawn outlines.
  private func truth(_ sample: Sample) -> [Reading] {
    sample.truth.expected.map {
      Reading(symbology: $0.symbology, bytes: $0.bytes, corners: $0.corners)
    }
  }

  private func finding(
    _ strategy: SelectionStrategy, _ readings: [Reading], of sample: Sample
  ) throws -> Finding {
    let aim = try #require(sample.aim)
    let selector = Selector(strategy: strategy, region: aim.region, image: sample.image)
    let part = try #require(selector.part)
    let seen = readings.map { $0.moved(byX: -part.origin.x, y: -part.origin.y) }
    let kept = selector.select(seen, in: part)
    return try #require(
      Finding(
        SelectedAttempt(
          attempt: DecodeAttempt(outcome: .readings(kept.readings)), unplaced: kept.unplaced),
        of: sample, by: Self.identity))
  }

  private func samples(_ corpus: Corpus, trials: Range<Int>) throws -> [Sample] {
    var renderer = SampleRenderer(corpus: corpus)
    return try corpus.sweep.levels.flatMap { level in
      try trials.map { try renderer.draw(group: corpus.groups[0], level: level, trial: $0) }
    }
  }

  // MARK: - Truth

  @Test(arguments: [SelectionStrategy.filter, .cropFilter])
  func truthOutlinesNeverSelectTheWrongCodeOfASteadyHand(strategy: SelectionStrategy) throws {
    let corpus = try Self.corpus(
      selection: "{view: 200x200}", condition: ", module-size: 2, rotation: {random: [0, 360]}",
      axis: "selection-radius", levels: "0, 1, 8, 16, 24")
    var targets: Set<Int> = []
    for sample in try samples(corpus, trials: 0..<40) {
      targets.insert(try #require(sample.aim).target)
      #expect(try finding(strategy, truth(sample), of: sample).verdict == .read, "\(sample.key)")
    }
    #expect(targets == Set(0..<6), "each symbol is aimed at in its turn")
  }

  /// An outline is touched if any of its points is: they are looked at one by one.
  @Test func whatIsSelectedIsWhatASlowLookAtEachPointSays() throws {
    let corpus = try Self.corpus(
      selection: "{edge: touching}",
      condition: ", module-size: 2, aiming-error: 30, rotation: {random: [0, 360]}",
      axis: "selection-radius", levels: "0, 5, 12, 30")
    var seen: Set<Verdict> = []
    for sample in try samples(corpus, trials: 0..<50) {
      let aim = try #require(sample.aim)
      guard case .circle(let centre, let radius) = aim.region.shape else {
        Issue.record("no circle")
        return
      }
      let distances = sample.truth.expected.map { $0.corners.map { $0.slowDistance(to: centre) } }
      // The steps of the slow look are half a pixel wide.
      guard distances.allSatisfy({ abs(($0 ?? 0) - radius) > 0.5 }) else { continue }
      let touched = distances.indices.filter { (distances[$0] ?? .infinity) <= radius }
      let verdict: Verdict =
        touched.isEmpty
        ? .noRead : touched.count > 1 ? .several : touched == [aim.target] ? .read : .wrongCode
      #expect(try finding(.filter, truth(sample), of: sample).verdict == verdict, "\(sample.key)")
      seen.insert(verdict)
    }
    #expect(seen == [.read, .wrongCode, .several, .noRead], "all four were put to the test")
  }

  // MARK: - Verdicts

  @Test func theVerdictIsThatOfWhatIsLeft() throws {
    let sample = try #require(try samples(Self.corpus(), trials: 0..<1).first)
    let target = try #require(sample.aim).target
    let all = truth(sample)
    let other = (target + 1) % all.count
    var wrong = all[target]
    wrong.bytes[3] ^= 1
    func verdict(_ readings: [Reading]) -> Judgement {
      TruthMatching.judgeSelection(readings, of: target, in: sample.truth)
    }
    #expect(verdict([all[target]]).verdict == .read && verdict([all[target]]).isStrict)
    #expect(verdict([all[other]]).verdict == .wrongCode)
    #expect(verdict([all[other]]).misreading == all[other] && !verdict([all[other]]).isStrict)
    #expect(verdict([]).verdict == .noRead)
    #expect(verdict([all[target], all[other]]).verdict == .several)
    let twice = verdict([all[target], all[target]])
    #expect(twice.verdict == .read && twice.extras.duplicates == 1)
    // Data that is not in the image is worse than a wrong code, whatever stands beside it.
    #expect(verdict([wrong]).verdict == .misread)
    #expect(verdict([wrong]).misreadClass != nil)
    #expect(verdict([all[target], wrong]).verdict == .misread)
    #expect(!Verdict.wrongCode.isFalse && !Verdict.wrongCode.isSuccess)
  }

  @Test func readingsWithoutPlacesCannotBeSelected() throws {
    let sample = try #require(try samples(Self.corpus(), trials: 0..<1).first)
    let target = try #require(sample.aim).target
    var readings = truth(sample)
    for index in readings.indices where index != target { readings[index].corners = nil }
    #expect(try finding(.filter, readings, of: sample).verdict == .read)
    readings[target].corners = nil
    let blind = try finding(.filter, readings, of: sample)
    #expect(blind.verdict == .cannotSelect && blind.detail == "6 readings without a place")
    // What was not read is not held against the places.
    #expect(try finding(.filter, [], of: sample).verdict == .noRead)
    #expect(try finding(.crop, readings, of: sample).verdict == .several, "a crop needs no places")
    // The gauge finds the symbols by what they say.
    #expect(try finding(.filterGauge, readings, of: sample).verdict == .read)
  }

  @Test func aCropIsThePartThatTheSelectionBounds() throws {
    let corpus = try Self.corpus(selection: "{view: 60x40, rectangle: [30px, 20px]}")
    let sample = try #require(try samples(corpus, trials: 0..<1).first)
    let region = try #require(sample.aim).region
    func part(_ strategy: SelectionStrategy) -> Selector.Part? {
      Selector(strategy: strategy, region: region, image: sample.image).part
    }
    let crop = try #require(part(.crop))
    #expect((30...31).contains(crop.image.width) && (20...21).contains(crop.image.height))
    #expect(abs(crop.origin.x + 15 - region.pointOfInterest.x) <= 1)
    let area = try #require(part(.cropFilter))
    #expect((60...61).contains(area.image.width) && (40...41).contains(area.image.height))
    #expect(part(.filter)?.image.width == sample.image.width)
    let dot = try #require(
      try samples(Self.corpus(selection: "{radius: 2px}"), trials: 0..<1).first?.aim)
    #expect(
      Selector(strategy: .crop, region: dot.region, image: sample.image).part == nil,
      "four pixels hold no symbol")
  }

  // MARK: - Decoders

  @Test func eachWayToSelectIsADecoderOfItsOwn() throws {
    let plain = ConfiguredDecoder(
      label: "fast", reference: "a:b=c", identity: Self.identity,
      options: try DecoderOptions(resolving: [:], for: Self.identity), members: [],
      fingerprint: Fixture.configured("a", supports: []).fingerprint)
    let hinted = plain.hinted(.symbologies)
    let all =
      [plain, hinted]
      + [plain, hinted].flatMap { decoder in
        SelectionStrategy.allCases.filter { $0 != .none }.map(decoder.selecting)
      }
    #expect(Set(all.map(\.fingerprint.sha256)).count == 12, "results are never mixed up")
    #expect(Set(all.map(\.label)).count == 12)
    let both = hinted.selecting(.filterGauge)
    #expect(both.label == "fast@symbologies@filter+gauge")
    #expect(both.argument == "fast=a:b=c@symbologies@filter+gauge")
    #expect(plain.selecting(.filterGauge).hinted(.symbologies) == both, "in either order")
    #expect(try DecoderReference(parsing: both.argument).description == both.reference)
    let record = DecoderRecord(both, corpus: try Self.corpus())
    #expect(record.argument == both.argument && record.selection == "filter+gauge")
    #expect(record.unhintedLabel == "fast@filter+gauge", "hints are compared within one way")
  }

  // MARK: - Radii

  private static let radii = "0, 5, 10, 20, 40, 80"

  /// The score of a decoder with so many targets in 40 at each radius.
  private func score(
    _ targets: [Int], trials: Int = 40, else other: Verdict = .several
  ) throws -> SelectionScore {
    let corpus = try Self.corpus(
      selection: "{}", condition: ", module-size: 2", axis: "selection-radius",
      levels: Self.radii
    ).overriding(trials: trials, seed: nil)
    let record = Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
    let table = try Fixture.scores(of: record) { _, place in
      place.trial < targets[place.level] ? .read : other
    }
    return try #require(table.decoders[0].groups[0].selection)
  }

  @Test func theRadiiAroundTheBestThatAreNotSignificantlyWorseAreRecommended() throws {
    // One-sided, 24 of 40 beside 39 has p = 0.00003 and 36 of 40 has p = 0.18.
    let range = try score([24, 36, 39, 38, 24, 39]).recommendation
    #expect(range == .init(isFound: true, best: "10", from: "5", to: "20"))
    // The far end is as good, but a worse one lies between.
    #expect(try score([0, 0, 0, 0, 0, 40]).recommendation?.from == "80")
    #expect(try score([40, 40, 40, 40, 40, 40]).recommendation?.to == "80")
  }

  @Test func noRadiusDoesWhereTheBestIsNotShownToBeRightMoreOftenThanNot() throws {
    // P(Bin(40, 0.5) is k or more) is 0.019 for 27 and 0.003 for 29; a sixth of 0.05 lies between.
    #expect(try score([0, 10, 27, 0, 0, 0]).recommendation?.isFound == false)
    #expect(try score([0, 10, 29, 0, 0, 0]).recommendation?.isFound == true)
    #expect(try score([0, 0, 0, 0, 0, 0]).recommendation?.isFound == false)
    #expect(try score([3, 3, 0, 3, 3, 3], trials: 3).recommendation == nil, "too few to tell")
  }

  @Test func sharesAreCountedApartAndBlindnessIsNamed() throws {
    let wrong = try score([0, 10, 0, 0, 0, 0], else: .wrongCode)
    #expect((wrong.total.target.count, wrong.total.wrongCode.count) == (10, 230))
    #expect(wrong.levels[1].wrongCode.rate?.value == 0.75 && !wrong.isBlind)
    // Clopper and Pearson, 10 of 40: 0.1269 to 0.4120.
    let share = try #require(wrong.levels[1].target.rate)
    #expect(abs(share.lower - 0.1269) < 1e-4 && abs(share.upper - 0.4120) < 1e-4)
    let blind = try score([0, 0, 0, 0, 0, 0], else: .cannotSelect)
    #expect(blind.isBlind && blind.total.cannotSelect.count == 240 && blind.total.none.count == 0)
    #expect(try !score([1, 0, 0, 0, 0, 0], else: .cannotSelect).isBlind)
  }
}

extension Reading {
  fileprivate func moved(byX dx: Double, y dy: Double) -> Reading {
    guard let corners else { return self }
    let points = corners.points.map { Point(x: $0.x + dx, y: $0.y + dy) }
    var reading = self
    reading.corners = Corners(
      topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    return reading
  }
}

extension Corners {
  /// The distance from a point to the nearest of very many points of the outline and its inside.
  fileprivate func slowDistance(to point: Point) -> Double {
    func between(_ a: Point, _ b: Point, _ share: Double) -> Point {
      Point(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
    }
    let steps = 150
    var nearest = Double.infinity
    for row in 0...steps {
      let left = between(topLeft, bottomLeft, Double(row) / Double(steps))
      let right = between(topRight, bottomRight, Double(row) / Double(steps))
      for column in 0...steps {
        let here = between(left, right, Double(column) / Double(steps))
        let (dx, dy) = (here.x - point.x, here.y - point.y)
        nearest = min(nearest, dx * dx + dy * dy)
      }
    }
    return nearest.squareRoot()
  }
}
