import DecoderKit
import Results
import Symbols

/// Assigns the readings of one image to the symbols in it.
struct SceneMatching {
  private let readings: [Reading]
  private let truth: Truth
  private var symbols: [SymbolVerdict]
  /// Indices of readings not assigned to a symbol yet, in the decoder's order.
  private var left: [Int]
  private var extras = Extras()

  init(readings: [Reading], truth: Truth) {
    self.readings = readings
    self.truth = truth
    symbols = Array(repeating: .missed, count: truth.expected.count)
    left = Array(readings.indices)
  }

  mutating func judge() -> Judgement {
    let (readings, expected) = (readings, truth.expected)
    give { reading, symbol in
      TruthMatching.isStrictMatch(readings[reading], expected[symbol])
        ? TruthMatching.Match() : nil
    }
    let matches = matchesOfTheRest()
    give { reading, symbol in matches[symbol]?[reading].flatMap { $0.isLossy ? nil : $0 } }
    give { reading, symbol in matches[symbol]?[reading] }
    setDuplicatesAside()
    if truth.isComplete || !symbols.contains(where: { $0.verdict == .read }) { blame() }
    if truth.isComplete { extras.wrong = left.count } else { extras.unjudged = left.count }
    return judgement()
  }

  private func judgement() -> Judgement {
    let misread = symbols.first { $0.verdict == .misread }
    let isRead = symbols.allSatisfy { $0.verdict == .read }
    return Judgement(
      verdict: isRead ? .read : misread == nil ? .noRead : .misread, symbols: symbols,
      isStrict: symbols.allSatisfy(\.isStrict), extras: extras,
      misreading: misread?.reading.map { readings[$0] }, misreadClass: misread?.misreadClass)
  }

  // MARK: - Right readings

  /// Assigns readings to symbols that they match; if several symbols match, to the one that
  /// contains the reading.
  private mutating func give(_ match: (_ reading: Int, _ symbol: Int) -> TruthMatching.Match?) {
    left = left.filter { index in
      let fits = missed.compactMap { symbol in match(index, symbol).map { (symbol, $0) } }
      let here = fits.count > 1 ? fits.first { isInside(readings[index], $0.0) } : nil
      guard let (symbol, found) = here ?? fits.first else { return true }
      symbols[symbol] = SymbolVerdict(verdict: .read, reading: index, rules: found.rules)
      return false
    }
  }

  /// Computes symbol → reading → match for everything not assigned yet; done once because it is
  /// slow.
  private func matchesOfTheRest() -> [Int: [Int: TruthMatching.Match]] {
    var matches: [Int: [Int: TruthMatching.Match]] = [:]
    for symbol in missed {
      for index in left {
        guard let match = TruthMatching.match(readings[index], truth.expected[symbol]) else {
          continue
        }
        matches[symbol, default: [:]][index] = match
      }
    }
    return matches
  }

  private mutating func setDuplicatesAside() {
    let found = symbols.indices.filter { symbols[$0].verdict == .read }
    let count = left.count
    left = left.filter { index in
      !found.contains { TruthMatching.match(readings[index], truth.expected[$0]) != nil }
    }
    extras.duplicates = count - left.count
  }

  // MARK: - Wrong readings

  /// Turns wrong readings into misreads of the symbols that they were meant to be.
  private mutating func blame() {
    guard truth.expected.count > 1 else {
      // With one symbol in the image, a reading cannot belong to anything else. A reading with at
      // least the right symbology is the better attempt.
      guard symbols[0].verdict != .read, let first = left.first else { return }
      charge(left.first { isWellNamed(readings[$0], 0) } ?? first, with: 0)
      return
    }
    for index in left {
      guard let symbol = missed.first(where: { isInside(readings[index], $0) }) else { continue }
      charge(index, with: symbol)
    }
    // A reading without corners may belong to the only symbol left, if at least its symbology is
    // right.
    guard missed.count == 1, let symbol = missed.first else { return }
    let candidate = left.first { index in
      (readings[index].corners == nil || truth.expected[symbol].corners == nil)
        && isWellNamed(readings[index], symbol)
    }
    if let candidate { charge(candidate, with: symbol) }
  }

  private mutating func charge(_ index: Int, with symbol: Int) {
    symbols[symbol] = SymbolVerdict(
      verdict: .misread, reading: index,
      misreadClass: MisreadClass(readings[index], insteadOf: truth.expected[symbol]))
    left.removeAll { $0 == index }
  }

  // MARK: - Questions

  private var missed: [Int] { symbols.indices.filter { symbols[$0].verdict == .noRead } }

  private func isWellNamed(_ reading: Reading, _ symbol: Int) -> Bool {
    TruthMatching.naming(reading, truth.expected[symbol]) != .wrong
  }

  private func isInside(_ reading: Reading, _ symbol: Int) -> Bool {
    guard let outline = truth.expected[symbol].corners, let corners = reading.corners else {
      return false
    }
    return outline.contains(corners.centre)
  }
}
