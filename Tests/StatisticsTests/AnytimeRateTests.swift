import Testing

@testable import Statistics

/// Bounds that hold after every trial at once.
@Suite struct AnytimeRateTests {
  @Test(arguments: [0.0005, 0.004, 0.05, 0.4])
  func theTrueRateIsEverOutsideInAtMostFivePercentOfRuns(rate: Double) {
    var random = SplitMix64(state: 11)
    var wrong = 0
    for _ in 0..<400 {
      var events = 0
      // Looked at after each event, where the lower bound rises, and before it, where the upper one is lowest.
      for trial in 1...3000 {
        let isEvent = Double(random.next() >> 11) * 0x1p-53 < rate
        if isEvent || trial == 3000 {
          let before = AnytimeRate.bounds(events: events, trials: trial - 1)
          events += isEvent ? 1 : 0
          let now = AnytimeRate.bounds(events: events, trials: trial)
          if before.upper < rate || now.lower > rate || now.upper < rate {
            wrong += 1
            break
          }
        }
        // Frequent events are looked at now and then: that can only be kinder.
        if events > 60 { break }
      }
    }
    // 5 % are 20 of 400; 34 or more come once in a thousand.
    #expect(wrong <= 33, "\(wrong) of 400")
  }

  @Test func theBoundIsNotMuchWiderThanOneThatHoldsOnce() {
    for trials in [100, 10_000, 1_000_000] {
      let none = AnytimeRate.bounds(events: 0, trials: trials)
      #expect(none.lower == 0 && none.estimate == 0)
      #expect(none.upper > Binomial.upperBound(events: 0, trials: trials))
      #expect(none.upper * Double(trials) < 4.2, "\(none.upper * Double(trials))")
    }
    let some = AnytimeRate.bounds(events: 1000, trials: 10_000)
    #expect(some.lower > 0.085 && some.upper < 0.115 && some.estimate == 0.1)
  }

  @Test func theEndsAreBounds() {
    #expect(AnytimeRate.bounds(events: 0, trials: 0).upper == 1)
    let all = AnytimeRate.bounds(events: 50, trials: 50)
    #expect(all.upper == 1 && all.lower > 0.85)
    #expect(AnytimeRate.bounds(events: 9, trials: 5).lower > 0)
  }
}
