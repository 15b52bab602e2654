import Measuring
import Symbols

extension BarGrammar {
  /// The grammars of a kind of symbol with a number of columns, bearer bars left out; one of them is
  /// the symbol's. Empty for kinds that are not read here.
  static func all(_ kind: LinearKind, columns: Int) -> [BarGrammar] {
    let made: [BarGrammar?] =
      switch kind {
      case .code128, .gs1_128: [code128(columns)]
      case .ean13(addOn: nil): (0..<10).map { retail(left: .parity($0)) }
      case .upcA(addOn: nil): [retail(left: .parity(0))]
      case .ean8: [retail(left: .plain(4))]
      case .code39(let isFullASCII, let hasCheck):
        [code39(columns, hasCheck: hasCheck && !isFullASCII)]
      case .code93: [code93(columns)]
      case .itf(let hasCheck): [interleaved(columns, hasCheck: hasCheck)]
      case .itf14: [interleaved(columns, hasCheck: true)]
      case .codabar(let hasCheck): codabar(columns, hasCheck: hasCheck)
      case .dataBar: [dataBar()]
      default: []
      }
    return made.compactMap(\.self)
  }

  /// A step that has one character only.
  private static func fixed(_ bars: [Bool], sums: (Int, Int) = (0, 0)) -> [Word] {
    [Word(bars: bars, sums: sums)]
  }

  // MARK: Code 128, ISO/IEC 15417

  private static func code128(_ columns: Int) -> BarGrammar? {
    let characters = (columns - 13) / 11
    guard columns % 11 == 2, characters >= 3 else { return nil }
    func word(_ code: Int, weight: Int) -> Word {
      Word(
        bars: Code128Spelling.bars(code).map { $0 == 1 },
        sums: (((code * weight) % 103 + 103) % 103, 0))
    }
    var steps = [(103..<106).map { word($0, weight: 1) }]
    for place in 1..<characters - 1 { steps.append((0..<103).map { word($0, weight: place) }) }
    steps.append((0..<103).map { word($0, weight: -1) })
    steps.append(fixed(Code128Spelling.bars(106).map { $0 == 1 }))
    return BarGrammar(steps: steps, moduli: (103, 1))
  }

  // MARK: EAN and UPC, ISO/IEC 15420

  private enum LeftHalf {
    /// Six digits whose sets tell a seventh one.
    case parity(Int)
    /// Digits of set A.
    case plain(Int)
  }

  /// The widths of set A's digits, a light one first. Set B is the mirror image of set C, and set C
  /// is set A with the colours changed.
  private static let digits = [
    "3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112",
  ]
  /// For each first digit, the places of the left half that are of set B.
  private static let setB = [
    [], [2, 4, 5], [2, 3, 5], [2, 3, 4], [1, 4, 5], [1, 2, 5], [1, 2, 3], [1, 3, 5], [1, 3, 4],
    [1, 2, 4],
  ]

  private static func bars(_ widths: some Sequence<Int>, isDark: Bool) -> [Bool] {
    widths.enumerated().flatMap {
      [Bool](repeating: ($0 % 2 == 0) == isDark, count: $1)
    }
  }

  private static func bars(_ widths: String, isDark: Bool) -> [Bool] {
    bars(widths.utf8.map { Int($0) - 48 }, isDark: isDark)
  }

  private static func retail(left: LeftHalf) -> BarGrammar {
    let (first, half, sets): (Int?, Int, [Int]) =
      switch left {
      case .parity(let digit): (digit, 6, setB[digit])
      case .plain(let count): (nil, count, [])
      }
    // The last digit weighs 1, and then 3 and 1 in turn.
    func word(_ digit: Int, _ place: Int, _ bars: [Bool]) -> Word {
      Word(bars: bars, sums: (digit * ((2 * half - place) % 2 == 1 ? 1 : 3) % 10, 0))
    }
    var steps = [fixed(bars("111", isDark: true), sums: (first ?? 0, 0))]
    for place in 0..<half {
      steps.append(
        (0..<10).map { digit in
          let plain = bars(digits[digit], isDark: false)
          return word(digit, place, sets.contains(place) ? plain.reversed().map { !$0 } : plain)
        })
    }
    steps.append(fixed(bars("11111", isDark: false)))
    for place in half..<2 * half {
      steps.append((0..<10).map { word($0, place, bars(digits[$0], isDark: true)) })
    }
    steps.append(fixed(bars("111", isDark: true)))
    return BarGrammar(steps: steps, moduli: (10, 1))
  }

  // MARK: Kinds whose characters are taken from the encoder

  /// The bars of a payload; the encoder knows the characters' tables.
  private static func encoded(_ payload: [UInt8], _ kind: LinearKind) -> [Bool]? {
    var encoder = SymbolEncoder()
    guard let symbol = try? encoder.encode(payload, options: .linear(kind)) else { return nil }
    return (0..<symbol.columns).map { symbol.isDark(column: $0, row: 0) }
  }

  /// Code 39's characters by their values in the check sum, modulo 43 (ISO/IEC 16388).
  private static let code39Characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)

  private static func code39(_ columns: Int, hasCheck: Bool) -> BarGrammar? {
    let kind = LinearKind.code39(isFullASCII: false, hasCheckCharacter: false)
    let spelled = code39Characters.compactMap { encoded([$0], kind) }
    // Three characters with a gap of a module behind each but the last.
    guard spelled.count == 43, let first = spelled.first else { return nil }
    let width = (first.count + 1) / 3
    let count = (columns + 1) / width - 2
    guard (columns + 1) % width == 0, count >= 1 else { return nil }
    var steps = [fixed(Array(first.prefix(width)))]
    for place in 0..<count {
      let sign = hasCheck && place == count - 1 ? 42 : 1
      steps.append(
        spelled.enumerated().map { value, bars in
          Word(
            bars: Array(bars[width..<2 * width]), sums: (hasCheck ? value * sign % 43 : 0, 0))
        })
    }
    steps.append(fixed(Array(first.suffix(width - 1))))
    return BarGrammar(steps: steps, moduli: (hasCheck ? 43 : 1, 1))
  }

  /// Code 93 has two check characters, modulo 47 with weights from the right (AIM BC5).
  private static func code93(_ columns: Int) -> BarGrammar? {
    // Four characters shift to the rest of ASCII, and are found at the beginning of pairs.
    let spelled = (code39Characters + [0x01, 0x1c, 0x21, 0x61]).compactMap {
      encoded([$0], .code93)
    }
    let count = (columns - 1) / 9 - 4
    guard spelled.count == 47, (columns - 1) % 9 == 0, count >= 1, let first = spelled.first else {
      return nil
    }
    func step(_ weights: (Int, Int)) -> [Word] {
      spelled.enumerated().map { value, bars in
        Word(
          bars: Array(bars[9..<18]), sums: (value * weights.0 % 47, value * weights.1 % 47))
      }
    }
    var steps = [fixed(Array(first.prefix(9)))]
    for place in 0..<count {
      let fromRight = count - place
      steps.append(step(((fromRight - 1) % 20 + 1, fromRight % 15 + 1)))
    }
    steps += [step((46, 1)), step((0, 46)), fixed(Array(first.suffix(10)))]
    return BarGrammar(steps: steps, moduli: (47, 47))
  }

  /// Interleaved 2 of 5: one step for each pair of digits (ISO/IEC 16390).
  private static func interleaved(_ columns: Int, hasCheck: Bool) -> BarGrammar? {
    let kind = LinearKind.itf(hasCheckDigit: false)
    let spelled = (0..<100).compactMap { (value: Int) -> [Bool]? in
      encoded([UInt8(48 + value / 10), UInt8(48 + value % 10)], kind)
    }
    guard spelled.count == 100, let first = spelled.first,
      let four = encoded(Array("0000".utf8), kind)
    else { return nil }
    let width = four.count - first.count
    let pairs = (columns - first.count) / width + 1
    guard (columns - first.count) % width == 0, pairs >= 1 else { return nil }
    let words = spelled.enumerated().map { value, bars -> Word in
      let sum = 3 * (value / 10) + value % 10
      return Word(bars: Array(bars[4..<4 + width]), sums: (hasCheck ? sum % 10 : 0, 0))
    }
    var steps = [[Word]](repeating: words, count: pairs)
    steps.insert(fixed(Array(first.prefix(4))), at: 0)
    steps.append(fixed(Array(first.dropFirst(4 + width))))
    return BarGrammar(steps: steps, moduli: (hasCheck ? 10 : 1, 1))
  }

  /// Codabar, whose characters differ in width: a grammar for each number of characters (EN 798).
  private static func codabar(_ columns: Int, hasCheck: Bool) -> [BarGrammar] {
    let kind = LinearKind.codabar(hasCheckCharacter: false)
    let data = Array("0123456789-$:/.+".utf8)
    let ends = Array("ABCD".utf8)
    guard let one = encoded(Array("A0A".utf8), kind), let two = encoded(Array("A00A".utf8), kind)
    else { return [] }
    let digit = two.count - one.count
    // The last character may come without the gap behind it.
    let end = (one.count - digit + 1) / 2
    let gap = (one.count - digit) % 2
    func sums(_ value: Int) -> (Int, Int) { (hasCheck ? value % 16 : 0, 0) }
    let starts = ends.enumerated().compactMap { index, letter in
      encoded([letter] + Array("0A".utf8), kind).map {
        Word(bars: Array($0.prefix(end)), sums: sums(16 + index))
      }
    }
    let stops = ends.enumerated().compactMap { index, letter in
      encoded(Array("A0".utf8) + [letter], kind).map {
        Word(bars: Array($0.suffix(end - gap)), sums: sums(16 + index))
      }
    }
    let words = data.enumerated().compactMap { value, letter in
      encoded(Array("A".utf8) + [letter] + Array("A".utf8), kind).map {
        Word(bars: Array($0.dropFirst(end).dropLast(end - gap)), sums: sums(value))
      }
    }
    let widths = words.map(\.bars.count)
    guard starts.count == 4, stops.count == 4, let least = widths.min(), let most = widths.max()
    else { return [] }
    let inner = columns - 2 * end + gap
    guard inner >= least else { return [] }
    let fewest = (inner + most - 1) / most
    let counts = fewest...max(fewest, inner / least)
    return counts.map { count -> BarGrammar in
      var steps = [[Word]](repeating: words, count: count)
      steps.insert(starts, at: 0)
      steps.append(stops)
      return BarGrammar(steps: steps, moduli: (hasCheck ? 16 : 1, 1))
    }
  }

  // MARK: DataBar Omnidirectional, ISO/IEC 24724

  /// The finder patterns' widths, for the left one from left to right.
  private static let finders = [
    [3, 8, 2, 1, 1], [3, 5, 5, 1, 1], [3, 3, 7, 1, 1], [3, 1, 9, 1, 1], [2, 7, 4, 1, 1],
    [2, 5, 6, 1, 1], [2, 3, 8, 1, 1], [1, 5, 7, 1, 1], [1, 3, 9, 1, 1],
  ]

  /// The widths of characters: modules in odd and even elements, and the widest of each.
  private static let outerGroups = [
    (12, 8, 4, 1), (10, 6, 6, 3), (8, 4, 8, 5), (6, 3, 10, 6), (4, 1, 12, 8),
  ]
  private static let innerGroups = [(5, 2, 10, 7), (7, 4, 8, 5), (9, 6, 6, 3), (11, 8, 4, 1)]

  private static func dataBar() -> BarGrammar {
    let outer = characters(outerGroups, needsNarrowOdd: false)
    let inner = characters(innerGroups, needsNarrowOdd: true)
    func step(_ all: [[Int]], _ place: Int, isMirrored: Bool, isDark: Bool) -> [Word] {
      // The weights are powers of 3, character after character.
      var weight = 1
      for _ in 0..<8 * place { weight = weight * 3 % 79 }
      var weights: [Int] = []
      for _ in 0..<8 {
        weights.append(weight)
        weight = weight * 3 % 79
      }
      return all.map { widths -> Word in
        var sum = 0
        for (width, weight) in zip(widths, weights) { sum += width * weight }
        let order: [Int] = isMirrored ? widths.reversed() : widths
        return Word(bars: bars(order, isDark: isDark), sums: (sum % 79, 0))
      }
    }
    // The pair of finders tells the check sum: 9 × left + right, with 8 and 72 left out.
    let left = finders.enumerated().map { value, widths -> Word in
      let skipped = value == 0 ? 0 : value == 8 ? 2 : 1
      return Word(
        bars: bars(widths, isDark: false), sums: ((79 + skipped - 9 * value + 79) % 79, 0))
    }
    let right = finders.enumerated().map { value, widths -> Word in
      let order: [Int] = widths.reversed()
      return Word(bars: bars(order, isDark: true), sums: (79 - value, 0))
    }
    return BarGrammar(
      steps: [
        fixed([false, true]), step(outer, 0, isMirrored: false, isDark: false), left,
        step(inner, 1, isMirrored: true, isDark: true),
        step(inner, 3, isMirrored: false, isDark: true), right,
        step(outer, 2, isMirrored: true, isDark: false), fixed([false, true]),
      ], moduli: (79, 1))
  }

  private static func characters(
    _ groups: [(Int, Int, Int, Int)], needsNarrowOdd: Bool
  ) -> [[Int]] {
    func widths(_ modules: Int, widest: Int, needsNarrow: Bool) -> [[Int]] {
      var all: [[Int]] = []
      for a in 1...widest {
        for b in 1...widest {
          for c in 1...widest {
            let d = modules - a - b - c
            guard (1...widest).contains(d), !needsNarrow || min(a, b, c, d) == 1 else { continue }
            all.append([a, b, c, d])
          }
        }
      }
      return all
    }
    return groups.flatMap { oddModules, widestOdd, evenModules, widestEven in
      let odd = widths(oddModules, widest: widestOdd, needsNarrow: needsNarrowOdd)
      let even = widths(evenModules, widest: widestEven, needsNarrow: !needsNarrowOdd)
      return odd.flatMap { odd in
        even.map { even in zip(odd, even).flatMap { [$0, $1] } }
      }
    }
  }
}
