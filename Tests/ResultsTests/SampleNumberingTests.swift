import Results
import Testing

@Suite struct SampleNumberingTests {
  @Test func numbersAndPlacesAreEachOthersInverse() throws {
    let schedule = SampleNumbering(groupCount: 3, levelCount: 5, trialCount: 7)
    #expect(schedule.count == 105)
    var seen: Set<SamplePlace> = []
    for number in 0..<schedule.count {
      let place = try #require(schedule.place(of: number))
      #expect(schedule.number(of: place) == number)
      seen.insert(place)
    }
    #expect(seen.count == 105)
  }

  @Test func everyLevelIsTriedOnceBeforeAnyIsTriedTwice() {
    let schedule = SampleNumbering(groupCount: 2, levelCount: 4, trialCount: 3)
    let firstRound = (0..<8).compactMap { schedule.place(of: $0) }
    #expect(firstRound.allSatisfy { $0.trial == 0 })
    #expect(Set(firstRound.map { [$0.group, $0.level] }).count == 8)
    #expect(schedule.place(of: 8)?.trial == 1)
  }

  @Test func smallSizesDoNotComeInARow() {
    let schedule = SampleNumbering(groupCount: 2, levelCount: 33, trialCount: 2)
    // A decoder is given up after ten samples in a row without an answer. The hardest third of the
    // levels must not make ten in a row.
    for start in 0..<schedule.count - 10 {
      #expect((start..<start + 10).contains { schedule.place(of: $0)?.level ?? 0 >= 11 })
    }
  }

  @Test func groupsWithFewerTrialsLeaveNumbersWithoutASample() {
    let schedule = SampleNumbering(levelCount: 4, trialCounts: [2, 5, 0])
    let places = (0..<schedule.count).compactMap(schedule.place)
    #expect(places.count == schedule.sampleCount && schedule.sampleCount == 28)
    #expect(Set(places).count == 28)
    #expect(places.allSatisfy { $0.trial < schedule.trialCounts[$0.group] })
  }

  @Test(arguments: [(33, 4), (31, 4), (31, 2), (12, 3), (5, 7), (1, 2)])
  func slicesShareOutEveryGroupAndLevelEvenly(levels: Int, slices: Int) {
    let schedule = SampleNumbering(groupCount: 3, levelCount: levels, trialCount: 60)
    var counts: [SamplePlace: [Int]] = [:]
    for number in 0..<schedule.count {
      let owners = (1...slices).filter {
        schedule.belongs(number, to: Shard(index: $0, count: slices))
      }
      #expect(owners.count == 1, "each sample has one owner")
      guard let place = schedule.place(of: number), let owner = owners.first else { continue }
      let cell = SamplePlace(group: place.group, level: place.level, trial: 0)
      counts[cell, default: Array(repeating: 0, count: slices)][owner - 1] += 1
    }
    for (cell, shares) in counts {
      #expect((shares.max() ?? 0) - (shares.min() ?? 0) <= 1, "\(cell): \(shares)")
    }
  }
}
