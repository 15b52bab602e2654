import Corpora
import DecoderKit
import Scanning
import Testing

/// Corpora that aim at one symbol of each image.
@Suite struct CorpusSelectionTests {
  private static func yaml(
    _ selection: String? = "{view: 100x80, margins: [10px, 0, 10px, 50%], radius: 4px}",
    label: String = "grid: {rows: 1, columns: 2}",
    of: String = "{symbology: qr-code, version: 1, ecc: L, payload: {kind: digits, length: 8}}",
    condition: String = "module-size: 2, aiming-error: 5", axis: String = "gap",
    levels: String = "0, 8"
  ) -> String {
    """
    format: 1
    name: aimed
    version: 1
    title: Aimed
    question: Which?
    seed: 3
    symbols: [{name: sheet, \(label), of: [\(of)]}]
    conditions: [{name: c, \(condition)}]
    \(selection.map { "selection: \($0)" } ?? "bands: article")
    sweep: {axis: \(axis), levels: [\(levels)]}
    trials: 5
    """
  }

  private func draw(_ yaml: String, level: Int = 0, trials: Range<Int>) throws -> [Sample] {
    let corpus = try Corpus(yaml: yaml, file: "aimed.yaml")
    var renderer = SampleRenderer(corpus: corpus)
    return try trials.map {
      try renderer.draw(group: corpus.groups[0], level: corpus.sweep.levels[level], trial: $0)
    }
  }

  @Test func theAimIsTheTargetsCentreWithANormalError() throws {
    let samples = try draw(Self.yaml(), trials: 0..<300)
    var (sum, squares, targets) = (0.0, 0.0, [0, 0])
    for sample in samples {
      let aim = try #require(sample.aim)
      let corners = try #require(sample.truth.expected[aim.target].corners).points
      let (x, y) = (corners.reduce(0) { $0 + $1.x } / 4, corners.reduce(0) { $0 + $1.y } / 4)
      targets[aim.target] += 1
      for error in [aim.region.pointOfInterest.x - x, aim.region.pointOfInterest.y - y] {
        sum += error
        squares += error * error
      }
    }
    // 600 errors with a standard deviation of 5: their mean has one of 0.2, their deviation of 0.14.
    #expect(abs(sum / 600) < 0.8 && abs((squares / 600).squareRoot() - 5) < 0.6)
    #expect(targets.allSatisfy { $0 > 115 }, "each symbol is the target of half of the trials")
    let again = try draw(Self.yaml(), trials: 0..<3)
    #expect(again.map(\.aim) == samples.prefix(3).map(\.aim), "the same key, the same aim")
  }

  @Test func theViewMovesWithTheAim() throws {
    let sample = try #require(
      try draw(Self.yaml(condition: "module-size: 2, frame: 400"), trials: 0..<1).first)
    let region = try #require(sample.aim).region
    let point = region.pointOfInterest
    // The area is 80 × 40 px of the view, and the point its centre.
    #expect(abs(region.area.x - (point.x - 40)) < 1e-9 && abs(region.area.width - 80) < 1e-9)
    #expect(abs(region.area.y - (point.y - 20)) < 1e-9 && abs(region.area.height - 40) < 1e-9)
    #expect(region.shape == .circle(centre: point, radius: 4))
    // Without a view all of the image is scanned, wherever the aim.
    let whole = try #require(
      try draw(Self.yaml("{radius: 4px}"), trials: 0..<1).first)
    #expect(whole.aim?.region.area.width == Double(whole.image.width))
  }

  @Test func aGapTakesThePlaceOfTheSpacing() throws {
    func distance(_ level: Int) throws -> Double {
      let sample = try #require(try draw(Self.yaml(), level: level, trials: 0..<1).first)
      let corners = sample.truth.expected.compactMap(\.corners)
      return corners[1].topLeft.x - corners[0].topRight.x
    }
    // Two quiet zones of 4 modules, 2 px each.
    #expect(abs(try distance(0) - 16) < 1e-9)
    #expect(abs(try distance(1) - 32) < 1e-9)
  }

  @Test func aSelectionIsAPartOfEveryHash() throws {
    func hashes(_ selection: String) throws -> (String, String) {
      let corpus = try Corpus(yaml: Self.yaml(selection), file: "aimed.yaml")
      var renderer = SampleRenderer(corpus: corpus)
      let sample = try renderer.draw(
        group: corpus.groups[0], level: corpus.sweep.levels[0], trial: 0)
      return (
        sample.hash, corpus.cellHash(group: corpus.groups[0], level: corpus.sweep.levels[0])
      )
    }
    let all = try [
      "{radius: 4px}", "{radius: 5px}", "{radius: 4px, edge: centre-inside}",
      "{view: 90x80, radius: 4px}", "{view: 90x80, radius: 4px, margins: [1px, 0, 0, 0]}",
      "{view: 90x80, radius: 4px, point-of-interest: [0.4, 0.5]}",
      "{view: 90x80, radius: 4px, area-edge: touching}", "{rectangle: [4px, 4px]}",
      "{rectangle: {width: 0.1, aspect: 2}}",
    ].map(hashes)
    #expect(Set(all.map(\.0)).count == all.count && Set(all.map(\.1)).count == all.count)
  }

  @Test(arguments: [
    (yaml("{radius: 4px, edges: touching}"), "aimed.yaml:9: unknown key \"edges\""),
    (yaml("{radius: 4cm}"), "not a length such as 12px, 40dip, 50% or 0.5"),
    (yaml("{radius: 4px, margins: [0, 0, 0, 0]}"), "there is no \"view\""),
    (yaml("{view: 90, radius: 4px}"), "not a size such as 320x240"),
    (yaml("{view: 90x80, margins: [50%, 0, 50%, 0]}"), "the margins leave nothing of the view"),
    (yaml("{view: 90x80, margins: [1px, 0]}"), "write [left, top, right, bottom]"),
    (yaml("{radius: 4px, rectangle: [1px, 2px]}"), "\"radius\" gives the selection already"),
    (yaml("{rectangle: {width: 1px, height: 2px, aspect: 1}}"), "\"width\" and \"aspect\" give it"),
    (yaml("{radius: 4px, edge: near}"), "unknown rule \"near\""),
    (yaml(nil), "aimed.yaml:8: \"aiming-error\" says nothing without a \"selection\""),
    (
      yaml("{radius: 4px}", axis: "selection-radius"),
      "aimed.yaml:10: \"selection-radius\" and the \"selection\" both give a shape"
    ),
    (
      yaml(label: "grid: {rows: 1, columns: 1}"),
      "aimed.yaml:7: \"sheet\" has no neighbours, and a gap lies between them"
    ),
    (
      yaml(
        of: "{symbology: qr-code, version: 1, ecc: L, payload: {kind: digits, length: 8}}, "
          + "{symbology: data-matrix, size: 20x20, payload: {kind: digits, length: 8}}"),
      "aimed.yaml:7: \"sheet\" has symbols of several symbologies"
    ),
    (yaml(label: "judge: meaning, grid: {rows: 1, columns: 2}"), "\"judge: meaning\" does not go"),
  ])
  func whatCannotBeAimedIsRefusedWithItsLine(yaml: String, message: String) {
    do {
      _ = try Corpus(yaml: yaml, file: "aimed.yaml")
      Issue.record("nothing was refused: \(message)")
    } catch {
      #expect("\(error)".contains(message), "\(error)")
    }
  }
}
