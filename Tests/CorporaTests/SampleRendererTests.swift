import Corpora
import DecoderKit
import Drawing
import Statistics
import TestSupport
import Testing

@Suite struct SampleRendererTests {
  private func keys(of corpus: Corpus, trials: Int) -> [SampleKey] {
    corpus.groups.flatMap { group in
      corpus.sweep.levels.flatMap { level in
        (0..<trials).map {
          SampleKey(
            corpus: corpus.name, recipe: group.recipe, condition: group.condition, level: level,
            trial: $0)
        }
      }
    }
  }

  @Test func orderOfDrawingDoesNotMatter() throws {
    let corpus = try Fixtures.tiny()
    let keys = keys(of: corpus, trials: 3)
    var inOrder = SampleRenderer(corpus: corpus)
    var expected: [SampleKey: Sample] = [:]
    for key in keys { expected[key] = try inOrder.draw(key) }

    var shuffled = SampleRenderer(corpus: corpus)
    let seed = SeededGenerator.testSeed
    var random = SeededGenerator(seed: seed)
    for key in keys.shuffled(using: &random) {
      let sample = try shuffled.draw(key)
      let isSameImage = sample.image == expected[key]?.image
      #expect(isSameImage, "\(key), seed \(seed)")
      #expect(sample.hash == expected[key]?.hash, "\(key), seed \(seed)")
      #expect(sample.truth.expected == expected[key]?.truth.expected, "\(key), seed \(seed)")
    }
  }

  @Test func everySampleDiffersFromEveryOther() throws {
    let corpus = try Fixtures.tiny()
    var renderer = SampleRenderer(corpus: corpus)
    let keys = keys(of: corpus, trials: 5)
    var images: Set<GrayImage> = []
    var hashes: Set<String> = []
    var payloads: Set<[UInt8]> = []
    for key in keys {
      let sample = try renderer.draw(key)
      images.insert(sample.image)
      hashes.insert(sample.hash)
      payloads.insert(sample.truth.expected[0].bytes)
    }
    #expect(images.count == keys.count)
    #expect(hashes.count == keys.count)
    #expect(payloads.count == keys.count)
  }

  @Test func specificationTellsTheHashAndPayloadOfTheSample() throws {
    let corpus = try Fixtures.tiny()
    var renderer = SampleRenderer(corpus: corpus)
    for group in corpus.groups {
      let level = corpus.sweep.levels[4]
      let specification = try Fixtures.specification(renderer, group, level, 2)
      let sample = try renderer.draw(group: group, level: level, trial: 2)
      #expect(specification.hash == sample.hash)
      #expect(specification.key == sample.key)
      #expect(specification.symbols[0].payload == sample.truth.expected[0].bytes)
      #expect(sample.hash.count == 32)
    }
  }

  @Test(arguments: [
    (11, "    ecc: Q"), (11, "    ecc: M\n    mask: 5"), (10, "    version: 3"),
    (12, "    payload: {kind: digits, length: [10, 20]}"),
    (12, "    payload: {kind: alphanumeric, length: [30, 38]}"),
    (19, "  - {name: turned, rotation: {random: [0, 359]}}"), (6, "seed: 8"),
  ])
  func hashChangesWithWhatChangesTheImage(line: Int, text: String) throws {
    let key = try SampleKey(parsing: "tiny/qr/turned/1.37/4")
    var before = SampleRenderer(corpus: try Fixtures.tiny())
    var after = SampleRenderer(corpus: try Fixtures.tiny(replacing: [line: text]))
    let old = try before.draw(key)
    let new = try after.draw(key)
    #expect(old.hash != new.hash)
    let isSameImage = old.image == new.image
    #expect(!isSameImage)
  }

  /// All but the distance and the parameters of streams, which become others before anything is hashed, and
  /// those that need several symbols.
  @Test(
    arguments: CameraParameter.allCases.filter {
      $0 != .distance && $0 != .gap && $0.facts.stage != .aim && !$0.isOfStreams
    })
  func everyParameterIsPartOfTheHash(parameter: CameraParameter) throws {
    // A direction has an effect only if the parameter that it directs is set.
    let governor =
      parameter.facts.governedBy.map { governor in
        let value: Double =
          switch governor {
          case .frame: 900
          case .dots: 2
          case .hatch, .warp: 0.5
          default: 20
          }
        return "\(governor.rawValue): \(DecimalText.of(value)), "
      } ?? ""
    func hash(_ condition: String, axis: String = "module-size") throws -> String {
      let isScale = parameter == .moduleSize || parameter == .symbolWidth
      let corpus = try Fixtures.tiny(replacing: [
        18: "  - {name: upright\(condition.isEmpty ? "" : ", ")\(governor)\(condition)}",
        19: isScale ? "" : "  - {name: turned}", 20: "",
        22: isScale ? "  axis: rotation" : "  axis: module-size", 23: "",
        24: "  levels: [4]",
      ])
      let level = try #require(Level(parsing: "4"))
      return try Fixtures.specification(
        SampleRenderer(corpus: corpus), corpus.groups[0], level, 0
      ).hash
    }
    let (low, high): (String, String)
    switch parameter.facts.kind {
    case .flag: (low, high) = ("false", "true")
    case .whole: (low, high) = ("700", "800")
    case .real: (low, high) = ("10", "20")
    }
    let values: (String, String) =
      switch parameter {
      case .jpeg: ("50", "60")
      case .barGrowth, .wrinkle, .warp, .hatch: ("0.1", "0.2")
      case .dots, .printerDots: ("4", "5")
      case .dotSize: ("60", "70")
      default: (low, high)
      }
    let first = try hash("\(parameter.rawValue): \(values.0)")
    let second = try hash("\(parameter.rawValue): \(values.1)")
    #expect(first != second)
    #expect(try hash("\(parameter.rawValue): \(values.0)") == first)
  }

  @Test(arguments: [
    (2, "name: other"), (3, "version: 4"), (25, "trials: 9"), (4, "title: Other words"),
    (24, "  levels: [1.37]"), (16, "    payload: {kind: digits, length: 8}"),
  ])
  func hashStaysWithWhatDoesNotTouchTheImage(line: Int, text: String) throws {
    let level = try #require(Level(parsing: "1.37"))
    let before = try Fixtures.tiny()
    let after = try Fixtures.tiny(replacing: [line: text])
    let old = try Fixtures.specification(
      SampleRenderer(corpus: before), before.groups[1], level, 4)
    let new = try Fixtures.specification(
      SampleRenderer(corpus: after), after.groups[1], level, 4)
    #expect(old.hash == new.hash)
  }

  @Test func eachParameterDrawsFromAStreamOfItsOwn() throws {
    let level = try #require(Level(parsing: "1.37"))
    func drawn(_ edits: [Int: String]) throws -> SampleSpecification {
      let corpus = try Fixtures.tiny(replacing: edits)
      return try Fixtures.specification(
        SampleRenderer(corpus: corpus), corpus.groups[1], level, 4)
    }
    let plain = try drawn([:])
    let fixed = try drawn([19: "  - {name: turned, rotation: 0}"])
    #expect(fixed.symbols == plain.symbols)
    #expect(fixed.phase == plain.phase)
    let longer = try drawn([12: "    payload: {kind: digits, length: 30}"])
    #expect(longer.phase == plain.phase)
    #expect(longer.camera[.rotation] == plain.camera[.rotation])
    #expect(plain.phase.x != plain.phase.y)
    #expect(plain.camera[.rotation] != 360 * plain.phase.x)
  }

  /// A key must stand for the same draws in every release: stored results belong to the images.
  /// The values were computed a second time with Python's hashlib from the streams' documentation.
  @Test func keyStandsForTheSameDrawsForever() throws {
    let corpus = try Fixtures.tiny()
    let level = try #require(Level(parsing: "1.37"))
    let drawn = try Fixtures.specification(
      SampleRenderer(corpus: corpus), corpus.groups[1], level, 4)
    #expect(String(decoding: drawn.symbols[0].payload, as: UTF8.self) == "7H1JV928S6")
    #expect(drawn.phase == Point(x: 0.390754360603047, y: 0.17728269434956867))
    #expect(drawn.camera[.rotation] == 72.27015539188675)
  }

  @Test func listsGoRoundTheTrials() throws {
    let corpus = try Fixtures.tiny()
    let renderer = SampleRenderer(corpus: corpus)
    let angles = try (0..<6).map {
      try Fixtures.specification(renderer, corpus.groups[2], corpus.sweep.levels[0], $0)
        .camera[.rotation]
    }
    #expect(angles == [0, 90, 180, 270, 0, 90])
  }

  @Test func randomParametersStayInTheirRanges() throws {
    let corpus = try Fixtures.tiny(
      replacing: [19: "  - {name: turned, rotation: {random: [-10, 30]}}"])
    let renderer = SampleRenderer(corpus: corpus)
    var lengths: Set<Int> = []
    for trial in 0..<500 {
      let drawn = try Fixtures.specification(
        renderer, corpus.groups[1], corpus.sweep.levels[0], trial)
      #expect((-10..<30).contains(drawn.camera[.rotation]))
      #expect((0..<1).contains(drawn.phase.x) && (0..<1).contains(drawn.phase.y))
      lengths.insert(drawn.symbols[0].payload.count)
    }
    #expect(lengths == Set(10...20))
  }

  @Test func cornersEncloseTheInkAndNothingElse() throws {
    let corpus = try Fixtures.tiny()
    var renderer = SampleRenderer(corpus: corpus)
    let level = try #require(Level(parsing: "6"))
    let sample = try renderer.draw(group: corpus.groups[0], level: level, trial: 0)
    let corners = try #require(sample.truth.expected[0].corners)
    #expect(abs(corners.topRight.x - corners.topLeft.x - 6 * 25) < 1e-9)
    #expect(corners.topLeft.x >= 6 * 4 && corners.topLeft.x < 6 * 4 + 1)
    // The finder pattern's outer ring is dark just inside the corner; everything outside is light.
    let x = Int(corners.topLeft.x.rounded(.up))
    let y = Int(corners.topLeft.y.rounded(.up))
    #expect(sample.image[x, y] == 0)
    #expect(sample.image[x - 2, y] == 255)
    #expect(sample.image[x, y - 2] == 255)
  }

  @Test func foreignKeysAreRefusedInWords() throws {
    var renderer = SampleRenderer(corpus: try Fixtures.tiny())
    let other = try SampleKey(parsing: "other/qr/upright/1/0")
    #expect(throws: SampleError.otherCorpus(other, corpus: "tiny")) { try renderer.draw(other) }
    let error = #expect(throws: SampleError.self) {
      try renderer.draw(SampleKey(parsing: "tiny/qr/uprigth/1/0"))
    }
    #expect(
      error?.description
        == "corpus \"tiny\" has no group \"qr/uprigth\". Did you mean \"qr/upright\"? Its groups: "
        + "qr/upright, qr/turned, qr/quarters, dm/upright, dm/turned, dm/quarters.")
    #expect(throws: SampleError.self) {
      try renderer.draw(SampleKey(parsing: "tiny/qr/upright/5000/0"))
    }
    #expect(throws: SampleError.self) {
      try renderer.draw(SampleKey(parsing: "tiny/qr/upright/0/0"))
    }
  }
}
