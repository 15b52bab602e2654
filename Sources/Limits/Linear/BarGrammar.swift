/// The characters that a linear symbol may be made of, from its first bar to its last one.
struct BarGrammar {
  /// One character: its modules, and what it adds to the check sums.
  struct Word {
    let bars: [Bool]
    var sums: (Int, Int) = (0, 0)
  }

  /// For each place of a character, the characters that may stand there.
  var steps: [[Word]]
  /// Check sums must be 0 modulo these; 1 where there is none.
  var moduli: (Int, Int) = (1, 1)
}

/// Finds the likeliest bars that a grammar allows: exact maximum likelihood by dynamic programming.
///
/// A column's bars and those near it share pixels. A state is therefore the last columns within that
/// reach, with the check sums so far (Ungerboeck 1974).
struct BarTrellis {
  private let model: ForwardModel
  private let reach: Int
  private let grammar: BarGrammar

  /// The most columns that a state holds.
  private static let longestReach = 12

  init(_ model: ForwardModel, _ grammar: BarGrammar) {
    (self.model, self.grammar) = (model, grammar)
    reach = Self.reach(of: model.information)
  }

  /// The farthest apart that columns share pixels to an extent that could matter.
  private static func reach(of matrix: BandMatrix) -> Int {
    var reach = 1
    for row in 0..<matrix.count {
      for column in max(0, row - matrix.reach)..<row where row - column > reach {
        let scale = max(matrix[row, row], matrix[column, column])
        if abs(matrix[row, column]) > 1e-4 * scale { reach = row - column }
      }
    }
    return min(reach, longestReach)
  }

  /// The states after a number of columns.
  private struct Layer {
    /// The last columns of each state, the nearest as bit 0.
    var tails: [UInt64] = []
    var places: [UInt64: Int] = [:]
    /// For each tail and check sum, the best likelihood.
    var values: [Double] = []
    var origins: [Origin] = []

    mutating func place(of tail: UInt64, sums: Int) -> Int {
      if let known = places[tail] { return known }
      places[tail] = tails.count
      tails.append(tail)
      values += [Double](repeating: -.infinity, count: sums)
      origins += [Origin](repeating: Origin(), count: sums)
      return tails.count - 1
    }
  }

  /// The way by which a state was reached.
  private struct Origin {
    var start: Int32 = -1
    var state: Int32 = -1
    var word: Int32 = -1
  }

  /// The likeliest bars and their likelihood; `nil` if the grammar does not fill the columns.
  func best() -> (bars: [Bool], likelihood: Double)? {
    let sums = grammar.moduli.0 * grammar.moduli.1
    var first = Layer()
    _ = first.place(of: 0, sums: sums)
    first.values[0] = 0
    var history: [[Int: Layer]] = [[0: first]]
    for words in grammar.steps {
      var next: [Int: Layer] = [:]
      for (start, layer) in history[history.count - 1].sorted(by: { $0.key < $1.key }) {
        advance(layer, start, words, into: &next)
      }
      history.append(next)
    }
    guard let last = history.last?[model.match.count] else { return nil }
    let ends = last.tails.indices.map { $0 * sums }
    guard let end = ends.max(by: { last.values[$0] < last.values[$1] }),
      last.values[end] > -.infinity
    else { return nil }
    return (bars(history, from: end), last.values[end])
  }

  /// Follows the origins back to the first column.
  private func bars(_ history: [[Int: Layer]], from end: Int) -> [Bool] {
    var (start, state) = (model.match.count, end)
    var words: [[Bool]] = []
    for step in grammar.steps.indices.reversed() {
      guard let origin = history[step + 1][start]?.origins[state], origin.word >= 0 else {
        return []
      }
      words.append(grammar.steps[step][Int(origin.word)].bars)
      (start, state) = (Int(origin.start), Int(origin.state))
    }
    return words.reversed().flatMap(\.self)
  }

  private func advance(
    _ layer: Layer, _ start: Int, _ words: [BarGrammar.Word], into next: inout [Int: Layer]
  ) {
    let sums = grammar.moduli.0 * grammar.moduli.1
    // Words with the same beginning continue a state equally well: the best state is chosen once.
    var entries: [UInt64: Entry] = [:]
    for (number, word) in words.enumerated() {
      let end = start + word.bars.count
      guard end <= model.match.count else { continue }
      let head = head(of: word.bars)
      if entries[head] == nil {
        entries[head] = entry(layer, start, head, length: min(reach, word.bars.count), sums)
      }
      guard let entry = entries[head] else { continue }
      let own = likelihood(of: word.bars, at: start)
      for (tail, part) in entry.byTail(word.bars, reach) {
        let place = next[end, default: Layer()].place(of: tail, sums: sums)
        extend(
          &next[end, default: Layer()], place, part, own: own, word: word, number: number,
          start: start)
      }
    }
  }

  /// The best states before a word's beginning, by check sum; several where the word is shorter than
  /// the reach, so that its tail holds columns before it.
  private struct Entry {
    var parts: [(tail: UInt64, values: [Double], states: [Int32])]

    func byTail(
      _ bars: [Bool], _ reach: Int
    ) -> [(tail: UInt64, part: (tail: UInt64, values: [Double], states: [Int32]))] {
      let mask = (UInt64(1) << UInt64(reach)) - 1
      return parts.map { part in
        (bars.reduce(part.tail) { ($0 << 1 | ($1 ? 1 : 0)) & mask }, part)
      }
    }
  }

  private func head(of bars: [Bool]) -> UInt64 {
    var head: UInt64 = 1
    for bar in bars.prefix(reach) { head = head << 1 | (bar ? 1 : 0) }
    return head
  }

  private func entry(
    _ layer: Layer, _ start: Int, _ head: UInt64, length: Int, _ sums: Int
  ) -> Entry {
    var kept: [UInt64: (values: [Double], states: [Int32])] = [:]
    let carried = (UInt64(1) << UInt64(max(0, reach - length))) - 1
    for (place, tail) in layer.tails.enumerated() {
      // The part of the likelihood that joins columns on either side.
      var joint = 0.0
      for index in 0..<length where head >> UInt64(length - 1 - index) & 1 == 1 {
        let column = start + index
        for back in 1...reach where back + index <= min(reach, column) {
          if tail >> UInt64(back - 1) & 1 == 1, start - back >= 0 {
            joint -= model.information[column, start - back]
          }
        }
      }
      let key = tail & carried
      var best =
        kept[key] ?? (
          [Double](repeating: -.infinity, count: sums), [Int32](repeating: -1, count: sums)
        )
      for sum in 0..<sums {
        let value = layer.values[place * sums + sum] + joint
        if value > best.values[sum] {
          best.values[sum] = value
          best.states[sum] = Int32(place * sums + sum)
        }
      }
      kept[key] = best
    }
    return Entry(
      parts: kept.sorted { $0.key < $1.key }.map { ($0.key, $0.value.values, $0.value.states) })
  }

  private func extend(
    _ layer: inout Layer, _ place: Int,
    _ part: (tail: UInt64, values: [Double], states: [Int32]), own: Double,
    word: BarGrammar.Word, number: Int, start: Int
  ) {
    let (first, second) = grammar.moduli
    let base = place * first * second
    for a in 0..<first {
      let newA = (a + word.sums.0) % first
      for b in 0..<second {
        let value = part.values[a * second + b] + own
        let target = base + newA * second + (b + word.sums.1) % second
        if value > layer.values[target] {
          layer.values[target] = value
          layer.origins[target] = Origin(
            start: Int32(start), state: part.states[a * second + b], word: Int32(number))
        }
      }
    }
  }

  /// The part of the likelihood that lies within a word.
  private func likelihood(of bars: [Bool], at start: Int) -> Double {
    var sum = 0.0
    for index in bars.indices where bars[index] {
      let column = start + index
      sum += model.match[column] - model.information[column, column] / 2
      for other in max(0, index - min(reach, model.information.reach))..<index where bars[other] {
        sum -= model.information[column, start + other]
      }
    }
    return sum
  }
}
