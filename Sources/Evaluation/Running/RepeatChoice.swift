import Results

/// The samples that are decoded twice: a random share of all, and those whose answers are odd.
///
/// A decoder that flips at every hundredth decode flips at few samples of a random hundredth. At levels
/// where it reads nearly everything it shows instead: each flip there is a miss among reads, and a second
/// decode of the few misses there are tells whether they were flips. `docs/method.md` has the sums.
struct RepeatChoice {
  /// The share of the decodes of a run for each half of the repeats: the random and the odd ones.
  static let share = 0.01
  /// The fewest samples to choose at random.
  static let fewest = 4
  /// The largest share of a level's answers that is odd among the others; one may always be.
  static let oddShare = 0.05
  /// The fewest answers of a level of which some can be odd.
  static let fewestOfLevel = 10

  /// A sample with its first outcome.
  struct Candidate: Hashable {
    let place: SamplePlace
    let first: SampleOutcome
  }

  /// Samples chosen in one way.
  struct Part {
    let choice: RepeatShare.Choice
    /// The samples that the part stands for.
    let samples: Int
    /// The samples from which the chosen ones were drawn.
    let candidates: Int
    let chosen: [Candidate]
  }

  private var all: [Candidate] = []
  private var odd: [RepeatShare.Choice: (samples: Int, candidates: [Candidate])] = [:]

  /// Takes the outcomes of a decoder at one level of one group. Those that depend on the machine, such as
  /// timeouts, are left out.
  mutating func add(_ level: [Candidate]) {
    let level = level.filter { $0.first != .excluded && $0.first != .untried }
    all += level
    for (choice, usual) in Self.usual {
      let others = level.filter { $0.first != usual }
      guard level.count >= Self.fewestOfLevel,
        Double(others.count) <= max(1, Self.oddShare * Double(level.count))
      else { continue }
      odd[choice, default: (0, [])].samples += level.count
      odd[choice, default: (0, [])].candidates += others
    }
  }

  private static let usual: [(RepeatShare.Choice, SampleOutcome)] = [
    (.unreadAmongRead, .read), (.readAmongUnread, .missed),
  ]

  /// Draws the samples to decode twice.
  ///
  /// - Parameter decodes: The decodes of the run by this decoder; repeats are a share of them.
  func drawn(decodes: Int, _ random: inout some RandomNumberGenerator) -> [Part] {
    guard decodes > 0 else { return [] }
    let share = Int((Double(decodes) * Self.share).rounded())
    var parts = [
      part(.random, samples: all.count, all, most: max(share, Self.fewest), &random)
    ]
    // Misses among reads come first: reads among misses are flips of a kind that is rarer still.
    var left = max(share, 1)
    for (choice, _) in Self.usual {
      guard let (samples, candidates) = odd[choice] else { continue }
      parts.append(part(choice, samples: samples, candidates, most: left, &random))
      left -= parts[parts.count - 1].chosen.count
    }
    return parts.filter { !$0.chosen.isEmpty }
  }

  private func part(
    _ choice: RepeatShare.Choice, samples: Int, _ candidates: [Candidate], most: Int,
    _ random: inout some RandomNumberGenerator
  ) -> Part {
    // The first steps of a shuffle: a sample without return, without a shuffle of millions.
    var pool = candidates
    let count = min(most, pool.count)
    for place in 0..<count {
      pool.swapAt(place, Int.random(in: place..<pool.count, using: &random))
    }
    return Part(
      choice: choice, samples: samples, candidates: candidates.count, chosen: Array(pool[..<count]))
  }
}
