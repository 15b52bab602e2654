import Results
import Testing

/// Two runs to compare: that of the baseline and the current one.
struct GateScenario {
  var then: ScoreFixture
  var now: ScoreFixture

  /// The scenarios of several tests; of the fixtures named, the worse ones.
  enum Name: CaseIterable {
    case worse, hostile, mirrored, unordered, same, better, strange
  }

  static func scenario(_ name: Name) -> GateScenario {
    switch name {
    case .worse: worse()
    case .hostile: worse(.hostile)
    case .mirrored: worse(.mirrored)
    case .unordered: worse(.unordered)
    case .same: same()
    case .better: better()
    case .strange: strange()
    }
  }

  /// The two runs of a scenario, scored once for all tests.
  static func scored(
    _ name: Name
  ) throws -> (then: ScoreFixture.Scored, now: ScoreFixture.Scored) {
    let now = try #require(changed[name])
    switch name {
    case .hostile: return try (ScoreFixture.scored(.hostile), now.get())
    case .mirrored: return try (ScoreFixture.scored(.mirrored), now.get())
    case .unordered: return try (ScoreFixture.scored(.unordered), now.get())
    case .better: return try (#require(changed[.worse]).get(), now.get())
    case .worse, .same, .strange: return try (ScoreFixture.scored(.realistic), now.get())
    }
  }

  private static let changed = Dictionary(
    uniqueKeysWithValues: Name.allCases.map { name in
      switch name {
      case .same, .better: (name, Result { try ScoreFixture.scored(.realistic) })
      case .worse, .hostile, .mirrored, .unordered, .strange:
        (name, Result { try scenario(name).now.scored() })
      }
    })

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
