import Base
import Corpora
import DecoderKit
import Foundation
import Statistics
import TestSupport
import Testing

@Suite(.waits) struct CorpusTests {
  @Test func readsEveryPartOfTheFile() throws {
    let corpus = try Fixtures.tiny()
    #expect(corpus.name == "tiny")
    #expect(corpus.version == 3)
    #expect(corpus.title == "A tiny corpus")
    #expect(corpus.question == "Does it work?")
    #expect(corpus.seed == 7)
    #expect(corpus.trials == 20)
    #expect(corpus.file == "tiny.yaml")
    #expect(!corpus.usesSymbologyHints)
    #expect(corpus.recipes.map(\.symbologies) == [[.qrCode], [.dataMatrix]])
    let symbols = corpus.recipes.map(\.symbols[0])
    #expect(
      symbols[0].options == .qrCode(version: 2, errorCorrection: .medium, mask: nil))
    #expect(symbols[0].payload.lengths == 10...20)
    #expect("\(symbols[1].options)" == "Data Matrix 8x32")
    #expect(
      corpus.conditions.map { $0.values[.rotation] } == [
        .fixed(0), .random(low: 0, high: 360), .list([0, 90, 180, 270]),
      ])
    #expect(corpus.sweep.axis == .moduleSize)
    #expect(corpus.sweep.unit == "px")
    #expect(corpus.sweep.harder == .smaller)
  }

  @Test func groupsAreRecipesTimesConditionsInTheFilesOrder() throws {
    #expect(
      try Fixtures.tiny().groups.map(\.id) == [
        "qr/upright", "qr/turned", "qr/quarters", "dm/upright", "dm/turned", "dm/quarters",
      ])
  }

  @Test func levelsAreAscendingDecimalsWithoutBinaryDust() throws {
    #expect(
      try Fixtures.tiny().sweep.levels.map(\.text) == [
        "1", "1.1", "1.2", "1.3", "1.37", "1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "2", "6",
      ])
    for level in try Fixtures.tiny().sweep.levels { #expect(Double(level.text) == level.value) }
  }

  @Test func hintsAreUsedOnlyWhenAskedFor() throws {
    #expect(try Fixtures.tiny(replacing: [6: "seed: 7\nhints: symbologies"]).usesSymbologyHints)
    #expect(try !Fixtures.tiny(replacing: [6: "seed: 7\nhints: none"]).usesSymbologyHints)
  }

  @Test func aRecipeAsksForTheMeaningByItself() throws {
    let corpus = try Fixtures.tiny(replacing: [8: "  - name: qr\n    judge: meaning"])
    #expect(corpus.recipes.map(\.judgesMeaning) == [true, false])
    #expect(
      try !Fixtures.tiny(replacing: [8: "  - name: qr\n    judge: data"]).recipes[0].judgesMeaning)
    var renderer = SampleRenderer(corpus: corpus)
    let asked = try renderer.draw(SampleKey(parsing: "tiny/qr/upright/2/0"))
    #expect(asked.judgesMeaning)
    #expect(try !renderer.draw(SampleKey(parsing: "tiny/dm/upright/2/0")).judgesMeaning)
    // Observations without the verdict are not taken for those with it; the image is the same.
    let plain = try Fixtures.tiny()
    #expect(Self.hashes(corpus)[0] != Self.hashes(plain)[0])
    #expect(Self.hashes(corpus)[3] == Self.hashes(plain)[3])
    var other = SampleRenderer(corpus: plain)
    #expect(
      try other.draw(SampleKey(parsing: "tiny/qr/upright/2/0")).image.pixels == asked.image.pixels)
  }

  private static func hashes(_ corpus: Corpus) -> [String] {
    corpus.groups.map { corpus.cellHash(group: $0, level: corpus.sweep.levels[0]) }
  }

  @Test func anAnnouncedCharsetIsInTheSymbolAndInTheTruth() throws {
    let corpus = try Fixtures.tiny(replacing: [10: "    version: 2\n    eci: 26"])
    let key = try SampleKey(parsing: "tiny/qr/upright/2/0")
    var (renderer, other) = try (
      SampleRenderer(corpus: corpus), SampleRenderer(corpus: Fixtures.tiny())
    )
    let (announced, plain) = try (renderer.draw(key), other.draw(key))
    #expect(announced.truth.expected.map(\.charset) == ["UTF-8"])
    #expect(plain.truth.expected.map(\.charset) == [nil])
    #expect(announced.truth.expected[0].bytes == plain.truth.expected[0].bytes)
    #expect(announced.drawn[0].symbol.modules != plain.drawn[0].symbol.modules)
    #expect(announced.hash != plain.hash)
    #expect(Self.hashes(corpus)[0] != Self.hashes(try Fixtures.tiny())[0])
  }

  @Test func overridingChangesTrialsAndSeedAndNothingElse() throws {
    let corpus = try Fixtures.tiny()
    let other = corpus.overriding(trials: 5, seed: 99)
    #expect(other.trials == 5)
    #expect(other.seed == 99)
    #expect(other.sha256 == corpus.sha256)
    #expect(other.groups.map(\.id) == corpus.groups.map(\.id))
    #expect(other.groups.allSatisfy { $0.trialCount == 5 })
    #expect(corpus.overriding(trials: nil, seed: nil).trials == 20)
  }

  @Test func exampleInTheReadmeIsACorpus() throws {
    let readme = try String(contentsOfFile: "\(Fixtures.shippedFolder)/README.md", encoding: .utf8)
    let fenced = try #require(
      readme.split(separator: "```yaml\n")[1].split(separator: "```").first)
    let corpus = try Corpus(yaml: String(fenced), file: "README.md")
    #expect(corpus.groups.map(\.id) == ["label/upright", "label/tilted"])
    for name in Fixtures.shippedNames { #expect(readme.contains("`\(name)`")) }
  }

  @Test(arguments: Fixtures.shippedNames)
  func hashIsTheOneThatSha256sumPrints(name: String) throws {
    let result = try SystemProgram.run(["sha256sum", "\(Fixtures.shippedFolder)/\(name).yaml"])
    let printed = String(decoding: result.output, as: UTF8.self).prefix(64)
    #expect(try Fixtures.shipped(name).sha256 == printed)
  }

  @Test(arguments: Fixtures.shippedNames)
  func shippedCorpusCanBeDrawnAndIsNamedAsItsFile(name: String) throws {
    let corpus = try Fixtures.shipped(name)
    #expect(corpus.name == name)
    var renderer = SampleRenderer(corpus: corpus)
    for group in Proof.all(corpus.groups, orFirst: 3) {
      let level = try #require(corpus.sweep.levels.last)
      let sample = try renderer.draw(group: group, level: level, trial: 0)
      #expect(sample.truth.expected.isEmpty == (group.content == .nothing))
    }
  }

  @Test(arguments: ["qr-small", "datamatrix-small"])
  func headlineCorpusMeetsTheSamplingRules(name: String) throws {
    let corpus = try Fixtures.shipped(name)
    #expect(corpus.trials == 400)
    #expect(corpus.groups.map(\.condition) == ["upright", "rotated"])
    let levels = corpus.sweep.levels
    // libdmtx takes long to find nothing: its corpus leaves out sizes at which no decoder reads.
    #expect(levels.first?.text == (name == "qr-small" ? "0.8" : "1"))
    #expect(levels.last?.text == "6")
    for text in ["1", "1.5", "2", "2.5", "3", "3.5", "4", "1.37"] {
      #expect(levels.contains { $0.text == text }, "level \(text) is missing")
    }
    for (a, b) in zip(levels, levels.dropFirst()) where b.value <= 3 {
      #expect(b.value - a.value <= 0.1 + 1e-12)
    }
  }
}

@Suite(.waits) struct CorpusCatalogTests {
  private let catalog = CorpusCatalog(folders: ["/nonexistent", Fixtures.shippedFolder])

  @Test func findsTheShippedCorporaByName() throws {
    #expect(catalog.names == Fixtures.shippedNames)
    #expect(try catalog.load(nameOrPath: "qr-small").name == "qr-small")
  }

  @Test func findsTheCorporaOfASweepAndPassesOverWhatIsNone() throws {
    let scratch = try ScratchFolder()
    for (name, text) in [("broken", "format: 1\nsweep: {axis: tilt"), ("empty", "")] {
      try scratch.file(name + ".yaml", text)
    }
    let catalog = CorpusCatalog(folders: [scratch.path, Fixtures.shippedFolder])
    let found = catalog.corpora(sweeping: .tilt)
    #expect(found.map(\.name) == ["tilt"] && found.map(\.corpus.sweep.axis) == [.tilt])
  }

  @Test func loadsByPathWhatIsNoName() throws {
    let path = "\(Fixtures.shippedFolder)/qr-small.yaml"
    #expect(try catalog.load(nameOrPath: path).file == path)
  }

  @Test func suggestsTheNearestName() {
    let error = #expect(throws: CorpusCatalogError.self) {
      try catalog.load(nameOrPath: "qr-smal")
    }
    #expect(
      error?.description
        == "there is no corpus \"qr-smal\". Did you mean \"qr-small\"? harness list corpora shows all. "
        + "A corpus of your own is named by its file, such as --corpus ./qr-smal.yaml, or by its folder of "
        + "photos.")
  }

  /// Dozens of names would be read by nobody.
  @Test func namesTheCommandThatListsAllWhereNoneIsNear() {
    let error = #expect(throws: CorpusCatalogError.self) {
      try catalog.load(nameOrPath: "zzzzzzzz")
    }
    #expect(
      error?.description.hasPrefix(
        "there is no corpus \"zzzzzzzz\". harness list corpora shows all. A corpus of your own")
        == true)
  }

  @Test func saysWhyAFileCannotBeRead() {
    let error = #expect(throws: FileFault.self) {
      try catalog.load(nameOrPath: "./nowhere.yaml")
    }
    #expect(error?.description == "./nowhere.yaml: cannot be read: No such file or directory")
    #expect(throws: FolderError.self) {
      try catalog.load(nameOrPath: Fixtures.shippedFolder + "/Releases")
    }
  }

  /// A pipe would keep the reader waiting for somebody who writes.
  @Test func opensNeitherPipesNorDevices() throws {
    let scratch = try ScratchFolder()
    try #require(mkfifo(scratch.path + "/pipe.yaml", 0o600) == 0)
    for path in [scratch.path + "/pipe.yaml", "/dev/zero"] {
      let error = #expect(throws: FileFault.self) { try catalog.load(nameOrPath: path) }
      #expect(error?.description == "\(path): is a device or a pipe, not a file")
    }
  }

  @Test func aStrangersNameIsNoPath() throws {
    #expect(try catalog.load(name: "qr-small").name == "qr-small")
    for name in ["\(Fixtures.shippedFolder)/qr-small.yaml", "/", "../qr-small", ""] {
      #expect(throws: CorpusCatalogError.self) { try catalog.load(name: name) }
    }
  }
}

@Suite(.waits) struct LevelTests {
  @Test(arguments: ["2", "0.8", "1.37", "0.000000001", "-4.5", "100", "0"])
  func readsCanonicalDecimals(text: String) {
    #expect(Level(parsing: text)?.text == text)
    #expect(Level(parsing: text)?.value == Double(text))
  }

  @Test(arguments: [
    "", "2.0", "02", ".5", "5.", "1e3", "nan", "inf", "+1", "1,5", " 1", "-0", "1.0000000001",
    "--1", "0x10", "１",
  ])
  func refusesEveryOtherSpelling(text: String) {
    #expect(Level(parsing: text) == nil)
  }

  @Test func isStoredAsItsText() throws {
    let level = try #require(Level(parsing: "1.37"))
    let json = try JSONEncoder().encode([level])
    #expect(String(decoding: json, as: UTF8.self) == "[\"1.37\"]")
    #expect(try JSONDecoder().decode([Level].self, from: json) == [level])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Level].self, from: Data("[\"2.0\"]".utf8))
    }
  }
}

@Suite(.waits) struct SampleKeyTests {
  @Test func printsAndReadsBack() throws {
    let text = "qr-small/v2-m/rotated/1.37/17"
    let key = try SampleKey(parsing: text)
    #expect(key.description == text)
    #expect(key.corpus == "qr-small")
    #expect(key.group == "v2-m/rotated")
    #expect(key.level.value == 1.37)
    #expect(key.trial == 17)
  }

  @Test(arguments: [
    ("a/b/c/1", "it has 4 parts where a key has 5"),
    ("a/b/c/1/2/3", "it has 6 parts where a key has 5"),
    ("a/B/c/1/2", "\"B\" is not a name"),
    ("a/b//1/2", "\"\" is not a name"),
    ("a/b/c/1.0/2", "\"1.0\" is not a level such as 1.37"),
    ("a/b/c/1/-2", "\"-2\" is not the number of a trial"),
    ("a/b/c/1/02", "\"02\" is not the number of a trial"),
    ("a/b/c/1/x", "\"x\" is not the number of a trial"),
  ])
  func saysWhatIsWrongWithAKey(text: String, reason: String) {
    #expect(throws: SampleError.badKey(text, reason: reason)) { try SampleKey(parsing: text) }
  }
}
