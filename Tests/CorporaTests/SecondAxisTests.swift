import Base
import Corpora
import Drawing
import Testing

/// Corpora with a second axis: its values become conditions, and conditions form maps.
@Suite struct SecondAxisTests {
  private static let second = "  second: {axis: blur, levels: [0.5, {from: 0, to: 2, step: 1}]}"

  private func map(_ second: String = second, _ edits: [Int: String] = [:]) throws -> Corpus {
    try Fixtures.tiny(
      replacing: [24: "\(Fixtures.lines[23])\n\(second)"].merging(edits) { $1 })
  }

  @Test func everyConditionIsTakenWithEveryValue() throws {
    let corpus = try map()
    #expect(
      corpus.groups.prefix(5).map(\.id) == [
        "qr/upright-blur-0", "qr/upright-blur-0.5", "qr/upright-blur-1", "qr/upright-blur-2",
        "qr/turned-blur-0",
      ])
    #expect(corpus.groups.count == 2 * 3 * 4)
    #expect(corpus.conditions.map { $0.values[.blur] }.prefix(2) == [.fixed(0), .fixed(0.5)])
  }

  @Test func aGroupsModuleSizeIsItsOwnWhereItIsOne() throws {
    let plain = "  - {name: upright, module-size: "
    let sweep = [22: "  axis: blur", 23: "", 19: "", 20: ""]
    func sizes(_ edits: [Int: String]) throws -> [Double?] {
      let corpus = try Fixtures.tiny(replacing: sweep.merging(edits) { $1 })
      return corpus.groups.prefix(2).map { corpus.moduleSizePixels(ofGroup: $0.id) }
    }
    let levels = "  levels: [0, 1]"
    let apart = "\(levels)\n  second: {axis: module-size, levels: [3, 6]}"
    #expect(try sizes([18: "  - {name: upright, rotation: 0}", 24: apart]) == [3, 6])
    #expect(try sizes([18: plain + "5}", 24: levels]) == [5, 5])
    #expect(try sizes([18: plain + "{random: [4, 5]}}", 24: levels]) == [nil, nil])
    #expect(try sizes([18: plain + "5, frame: 300, resolution: 1}", 24: levels]) == [nil, nil])
    let alone = [13: "", 14: "", 15: "", 16: "", 18: "  - {name: upright, symbol-width: 90}"]
    #expect(try sizes(alone.merging([24: levels]) { $1 }) == [nil])
    #expect(try Fixtures.tiny().moduleSizePixels(ofGroup: "qr/upright") == nil)
    #expect(try Fixtures.tiny().moduleSizePixels(ofGroup: "qr/unknown") == nil)
  }

  @Test func mapsAreTheGroupsOfARecipeUnderACondition() throws {
    let corpus = try map()
    #expect(corpus.maps.count == 6)
    #expect(corpus.maps.map(\.groups.lowerBound) == [0, 4, 8, 12, 16, 20])
    #expect(
      corpus.maps.map(\.condition) == [
        "upright", "turned", "quarters", "upright", "turned", "quarters",
      ])
    #expect(corpus.maps.last?.recipe == "dm")
    #expect(try Fixtures.tiny().maps.isEmpty)
  }

  @Test func samplesAreDrawnAgainByTheirKeys() throws {
    let corpus = try map()
    var renderer = SampleRenderer(corpus: corpus)
    let group = corpus.groups[3]
    let sample = try renderer.draw(group: group, level: corpus.sweep.levels[2], trial: 1)
    let key = try SampleKey(parsing: "tiny/qr/upright-blur-2/1.2/1")
    #expect(sample.key == key)
    #expect(try renderer.draw(key).image == sample.image)
    // The value is drawn: the same symbol without blur is another image.
    let sharp = try renderer.draw(SampleKey(parsing: "tiny/qr/upright-blur-0/1.2/1"))
    #expect(sharp.image != sample.image)
  }

  @Test func aPointStandsBetweenDigitsOfAConditionAlone() {
    for key in ["tiny/q.r/upright/1/0", "tiny/qr/./1/0", "tiny/qr/../1/0", "tiny/qr/a.b/1/0"] {
      #expect(throws: SampleError.self) { try SampleKey(parsing: key) }
    }
  }

  @Test func columnsOfOneMapAreDifferentCells() throws {
    let corpus = try map()
    let level = corpus.sweep.levels[0]
    let hashes = corpus.groups.map { corpus.cellHash(group: $0, level: level) }
    #expect(Set(hashes).count == hashes.count)
  }

  @Test(
    arguments: [
      (
        "  second: {axis: module-size, levels: [1, 2]}", [:],
        "25: the sweep is over module-size already: the second axis is another parameter"
      ),
      (
        "  second: {axis: blurr, levels: [1, 2]}", [:],
        "25: unknown axis \"blurr\". Did you mean \"blur\"?"
      ),
      (
        "  second: {axis: blur, levels: [0.5]}", [:],
        "25: the second axis has one level, but a map needs two or more: for one, write "
          + "\"blur: 0.5\" in the conditions"
      ),
      (
        "  second: {axis: mirrored, levels: [0, 1]}", [:],
        "25: \"mirrored\" is either on or off and has no levels: make two conditions of it"
      ),
      (
        "  second: {axis: blur, levels: [1, 90]}", [:],
        "25: a level of 90 px cannot be drawn: "
      ),
      ("  second: {axis: blur}", [:], "25: \"second\" has no \"levels\", which it needs"),
      (
        second, [23: "  harder: unordered"],
        "25: the sweep has no order, so there is no boundary to map: leave out \"second\" or "
          + "\"harder: unordered\""
      ),
      (
        second, [19: "  - {name: turned, blur: 1}"],
        "19: \"blur\" does not belong here: the sweep varies it"
      ),
      (
        "  second: {axis: tilt, levels: [0, 70]}", [19: "  - {name: turned, frame: 60}"],
        "19: condition \"turned-tilt-0\" cannot be drawn at every level: "
      ),
    ] as [(String, [Int: String], String)])
  func mistakeIsReportedWithItsLine(second: String, edits: [Int: String], message: String) throws {
    let error = #expect(throws: FileFault.self) { try map(second, edits) }
    #expect(error?.description.hasPrefix("tiny.yaml:\(message)") == true, "\(error as Any)")
  }

  @Test func aParameterMayBeGovernedByTheSecondAxis() throws {
    #expect(throws: Never.self) {
      try map(
        "  second: {axis: tilt, levels: [0, 30]}",
        [18: "  - {name: upright, tilt-direction: 20}"])
    }
    // Module size may be the second axis, and then no condition needs one.
    #expect(throws: Never.self) {
      try map(
        "  second: {axis: module-size, levels: [3, 4]}",
        [22: "  axis: blur", 23: "  harder: larger"])
    }
  }
}
