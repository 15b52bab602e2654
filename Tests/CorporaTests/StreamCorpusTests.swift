import Base
import Corpora
import DecoderKit
import Drawing
import Statistics
import Testing

/// Corpora of streams: a trial is a label on its way, a level the instant of a frame.
@Suite struct StreamCorpusTests {
  private static let cameras = CameraCatalog(folders: [Fixtures.shippedFolder + "/Cameras"])
  private static let lines = [
    "format: 1", "name: film", "version: 1", "title: Film", "question: When?", "seed: 3",
    "symbols:",  // 7
    "  - {name: qr, symbology: qr-code, version: 2, ecc: M, width: 20mm, payload: {kind: digits, length: 20}}",
    "conditions:",  // 9
    "  - {name: hand, camera: iphone-11, mode: 1920x1080, distance: 0.4}",  // 10
    "sweep:",  // 11
    "  axis: time",  // 12
    "  duration: 1s",  // 13
    "trials: 4",  // 14
  ]

  private func corpus(_ edits: [Int: String] = [:]) throws -> Corpus {
    let lines = Self.lines.enumerated().map { edits[$0.offset + 1] ?? $0.element }
    return try Corpus(
      yaml: lines.joined(separator: "\n") + "\n", file: "film.yaml", cameras: Self.cameras)
  }

  private func hand(_ parameters: String) throws -> Corpus {
    try corpus([10: "  - {name: hand, camera: iphone-11, mode: 1920x1080, \(parameters)}"])
  }

  private func frames(_ corpus: Corpus, trial: Int = 0, group: Int = 0) throws -> [CameraSettings] {
    let renderer = SampleRenderer(corpus: corpus)
    return try corpus.sweep.levels.map {
      try Fixtures.specification(renderer, corpus.groups[group], $0, trial).camera
    }
  }

  /// 26 mm as of film, 4032 × 3024 pixels, of which 2.1 make one of a frame of 1920 × 1080.
  private static let focal = 26 / 1872.0.squareRoot() * 5040 / 2.1
  /// The lens of 4.25 mm at f/1.8.
  private static let aperture = 4.25 / 1.8

  @Test func levelsAreThirtyInstantsASecond() throws {
    let levels = try corpus().sweep.levels
    #expect(levels.count == 30 && levels[0].text == "0" && levels[1].text == "0.033333")
    #expect(levels[3].text == "0.1" && levels[29].text == "0.966667")
    let record = try corpus([13: "  duration: 1s\n  second: {axis: approach, levels: [0.1, 0.2]}"])
    #expect(record.groups.map(\.id) == ["qr/hand-approach-0.1", "qr/hand-approach-0.2"])
    #expect(record.maps.isEmpty && record.sweep.sharesScenes)
  }

  @Test func whatComesNearerGrowsByThePinholeFormula() throws {
    let corpus = try hand("distance: 0.8, approach: 0.6, nearest: 0.3")
    for (level, frame) in try zip(corpus.sweep.levels, frames(corpus)) {
      let metres = max(0.8 - 0.6 * level.value, 0.3)
      #expect(abs(frame[.moduleSize] - Self.focal * 0.8 / (metres * 1000)) < 1e-9)
      #expect(CameraParameter.allCases.allSatisfy { !$0.isOfStreams || frame.isNeutral($0) })
    }
  }

  /// The belt's speed is the same at all times; the label moves while the shutter is open, and on from row
  /// to row of 1080 that are read out in 20 ms.
  @Test func aBeltBlursAndShears() throws {
    let belt = try hand("distance: 0.5, speed: 0.4, exposure: 5, read-out: 20")
    let pixels = 400 * Self.focal / 500
    for frame in try frames(belt) {
      #expect(abs(frame[.motion] - pixels * 0.005) < 1e-9 && frame[.motionDirection] == 0)
      #expect(abs(frame[.shear] - 100 * pixels * 0.02 / 1080) < 1e-9)
    }
  }

  /// The motion is the derivative of the place, which shows as the phase from frame to frame.
  @Test func aHandThatShakesMovesAsItBlurs() throws {
    let corpus = try hand("distance: 0.4, shake: 0.05, shake-frequency: 1, exposure: 10")
    let renderer = SampleRenderer(corpus: corpus)
    let frames = try corpus.sweep.levels.map {
      try Fixtures.specification(renderer, corpus.groups[0], $0, 1)
    }
    let peak = 0.05 * Self.focal / 400 * 2 * Double.pi
    for (before, (here, after)) in zip(frames, zip(frames.dropFirst(), frames.dropFirst(2))) {
      func step(_ a: Double, _ b: Double) -> Double { (b - a) - (b - a).rounded() }
      let x = step(before.phase.x, after.phase.x) * 15
      let y = step(before.phase.y, after.phase.y) * 15
      let motion = (x * x + y * y).squareRoot() * 0.01
      #expect(abs(here.camera[.motion] - motion) < peak * 0.01 * 0.02)
    }
    #expect(frames.map { $0.camera[.motion] }.max() ?? 0 < peak * 0.01 * 1.42)
  }

  @Test func autofocusThatHuntsIsOffByDioptres() throws {
    let corpus = try hand(
      "distance: 0.4, focus: camera, hunting: 1, hunting-frequency: 2, settling: 0.5")
    let discs = try frames(corpus).map { $0[.defocus] }
    // One dioptre off, whichever the distance in focus: aperture × focal length × 1 dpt.
    let most = Self.aperture * Self.focal / 1000 / (1 - 4.25 / 400) * 1.02
    #expect(discs.allSatisfy { $0 <= most } && (discs.prefix(8).max() ?? 0) > most * 0.4)
    #expect(discs[16...].allSatisfy { $0 < 1e-9 })
    let restless = try frames(
      hand("distance: 0.4, focus: camera, hunting: 1, hunting-frequency: 2"))
    #expect(restless[22...].contains { $0[.defocus] > most * 0.6 })
  }

  /// E = 100 lx on the label; E / (4 × 1.8²) on the sensor for 10 ms; 4091 photons a lx s on 1 µm²; pixels of
  /// 4.25 mm / 1442 px; half of the photons.
  @Test func lightGivesElectrons() throws {
    let pitch = 4250 / Self.focal
    let expected = 100 / (4 * 1.8 * 1.8) * 0.01 * 4091 * pitch * pitch / 2
    for frame in try frames(hand("distance: 0.4, light: 100, exposure: 10")) {
      #expect(abs(frame[.photons] / expected - 1) < 1e-9)
    }
    #expect(try frames(hand("distance: 0.4, light: 100000, exposure: 33"))[0][.photons] == 4300)
  }

  /// The frame of 1920 px less the label's own, at 0.8 m/s and 721 px a second: gone within 2.6 s.
  @Test func aLabelThatHasLeftTheViewIsNotThereAndStillCounts() throws {
    let corpus = try hand("distance: 0.8, speed: 2")
    var renderer = SampleRenderer(corpus: corpus)
    for trial in 0..<4 {
      let samples = try corpus.sweep.levels.map {
        try renderer.draw(group: corpus.groups[0], level: $0, trial: trial)
      }
      let isGone = samples.map { $0.truth.expected[0].corners == nil }
      let room = Double(1920 - samples[0].image.width) / (2000 * Self.focal / 800)
      let last = try #require(isGone.firstIndex(of: true))
      #expect(isGone[last...].allSatisfy { $0 })
      #expect((room - 2.0 / 30...room + 1.0 / 30).contains(corpus.sweep.levels[last].value))
      let isBlank = samples[last].image.pixels.allSatisfy { $0 == 255 }
      #expect(isBlank && samples[last].hash != samples[0].hash && samples[last].drawn.isEmpty)
      #expect(Set(samples.map(\.truth.expected[0].bytes)).count == 1)
    }
  }

  @Test func framesAreTheSameInAnyOrderOnAnyThread() async throws {
    let corpus = try hand(
      "distance: {random: [0.5, 0.9]}, shake: 1, exposure: 8, light: 50, rotation: {random: [0, 90]}, read-noise: 2"
    )
    let places = corpus.sweep.levels.prefix(8).flatMap { level in (0..<4).map { (level, $0) } }
    var renderer = SampleRenderer(corpus: corpus)
    let inOrder = try places.map {
      try renderer.draw(group: corpus.groups[0], level: $0.0, trial: $0.1)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for job in 0..<4 {
        group.addTask {
          var own = SampleRenderer(corpus: corpus)
          for place in places.indices.reversed() where place % 4 == job {
            let (level, trial) = places[place]
            let sample = try own.draw(group: corpus.groups[0], level: level, trial: trial)
            let isSame = sample.image == inOrder[place].image
            #expect(isSame && sample.hash == inOrder[place].hash)
          }
        }
      }
      try await group.waitForAll()
    }
    // One scene, and noise of its own in every frame.
    let stream = stride(from: 0, to: places.count, by: 4).map { inOrder[$0] }
    #expect(Set(stream.map(\.truth.expected[0].bytes)).count == 1)
    #expect(Set(stream.map(\.hash)).count == stream.count)
    let still = try hand("distance: 0.4, read-noise: 4")
    var other = SampleRenderer(corpus: still)
    let images = try still.sweep.levels.prefix(2).map {
      try other.draw(group: still.groups[0], level: $0, trial: 0).image
    }
    #expect(images[0].width == images[1].width && images[0].pixels != images[1].pixels)
  }

  /// Rows further down are shifted to the right: the truth's corners say so, as does a sum of the ink.
  @Test func shearShiftsRowsOverEachOther() throws {
    let plain = try Fixtures.tiny(replacing: [18: "  - {name: upright}", 19: "", 20: ""])
    let sheared = try Fixtures.tiny(replacing: [
      18: "  - {name: upright, shear: 10}", 19: "", 20: "",
    ])
    let level = try #require(Level(parsing: "6"))
    func corners(_ corpus: Corpus) throws -> Corners {
      var renderer = SampleRenderer(corpus: corpus)
      let sample = try renderer.draw(group: corpus.groups[0], level: level, trial: 0)
      return try #require(sample.truth.expected[0].corners)
    }
    let (before, after) = try (corners(plain), corners(sheared))
    let height = before.bottomLeft.y - before.topLeft.y
    #expect(abs(after.bottomLeft.y - after.topLeft.y - height) < 1e-9)
    #expect(abs(after.bottomLeft.x - after.topLeft.x - 0.1 * height) < 1e-9)
    #expect(abs(after.topRight.x - after.topLeft.x - (before.topRight.x - before.topLeft.x)) < 1e-9)
  }

  @Test(arguments: [
    (
      12, "  axis: module-size", "10: \"camera\" does not belong here: the sweep varies module-size"
    ),
    (
      13, "  levels: [1]", "13: \"levels\" does not belong here: the frames of a stream follow from"
    ),
    (13, "", "12: a sweep over time has a \"duration\": write duration: 2s"),
    (13, "  duration: 2", "13: \"duration\" is 2, not a time with its unit, from 0.1s to 30s"),
    (13, "  duration: 1s\n  harder: larger", "14: \"harder\" does not belong here"),
    (13, "  duration: 1s\n  second: {axis: time, levels: [1, 2]}", "14: time is no second axis"),
    (
      10, "  - {name: hand, module-size: 3}",
      "10: an item of \"conditions\" has no \"camera\", which a stream needs"
    ),
    (
      8,
      "  - {name: two, module: 1mm, stack: {}, of: [{symbology: ean-13, payload: {kind: gtin}}, {symbology: ean-8, payload: {kind: gtin}}]}",
      "8: \"two\" is not an image of one symbol"
    ),
    (
      8, "  - {name: t, texture: noise, size: [40, 40]}", "8: the texture \"t\" has no printed size"
    ),
  ])
  func mistakesInASweepAreTold(line: Int, text: String, message: String) throws {
    let edits = line == 12 ? [12: text, 13: "  levels: [2]"] : [line: text]
    let error = #expect(throws: FileFault.self) { try corpus(edits) }
    #expect("\(error!)".hasPrefix("film.yaml:\(message)"), "\(error!)")
  }

  @Test(arguments: [
    ("time: 2", "\"time\" does not belong here: the sweep varies it"),
    ("exposure: 5, motion: 3", "\"motion\" does not belong here: it follows from \"exposure\""),
    ("light: 50", "\"light\" needs the time for which it falls in: write exposure: 33"),
    ("hunting: 2", "\"hunting\" is of autofocus: write focus: camera"),
    ("shake-frequency: 2", "\"shake-frequency\" says nothing without \"shake\""),
    ("approach: 1, nearest: 0.5", "the label starts at 0.4 m and comes nearer: \"nearest\" is at"),
    ("read-out: camera", "the file of camera \"iphone-11\" has no \"read-out\": write a number"),
    (
      "speed: 40, exposure: 30",
      "condition \"hand\" cannot be drawn at every level: \"qr\" under it: motion"
    ),
  ])
  func mistakesInAConditionAreTold(parameters: String, message: String) throws {
    let error = #expect(throws: FileFault.self) { try hand("distance: 0.4, \(parameters)") }
    #expect("\(error!)".hasPrefix("film.yaml:10: \(message)"), "\(error!)")
  }

  @Test func parametersOfStreamsNeedAStream() throws {
    let still = #expect(throws: FileFault.self) {
      try Fixtures.tiny(replacing: [18: "  - {name: upright, shake: 2}"])
    }
    #expect(
      "\(still!)".hasPrefix(
        "tiny.yaml:18: \"shake\" is for streams, but the sweep is over module-size"))
    let swept = #expect(throws: FileFault.self) {
      try Fixtures.tiny(replacing: [22: "  axis: speed", 23: "", 24: "  levels: [1]"])
    }
    #expect("\(swept!)".hasPrefix("tiny.yaml:22: \"speed\" is of streams: write axis: time"))
  }
}
