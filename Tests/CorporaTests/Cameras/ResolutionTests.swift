import Base
import Corpora
import Drawing
import Testing

/// One scene at several resolutions.
@Suite struct ResolutionTests {
  private static let symbol =
    "{name: v2, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 8}}"

  private func corpus(
    _ condition: String, axis: String = "resolution", order: String = "harder: unordered, ",
    symbols: String = Self.symbol, second: String = ""
  ) throws -> Corpus {
    try Corpus(
      yaml: """
        format: 1
        name: scene
        version: 1
        title: Scene
        question: How many pixels?
        seed: 7
        symbols: [\(symbols)]
        conditions: [{name: plain, \(condition)}]
        sweep: {axis: \(axis), \(order)levels: [0.25, 1]\(second)}
        trials: 3
        """, file: "scene.yaml")
  }

  @Test func lengthsInPixelsGrowWithTheFrame() {
    var settings = CameraSettings()
    settings[.frame] = 500
    settings[.resolution] = 1
    settings[.moduleSize] = 3
    settings[.blur] = 0.5
    settings[.rotation] = 20
    settings[.readNoise] = 2
    #expect(settings.pixelFactor == 2)
    let large = settings.atResolution
    #expect(large[.frame] == 1000 && large[.moduleSize] == 6 && large[.blur] == 1)
    #expect(large[.rotation] == 20 && large[.readNoise] == 2, "neither is a length in pixels")
    var plain = CameraSettings()
    plain[.frame] = 500
    #expect(plain.atResolution == plain && plain.pixelFactor == 1)
    // A module size that nobody asks for is 4 pixels in the frame as given.
    plain[.resolution] = 1
    #expect(plain.atResolution[.moduleSize] == 8)
  }

  @Test func aTrialIsOneSceneAtEveryLevel() throws {
    let corpus = try corpus(
      "frame: 400, module-size: {random: [3, 5]}, rotation: {random: [0, 90]}, "
        + "backdrop: {texture: cloud, scale: 40}")
    var renderer = SampleRenderer(corpus: corpus)
    let samples = try corpus.sweep.levels.map {
      try renderer.draw(group: corpus.groups[0], level: $0, trial: 1)
    }
    #expect(
      samples.map(\.image.width) == [500, 1000] && samples.map(\.image.height) == [500, 1000])
    #expect(samples[0].truth.expected[0].bytes == samples[1].truth.expected[0].bytes)
    let corners = try samples.map { try #require($0.truth.expected[0].corners) }
    for (small, large) in zip(corners[0].points, corners[1].points) {
      // The phase, up to a pixel, is the image's own.
      #expect(abs(2 * small.x - large.x) < 2.1 && abs(2 * small.y - large.y) < 2.1)
    }
    let other = try renderer.draw(group: corpus.groups[0], level: corpus.sweep.levels[0], trial: 2)
    #expect(other.truth.expected[0].bytes != samples[0].truth.expected[0].bytes)
  }

  @Test func whatCannotBeHadIsRefused() {
    let needs = #expect(throws: (any Error).self) { try corpus("module-size: 4") }
    #expect("\(needs as Any)".contains("a resolution needs a \"frame\""))
    let large = #expect(throws: (any Error).self) {
      try corpus("frame: 200, module-size: 4, blur: 20")
    }
    #expect("\(large as Any)".contains("at 1 MP it is 100: blur is between 0 and 50 px"))
    let alone = #expect(throws: (any Error).self) {
      try corpus("resolution: 2", axis: "module-size")
    }
    #expect("\(alone as Any)".contains("\"resolution\" says nothing without \"frame\""))
  }

  @Test(arguments: ["", "harder: smaller, "])
  func levelsOfOneSceneHaveNoOrder(order: String) {
    let error = #expect(throws: FileFault.self) {
      try corpus("frame: 400, module-size: 4", order: order)
    }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("scene.yaml:9: a sweep over resolution has no harder end"))
    #expect(text.contains("write \"harder: unordered\"; the knee is what it gives"))
  }

  @Test func asASecondAxisItsScenesAreDrawnAnew() throws {
    let corpus = try corpus(
      "frame: 400", axis: "module-size", order: "",
      second: ", second: {axis: resolution, levels: [1, 2]}")
    let renderer = SampleRenderer(corpus: corpus)
    let payloads = try corpus.groups.map {
      try Fixtures.specification(renderer, $0, corpus.sweep.levels[0], 0).symbols[0].payload
    }
    #expect(payloads.count == 2 && payloads[0] != payloads[1])
    let error = #expect(throws: FileFault.self) {
      try self.corpus(
        "frame: 400, module-size: 4", second: ", second: {axis: blur, levels: [1, 2]}")
    }
    #expect(error?.description.hasSuffix("no boundary to map: leave out \"second\"") == true)
  }

  @Test func aTextureHasNoResolution() {
    let error = #expect(throws: FileFault.self) {
      try corpus(
        "frame: 400, module-size: 4", symbols: "{name: sky, texture: cloud, size: [300, 300]}")
    }
    #expect(error?.description.contains("\"sky\" is a texture, which has the same size") == true)
  }

  @Test func aWidthThatIsAskedForScalesAndNoModuleSizeBesideIt() {
    var settings = CameraSettings()
    settings[.frame] = 500
    settings[.resolution] = 1
    settings[.symbolWidth] = 100
    #expect(settings.atResolution[.symbolWidth] == 200)
    #expect(settings.atResolution[.moduleSize] == settings[.moduleSize])
    // A module of 4 px at this resolution would be too small for any image; nobody asks for it.
    settings[.frame] = 8000
    settings[.resolution] = 0.01
    settings[.symbolWidth] = 8000
    #expect(settings.objection?.contains("module-size") != true, "\(settings.objection ?? "")")
  }
}
