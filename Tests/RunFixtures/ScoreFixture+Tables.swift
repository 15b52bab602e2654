import DecoderKit
import Results
import Testing

extension ScoreFixture {
  /// The fixtures below.
  enum Name: CaseIterable {
    case realistic, hostile, partial, deserted, mirrored, unordered, scenes, claims, maps
  }

  /// The tables and baselines of the fixtures below, made once: that takes longer than a report of them.
  static func table(_ name: Name) throws -> ScoreTable { try scored(name).table }
  static func baseline(_ name: Name) throws -> Baseline { try scored(name).baseline }
  static func scored(_ name: Name) throws -> Scored { try #require(all[name]).get() }

  private static let all = Dictionary(
    uniqueKeysWithValues: Name.allCases.map { name in
      (name, Result { try fixture(name).scored() })
    })

  static func fixture(_ name: Name) -> ScoreFixture {
    switch name {
    case .realistic: .realistic
    case .hostile: .hostile
    case .partial: .partial
    case .deserted: .deserted
    case .mirrored: .mirrored
    case .unordered: .unordered
    case .scenes: .scenes
    case .claims: .claims
    case .maps: .maps
    }
  }

  /// A clear winner with an island and two decoders that tie. Besides them: one that crashes often,
  /// one without symbologies, one that was given up, and one that did not start.
  static var realistic: ScoreFixture {
    var fixture = ScoreFixture()
    let tie = { (group: Int, level: Double) in
      ramp(level, middle: group == 0 ? 1.65 : 1.9, width: 0.5)
    }
    fixture.actors = [
      Actor(label: "zbar", library: "ZBar", milliseconds: 1.31, chance: tie),
      Actor(
        label: "zxing", library: "ZXing-C++", milliseconds: 0.84, outlineErrorModules: 0.25,
        chance: { group, level in
          level > 1.95 && level < 2.15 && group == 1
            ? 0.55 : ramp(level, middle: 1.15, width: 0.4)
        }, failure: { $0 % 60 == 7 ? .misread : .noRead }),
      Actor(
        label: "dmtx", library: "libdmtx", symbologies: [.dataMatrix]),
      Actor(
        label: "zxing:binarizer=global-histogram,try-harder=false", library: "ZXing-C++",
        milliseconds: 12.4, chance: { $1 > 5.5 && $0 == 1 ? 0.96 : tie($0, $1) },
        failure: { $0 % 20 == 3 ? .crash : $0 % 20 == 5 ? .timeout : .noRead }),
      Actor(
        label: "fragile", library: "fragile", milliseconds: 2, chance: { _, _ in 0 },
        failure: { _ in .crash }, lastTrial: 1),
    ]
    fixture.givenUp = ["fragile"]
    fixture.unavailable = [
      .init(label: "dynamsoft", reason: "it needs a licence (error -30063)")
    ]
    return fixture
  }

  /// Labels, a title and reasons that try to break out of every format.
  static var hostile: ScoreFixture {
    var fixture = realistic
    fixture.levels = ["1", "2", "3"]
    fixture.title = "Is <b>this</b> | `that` & *those*?"
    fixture.actors[0].label =
      "a|b`c`<script>\"quoted\", comma\n\u{1B}[2J\u{202E}*bold*&\u{FF9E}|\u{FF9E}"
    fixture.actors[1].label = String(repeating: "long-", count: 60)
    fixture.actors[3].label = "幅の広い名前: 二次元バーコードを読む"
    fixture.actors[2].label = "@everyone"
    fixture.unavailable = [.init(label: "no\r\none", reason: "a | b\n<i>c</i>")]
    return fixture
  }

  /// A run of fifty trials, which certify nothing, stopped at the thirtieth.
  static var partial: ScoreFixture {
    var fixture = realistic
    fixture.conditions = ["upright"]
    fixture.trials = 50
    fixture.stoppedAtTrial = 30
    return fixture
  }

  /// A run in which no decoder took part.
  static var deserted: ScoreFixture {
    var fixture = ScoreFixture()
    fixture.levels = ["1", "2"]
    fixture.trials = 1
    return fixture
  }

  /// A sweep whose larger levels are harder; decoders stop reading in the middle of the range.
  static var mirrored: ScoreFixture {
    var fixture = realistic
    fixture.harder = .larger
    for actor in fixture.actors.indices {
      let chance = fixture.actors[actor].chance
      fixture.actors[actor].chance = { chance($0, 6.8 - $1) }
    }
    return fixture
  }

  /// Labels with four symbols: one decoder reads them all, one reads two of the symbologies better.
  static var scenes: ScoreFixture {
    var fixture = ScoreFixture()
    fixture.recipe = [
      "grid: {rows: 2, columns: 2, spacing: 4}", "of:",
      "  - {symbology: qr-code, version: 2, ecc: M, payload: {kind: alphanumeric, length: 24}}",
      "  - {symbology: data-matrix, size: 20x20, payload: {kind: alphanumeric, length: 24}}",
      "  - {symbology: code-128, payload: {kind: alphanumeric, length: 10}}",
      "  - {symbology: ean-13, payload: {kind: gtin}}",
    ]
    fixture.levels = ["1", "2", "3", "4"]
    fixture.actors = [
      Actor(
        label: "wide", symbologies: [.qrCode, .dataMatrix, .code128, .ean13],
        outlineErrorModules: 0.5,
        chance: { ramp($1, middle: 2.2, width: 1) }),
      Actor(
        label: "narrow", symbologies: [.qrCode, .code128],
        chance: { ramp($1, middle: 1.8, width: 1) }),
      Actor(
        label: "single", symbologies: [.dataMatrix], chance: { ramp($1, middle: 2, width: 1) }),
    ]
    return fixture
  }

  /// Documented minima and bands: one decoder keeps its promises, one has an island and crashes on the
  /// largest symbols.
  static var claims: ScoreFixture {
    var fixture = ScoreFixture()
    fixture.levels = ["1", "1.8", "2", "3", "4", "6", "12", "20"]
    fixture.rest = """
      claims:
        - {name: two, by: "A | B", source: "page <3>", says: 2 px are enough, from: {module-size: 2}}
        - {name: four, by: C, source: x, says: 4 px, about: [v2-m], from: {symbol-width: 100}}
        - {name: all, by: D, source: y, says: 20 px always, reads: always, from: {module-size: 20}}
      bands: article
      """
    fixture.actors = [
      Actor(label: "keen", chance: { ramp($1, middle: 1.4, width: 0.4) }),
      Actor(
        label: "brittle",
        chance: { $1 == 20 ? 0.4 : $1 == 3 ? 0.7 : ramp($1, middle: 1.4, width: 0.4) },
        failure: { _ in .crash }),
    ]
    return fixture
  }

  /// A map of module size and blur: one decoder whose boundary rises, with an island in one column, one
  /// whose boundary leaves the map at either end, and one with a long name.
  static var maps: ScoreFixture {
    var fixture = ScoreFixture()
    fixture.conditions = ["upright"]
    fixture.second = "{axis: blur, levels: [0, 0.5, 2]}"
    fixture.levels = ["{from: 1, to: 3, step: 0.1}"]
    fixture.trials = 100
    fixture.actors = [
      Actor(
        label: "steady",
        chance: { column, level in
          column == 1 && level > 2.35 && level < 2.55
            ? 0.3 : ramp(level, middle: 1.3 + 0.2 * Double(column), width: 0.2)
        }),
      Actor(
        label: "leaving", chance: { ramp($1, middle: [0.5, 2, 5][$0], width: 0.2) }),
      Actor(
        label: "zxing:binarizer=global-histogram,try-harder=false",
        chance: { ramp($1, middle: 1.8 + 0.3 * Double($0), width: 0.4) }),
      Actor(label: "dmtx", symbologies: [.dataMatrix]),
    ]
    return fixture
  }

  /// Levels in no order.
  static var unordered: ScoreFixture {
    var fixture = realistic
    fixture.harder = .unordered
    return fixture
  }
}
