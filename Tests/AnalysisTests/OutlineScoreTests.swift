import Analysis
import Corpora
import DecoderKit
import Foundation
import PluginHost
import Results
import TestSupport
import Testing

@testable import RunFixtures

/// Corners from a decoder's answer to the score table.
@Suite struct OutlineScoreTests {
  private func fit(_ error: Double, overlap: Double? = 0.9, isInOrder: Bool = true) -> OutlineFit {
    OutlineFit(errorModules: error, overlap: overlap, isInOrder: isInOrder)
  }

  private func read(_ fit: OutlineFit?) -> Finding {
    Finding(.read, outlines: SymbolOutlines(fit))
  }

  @Test(arguments: [1, 2, 20, 333]) func percentilesAreThoseOfTheSortedErrors(count: Int) throws {
    var random = SeededGenerator(seed: SeededGenerator.testSeed)
    let errors = (0..<count).map { _ in pow(10, Double.random(in: -3...2, using: &random)) }
    let overlaps = (0..<count).map { _ in Double.random(in: 0...1, using: &random) }
    let corpus = try Fixture.corpus(levels: "1", trials: count)
    let record = Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
    let table = try Fixture.scores(ofFindings: record) { _, place in
      read(fit(errors[place.trial], overlap: overlaps[place.trial]))
    }
    let outline = try #require(table.decoders[0].groups[0].outline)
    func rank(_ share: Double, _ values: [Double]) -> Double {
      values.sorted()[Int((Double(count) * share).rounded(.up)) - 1]
    }
    for (found, wanted) in [
      (outline.errorMedian, rank(0.5, errors)), (outline.errorP95, rank(0.95, errors)),
    ] {
      #expect(abs(try #require(found) - wanted) <= 0.006 * wanted)
    }
    for (found, wanted) in [
      (outline.overlapMedian, rank(0.5, overlaps)), (outline.overlapP5, rank(0.05, overlaps)),
    ] {
      #expect(abs(try #require(found) - wanted) <= 0.0006)
    }
  }

  @Test func onlySymbolsThatWereReadAndMeasuredCount() throws {
    let corpus = try Fixture.corpus(levels: "1", trials: 7)
    let record = Fixture.record(
      corpus,
      decoders: [
        Fixture.configured("a", supports: [true]), Fixture.configured("old", supports: [true]),
      ])
    let table = try Fixture.scores(ofFindings: record) { decoder, place in
      // An observation from before anybody looked at corners.
      guard decoder == 0 else { return Finding(.read) }
      return switch place.trial {
      case 0: read(fit(1, isInOrder: false))
      case 1: read(fit(2, overlap: nil))
      case 2: read(nil)
      case 6: read(fit(3))
      case 3: Finding(.noRead)
      case 4: Finding(.misread, misreadClass: .other)
      default: Finding(.read)
      }
    }
    let outline = try #require(table.decoder("a")?.outlines?.first).outline
    #expect((outline.read, outline.withCorners) == (4, 3))
    #expect((outline.otherOrder, outline.onLine) == (1, 1))
    #expect(outline.cornerShare == 0.75)
    #expect(table.decoder("a")?.groups.first?.outline == outline)
    #expect(table.decoder("old")?.outlines == nil)
    #expect(table.decoder("old")?.groups.first?.outline == nil)
  }

  @Test func conditionsAreUprightOrTurned() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 3, groups: 3)
    var record = Fixture.record(
      corpus, decoders: [Fixture.configured("a", supports: [true, true, true])])
    #expect(record.corpus.groups.map(\.turnDegrees) == [0, 1, 2])
    record.corpus.groups[2].turnDegrees = 90
    let table = try Fixture.scores(ofFindings: record) { _, place in
      read(fit(Double(place.group + 1)))
    }
    let scores = try #require(table.decoders[0].outlines)
    #expect(scores.map(\.turn) == [.upright, .turned])
    #expect(scores.map(\.outline.read) == [12, 6])
    #expect(scores.allSatisfy { $0.symbology == .qrCode })
    record.corpus.groups[0].turnDegrees = nil
    let unknown = try Fixture.scores(ofFindings: record) { _, _ in read(nil) }
    #expect(unknown.decoders[0].outlines?.map(\.turn) == [.upright, .turned, nil])
  }

  @Test func aSweepOfAnglesIsUprightAtItsEnds() throws {
    let corpus = try Fixture.corpus(levels: "0.5, 15, 16, 350", trials: 1)
    var record = Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
    record.corpus.axis = "rotation"
    let table = try Fixture.scores(ofFindings: record) { _, _ in read(nil) }
    #expect(table.decoders[0].outlines?.map(\.outline.read) == [3, 1])
  }

  // MARK: - From a decoder's answer

  private static let scene = """
    format: 1
    name: scene
    version: 1
    title: Scene
    question: Where?
    seed: 1
    symbols:
      - name: label
        grid: {rows: 1, columns: 3, spacing: 4}
        of:
          - {symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 10}}
          - {symbology: data-matrix, size: 20x20, payload: {kind: digits, length: 10}}
          - {symbology: code-128, payload: {kind: digits, length: 10}}
    conditions: [{name: turned, rotation: 90}]
    sweep: {axis: module-size, harder: smaller, levels: [3]}
    trials: 2
    """

  @Test func eachReadSymbolOfALabelHasItsOwnFit() throws {
    let corpus = try Corpus(yaml: Self.scene, file: "scene.yaml")
    var renderer = SampleRenderer(corpus: corpus)
    let sample = try renderer.draw(
      group: corpus.groups[0], level: corpus.sweep.levels[0], trial: 0)
    let expected = sample.truth.expected
    var readings = expected.map {
      Reading(symbology: $0.symbology, bytes: $0.bytes, corners: $0.corners)
    }
    readings[0].corners = nil
    readings.remove(at: 1)
    // A decoder that does not read Data Matrix.
    let identity = DecoderIdentity(
      name: "a", summary: "", library: "a", version: "1", symbologies: [.qrCode, .code128])
    let attempt = DecodeAttempt(outcome: .readings(readings))
    let finding = try #require(Finding(attempt, of: sample, by: identity))
    #expect(finding.symbols == "rur")
    #expect(finding.outlines == SymbolOutlines([nil, nil, fit(0, overlap: 1)]))

    let record = Fixture.record(
      corpus,
      decoders: [
        Fixture.configured("a", supports: [true], symbologies: [.qrCode, .code128])
      ])
    let table = try Fixture.scores(ofFindings: record) { _, _ in finding }
    let scores = try #require(table.decoders[0].outlines)
    #expect(scores.map(\.symbology) == [.qrCode, .code128])
    #expect(scores.map(\.turn) == [.turned, .turned])
    #expect(scores.map(\.outline.read) == [2, 2])
    #expect(scores.map(\.outline.withCorners) == [0, 2])
    #expect(scores.map(\.outline.overlapMedian) == [nil, 1])
  }

  @Test func aMissHasNoOutline() throws {
    let corpus = try Fixture.corpus(levels: "3", trials: 1)
    var renderer = SampleRenderer(corpus: corpus)
    let sample = try renderer.draw(
      group: corpus.groups[0], level: corpus.sweep.levels[0], trial: 0)
    let identity = DecoderIdentity(
      name: "a", summary: "", library: "a", version: "1", symbologies: [.qrCode])
    let miss = Finding(DecodeAttempt(outcome: .readings([])), of: sample, by: identity)
    #expect(miss?.outlines == nil)
    let symbol = try #require(sample.truth.expected.first)
    let read = Finding(
      DecodeAttempt(
        outcome: .readings([Reading(symbology: .qrCode, bytes: symbol.bytes)])), of: sample,
      by: identity)
    #expect(read?.outlines == SymbolOutlines(nil))
  }
}
