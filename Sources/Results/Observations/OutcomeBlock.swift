/// The outcomes of neighbouring trials of one cell, as columns: a bit or a few bytes for each trial.
///
/// All that scores are made of is in it, but for texts: an error's ending, or what a decoder read instead.
public struct OutcomeBlock: Hashable, Sendable {
  /// The number of trials for which a block has room; blocks begin at its multiples.
  package static let trials = 1024
  /// The bits of a column that belong together: those of 64 trials.
  package static let wordBits = 64
  /// The columns that hold a verdict's code, its lowest bit first.
  package static let verdictColumns = 4

  /// The place of the first trial for which there is room.
  package private(set) var first: SamplePlace
  /// The trials that were made, a bit for each, the first trial in the lowest bit of the first word.
  package private(set) var tried: [UInt64]
  /// The codes of their verdicts: a column for each bit.
  package private(set) var codes: [[UInt64]]
  /// The trials that strict matching counts as read too.
  package private(set) var strict: [UInt64]
  /// The trials that a fresh worker repeated.
  package private(set) var retried: [UInt64]
  /// The wall-clock times of the trials that were made, in nanoseconds, in their order.
  package private(set) var wallNanoseconds: [Float]
  package private(set) var misreadClasses: [Entry<MisreadClass>]
  /// Readings beside those that were judged, where there were some.
  package private(set) var extras: [Entry<Extras>]
  package private(set) var outlines: [Entry<SymbolOutlines>]
  package private(set) var symbols: [Entry<String>]
  package private(set) var meanings: [Entry<String>]
  /// Whole observations with the verdicts that were asked for, by trial, without their readings.
  package internal(set) var details: [Observation] = []

  /// A value that some trials have, with the trial's place in the block.
  package struct Entry<Value: Hashable & Sendable>: Hashable, Sendable {
    package let offset: Int
    package let value: Value

    package init(offset: Int, value: Value) {
      (self.offset, self.value) = (offset, value)
    }
  }

  /// Makes a block of its columns.
  ///
  /// - Returns: `nil` if they contradict each other: so do only those that nobody has written.
  package init?(
    first: SamplePlace, tried: [UInt64], codes: [[UInt64]], strict: [UInt64], retried: [UInt64],
    wallNanoseconds: [Float], misreadClasses: [Entry<MisreadClass>], extras: [Entry<Extras>],
    outlines: [Entry<SymbolOutlines>], symbols: [Entry<String>], meanings: [Entry<String>]
  ) {
    (self.first, self.tried, self.codes) = (first, tried, codes)
    (self.strict, self.retried, self.wallNanoseconds) = (strict, retried, wallNanoseconds)
    (self.misreadClasses, self.extras, self.outlines) = (misreadClasses, extras, outlines)
    (self.symbols, self.meanings) = (symbols, meanings)
    guard isConsistent else { return nil }
  }

  private var isConsistent: Bool {
    let words = tried.indices
    guard tried.count <= Self.trials / Self.wordBits, tried.last ?? 0 != 0,
      codes.count == Self.verdictColumns,
      (codes + [strict, retried]).allSatisfy({ column in
        column.count == tried.count && words.allSatisfy { column[$0] & ~tried[$0] == 0 }
      }),
      Verdict.allCases.reduce(0, { $0 + count($1) }) == triedCount,
      wallNanoseconds.count == triedCount,
      wallNanoseconds.allSatisfy({ $0 >= 0 && $0 < .infinity })
    else { return false }
    let misread = trials(with: .misread)
    return isAscending(misreadClasses, among: misread) && isAscending(extras, among: tried)
      && isAscending(outlines, among: tried) && isAscending(symbols, among: tried)
      && isAscending(meanings, among: tried)
  }

  private func isAscending<Value>(_ entries: [Entry<Value>], among column: [UInt64]) -> Bool {
    var last = -1
    for entry in entries {
      guard entry.offset > last, entry.offset < column.count * Self.wordBits,
        column[entry.offset / Self.wordBits] >> UInt64(entry.offset % Self.wordBits) & 1 == 1
      else { return false }
      last = entry.offset
    }
    return true
  }

  private init(holding place: SamplePlace) {
    first = SamplePlace(
      group: place.group, level: place.level, trial: place.trial / Self.trials * Self.trials)
    (tried, strict, retried, wallNanoseconds) = ([], [], [], [])
    codes = Array(repeating: [], count: Self.verdictColumns)
    (misreadClasses, extras, outlines, symbols, meanings) = ([], [], [], [], [])
  }

  /// The number of trials that were made.
  package var triedCount: Int { tried.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The bits of the trials with a verdict.
  package func trials(with verdict: Verdict) -> [UInt64] {
    tried.indices.map { bits(of: verdict, word: $0) }
  }

  /// The bits of the trials with a verdict that a condition chooses.
  package func trials(where isWanted: (Verdict) -> Bool) -> [UInt64] {
    let wanted = Verdict.allCases.filter(isWanted)
    return tried.indices.map { word in
      wanted.reduce(0) { $0 | bits(of: $1, word: word) }
    }
  }

  /// The number of trials with a verdict.
  package func count(_ verdict: Verdict) -> Int {
    tried.indices.reduce(0) { $0 + bits(of: verdict, word: $1).nonzeroBitCount }
  }

  private func bits(of verdict: Verdict, word: Int) -> UInt64 {
    var bits = tried[word]
    for column in 0..<Self.verdictColumns {
      bits &= verdict.code >> column & 1 == 1 ? codes[column][word] : ~codes[column][word]
    }
    return bits
  }

  /// The verdict on a trial that was made, given by its place in the block.
  package func verdict(_ offset: Int) -> Verdict {
    let (word, shift) = (offset / Self.wordBits, UInt64(offset % Self.wordBits))
    let code = (0..<Self.verdictColumns).reduce(0) {
      $0 | Int(codes[$1][word] >> shift & 1) << $1
    }
    return Verdict.allCases[code]
  }

  /// Calls a closure with the place in the block of each trial whose bit is set.
  @inline(__always)
  package static func forEach(_ bits: [UInt64], _ body: (_ offset: Int) throws -> Void) rethrows {
    for (word, bits) in bits.enumerated() {
      var left = bits
      while left != 0 {
        try body(word * wordBits + left.trailingZeroBitCount)
        left &= left - 1
      }
    }
  }

  /// Leaves out the trials from one on; `nil` if none is left.
  package func limited(toTrialsBelow limit: Int) -> OutcomeBlock? {
    let room = limit - first.trial
    guard room > 0 else { return nil }
    guard room < tried.count * Self.wordBits else { return self }
    var block = self
    func cut(_ column: [UInt64]) -> [UInt64] {
      var column = Array(column.prefix((room + Self.wordBits - 1) / Self.wordBits))
      if room % Self.wordBits > 0 {
        column[column.count - 1] &= 1 << UInt64(room % Self.wordBits) - 1
      }
      return column
    }
    func cut<Value>(_ entries: [Entry<Value>]) -> [Entry<Value>] {
      Array(entries.prefix { $0.offset < room })
    }
    block.tried = cut(tried)
    while block.tried.last == 0 { block.tried.removeLast() }
    guard !block.tried.isEmpty else { return nil }
    let words = block.tried.count
    block.codes = codes.map { Array(cut($0).prefix(words)) }
    (block.strict, block.retried) = (
      Array(cut(strict).prefix(words)), Array(cut(retried).prefix(words))
    )
    block.wallNanoseconds = Array(wallNanoseconds.prefix(block.triedCount))
    (block.misreadClasses, block.extras) = (cut(misreadClasses), cut(extras))
    (block.outlines, block.symbols, block.meanings) = (cut(outlines), cut(symbols), cut(meanings))
    block.details = details.filter { $0.place.trial < limit }
    return block
  }

  /// Adds whole observations of some of the trials, by trial.
  package mutating func setDetails(_ observations: [Observation]) { details = observations }

  /// Makes blocks of observations.
  package struct Builder {
    private var draft: OutcomeBlock
    private var next: Int

    /// Makes an empty block with room for a trial.
    package init(holding place: SamplePlace) {
      draft = OutcomeBlock(holding: place)
      next = draft.first.trial
    }

    /// The block; `nil` as long as it is empty.
    package var block: OutcomeBlock? { draft.tried.isEmpty ? nil : draft }

    /// True if a trial has room and comes after those that were added.
    package func holds(_ place: SamplePlace) -> Bool {
      place.group == draft.first.group && place.level == draft.first.level && place.trial >= next
        && place.trial < draft.first.trial + OutcomeBlock.trials
    }

    /// Adds an observation, in the order of trials.
    ///
    /// - Precondition: The block holds its place; see ``holds(_:)``.
    package mutating func add(_ observation: borrowing Observation, isDetailed: Bool = false) {
      let place = observation.place
      precondition(holds(place), "trials are added in their order")
      next = place.trial + 1
      let offset = place.trial - draft.first.trial
      let (word, bit) = (offset / wordBits, 1 << UInt64(offset % wordBits) as UInt64)
      draft.grow(toHold: word)
      draft.tried[word] |= bit
      let finding = observation.finding
      for column in 0..<verdictColumns where finding.verdict.code >> column & 1 == 1 {
        draft.codes[column][word] |= bit
      }
      if finding.isStrict { draft.strict[word] |= bit }
      if observation.wasRetried { draft.retried[word] |= bit }
      draft.wallNanoseconds.append(Float(observation.wallNanoseconds))
      if let value = finding.misreadClass {
        draft.misreadClasses.append(Entry(offset: offset, value: value))
      }
      if finding.extras != Extras() {
        draft.extras.append(Entry(offset: offset, value: finding.extras))
      }
      if let value = finding.outlines {
        draft.outlines.append(Entry(offset: offset, value: value))
      }
      if let value = finding.symbols { draft.symbols.append(Entry(offset: offset, value: value)) }
      if let value = finding.meanings { draft.meanings.append(Entry(offset: offset, value: value)) }
      if isDetailed { draft.details.append(copy observation) }
    }
  }

  private mutating func grow(toHold word: Int) {
    let more = [UInt64](repeating: 0, count: max(word + 1 - tried.count, 0))
    guard !more.isEmpty else { return }
    tried += more
    strict += more
    retried += more
    for column in codes.indices { codes[column] += more }
  }
}
