import Results

/// Two runs to compare: that of the baseline and the current one.
struct GateScenario {
  var then: ScoreFixture
  var now: ScoreFixture

  /// The first decoder loses 5 % of its reads and misreads 2 % of the samples; all else is equal.
  static func worse(_ fixture: ScoreFixture = .realistic) -> GateScenario {
    var now = fixture
    let chance = fixture.actors[0].chance
    now.actors[0].chance = { chance($0, $1) * 0.95 }
    now.actors[0].failure = { $0 % 50 == 0 ? .misread : .noRead }
    return GateScenario(then: fixture, now: now)
  }

  static func same(_ fixture: ScoreFixture = .realistic) -> GateScenario {
    GateScenario(then: fixture, now: fixture)
  }

  static func better() -> GateScenario {
    let worse = Self.worse()
    return GateScenario(then: worse.now, now: worse.then)
  }

  /// A decoder that the baseline does not have, and one that crashes on images it survived before.
  static func strange() -> GateScenario {
    var scenario = Self.same()
    var stranger = scenario.now.actors[0]
    stranger.label = "stranger"
    scenario.now.actors.append(stranger)
    scenario.now.actors[1].failure = { $0 % 60 == 7 ? .crash : .noRead }
    return scenario
  }
}
