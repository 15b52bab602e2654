import Results
import Testing

@testable import Distance

/// Distances calculated by hand: 1000 px of focal length, a lens of 4 mm with an aperture of 2 mm.
///
/// - A module of x mm, leaning by t, is seen with 1000 · x · cos t ÷ d pixels; from 2 px on it is certified,
///   up to 1.5 px it fails, and none above 8 px was tried.
/// - The disc is, on the code, 2 mm · |d − s| ÷ (s − 4 mm) wide. Focused at 500 mm that is 0.0040323 mm a
///   millimetre, before a near limit of 300 mm 0.0067568, and focused at infinity 2 mm everywhere.
/// - Of disc and movement, 2 px are certified at modules of 4 px: half a module. 4 px, a whole one, fail.
///   Of tilt, 40° are certified at 4 px, which are seen as 3.064 px; 50° fail.
/// - Between (2 px, no blur) and (4 px, 2 px of blur) the line is: blur ≤ module − 2 px. Above it is
///   half a module. Shares of limits add up.
@Suite struct DistanceByHandTests {
  private typealias Fixture = DistanceFixture
  typealias Verdict = ReadingAtDistance.Verdict

  /// A camera, a code, the way it is held, and the runs that there are.
  struct Setup: Sendable {
    var focus: Double?
    var near: Double?
    var hasLens = true
    var moduleMillimetres = 1.0
    var tilt = 0.0
    var moved = 0.0
    var hasRuns = true

    func table() throws -> DistanceTable {
      let known = try Fixture.view(
        focus: focus.map { .fixed(Fixture.figure($0)) } ?? .automatic, near: near)
      var camera = known.camera
      if !hasLens { camera.fNumber = nil }
      let view = try #require(camera.view(known.frame))
      let question = DistanceQuestion(
        view: view, code: try Fixture.code("qr:v2:\(25 * moduleMillimetres)mm"), tiltDegrees: tilt,
        motion: moved > 0 ? .init(millimetresPerSecond: moved * 100, exposureSeconds: 0.01) : nil)
      return Fixture.table(question, conditions: question.conditions.map(evidence))
    }

    func evidence(_ condition: DistanceCondition) -> ConditionEvidence {
      guard hasRuns else { return ConditionEvidence(missing: condition, corpora: []) }
      let isTilt = condition == .tilt
      return ConditionEvidence(
        condition, run: Fixture.run,
        thresholds: [Fixture.threshold(.interval, isTilt ? 50 : 4, isTilt ? 40 : 2)])
    }
  }

  static let sharp = Setup()
  static let fixed = Setup(focus: 500, moduleMillimetres: 2)
  static let fixedWithoutRun = Setup(focus: 500, moduleMillimetres: 2, hasRuns: false)
  static let infinite = Setup(focus: .infinity, moduleMillimetres: 5)
  static let near = Setup(near: 300)

  /// Distance, pixels of a module that are seen, modules of disc (−1: not known), verdict.
  static let focused: [(Setup, Double, Double, Double, Verdict)] = [
    // Focused at 500 mm, modules of 2 mm: half of one, 1 mm, is the disc 248 mm before and behind.
    (fixed, 131.0, 15.267, 0.7440, Verdict.undecided),  // 66 mm take 132 mm to fit
    (fixed, 249, 8.032, 0.5060, .untested),
    (fixed, 251, 7.968, 0.5020, .undecided),  // 4.00 px of disc, 3.98 are certified
    (fixed, 253, 7.905, 0.4980, .reliable),  // 3.94 of 3.95 px
    (fixed, 500, 4, 0, .reliable),
    (fixed, 665, 3.008, 0.3327, .reliable),  // 1.0005 px of 1.008
    (fixed, 667, 2.999, 0.3367, .undecided),  // 1.010 px of 0.999
    (fixed, 748, 2.674, 0.5, .undecided),  // half a module, but 1.34 px of 0.67
    (fixed, 995, 2.010, 0.9980, .undecided),
    (fixed, 997, 2.006, 1.0020, .failing),  // more than a module, though 2 px and more
    (fixed, 1400, 1.429, 1.8145, .failing),
    // Nothing is known of blur: a tenth of what is above 2 px counts as in focus.
    (fixedWithoutRun, 470, 4.255, 0.0605, .undecided),  // 0.257 px of 0.226
    (fixedWithoutRun, 480, 4.167, 0.0403, .reliable),  // 0.168 px of 0.217
    (fixedWithoutRun, 500, 4, 0, .reliable),
    (fixedWithoutRun, 510, 3.922, 0.0202, .reliable),  // 0.079 px of 0.192
    (fixedWithoutRun, 530, 3.774, 0.0605, .undecided),  // 0.228 px of 0.177
    (fixedWithoutRun, 997, 2.006, 1.0020, .undecided),
    (fixedWithoutRun, 1400, 1.429, 1.8145, .failing),
    // Nor of the lens: the plane in focus is left.
    (Setup(focus: 500, hasLens: false, moduleMillimetres: 2), 499, 4.008, -1, .undecided),
    (Setup(focus: 500, hasLens: false, moduleMillimetres: 2), 500, 4, 0, .reliable),
    (Setup(focus: 500, hasLens: false, moduleMillimetres: 2), 997, 2.006, -1, .undecided),
    // Focused at infinity: 2 mm are 0.4 modules of 5 mm; 2000 ÷ d ≤ 5000 ÷ d − 2 up to 1.5 m.
    (infinite, 320, 15.625, 0.4, .undecided),  // fits from 330 mm on
    (infinite, 624, 8.013, 0.4, .untested),
    (infinite, 1499, 3.336, 0.4, .reliable),
    (infinite, 1501, 3.331, 0.4, .undecided),
    (Setup(focus: .infinity, moduleMillimetres: 3), 600, 5, 0.6667, .undecided),
    (Setup(focus: .infinity, moduleMillimetres: 2), 600, 3.333, 1, .failing),
    // Nearer than it focuses: half a module of disc at 226 mm, a whole one at 152 mm.
    (near, 151, 6.623, 1.0068, .failing),
    (near, 160, 6.25, 0.9459, .undecided),
    (near, 225, 4.444, 0.5068, .undecided),
    (near, 227, 4.405, 0.4932, .reliable),
    (near, 500, 2, 0, .reliable),
    (near, 501, 1.996, 0, .undecided),
    (near, 667, 1.499, 0, .failing),
    (Setup(near: 300, hasRuns: false), 299, 3.344, 0.0068, .reliable),  // 0.023 px of 0.134
    (Setup(near: 300, hasRuns: false), 285, 3.509, 0.1014, .undecided),  // 0.356 px of 0.151
    (Setup(near: 300, hasLens: false), 299, 3.344, -1, .undecided),
    (Setup(near: 300, hasLens: false), 300, 3.333, 0, .reliable),
  ]

  @Test(arguments: focused)
  func focusIsThatOfTheThinLens(
    _ setup: Setup, _ distance: Double, _ pixels: Double, _ disc: Double,
    _ verdict: ReadingAtDistance.Verdict
  ) throws {
    let reading = ReadingAtDistance(try setup.table(), atMillimetres: distance)
    #expect(abs(reading.moduleSizePixels - pixels) < 6e-4)
    #expect(abs((reading.defocusModules ?? -1) - disc) < 6e-5)
    #expect(reading.verdicts == [verdict])
  }

  /// Distance, pixels of a module that are seen, verdict.
  static let heldOtherwise: [(Setup, Double, Double, Verdict)] = [
    // 0.25 mm of movement: 250 ÷ d ≤ 1000 ÷ d − 2 up to 375 mm.
    (Setup(moved: 0.25), 126.0, 7.937, Verdict.reliable),
    (Setup(moved: 0.25), 374, 2.674, .reliable),
    (Setup(moved: 0.25), 376, 2.660, .undecided),
    // Half a module: up to 250 mm. More is not certified anywhere, and a whole one fails.
    (Setup(moved: 0.5), 249, 4.016, .reliable),
    (Setup(moved: 0.5), 251, 3.984, .undecided),
    (Setup(moved: 0.6), 200, 5, .undecided),
    (Setup(moved: 1), 200, 5, .failing),
    (Setup(moduleMillimetres: 2, moved: 1), 499, 4.008, .reliable),
    (Setup(moved: 0.25, hasRuns: false), 200, 5, .undecided),
    // cos 20° = 0.9397; half of 40° takes 2 + 1.064 ÷ 2 = 2.532 px: 371.1 mm.
    (Setup(tilt: 20), 371, 2.533, .reliable),
    (Setup(tilt: 20), 372, 2.526, .undecided),
    (Setup(tilt: 20, hasRuns: false), 200, 4.698, .undecided),
    // cos 40° = 0.7660: the size that was measured, 4 px from the front, is seen at 250 mm.
    (Setup(tilt: 40), 249, 3.077, .reliable),
    (Setup(tilt: 40), 251, 3.052, .undecided),
    (Setup(tilt: 45), 200, 3.536, .undecided),
    // 50° fail with 4 px from the front; nobody tried larger ones.
    (Setup(tilt: 50), 251, 2.561, .failing),
    (Setup(tilt: 50), 249, 2.581, .undecided),
    // 0.25 mm are 0.266 of the modules seen: 53 % of what is taken, and 50 % of the tilt.
    (Setup(tilt: 20, moved: 0.25), 200, 4.698, .undecided),
    // 0.2 mm: 43 % and 50 %; 0.9397 mm − 0.2 mm are 2.532 px at 292.1 mm.
    (Setup(tilt: 20, moved: 0.2), 292, 3.218, .reliable),
    (Setup(tilt: 20, moved: 0.2), 293, 3.207, .undecided),
    // Half of the tilt leaves a quarter of a module of 1.879 mm: 116.5 mm before 500 mm. Behind,
    // 2.532 px · d + 0.0040323 · (d − 500) are 1.879 mm at 593.4 mm; without tilt 665.8 mm.
    (Setup(focus: 500, moduleMillimetres: 2, tilt: 20), 383, 4.907, .undecided),
    (Setup(focus: 500, moduleMillimetres: 2, tilt: 20), 384, 4.894, .reliable),
    (Setup(focus: 500, moduleMillimetres: 2, tilt: 20), 593, 3.169, .reliable),
    (Setup(focus: 500, moduleMillimetres: 2, tilt: 20), 594, 3.164, .undecided),
    // A disc of one module as it is seen, 1.879 mm: 466 mm behind the plane, not 496 mm.
    (Setup(focus: 500, moduleMillimetres: 2, tilt: 20), 965, 1.948, .undecided),
    (Setup(focus: 500, moduleMillimetres: 2, tilt: 20), 967, 1.943, .failing),
    // 0.5 mm are half of what is taken; 0.5 mm of disc are the other half: 124 mm before. Behind,
    // 2 px · d + 0.0040323 · (d − 500) + 0.5 mm are 2 mm at 582.9 mm.
    (Setup(focus: 500, moduleMillimetres: 2, moved: 0.5), 375, 5.333, .undecided),
    (Setup(focus: 500, moduleMillimetres: 2, moved: 0.5), 377, 5.305, .reliable),
    (Setup(focus: 500, moduleMillimetres: 2, moved: 0.5), 582, 3.436, .reliable),
    (Setup(focus: 500, moduleMillimetres: 2, moved: 0.5), 584, 3.425, .undecided),
  ]

  @Test(arguments: heldOtherwise)
  func movementAndTiltAreSharesOfTheModulesThatAreSeen(
    _ setup: Setup, _ distance: Double, _ pixels: Double, _ verdict: ReadingAtDistance.Verdict
  ) throws {
    let reading = ReadingAtDistance(try setup.table(), atMillimetres: distance)
    #expect(abs(reading.moduleSizePixels - pixels) < 6e-4)
    #expect(reading.verdicts == [verdict])
  }

  /// Reliable from, up to, shown to fail up to and from (0: nowhere).
  static let ranges: [(Setup, Double, Double, Double, Double)] = [
    (sharp, 125.0, 500.0, 0.0, 666.67), (fixed, 252, 665.77, 4, 996),
    (infinite, 625, 1500, 0, 3333.33), (near, 226, 500, 152, 666.67),
    (Setup(moved: 0.25), 125, 375, 0, 666.67), (Setup(tilt: 20), 117.46, 371.11, 0, 626.46),
    (Setup(tilt: 40), 95.76, 250, 0, 510.70),
    (Setup(focus: 500, moduleMillimetres: 2, tilt: 20), 383.48, 593.43, 33.91, 966.09),
  ]

  @Test(arguments: ranges)
  func aRowHasTheRangesOfAllConditionsTogether(
    _ setup: Setup, _ near: Double, _ far: Double, _ failsTo: Double, _ failsFrom: Double
  ) throws {
    let row = try #require(try setup.table().rows.first)
    #expect(abs((row.reliable?.lowerBound ?? 0) - near) < 0.01, "\(row.reliable as Any)")
    #expect(abs((row.reliable?.upperBound ?? 0) - far) < 0.01, "\(row.reliable as Any)")
    #expect(abs((row.failingNearMillimetres ?? 0) - failsTo) < 0.01)
    #expect(abs((row.failingMillimetres ?? 0) - failsFrom) < 0.01)
    // Verdicts change exactly there.
    for (inside, outside) in [(near * 1.001, near * 0.999), (far * 0.999, far * 1.001)] {
      #expect(row.verdict(atMillimetres: inside) == .reliable)
      #expect(row.verdict(atMillimetres: outside) != .reliable)
    }
  }

  @Test func aConditionThatIsTooMuchFailsAtAnyDistance() throws {
    let row = try #require(try Setup(moved: 1).table().rows.first)
    #expect(row.reliable == nil && row.spared == nil && row.failingMillimetres == 0)
    // An angle fails with the modules that were measured, and with smaller ones.
    let leaning = try #require(try Setup(tilt: 50).table().rows.first)
    #expect(leaning.reliable == nil && abs((leaning.failingMillimetres ?? 0) - 250) < 1e-6)
  }

  /// The least module that is certified, the largest that fails (−1: none), and the obstacle.
  static let sizes: [(Setup, Double, Double, Double, PrintSize.Obstacle?)] = [
    (fixed, 600.0, 1.6032, 0.9, nil),  // 1.2 + 0.4032 mm; 1.5 px
    (fixed, 900, 3.4129, 1.6129, nil),  // 1.8 + 1.6129 mm; a disc of a module
    (Setup(moved: 0.25), 300, 0.85, 0.45, nil),  // 0.6 + 0.25 mm
    (Setup(moved: 2), 300, -1, 2, .untested),  // 4 mm, 13 px
    (Setup(moved: 20), 300, -1, 20, .frame),  // 40 mm, 33 of which do not fit
    (Setup(tilt: 20), 400, 1.0778, 0.6385, nil),  // 2.532 and 1.5 px ÷ cos 20°
    (Setup(tilt: 45), 400, -1, 0.8485, .notCertified),
    (fixedWithoutRun, 900, -1, 1.35, .frame),  // 1.8 + 16.129 mm, and 13.6 mm fit
  ]

  @Test(arguments: sizes)
  func aPrintedSizeHoldsUnderAllConditions(
    _ setup: Setup, _ distance: Double, _ certified: Double, _ failing: Double,
    _ obstacle: PrintSize.Obstacle?
  ) throws {
    let table = try setup.table()
    let size = PrintSize(
      table.question, Fixture.threshold(), conditions: table.conditions, atMillimetres: distance)
    #expect(abs((size.reliableMillimetres ?? -1) - certified) < 6e-5)
    #expect(abs((size.failingMillimetres ?? -1) - failing) < 6e-5)
    #expect(size.obstacle == obstacle)
  }
}
