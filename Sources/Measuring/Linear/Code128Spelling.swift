import Base

/// The ways to spell data in Code 128, ISO/IEC 15417.
///
/// Encoders differ in where they change between code sets; the bars on paper may be any of these.
package struct Code128Spelling {
  /// The widths of bars and spaces of each character, in modules; the last is the stop character.
  static let widths: [String] = [
    "212222", "222122", "222221", "121223", "121322", "131222", "122213", "122312", "132212",
    "221213", "221312", "231212", "112232", "122132", "122231", "113222", "123122", "123221",
    "223211", "221132", "221231", "213212", "223112", "312131", "311222", "321122", "321221",
    "312212", "322112", "322211", "212123", "212321", "232121", "111323", "131123", "131321",
    "112313", "132113", "132311", "211313", "231113", "231311", "112133", "112331", "132131",
    "113123", "113321", "133121", "313121", "211331", "231131", "213113", "213311", "213131",
    "311123", "311321", "331121", "312113", "312311", "332111", "314111", "221411", "431111",
    "111224", "111422", "121124", "121421", "141122", "141221", "112214", "112412", "122114",
    "122411", "142112", "142211", "241211", "221114", "413111", "241112", "134111", "111242",
    "121142", "121241", "114212", "124112", "124211", "411212", "421112", "421211", "212141",
    "214121", "412121", "111143", "111341", "131141", "114113", "114311", "411113", "411311",
    "113141", "114131", "311141", "411131", "211412", "211214", "211232", "2331112",
  ]

  private enum CodeSet: Int, CaseIterable {
    case a = 0
    case b = 1
    case c = 2

    var start: Int { 103 + rawValue }
    /// The character that changes to this set from another.
    var change: Int { [101, 100, 99][rawValue] }
  }

  private static let functionOne = 102
  private static let shift = 98

  private let bytes: [UInt8]
  /// True if the data begins with FNC1, and group separators stand for it.
  private let isGS1: Bool
  /// The fewest characters from a byte on, in each set.
  private var costs: [[Int]]

  init(_ bytes: [UInt8], isGS1: Bool) {
    self.bytes = bytes
    self.isGS1 = isGS1
    costs = [[Int]](
      repeating: [Int](repeating: bytes.isEmpty ? 0 : Self.never, count: 3),
      count: bytes.count + 1)
    costs[bytes.count] = [0, 0, 0]
    for position in bytes.indices.reversed() {
      var direct = CodeSet.allCases.map { set in
        steps(position, set).map { $0.codes.count + costs[$0.next][set.rawValue] }.min()
          ?? Self.never
      }
      let least = direct.min() ?? Self.never
      for index in 0..<3 { direct[index] = min(direct[index], least + 1) }
      costs[position] = direct
    }
  }

  private static let never = 1 << 30

  /// The ways to go on from a byte without a change of set.
  private func steps(_ position: Int, _ set: CodeSet) -> [(codes: [Int], next: Int)] {
    let byte = bytes[position]
    if isGS1, byte == 0x1d { return [([Self.functionOne], position + 1)] }
    func inA(_ byte: UInt8) -> Int? {
      byte < 32 ? Int(byte) + 64 : byte < 96 ? Int(byte) - 32 : nil
    }
    func inB(_ byte: UInt8) -> Int? { (32..<128).contains(byte) ? Int(byte) - 32 : nil }
    switch set {
    case .a:
      if let code = inA(byte) { return [([code], position + 1)] }
      return inB(byte).map { [([Self.shift, $0], position + 1)] } ?? []
    case .b:
      if let code = inB(byte) { return [([code], position + 1)] }
      return inA(byte).map { [([Self.shift, $0], position + 1)] } ?? []
    case .c:
      guard position + 1 < bytes.count, let first = Self.digit(byte),
        let second = Self.digit(bytes[position + 1])
      else { return [] }
      return [([first * 10 + second], position + 2)]
    }
  }

  private static func digit(_ byte: UInt8) -> Int? {
    (48..<58).contains(byte) ? Int(byte) - 48 : nil
  }

  /// The modules of the spellings that encoders are likely to use, at most 40.
  ///
  /// These are all spellings of least length, and the one that stays in code set B.
  var patterns: [[UInt8]] {
    guard !bytes.isEmpty, bytes.allSatisfy({ $0 < 128 }) else { return [] }
    var found: [[Int]] = []
    let least = CodeSet.allCases.map { costs[0][$0.rawValue] }.min() ?? Self.never
    for set in CodeSet.allCases {
      // A first change of set is never right: another start does the same.
      var codes = isGS1 ? [set.start, Self.functionOne] : [set.start]
      spell(0, set, slack: least, &codes, &found, mayChange: false)
    }
    let plain = bytes.compactMap { byte in
      isGS1 && byte == 0x1d
        ? Self.functionOne : (32..<128).contains(byte) ? Int(byte) - 32 : nil
    }
    if plain.count == bytes.count {
      found.append([CodeSet.b.start] + (isGS1 ? [Self.functionOne] : []) + plain)
    }
    return found.uniqued().map(Self.modules)
  }

  private func spell(
    _ position: Int, _ set: CodeSet, slack: Int, _ codes: inout [Int], _ found: inout [[Int]],
    mayChange: Bool
  ) {
    guard found.count < 40 else { return }
    guard position < bytes.count else {
      found.append(codes)
      return
    }
    for step in steps(position, set)
    where step.codes.count + costs[step.next][set.rawValue] <= slack {
      codes += step.codes
      spell(step.next, set, slack: slack - step.codes.count, &codes, &found, mayChange: true)
      codes.removeLast(step.codes.count)
    }
    guard mayChange else { return }
    for other in CodeSet.allCases
    where other != set && 1 + costs[position][other.rawValue] <= slack {
      codes.append(other.change)
      spell(position, other, slack: slack - 1, &codes, &found, mayChange: false)
      codes.removeLast()
    }
  }

  /// The modules of a start character and what follows, with check and stop character.
  static func modules(_ codes: [Int]) -> [UInt8] {
    let check = codes.enumerated().reduce(0) { $0 + max($1.offset, 1) * $1.element } % 103
    return (codes + [check, 106]).flatMap(bars)
  }

  /// The modules of one character.
  package static func bars(_ code: Int) -> [UInt8] {
    widths[code].utf8.enumerated().flatMap { index, width in
      [UInt8](repeating: index % 2 == 0 ? 1 : 0, count: Int(width) - 48)
    }
  }
}
