import Foundation
import Results
import Statistics
import Testing

@testable import Analysis

/// Rankings of more decoders than pairs are told in full for.
@Suite struct ManyDecodersRankingTests {
  /// Decoders that each read so many of a hundred trials at the third of four levels, with a pattern of
  /// their own, on photos' payloads in clusters or not.
  private func table(_ count: Int, isClustered: Bool = false) throws -> ScoreTable {
    var corpus = try Fixture.corpus(levels: "1, 2, 3, 4", trials: 100)
    if isClustered { corpus.groups[0].payloads = 20 }
    let record = Fixture.record(
      corpus, decoders: (0..<count).map { Fixture.configured("d\($0)", supports: [true]) })
    return try Fixture.scores(of: record) { decoder, place in
      switch place.level {
      case 0, 1: .noRead
      case 2: (place.trial * 37 + decoder / 3 * 5) % 100 < 30 + 2 * decoder ? .read : .noRead
      default: .read
      }
    }
  }

  /// The places that are significantly worse than each, from the table's lines.
  private func worse(_ table: ScoreTable) throws -> [Set<Int>] {
    try #require(table.significance).worse.map { line in
      Set(
        line.split(separator: " ").flatMap { range in
          let ends = range.split(separator: "-").compactMap { Int($0) }
          return Array(ends[0]...ends[ends.count - 1])
        })
    }
  }

  @Test(arguments: [false, true])
  func everyPairIsDecidedAsOfTwentyDecodersOrFewer(isClustered: Bool) throws {
    let table = try table(30, isClustered: isClustered)
    let record = Fixture.record(
      table.corpus,
      decoders: table.decoders.map { Fixture.configured($0.label, supports: [true]) })
    // The same run, scored pair by pair with the correction of all.
    let store = MemoryStore()
    let run = store.begin(record).number
    for (place, decoder) in table.decoders.enumerated() {
      let number = Int(decoder.label.dropFirst()) ?? 0
      for sample in (0..<table.corpus.numbering.count).compactMap(table.corpus.numbering.place) {
        let isRead =
          sample.level == 3
          || sample.level == 2 && (sample.trial * 37 + number / 3 * 5) % 100 < 30 + 2 * number
        store.append(
          [
            Observation(
              decoder: place, place: sample, finding: Finding(isRead ? .read : .noRead),
              wallNanoseconds: 1)
          ], toRun: run)
      }
    }
    let tally = try Tally(of: record, number: run, in: store)
    let work = SharedWork(of: Array(record.decoders.indices), in: record)
    var pairs: [PairComparer.Pair] = []
    for better in record.decoders.indices {
      for worse in record.decoders.indices.dropFirst(better + 1) {
        pairs.append(.init(better: better, worse: worse, work: work))
      }
    }
    let scores = PairComparer(run: record, tally: tally).scores(pairs, significance: 0.05)
    let found = try worse(table)
    #expect(scores.contains(where: \.isSignificant) && !scores.allSatisfy(\.isSignificant))
    for (pair, score) in zip(pairs, scores) {
      #expect(found[pair.better].contains(pair.worse + 1) == score.isSignificant)
    }
    #expect(table.significance?.significant == scores.count { $0.isSignificant })
    #expect(table.significance?.pairs == 435)
    for (place, decoder) in table.decoders.enumerated() {
      #expect(decoder.rank == 1 + found.count { $0.contains(place + 1) })
    }
    for pair in table.comparisons {
      let places = [pair.better, pair.worse].compactMap { label in
        table.decoders.firstIndex { $0.label == label }
      }
      #expect(pair.isSignificant == found[places[0]].contains(places[1] + 1))
    }
  }

  @Test func upToTwentyDecodersEveryPairIsToldInFull() throws {
    #expect(try table(20).comparisons.count == 190)
    #expect(try table(20).significance == nil)
    let table = try table(21)
    #expect(table.significance?.pairs == 210)
    // The best one with each, each with the next, and with the first that is worse.
    #expect((39...60).contains(table.comparisons.count))
  }
}
