import Corpora
import Results
import Sessions
import Testing

@testable import Distance

/// The groups of a run that count for a code: those of its own size, else the nearest.
@Suite struct SuitedGroupsTests {
  /// The groups of a corpus of QR Codes, and of an EAN-13 beside them, that count for a code.
  private func suited(
    _ versions: [Int], _ code: String, takesSmaller: Bool = false, hasCorpus: Bool = true
  ) throws -> ThresholdSource.SuitedGroups? {
    let symbols = versions.map {
      "  - {name: v\($0), symbology: qr-code, version: \($0), ecc: M, payload: {kind: digits, length: 4}}"
    }
    let corpus = try Corpus(
      yaml: """
        format: 1
        name: sizes
        version: 1
        title: Sizes
        question: Which sizes?
        seed: 1
        symbols:
        \(symbols.joined(separator: "\n"))
          - {name: retail, symbology: ean-13, payload: {kind: gtin}}
        conditions: [{name: near, module-size: 4}]
        sweep: {axis: tilt, levels: [0, 10]}
        trials: 60
        """, file: "sizes.yaml")
    let groups = corpus.groups.map {
      CorpusRecord.Group(
        id: $0.id, symbologies: $0.symbologies, trials: 60, cellHashes: ["", ""])
    }
    return DistanceSession.suited(
      groups, in: hasCorpus ? corpus : nil, to: try PrintedCode(parsing: code),
      takesSmaller: takesSmaller)
  }

  @Test func theOwnSizeComesAlone() throws {
    #expect(try suited([2, 7], "qr:v2:20mm") == .init(ids: ["v2/near"]))
    #expect(try suited([2, 7], "qr:v2:20mm", takesSmaller: true) == .init(ids: ["v2/near"]))
    #expect(try suited([2, 7], "ean-13:100%") == .init(ids: ["retail/near"]))
    #expect(try suited([2, 7], "aztec:compact-2:15mm") == nil)
  }

  /// Versions 2, 3, 4 and 7 are 25, 29, 33 and 45 modules across.
  @Test func betweenTwoSizesBothCountAndTheNearerRunComesFirst() throws {
    #expect(
      try suited([1, 2, 7], "qr:v3:20mm")
        == .init(ids: ["v2/near", "v7/near"], otherColumns: [25, 45], remoteness: 16))
    #expect(
      try suited([4, 7], "qr:v3:20mm")
        == .init(ids: ["v4/near"], otherColumns: [33], remoteness: 4))
  }

  /// Of symbols that lean by 30°, by 20°, and of upright ones, for a code that leans by 30°.
  @Test func symbolsThatLeanAsTheCodeDoesComeAloneAndOthersAreLeftOut() throws {
    let angles: [String: ClosedRange<Double>] = [
      "v2/30": 30...30, "v2/20": 20...20, "v2/any": 0...60,
    ]
    func suited(_ groups: [String]) -> (thresholds: [DecoderThreshold], leaning: [String]) {
      let thresholds = groups.map { group in
        var harms = ["noise"]
        if angles[group] != nil { harms.append("tilt") }
        return DecoderThreshold(
          decoder: "a", reference: "a", group: group,
          score: ThresholdScore(kind: .atMost, rate: 0.95, alpha: 0.05, upper: 2), tested: 1...8,
          harms: harms)
      }
      return DistanceSession.suited(thresholds, toTilt: 30) { angles[$0.group] }
    }
    let all = suited(["v2/upright", "v2/30", "v2/20", "v2/any"])
    #expect(all.thresholds.map(\.group) == ["v2/30"] && all.leaning == ["v2/20", "v2/any"])
    #expect(all.thresholds.allSatisfy { $0.isTilted && $0.harms == ["noise"] })
    let upright = suited(["v2/upright", "v2/20"])
    #expect(upright.thresholds.map(\.group) == ["v2/upright"] && upright.leaning == ["v2/20"])
    #expect(upright.thresholds.allSatisfy { !$0.isTilted })
    #expect(suited(["v2/20"]).thresholds.isEmpty)
  }

  @Test func smallerSymbolsAloneCountForConditionsOnly() throws {
    #expect(try suited([1, 2], "qr:v3:20mm") == nil)
    let smaller = try #require(try suited([1, 2], "qr:v3:20mm", takesSmaller: true))
    #expect(smaller.ids == ["v2/near"] && smaller.otherColumns == [25])
    let larger = try #require(try suited([40], "qr:v3:20mm", takesSmaller: true))
    #expect(larger.remoteness < smaller.remoteness)
    let unknown = try #require(try suited([1, 2], "qr:v3:20mm", hasCorpus: false))
    #expect(unknown.ids.count == 2 && unknown.remoteness > smaller.remoteness)
  }
}
