import Base
import Symbols
import Testing

/// DataBar Limited, which no decoder here reads. The tests read it by the rules of ISO/IEC 24724,
/// clause 6 and annex B, slowly: they list all patterns.
@Suite struct DataBarLimitedTests {
  @Test func barsAreThoseOfTheNumber() throws {
    let values = try CharacterValues()
    var random = Xoshiro256(state: (1, 6, 1, 8))
    var checkOf: [Int: [Int]] = [:]
    var sumOf: [[Int]: Int] = [:]
    for _ in 0..<300 {
      let number = "\(random.below(2))" + Specimen.digits(12, &random)
      let symbol = try Specimen(.linear(.dataBarLimited), number).encoded()
      #expect(symbol.rows == 1 && symbol.height == 10)
      // A guard of two, three characters of fourteen, and a guard of three elements.
      let widths = Self.runs(symbol)
      try #require(widths.count == 47 && widths.reduce(0, +) == 79)
      #expect(widths[..<2] == [1, 1] && widths[44...] == [1, 1, 5])
      let (left, check, right) = (
        Array(widths[2..<16]), Array(widths[16..<30]), Array(widths[30..<44])
      )
      let value = try #require(values[left]) * 2_013_571 + #require(values[right])
      #expect(value == Int(number))
      // The check character stands for the sum of all widths, weighted by powers of 3, modulo 89:
      // equal sums have equal characters, different sums have different ones.
      var weight = 1
      var sum = 0
      for width in left + right {
        sum = (sum + width * weight) % 89
        weight = weight * 3 % 89
      }
      #expect(check.reduce(0, +) == 18)
      #expect(checkOf[sum, default: check] == check)
      #expect(sumOf[check, default: sum] == sum)
      checkOf[sum] = check
      sumOf[check] = sum
    }
    #expect(checkOf.count > 80)
  }

  private static func runs(_ symbol: Symbol) -> [Int] {
    var runs = [1]
    for column in 1..<symbol.columns {
      if symbol.isDark(column: column, row: 0) == symbol.isDark(column: column - 1, row: 0) {
        runs[runs.count - 1] += 1
      } else {
        runs.append(1)
      }
    }
    return runs
  }
}

/// The value of each pattern of 14 elements, 26 modules wide.
private struct CharacterValues {
  /// A group of patterns (ISO/IEC 24724, table 8): its first value and the ranks of its widths.
  private struct Group {
    let first: Int
    let odd: [[Int]: Int]
    let even: [[Int]: Int]
  }

  private let groups: [Int: Group]

  init() throws {
    // The first value, the modules in odd elements, their largest width, and that of even elements.
    let table = [
      (0, 17, 6, 3), (183_064, 13, 5, 4), (820_064, 9, 3, 6), (1_000_776, 15, 5, 4),
      (1_491_021, 11, 4, 5), (1_979_845, 19, 8, 1), (1_996_939, 7, 1, 8),
    ]
    var groups: [Int: Group] = [:]
    for (first, modules, oddMost, evenMost) in table {
      groups[modules] = Group(
        first: first, odd: Self.ranks(modules, most: oddMost, needsNarrow: false),
        even: Self.ranks(26 - modules, most: evenMost, needsNarrow: true))
    }
    self.groups = groups
  }

  subscript(_ widths: [Int]) -> Int? {
    let odd = stride(from: 0, to: 14, by: 2).map { widths[$0] }
    let even = stride(from: 1, to: 14, by: 2).map { widths[$0] }
    guard let group = groups[odd.reduce(0, +)], let a = group.odd[odd], let b = group.even[even]
    else { return nil }
    return group.first + a * group.even.count + b
  }

  /// All ways to divide modules among seven elements, each with its position in their order.
  private static func ranks(_ modules: Int, most: Int, needsNarrow: Bool) -> [[Int]: Int] {
    var patterns: [[Int]] = [[]]
    for element in 0..<7 {
      patterns = patterns.flatMap { pattern in
        (1...most).map { pattern + [$0] }.filter { widths in
          let rest = modules - widths.reduce(0, +)
          let left = 6 - element
          return rest >= left && rest <= left * most
        }
      }
    }
    let allowed = patterns.filter { !needsNarrow || $0.contains(1) }
    return Dictionary(uniqueKeysWithValues: allowed.enumerated().map { ($0.element, $0.offset) })
  }
}
