/// The trials of one decoder on a map: a thin sweep of every column, then more and more trials in
/// what is left of the boundary's surroundings.
///
/// A level gets trials as long as the boundary may lie beside it, by the likelihood ratio of a curve
/// that never falls. With every step the trials of such levels double, up to those of the full grid, so
/// that most levels are dismissed after few. All trials are also trials of the full grid. As in
/// straddle heuristics (Bryan and others, 2005) samples go where it is least certain which side of a
/// level set they are on; here with a likelihood in place of a Gaussian process.
///
/// It is a pure value: the same counts give the same requests.
public struct BoundaryTrace: Sendable {
  /// The levels and columns, and the trials of the full grid.
  public struct Plan: Hashable, Sendable {
    /// The levels of every column, ascending; larger is easier.
    public let levels: [Double]
    /// The number of columns.
    public let columns: Int
    /// The trials of the full grid in each cell: the most that a cell gets.
    public let trials: Int
    /// The rate whose boundary is traced.
    public var rate = 0.95
    /// The most trials of all columns together, as a share of the full grid's.
    public var mostShare = 0.25

    /// Makes a plan.
    ///
    /// - Precondition: There are levels, ascending, columns and trials.
    public init(levels: [Double], columns: Int, trials: Int) {
      precondition(!levels.isEmpty && columns > 0 && trials > 0, "there is nothing to trace")
      precondition(zip(levels, levels.dropFirst()).allSatisfy { $0 < $1 }, "not ascending")
      self.levels = levels
      self.columns = columns
      self.trials = trials
    }

    /// The trials of the full grid.
    public var gridTrials: Int { levels.count * columns * trials }

    /// The trials of every cell in the sweep.
    public var sweepTrials: Int { BoundaryTrace.sweepTrials(ofGrid: trials) }
  }

  /// A request for trials in one cell.
  public struct Request: Hashable, Sendable {
    /// The column's index.
    public let column: Int
    /// The level's index.
    public let level: Int
    /// The trials' numbers; every cell counts from 0.
    public let trials: Range<Int>
  }

  /// The reason that a column got no more trials.
  public enum Ending: Hashable, Sendable {
    /// Every cell beside which the boundary may lie has all trials of the full grid.
    case traced
    /// The share of the full grid was spent first.
    case shareSpent
    /// No more trials are available.
    case stopped(AdaptiveEvent.Cause)
  }

  /// The plan that it follows.
  public let plan: Plan
  /// The counts so far, by column and level.
  public private(set) var counts: [[LevelCount]]
  /// The reason that each column ended; `nil` while it is open.
  public private(set) var endings: [Ending?]

  /// The trials asked for so far, by column and level.
  public private(set) var asked: [[Int]]
  private var issued = 0

  /// The likelihood ratio up to which the boundary may still lie in a gap: three standard errors,
  /// because a gap that is dismissed by few trials gets no more of them.
  static let cut = 9.0
  /// The trials of levels in and beside an island, so that it is told from chance and its ends are
  /// known.
  static let islandTrials = 50

  /// Starts a trace.
  public init(_ plan: Plan) {
    self.plan = plan
    let column = plan.levels.map { LevelCount(x: $0, reads: 0, trials: 0) }
    counts = Array(repeating: column, count: plan.columns)
    asked = Array(repeating: Array(repeating: 0, count: column.count), count: plan.columns)
    endings = Array(repeating: nil, count: plan.columns)
  }

  /// The trials of every cell in the sweep of a grid: 1/32 of the grid's, and at least 4.
  public static func sweepTrials(ofGrid trials: Int) -> Int {
    min(max(trials / 32, 4), trials)
  }

  /// True if every column has ended.
  public var isFinished: Bool { endings.allSatisfy { $0 != nil } }

  /// Returns the trials that can be run now; empty while earlier ones are not all counted, and once
  /// every column has ended.
  public mutating func next() -> [Request] {
    guard isSettled else { return [] }
    var wanted: [(column: Int, requests: [Request], trials: Int)] = []
    for column in counts.indices where endings[column] == nil {
      let requests = requests(column)
      if requests.isEmpty {
        endings[column] = .traced
      } else {
        wanted.append((column, requests, requests.reduce(0) { $0 + $1.trials.count }))
      }
    }
    // Where the share does not suffice for all, the columns that need least are completed.
    wanted.sort { ($0.trials, $0.column) < ($1.trials, $1.column) }
    let limit = Int(Double(plan.gridTrials) * plan.mostShare)
    var requests: [Request] = []
    for entry in wanted {
      // The sweep is made whatever it costs: without it there is nothing to trace.
      guard
        issued == 0 || counts[entry.column].allSatisfy({ $0.trials == 0 })
          || issued + entry.trials <= limit
      else {
        endings[entry.column] = .shareSpent
        continue
      }
      issued += entry.trials
      requests += entry.requests
    }
    for request in requests { asked[request.column][request.level] = request.trials.upperBound }
    return requests.sorted { ($0.column, $0.level) < ($1.column, $1.level) }
  }

  /// Takes back requests of the last ``next()`` that are not run; the endings that it found stay.
  public mutating func withdraw(_ requests: [Request]) {
    for request in requests {
      asked[request.column][request.level] = request.trials.lowerBound
      issued -= request.trials.count
    }
  }

  /// Records outcomes of trials that were asked for, in parts and in any order.
  public mutating func record(column: Int, level: Int, reads: Int, trials: Int) {
    counts[column][level].reads += reads
    counts[column][level].trials += trials
  }

  /// Ends all columns that are open.
  public mutating func stop(_ cause: AdaptiveEvent.Cause) {
    for column in endings.indices where endings[column] == nil { endings[column] = .stopped(cause) }
  }

  private var isSettled: Bool {
    zip(counts, asked).allSatisfy { zip($0, $1).allSatisfy { $0.trials >= $1 } }
  }
}

// MARK: - One column

extension BoundaryTrace {
  /// The trials that a column needs next; empty once it needs no more.
  private func requests(_ column: Int) -> [Request] {
    let counts = counts[column]
    var target = counts.map { _ in 0 }
    if counts.contains(where: { $0.trials < plan.sweepTrials }) {
      target = counts.map { _ in plan.sweepTrials }
    } else {
      let (curve, islands) = BoundaryCrossing.split(counts, rate: plan.rate)
      let position = Dictionary(uniqueKeysWithValues: counts.indices.map { (counts[$0].x, $0) })
      for level in besideBoundary(curve) + doubtful(curve) {
        if let index = position[level.x] {
          target[index] = max(target[index], doubled(level.trials))
        }
      }
      for island in islands {
        for index in surroundings(island, counts) {
          target[index] = max(target[index], min(Self.islandTrials, plan.trials))
        }
      }
    }
    return counts.indices.compactMap { level in
      counts[level].trials < target[level]
        ? Request(column: column, level: level, trials: counts[level].trials..<target[level]) : nil
    }
  }

  /// The levels with the fewest trials among those beside which the boundary may lie.
  private func besideBoundary(_ curve: [LevelCount]) -> [LevelCount] {
    let ratios = MonotoneCrossing.likelihoodRatios(curve, rate: plan.rate)
    guard let first = ratios.firstIndex(where: { $0 <= Self.cut }),
      let last = ratios.lastIndex(where: { $0 <= Self.cut })
    else { return [] }
    let near = curve[max(first - 1, 0)...min(last, curve.count - 1)].filter {
      $0.trials < plan.trials
    }
    let fewest = near.map(\.trials).min() ?? 0
    return near.filter { $0.trials < doubled(fewest) }
      .map { LevelCount(x: $0.x, reads: $0.reads, trials: fewest) }
  }

  /// The levels of dips that may be islands above the boundary, with the levels right below them.
  ///
  /// With few trials neither is significant: the failing levels get more until they are, or no longer
  /// fail, and those below enough to be compared with.
  private func doubtful(_ curve: [LevelCount]) -> [LevelCount] {
    let fails = curve.map { BoundaryCrossing.isShownBelow($0, rate: plan.rate) }
    return BoundaryCrossing.stretches(below: fails, curve, rate: plan.rate).flatMap {
      stretch, dip in
      curve[stretch].filter { $0.trials < Self.islandTrials } + curve[dip]
    }
  }

  /// The levels in an island and the one at either side.
  private func surroundings(_ island: Island, _ counts: [LevelCount]) -> Range<Int> {
    let inside = counts.indices.filter {
      island.lower <= counts[$0].x && counts[$0].x <= island.upper
    }
    guard let first = inside.first, let last = inside.last else { return 0..<0 }
    return max(first - 1, 0)..<min(last + 2, counts.count)
  }

  private func doubled(_ trials: Int) -> Int {
    // A last step of less than a half is not worth a look of its own.
    trials * 3 > plan.trials ? plan.trials : trials * 2
  }
}
