import Base
import Corpora
import Drawing
import Testing

/// Claims and bands in corpus files, and the axis that widths of symbols are swept on.
@Suite struct ClaimReaderTests {
  private static func corpus(
    _ claims: String, axis: String = "module-size", levels: String = "1, 2, 3"
  ) throws -> Corpus {
    try Corpus(
      yaml: """
        format: 1
        name: tiny
        version: 1
        title: Tiny
        question: Is it so?
        seed: 7
        symbols:
          - {name: ean, symbology: ean-13, payload: {kind: gtin}}
          - {name: qr, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 8}}
          - {name: free, symbology: code-128, payload: {kind: alphanumeric, length: [8, 12]}}
        conditions: [{name: upright}, {name: leaning, rotation: 5}]
        sweep: {axis: \(axis), levels: [\(levels)]}
        trials: 2
        \(claims)
        """, file: "tiny.yaml")
  }

  private static func claim(_ rest: String) -> String {
    "claims:\n  - {name: a, by: B, source: page 3, says: so it is, \(rest)}"
  }

  @Test func aClaimIsReadWithAllItsParts() throws {
    let corpus = try Self.corpus(Self.claim("about: [qr, ean-13], from: {module-size: 2}"))
    let claim = try #require(corpus.claims.first)
    #expect(corpus.claims.count == 1 && claim.name == "a" && claim.author == "B")
    #expect(claim.source == "page 3" && claim.statement == "so it is")
    #expect(claim.promise == .reliably && claim.axis == .moduleSize && claim.value.text == "2")
    #expect(
      claim.groups.map(\.group) == ["ean/upright", "ean/leaning", "qr/upright", "qr/leaning"])
    #expect(claim.groups.allSatisfy { $0.level.text == "2" })
    let all = try Self.corpus(Self.claim("reads: always, from: {module-size: 3}"))
    #expect(all.claims[0].groups.count == 6 && all.claims[0].promise == .always)
    #expect(corpus.overriding(trials: 9, seed: nil).claims == corpus.claims)
  }

  @Test func widthsAndModuleSizesAreExchangedByTheModulesAcross() throws {
    // An EAN-13 has 95 modules, a version 2 QR Code 25.
    let claim = Self.claim("about: [ean], from: {symbol-width: 190}")
    #expect(try Self.corpus(claim).claims[0].groups[0].level.text == "2")
    let module = Self.claim("about: [ean, qr], from: {module-size: 2}")
    let wide = try Self.corpus(module, axis: "symbol-width", levels: "50, 80, 190")
    #expect(
      wide.claims[0].groups.map { "\($0.group) \($0.level)" } == [
        "ean/upright 190", "ean/leaning 190", "qr/upright 50", "qr/leaning 50",
      ])
    // 34 codewords of 17 modules, and the stop pattern's extra one.
    let shipped = try Fixtures.shipped("documented-minima")
    let pdf417 = try #require(shipped.claims.first { $0.name == "mlkit-pdf417" })
    #expect(pdf417.value.text == "1156" && pdf417.groups.map(\.level.text) == ["2"])
  }

  @Test(arguments: mistakes)
  func mistakeIsReportedWithItsLine(text: String, message: String) {
    let error = #expect(throws: FileFault.self) { try Self.corpus(text) }
    #expect(error?.description == "tiny.yaml:\(message)")
  }

  private static let mistakes = [
    (
      claim("from: {module-size: 4}"),
      "15: 4 px of module-size for \"ean\" lies outside the swept levels, 1 to 3 px"
    ),
    (
      claim("from: {module-size: 1.6}"),
      "15: no level stands for 1.6 px of module-size for \"ean\": the nearest is 2; list one within "
        + "0.5 % of it"
    ),
    (
      claim("about: [aen], from: {module-size: 2}"),
      "15: unknown recipe or symbology \"aen\". Did you mean \"ean\"? Known: ean, qr, free."
    ),
    (
      "claims:\n  - {name: a, by: B, says: so it is, from: {module-size: 2}}",
      "15: an item of \"claims\" has no \"source\", which it needs"
    ),
    (
      claim("from: {blur: 2}"),
      "15: unknown key \"blur\". Known here: module-size, symbol-width."
    ),
    (
      claim("from: {module-size: 2, symbol-width: 190}"),
      "15: \"from\" is one size: {module-size: 2} or {symbol-width: 190}, in pixels"
    ),
    (
      claim("from: {module-size: 0}"),
      "15: a size of 0 px is not possible: it is above 0, and at most 100000"
    ),
    (
      claim("from: {module-size: 999999999}"),
      "15: a size of 999999999 px is not possible: it is above 0, and at most 100000"
    ),
    (
      claim("reads: mostly, from: {module-size: 2}"),
      "15: unknown promise \"mostly\". Known: reliably, always."
    ),
    (
      claim("from: {module-size: 2}") + "\n"
        + "  - {name: a, by: C, source: x, says: y, from: {module-size: 2}}",
      "16: the name \"a\" is taken: names are used once"
    ),
    ("bands: mine", "14: unknown set of bands \"mine\". Known: article."),
    ("claims: []", "14: \"claims\" is empty: it needs at least one"),
  ]

  @Test func aWidthIsNoModuleSizeWhereSymbolsDifferInWidth() {
    let error = #expect(throws: FileFault.self) {
      try Self.corpus(Self.claim("about: [free], from: {symbol-width: 300}"))
    }
    #expect(error?.description.hasPrefix("tiny.yaml:15: symbols of \"free\" are ") == true)
    #expect(error?.description.hasSuffix("as the sweep does, module-size") == true)
  }

  @Test func claimsAndBandsNeedASweepOfSizes() {
    for (key, message) in [
      (
        Self.claim("from: {module-size: 2}"),
        "claims are about sizes, but the sweep is over blur: they need a sweep over module-size or "
          + "symbol-width"
      ), ("bands: article", "bands need a sweep over module-size, but this sweep is over blur"),
    ] {
      let text = Fixtures.yaml(replacing: [
        18: "  - {name: upright, module-size: 3}", 19: "", 20: "", 22: "  axis: blur",
        23: "", 25: "trials: 20\n\(key)",
      ])
      let error = #expect(throws: FileFault.self) { try Corpus(yaml: text, file: "tiny.yaml") }
      #expect(error?.description.hasSuffix(message) == true, "\(error?.description ?? "")")
      #expect(error?.line ?? 0 >= 26)
    }
    let unordered = Fixtures.yaml(replacing: [
      23: "  harder: unordered", 25: "trials: 20\n\(Self.claim("from: {module-size: 2}"))",
    ])
    #expect(throws: FileFault.self) { try Corpus(yaml: unordered, file: "tiny.yaml") }
  }

  // MARK: Widths

  @Test func everySymbolIsAsWideAsTheLevelSays() throws {
    let corpus = try Self.corpus("", axis: "symbol-width", levels: "100, 250.5")
    #expect(corpus.sweep.unit == "px" && corpus.sweep.harder == .smaller)
    var renderer = SampleRenderer(corpus: corpus)
    var modules: Set<Int> = []
    for group in corpus.groups {
      for level in corpus.sweep.levels {
        for trial in 0..<4 {
          let sample = try renderer.draw(group: group, level: level, trial: trial)
          let corners = try #require(sample.truth.expected.first?.corners).points
          let (dx, dy) = (corners[1].x - corners[0].x, corners[1].y - corners[0].y)
          #expect(abs((dx * dx + dy * dy).squareRoot() - level.value) < 1e-9, "\(sample.key)")
          modules.insert(sample.drawn[0].symbol.columns)
        }
      }
    }
    #expect(modules.count > 3, "symbols of Code 128 differ in width")
  }

  @Test func aWidthAndAModuleSizeOfTheSameSymbolAreTheSameImage() throws {
    // One literal payload, no randomness but the phase, which is drawn from the level's text: so the
    // level is the same, and the two sizes are conditions of a sweep of something else.
    func image(_ size: String) throws -> [UInt8] {
      let corpus = try Corpus(
        yaml: Fixtures.yaml(replacing: [
          18: "  - {name: upright, \(size)}", 19: "", 20: "", 22: "  axis: blur", 23: "",
          24: "  levels: [0.5]",
        ]), file: "tiny.yaml")
      var renderer = SampleRenderer(corpus: corpus)
      return try renderer.draw(
        group: corpus.groups[0], level: corpus.sweep.levels[0], trial: 0
      ).image.pixels
    }
    #expect(try image("symbol-width: 75") == image("module-size: 3"))
    #expect(try image("symbol-width: 76") != image("module-size: 3"))
  }

  @Test func aSizeIsSaidOnceAndOfOneSymbol() {
    for (edits, message) in [
      (
        [18: "  - {name: upright, symbol-width: 90}"],
        "18: \"symbol-width\" does not belong here: module-size says how large a module is"
      ),
      (
        [
          18: "  - {name: upright, symbol-width: 90, module-size: 3}", 19: "", 20: "",
          22: "  axis: blur", 23: "",
        ], "18: \"symbol-width\" does not belong here: module-size says how large a module is"
      ),
      (
        [22: "  axis: symbol-width", 24: "  levels: [1, 60]"],
        "18: condition \"upright\" cannot be drawn at every level: \"qr\" under it: 1.0 px for 25 "
          + "modules are 0.04 px each: module-size is between 0.1 and 1000 px"
      ),
      (
        [
          8: "  - {name: a, texture: stripes, size: [9, 9]}", 9: "", 10: "", 11: "", 12: "",
          22: "  axis: symbol-width", 24: "  levels: [90]",
        ], "8: \"a\" is not an image of one symbol, and a symbol-width is that of one"
      ),
    ] as [([Int: String], String)] {
      let error = #expect(throws: FileFault.self) { try Fixtures.tiny(replacing: edits) }
      #expect(error?.description == "tiny.yaml:\(message)")
    }
  }
}
