import Results

/// The samples that are decoded twice: a random share of all, and those whose answers are odd.
///
/// A decoder that flips at every hundredth decode flips at few samples of a random hundredth. At levels
/// where it reads nearly everything it shows instead: each flip there is a miss among reads, and a second
/// decode of the few misses there are tells whether they were flips. `docs/method.md` has the sums.
struct RepeatChoice {
  /// The share of the decodes of a run for each half of the repeats: the random and the odd ones. With the empty
  /// images they are a fiftieth of the decodes of a long run.
  static let share = 0.0085
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

  private let share: Int
  private var random: any RandomNumberGenerator
  private var all: Draw
  private var samples: [RepeatShare.Choice: Int] = [:]
  private var odd: [RepeatShare.Choice: Draw] = [:]

  /// Makes a choice of nothing yet.
  ///
  /// - Parameter decodes: The decodes of the run by the decoder; repeats are a share of them, and there are none
  ///   without any.
  init(decodes: Int, random: any RandomNumberGenerator = SystemRandomNumberGenerator()) {
    let share = Int((Double(decodes) * Self.share).rounded())
    self.share = decodes > 0 ? max(share, 1) : 0
    self.random = random
    all = Draw(size: decodes > 0 ? max(share, Self.fewest) : 0)
  }

  /// Takes the outcomes of the decoder at one level of one group. Those that depend on the machine, such as
  /// timeouts, are left out.
  mutating func add(_ level: [Candidate]) {
    let level = level.filter { $0.first != .excluded && $0.first != .untried }
    for candidate in level { all.add(candidate, &random) }
    for (choice, usual) in Self.usual {
      let others = level.filter { $0.first != usual }
      guard level.count >= Self.fewestOfLevel,
        Double(others.count) <= max(1, Self.oddShare * Double(level.count))
      else { continue }
      samples[choice, default: 0] += level.count
      var draw = odd.removeValue(forKey: choice) ?? Draw(size: share)
      for other in others { draw.add(other, &random) }
      odd[choice] = draw
    }
  }

  private static let usual: [(RepeatShare.Choice, SampleOutcome)] = [
    (.unreadAmongRead, .read), (.readAmongUnread, .missed),
  ]

  /// The samples to decode twice.
  mutating func parts() -> [Part] {
    var parts = [
      Part(choice: .random, samples: all.seen, candidates: all.seen, chosen: all.items)
    ]
    // Misses among reads come first: reads among misses are flips of a kind that is rarer still.
    var left = share
    for (choice, _) in Self.usual {
      guard let draw = odd[choice] else { continue }
      let chosen = draw.items.shuffled(using: &random).prefix(left)
      left -= chosen.count
      parts.append(
        Part(
          choice: choice, samples: samples[choice] ?? 0, candidates: draw.seen,
          chosen: Array(chosen)))
    }
    return parts.filter { !$0.chosen.isEmpty }
  }

  /// Some of many candidates, each as likely as any other, drawn as they come (Vitter, Random Sampling with a
  /// Reservoir, 1985): memory is for those that are drawn.
  private struct Draw {
    let size: Int
    private(set) var seen = 0
    private(set) var items: [Candidate] = []

    init(size: Int) { self.size = size }

    mutating func add(_ candidate: Candidate, _ random: inout any RandomNumberGenerator) {
      seen += 1
      guard items.count == size else { return items.append(candidate) }
      let place = Int.random(in: 0..<seen, using: &random)
      if place < size { items[place] = candidate }
    }
  }
}
