import Evaluation
import Testing

@Suite struct SampleScheduleTests {
  @Test func numbersAndPlacesAreEachOthersInverse() {
    let schedule = SampleSchedule(groupCount: 3, levelCount: 5, trialCount: 7)
    #expect(schedule.count == 105)
    var seen: Set<SampleSchedule.Place> = []
    for number in 0..<schedule.count {
      let place = schedule.place(of: number)
      #expect(schedule.number(of: place) == number)
      seen.insert(place)
    }
    #expect(seen.count == 105)
  }

  @Test func everyLevelIsTriedOnceBeforeAnyIsTriedTwice() {
    let schedule = SampleSchedule(groupCount: 2, levelCount: 4, trialCount: 3)
    let firstRound = (0..<8).map { schedule.place(of: $0) }
    #expect(firstRound.allSatisfy { $0.trial == 0 })
    #expect(Set(firstRound.map { [$0.group, $0.level] }).count == 8)
    #expect(schedule.place(of: 8).trial == 1)
  }

  @Test func smallSizesDoNotComeInARow() {
    let schedule = SampleSchedule(groupCount: 2, levelCount: 33, trialCount: 2)
    // Ten samples in a row without an answer give a decoder up; the lowest third must not be that.
    for start in 0..<schedule.count - 10 {
      #expect((start..<start + 10).contains { schedule.place(of: $0).level >= 11 })
    }
  }
}
