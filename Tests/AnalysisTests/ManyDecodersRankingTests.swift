import Foundation
import Results
import Statistics
import Testing

@testable import Analysis
@testable import RunFixtures

/// Rankings of more decoders than pairs are told in full for.
@Suite struct ManyDecodersRankingTests {
  /// A run of decoders on four levels of a hundred trials, with payloads of their own or twenty in turn.
  private func record(_ labels: [String], isClustered: Bool) throws -> RunRecord {
    var record = Fixture.record(
      try Fixture.corpus(levels: "1, 2, 3, 4", trials: 100),
      decoders: labels.map { Fixture.configured($0, supports: [true]) })
    if isClustered { record.corpus.groups[0].payloads = 20 }
    return record
  }

  /// Each reads so many trials of the third level, in a pattern that three of them have in common.
  private func isRead(_ label: String, _ place: SamplePlace) -> Bool {
    let number = Int(label.dropFirst()) ?? 0
    return place.level == 3
      || place.level == 2 && (place.trial * 37 + number / 3 * 5) % 100 < 30 + 2 * number
  }

  private func table(_ count: Int, isClustered: Bool = false) throws -> ScoreTable {
    let labels = (0..<count).map { "d\($0)" }
    return try Fixture.scores(of: record(labels, isClustered: isClustered)) { decoder, place in
      isRead(labels[decoder], place) ? .read : .noRead
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
    // The same run, scored pair by pair with the correction of all.
    let record = try record(table.decoders.map(\.label), isClustered: isClustered)
    let store = MemoryStore()
    let run = store.begin(record).number
    let numbering = record.corpus.numbering
    for (index, decoder) in record.decoders.enumerated() {
      store.append(
        (0..<numbering.count).compactMap(numbering.place).map { place in
          Observation(
            decoder: index, place: place,
            finding: Finding(isRead(decoder.label, place) ? .read : .noRead),
            wallNanoseconds: (index + 1) * 1_000_000 + place.trial)
        }, toRun: run)
    }
    let tally = try Tally(of: record, number: run, in: store)
    let work = SharedWork(of: Array(record.decoders.indices), in: record)
    var pairs: [PairComparer.Pair] = []
    for better in record.decoders.indices {
      for worse in record.decoders.indices.dropFirst(better + 1) {
        pairs.append(.init(better: better, worse: worse, work: work))
      }
    }
    let comparer = PairComparer(run: record, tally: tally)
    let scores = comparer.scores(pairs, significance: 0.05)
    let uncorrected = comparer.uncorrected(pairs)
    #expect(uncorrected == PairComparer(run: record, tally: tally, batch: 7).uncorrected(pairs))
    #expect(Set(uncorrected.map(\.latencyRatio?.value)).count > 200)
    let found = try worse(table)
    let decided = Set(scores.map(\.isSignificant))
    #expect(decided.count == 2)
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
