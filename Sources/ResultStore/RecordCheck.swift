import Results

/// A sentence about a run's record that contradicts itself.
struct RecordContradiction: Error {
  /// The fault, in a clause.
  let problem: String
  /// The right state.
  let expected: String

  init(_ problem: String, expected: String) {
    (self.problem, self.expected) = (problem, expected)
  }

  /// Refuses a number outside a range.
  static func check(
    _ number: Int?, _ name: @autoclosure () -> String, in range: ClosedRange<Int>
  ) throws(RecordContradiction) {
    guard let number, !range.contains(number) else { return }
    throw RecordContradiction(
      "\(name()) is \(number)", expected: "\(range.lowerBound) to \(range.upperBound)")
  }

  /// Refuses a number that is not finite, or outside a range.
  static func check(
    _ number: Double?, _ name: @autoclosure () -> String, in range: ClosedRange<Double>
  ) throws(RecordContradiction) {
    guard let number, !range.contains(number) else { return }
    throw RecordContradiction(
      "\(name()) is \(number)", expected: "\(range.lowerBound) to \(range.upperBound)")
  }

  /// Refuses a list that has not as many entries as another.
  static func check(
    count: Int, _ name: @autoclosure () -> String, is expected: Int, of what: String
  ) throws(RecordContradiction) {
    guard count != expected else { return }
    throw RecordContradiction(
      "\(name()) has \(count) entries", expected: "\(expected), one for each \(what)")
  }

  /// Refuses names that are listed twice.
  static func checkUnique(
    _ names: [String], _ noun: String
  ) throws(RecordContradiction) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw RecordContradiction("the \(noun) \(name) is listed twice", expected: "once")
    }
  }
}

/// The largest numbers that a record may hold, where ``NumberBounds`` would let more pass. They are far above any
/// run's, and low enough that sums and products of them can be computed.
enum RecordBounds {
  static let levels = 1 << 14
  static let groups = 1 << 14
  static let decoders = 1 << 14
  /// Decodes of a run whose scores count them one by one, in memory: samples of all its decoders.
  static let samples = 1 << 28
  /// Samples of a run that looks for misreads, which lists those that it tried alone.
  static let misreadSamples = 1 << 40
  static let symbolsInImage = 1 << 16
  static let shards = 1 << 20
  static let seconds = 1e9
  /// Nanoseconds in a decode: three days. The longest deadline is one.
  static let decodeNanoseconds = 1 << 48
  /// Nanoseconds in a run, summed over lanes: two years.
  static let runNanoseconds = 1 << 56
  static let count = 1 << 40
}

extension RunRecord {
  /// Checks that indices, counts and sizes fit each other, as those of a record that was written do.
  func check() throws(RecordContradiction) {
    try RecordContradiction.check(
      decoders.count, "the number of decoders", in: 1...RecordBounds.decoders)
    try corpus.check(
      mostSamples: settings.aim?.misreads == nil
        ? RecordBounds.samples / decoders.count : RecordBounds.misreadSamples)
    try RecordContradiction.checkUnique(decoders.map(\.label), "decoder")
    for (index, decoder) in decoders.enumerated() {
      try RecordContradiction.check(
        count: decoder.supportedGroups.count, "decoder \(index)'s list of supported groups",
        is: corpus.groups.count, of: "group")
      guard SHA256Text.isOne(decoder.fingerprint.sha256) else {
        throw RecordContradiction(
          "decoder \(index)'s fingerprint has \(decoder.fingerprint.sha256.utf8.count) characters",
          expected: "a SHA-256, 64 hexadecimal digits")
      }
    }
    try RecordContradiction.check(shard.count, "the number of slices", in: 1...RecordBounds.shards)
    try RecordContradiction.check(shard.index, "the slice", in: 1...shard.count)
    try settings.check(corpus)
  }
}

extension CorpusRecord {
  fileprivate func check(mostSamples: Int) throws(RecordContradiction) {
    try RecordContradiction.check(
      levels.count, "the number of levels", in: 1...RecordBounds.levels)
    try RecordContradiction.check(
      groups.count, "the number of groups", in: 1...RecordBounds.groups)
    try RecordContradiction.checkUnique(levels.map(\.text), "level")
    try RecordContradiction.checkUnique(groups.map(\.id), "group")
    var samples = 0
    for group in groups {
      try group.check(levels: levels.count, mostTrials: mostSamples)
      samples += group.trials * levels.count
      try RecordContradiction.check(samples, "the number of samples", in: 0...mostSamples)
    }
    for field in maps?.fields ?? [] {
      try RecordContradiction.check(
        count: field.groups.count, "the map \(field.id)", is: maps?.levels.count ?? 0,
        of: "level of its second axis")
      for group in field.groups {
        try RecordContradiction.check(
          group, "a group of the map \(field.id)", in: 0...groups.count - 1)
      }
    }
  }
}

extension CorpusRecord.Group {
  fileprivate func check(levels: Int, mostTrials: Int) throws(RecordContradiction) {
    try RecordContradiction.check(trials, "the trials of group \(id)", in: 0...mostTrials)
    try RecordContradiction.check(
      count: cellHashes.count, "the list of hashes of group \(id)", is: levels, of: "level")
    guard cellHashes.allSatisfy(SHA256Text.isOne) else {
      throw RecordContradiction(
        "a hash of group \(id) is none", expected: "a SHA-256, 64 hexadecimal digits")
    }
    try RecordContradiction.check(
      payloads, "the number of payloads of group \(id)", in: 1...1 << 20)
    for scene in scenes ?? [] {
      try RecordContradiction.check(
        scene.count, "the number of symbols in an image of group \(id)",
        in: 0...RecordBounds.symbolsInImage)
    }
    try RecordContradiction.check(turnDegrees, "the turn of group \(id)", in: 0...360)
  }
}

extension RunSettings {
  fileprivate func check(_ corpus: CorpusRecord) throws(RecordContradiction) {
    try RecordContradiction.check(
      aim?.precision, "the precision", in: Double.leastNonzeroMagnitude...RecordBounds.seconds)
    try RecordContradiction.check(aim?.budget, "the budget", in: 0...RecordBounds.count)
    try RecordContradiction.check(aim?.seconds, "the time", in: 0...RecordBounds.seconds)
    try RecordContradiction.check(
      aim?.firstPassTrials, "the trials of the first pass", in: 1...RecordBounds.samples)
    try RecordContradiction.check(
      stream?.everyMilliseconds, "the time between two frames", in: 0...RecordBounds.seconds)
    try RecordContradiction.check(stream?.window, "the window", in: 1...1 << 20)
    try RecordContradiction.check(
      stream?.confirmations, "the number of confirmations", in: 1...(stream?.window ?? 1))
    guard let use = aim?.misreads else { return }
    try RecordContradiction.check(
      count: use.weights.count, "the list of weights", is: corpus.groups.count, of: "group")
    try RecordContradiction.check(
      count: use.periods.count, "the list of periods", is: corpus.groups.count, of: "group")
    for period in use.periods {
      try RecordContradiction.check(period, "a period", in: 1...RecordBounds.samples)
    }
    for weights in use.weights {
      try RecordContradiction.check(
        count: weights.count, "a list of weights", is: corpus.levels.count, of: "level")
      for weight in weights { try RecordContradiction.check(weight, "a weight", in: 0...1e9) }
    }
    guard use.weights.joined().contains(where: { $0 > 0 }) else {
      throw RecordContradiction("every weight is 0", expected: "a weight above 0")
    }
  }
}

extension RunOutcome {
  /// Checks that indices, counts and times fit the run's record.
  func check(of run: RunRecord) throws(RecordContradiction) {
    try RecordContradiction.check(wallSeconds, "the wall time", in: 0...RecordBounds.seconds)
    for nanoseconds in cost.allNanoseconds {
      try RecordContradiction.check(
        nanoseconds, "a time of the cost", in: 0...RecordBounds.runNanoseconds)
    }
    for count in [cost.samples, cost.decodes, reused] {
      try RecordContradiction.check(count, "a count of the cost", in: 0...RecordBounds.count)
    }
    let (decoders, groups) = (0...max(run.decoders.count - 1, 0), 0...run.corpus.groups.count - 1)
    for curve in curves ?? [] {
      try RecordContradiction.check(curve.decoder, "a curve's decoder", in: decoders)
      try RecordContradiction.check(curve.group, "a curve's group", in: groups)
      try RecordContradiction.check(
        count: curve.trials.count, "a curve's list of trials", is: run.corpus.levels.count,
        of: "level")
      for trials in curve.trials {
        try RecordContradiction.check(
          trials, "a curve's number of trials", in: 0...run.corpus.groups[curve.group].trials)
      }
    }
    for stream in streams ?? [] {
      try RecordContradiction.check(stream.decoder, "a stream's decoder", in: decoders)
      try RecordContradiction.check(stream.group, "a stream's group", in: groups)
      try RecordContradiction.check(
        stream.trial, "a stream's trial", in: 0...max(run.corpus.groups[stream.group].trials - 1, 0)
      )
      for count in [stream.judged, stream.reads] {
        try RecordContradiction.check(count, "a stream's count", in: 0...RecordBounds.samples)
      }
      let times = [
        stream.decodeNanoseconds, stream.decodeNanosecondsToFirstRead,
        stream.firstReadNanoseconds, stream.firstWrongNanoseconds,
      ]
      for time in times {
        try RecordContradiction.check(
          time, "a stream's time", in: 0...RecordBounds.decodeNanoseconds)
      }
    }
    for cell in informed?.cells ?? [] {
      try RecordContradiction.check(cell.group, "an informed reader's group", in: groups)
    }
    for uncovered in informed?.uncovered ?? [] {
      try RecordContradiction.check(uncovered.group, "an informed reader's group", in: groups)
    }
  }
}

extension RunCost {
  fileprivate var allNanoseconds: [Int] {
    [
      encodeNanoseconds, renderNanoseconds, decodeNanoseconds, transportNanoseconds,
      storeNanoseconds,
    ]
  }
}
