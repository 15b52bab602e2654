import Foundation
import Optics
import Results
import Testing

@testable import Distance

/// Cameras, codes and thresholds with round numbers.
enum DistanceFixture {
  static func figure<Value: Hashable & Sendable>(_ value: Value) -> SourcedFigure<Value> {
    SourcedFigure(value, origin: .derived("a test"))
  }

  /// 1000 px of focal length at 1000 × 500; 4 mm at f/2, so that the aperture is 2 mm wide.
  static func view(focus: CameraFocus = .automatic, near: Double? = nil) throws -> CameraView {
    let size = PixelSize(columns: 1000, rows: 500)
    var camera = CameraModel(
      name: "test", title: "Test", sensor: figure(size), focalLength: figure(.pixels(1000)),
      modes: [CameraMode(frame: size, area: figure(size))])
    camera.lensMillimetres = figure(4)
    camera.fNumber = figure(2)
    camera.focus = focus
    camera.nearLimitMillimetres = near.map(figure)
    return try #require(camera.view(size))
  }

  static func threshold(
    _ kind: ThresholdScore.Kind = .interval, _ lower: Double? = 1.5, _ upper: Double? = 2,
    decoder: String = "a", group: String = "v2/upright", modulePixels: Double? = 4
  ) -> DecoderThreshold {
    DecoderThreshold(
      decoder: decoder, reference: decoder, group: group,
      score: ThresholdScore(kind: kind, rate: 0.95, alpha: 0.05, lower: lower, upper: upper),
      tested: 1...8, moduleSizePixels: modulePixels)
  }

  static let run = ThresholdRun(store: "reports/x", number: 1, corpus: "x")

  static func table(
    _ question: DistanceQuestion, _ thresholds: [DecoderThreshold] = [threshold()],
    conditions: [ConditionEvidence] = []
  ) -> DistanceTable {
    DistanceTable(
      question, evidence: DistanceEvidence(run: run, thresholds: thresholds),
      conditions: conditions)
  }

  static func code(_ text: String = "qr:v2:25mm") throws -> PrintedCode {
    try PrintedCode(parsing: text)
  }
}

@Suite struct DistanceTableTests {
  private typealias Fixture = DistanceFixture

  @Test func aReachIsTheThresholdTimesTheFormula() throws {
    // Modules of 1 mm are seen with 1000 ÷ distance: 2 px at 500 mm, 1.5 px at 667 mm, 8 px at 125 mm.
    let question = DistanceQuestion(view: try Fixture.view(), code: try Fixture.code())
    let row = try #require(Fixture.table(question).rows.first)
    #expect(abs((row.reliableMillimetres ?? 0) - 500) < 1e-6)
    #expect(abs((row.failingMillimetres ?? 0) - 1000 / 1.5) < 1e-6)
    #expect(abs(row.testedFromMillimetres - 125) < 1e-9)
    // 25 mm at 500 mm are 50 px of 1000.
    #expect(abs((question.fill(atMillimetres: 500) ?? 0) - 0.05) < 1e-12)
  }

  @Test func thresholdsWithoutAnIntervalKeepTheirMeaning() throws {
    let question = DistanceQuestion(view: try Fixture.view(), code: try Fixture.code())
    let rows = Fixture.table(
      question,
      [
        Fixture.threshold(.atMost, nil, 1), Fixture.threshold(.above, 4, nil),
        Fixture.threshold(.notCertified, 1, nil),
      ]
    ).rows
    #expect(rows.map { $0.reliableMillimetres.map { ($0 * 1000).rounded() } } == [1e6, nil, nil])
    #expect(rows.map { $0.failingMillimetres?.rounded() } == [nil, 250, 1000])
  }

  @Test func aLeaningLabelIsReadFromAsMuchNearerAsItIsSeenNarrower() throws {
    let question = DistanceQuestion(
      view: try Fixture.view(), code: try Fixture.code(), tiltDegrees: 60)
    // 60° are certified with 4 px from the front, which are seen as 2 px.
    let row = try #require(Fixture.table(question, conditions: [tilt(60, 70)]).rows.first)
    #expect(abs((row.reliableMillimetres ?? 0) - 250) < 1e-6)
  }

  @Test func theCodeMustFitIntoTheFrameWithItsQuietZone() throws {
    // 25 + 2 × 4 modules of 1 mm on 500 rows of 1000 px of focal length: 33 ÷ 0.5.
    let square = DistanceQuestion(view: try Fixture.view(), code: try Fixture.code())
    #expect(abs((square.fitsFromMillimetres ?? 0) - 66) < 1e-9)
    // 32 + 2 modules lie along the columns, 8 + 2 along the rows.
    let wide = DistanceQuestion(
      view: try Fixture.view(), code: try Fixture.code("datamatrix:8x32:1mm"))
    #expect(abs((wide.fitsFromMillimetres ?? 0) - 34) < 1e-9)
    let unknown = DistanceQuestion(
      view: try Fixture.view(), code: try Fixture.code("code-128:1mm"))
    #expect(unknown.fitsFromMillimetres == nil && unknown.fill(atMillimetres: 500) == nil)
  }

  // MARK: Conditions

  private func tilt(_ certified: Double, _ failing: Double) -> ConditionEvidence {
    ConditionEvidence(
      .tilt, run: Fixture.run,
      thresholds: [Fixture.threshold(.interval, failing, certified)])
  }

  /// A decoder that takes a disc of 2 px at 4 px per module: half a module; it fails at 1 module.
  private func defocus() -> ConditionEvidence {
    ConditionEvidence(
      .defocus, run: Fixture.run,
      thresholds: [Fixture.threshold(.interval, 4, 2)])
  }

  @Test(arguments: [
    CameraFocus.fixed(DistanceFixture.figure(500)), CameraFocus.automatic,
  ])
  func atTheEndsOfFocusTheDiscIsAsWideAsIsCertified(_ focus: CameraFocus) throws {
    let view = try Fixture.view(focus: focus, near: 300)
    let question = DistanceQuestion(view: view, code: try Fixture.code())
    #expect(question.conditions == [.defocus])
    let table = Fixture.table(question, conditions: [defocus()])
    let range = try #require(table.rows.first?.inFocus)
    for distance in [range.lowerBound, range.upperBound] where distance.isFinite {
      let disc = try #require(view.defocusPixels(atMillimetres: distance))
      let module = question.moduleSizePixels(
        xDimensionMillimetres: 1, atMillimetres: distance)
      #expect(abs(disc / module - 0.5) < 1e-9, "\(distance)")
    }
    #expect(focus == .automatic ? range.upperBound == .infinity : range.upperBound < 1000)
    #expect(range.lowerBound < 300 || focus != .automatic)
  }

  @Test func aLensFocusedAtInfinityBlursAllDistancesAlike() throws {
    // The aperture of 2 mm is 2 modules of 1 mm: too much; of 5 mm it is 0.4.
    let view = try Fixture.view(focus: .fixed(DistanceFixture.figure(.infinity)))
    let small = DistanceQuestion(view: view, code: try Fixture.code())
    #expect(Fixture.table(small, conditions: [defocus()]).rows.first?.inFocus == nil)
    let large = DistanceQuestion(view: view, code: try Fixture.code("qr:v2:125mm"))
    #expect(
      Fixture.table(large, conditions: [defocus()]).rows.first?.inFocus == 0...(.infinity))
  }

  @Test(arguments: [
    (0.4, ConditionFinding.Verdict.taken), (0.5, .taken), (0.7, .undecided), (1.0, .refused),
    (3.0, .refused),
  ])
  func movementIsComparedInModules(
    _ modules: Double, _ verdict: ConditionFinding.Verdict
  ) throws {
    let motion = DistanceQuestion.Motion(
      millimetresPerSecond: modules * 100, exposureSeconds: 0.01)
    let question = DistanceQuestion(
      view: try Fixture.view(), code: try Fixture.code(), motion: motion)
    let evidence = ConditionEvidence(
      .motion, run: Fixture.run,
      thresholds: [Fixture.threshold(.interval, 4, 2)])
    let table = Fixture.table(question, conditions: [evidence])
    let finding = try #require(table.rows.first?.findings)
    #expect(finding.map(\.verdict) == [verdict])
    #expect(abs((finding.first?.amount ?? 0) - modules) < 1e-12)
    // The worst verdict counts. With the 4 px that were measured, all that is certified is taken.
    #expect((table.rows.first?.reliableMillimetres == nil) == (verdict != .taken))
    let near = ReadingAtDistance(table, atMillimetres: 250).verdicts
    #expect(
      near == [verdict == .taken ? .reliable : verdict == .refused ? .failing : .undecided])
  }

  @Test func theStrictestGroupCountsAndAStrangerHasNoThresholds() throws {
    let evidence = ConditionEvidence(
      .tilt, run: Fixture.run,
      thresholds: [
        Fixture.threshold(.interval, 60, 50), Fixture.threshold(.interval, 45, 40),
        Fixture.threshold(.notCertified, nil, nil, decoder: "b"),
      ])
    #expect(
      evidence.limit(of: "a") == ConditionLimit(certified: 40, failing: 45, moduleSizePixels: 4...4)
    )
    #expect(
      evidence.limit(of: "b")
        == ConditionLimit(certified: nil, failing: nil, moduleSizePixels: 4...4))
    #expect(evidence.limit(of: "c") == nil)
  }

  /// 3 px are a module of one group and half a module of the other; 1 px of the third says nothing.
  @Test func blurIsAShareOfTheModulesOfItsOwnGroup() {
    let evidence = ConditionEvidence(
      .motion, run: Fixture.run,
      thresholds: [
        Fixture.threshold(.interval, 6, 3, group: "v2/small", modulePixels: 3),
        Fixture.threshold(.interval, 9, 3, group: "v2/large", modulePixels: 6),
        Fixture.threshold(.interval, 2, 1, group: "v2/unknown", modulePixels: nil),
        Fixture.threshold(.interval, 2, 1, decoder: "b", group: "v2/unknown", modulePixels: nil),
      ])
    #expect(
      evidence.limit(of: "a")
        == ConditionLimit(certified: 0.5, failing: 1.5, moduleSizePixels: 3...6))
    #expect(evidence.limit(of: "b") == nil)
    #expect(evidence.leftOut == ["v2/unknown"])
  }

  // MARK: Inverses

  @Test(arguments: [
    (500.0, ReadingAtDistance.Verdict.reliable), (501, .undecided), (667, .failing),
    (124, .untested),
  ])
  func aDistanceHasTheVerdictOfItsModuleSize(
    _ distance: Double, _ verdict: ReadingAtDistance.Verdict
  ) throws {
    let question = DistanceQuestion(view: try Fixture.view(), code: try Fixture.code())
    let reading = ReadingAtDistance(Fixture.table(question), atMillimetres: distance)
    #expect(reading.verdicts == [verdict] && reading.fits == true)
    #expect(abs(reading.moduleSizePixels - 1000 / distance) < 1e-9)
  }

  @Test func printingForTheReachGivesBackTheSize() throws {
    let question = DistanceQuestion(
      view: try Fixture.view(), code: try Fixture.code(), tiltDegrees: 30)
    let table = Fixture.table(question, conditions: [tilt(50, 60)])
    let reach = try #require(table.rows.first?.reliableMillimetres)
    let size = PrintSize(
      question, Fixture.threshold(), conditions: table.conditions, atMillimetres: reach)
    #expect(abs((size.reliableMillimetres ?? 0) - 1) < 1e-6)
    // 1.5 px, seen narrower.
    let failing = 0.0015 * reach / cos(.pi / 6)
    #expect(abs((size.failingMillimetres ?? 0) - failing) < 1e-6)
    // The largest is the one that fits exactly.
    let fits = try #require(question.fitsFromMillimetres)
    #expect(abs((size.largestMillimetres ?? 0) - reach / fits) < 1e-9)
    #expect(
      DistanceReport(
        question, evidence: table.evidence, conditions: [], for: "b", atMillimetres: 1) == nil)
  }

  // MARK: Claims

  @Test func anArticlesFourRowsContradictEachOther() throws {
    let rows = [(100.0, 3000.0, 15.0), (20, 500, 15), (100, 8000, 5), (10, 400, 5)]
    let claims = rows.map {
      SizeClaim(widthMillimetres: $0.0, distanceMillimetres: $0.1, moduleSizePixels: $0.2)
    }
    let question = DistanceQuestion(view: try Fixture.view(), code: try Fixture.code("qr:v2"))
    let check = try #require(ClaimCheck(question, claims))
    // For each module across the code: 450, 375, 400 and 200 pixels of focal length.
    let focals = check.findings.map { ($0.impliedFocalPixels / 25).rounded() }
    #expect(focals == [450, 375, 400, 200])
    #expect(abs(check.contradiction - 2.25) < 1e-12)
    // The contradiction is the same whatever the code is.
    let other = DistanceQuestion(view: try Fixture.view(), code: try Fixture.code("qr:v7"))
    #expect(abs((ClaimCheck(other, claims)?.contradiction ?? 0) - 2.25) < 1e-12)
    // 4 mm at 3 m through 1000 px are 1.33 px; 15 px are seen at 267 mm.
    #expect(abs(check.findings[0].moduleSizePixels - 4.0 / 3) < 1e-9)
    #expect(abs(check.findings[0].distanceMillimetres - 4000.0 / 15) < 1e-9)
  }
}
