import Drawing
import Testing

@Suite struct LensTests {
  static let blurs: [[CameraParameter: Double]] = [
    [.blur: 0.4], [.blur: 3], [.defocus: 2], [.defocus: 11], [.motion: 7, .motionDirection: 33],
    [.blur: 1, .defocus: 4, .motion: 5, .motionDirection: -70],
  ]

  @Test(arguments: blurs)
  func inkIsNeitherLostNorGained(asked: [CameraParameter: Double]) {
    // A random patch with a wide margin of paper.
    var plane = PlaneFixtures.flat(width: 90, height: 80, 0)
    let patch = PlaneFixtures.random(width: 30, height: 20, seed: 6)
    for y in 0..<20 {
      for x in 0..<30 { plane.values[(y + 30) * 90 + x + 30] = patch.values[y * 30 + x] }
    }
    let before = plane.values.reduce(0.0) { $0 + Double($1) }
    let after = PlaneFixtures.seen(plane, asked).values.reduce(0.0) { $0 + Double($1) }
    #expect(abs(after / before - 1) < 1e-6)
  }

  @Test(
    arguments: blurs + [
      [.blur: 50], [.defocus: 100], [.motion: 200, .motionDirection: 1],
    ], [(1, 1), (1, 40), (40, 1), (7, 5)])
  func whatIsFlatStaysFlatWhateverItsSize(asked: [CameraParameter: Double], size: (Int, Int)) {
    let plane = PlaneFixtures.flat(width: size.0, height: size.1, 0.7)
    let seen = PlaneFixtures.seen(plane, asked)
    #expect(seen.width == size.0 && seen.height == size.1)
    let truth = Array(repeating: Double(Float(0.7)), count: size.0 * size.1)
    #expect(PlaneFixtures.largestDifference(seen, truth) < 1e-5)
  }

  @Test func stagesFollowOneAnother() {
    let plane = PlaneFixtures.random(width: 50, height: 40, seed: 8)
    let all: [CameraParameter: Double] = [
      .blur: 0.7, .defocus: 3, .motion: 4, .motionDirection: 60,
    ]
    var stepwise = PlaneFixtures.seen(plane, [.blur: 0.7])
    stepwise = PlaneFixtures.seen(stepwise, [.defocus: 3])
    stepwise = PlaneFixtures.seen(stepwise, [.motion: 4, .motionDirection: 60])
    let isSame = PlaneFixtures.seen(plane, all) == stepwise
    #expect(isSame)
  }

  @Test func nothingAskedForIsNothingDone() {
    var lens = Lens()
    let plane = PlaneFixtures.random(width: 5, height: 4, seed: 8)
    #expect(lens.spread(plane, CameraSettings()) == nil)
    #expect(lens.spread(plane, PlaneFixtures.settings([.motionDirection: 30])) == nil)
  }
}
