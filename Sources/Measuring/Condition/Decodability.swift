import DecoderKit

/// The decodability of linear symbols (ISO/IEC 15416): the share of the tolerance of the reference
/// decode that the measured widths leave, in the worst character.
enum Decodability {
  /// - Parameters:
  ///   - widths: The measured widths of the elements, from the first bar to the last; `nil` if one
  ///     of them is not to be seen, which leaves nothing of the tolerance.
  ///   - nominal: Their widths as they should be, in modules.
  /// - Returns: 0 to 1; `nil` for symbologies without a rule here.
  static func value(_ symbology: Symbology?, widths: [Double]?, nominal: [Int]) -> Double? {
    let widths = widths ?? nominal.map { _ in 0 }
    guard widths.count == nominal.count, !widths.isEmpty else { return nil }
    switch symbology {
    case .code128, .gs1_128: return code128(widths, nominal)
    case .code93: return characters(widths, nominal, modules: 9)
    case .ean13, .upcA: return retail(widths, nominal, guards: (3, 5, 3), digits: (6, 6))
    case .ean8: return retail(widths, nominal, guards: (3, 5, 3), digits: (4, 4))
    case .upcE: return retail(widths, nominal, guards: (3, 0, 6), digits: (6, 0))
    case .code39:
      return twoWidths(widths, nominal, Self.code39Characters(nominal.count), share: 1 / 8)
    case .itf, .itf14:
      return twoWidths(widths, nominal, Self.itfPairs(nominal.count), share: 7 / 64)
    case .codabar: return twoWidthsByMeans(widths, nominal)
    default: return nil
    }
  }

  /// Edge to similar edge decoding of symbologies whose characters have a fixed number of modules:
  /// the smallest distance of such a width from a threshold, over the largest that it could have.
  private static func character(
    _ widths: ArraySlice<Double>, _ nominal: ArraySlice<Int>, of whole: ArraySlice<Double>,
    modules: Int
  ) -> Double {
    let module = whole.reduce(0, +) / Double(modules)
    guard module > 0 else { return 0 }
    var smallest = 1.0
    for (i, j) in zip(widths.indices.dropLast(), widths.indices.dropFirst()) {
      let deviation = (widths[i] + widths[j]) / module - Double(nominal[i] + nominal[j])
      // Thresholds lie half a module above and below.
      smallest = min(smallest, 1 - 2 * abs(deviation))
    }
    return max(smallest, 0)
  }

  private static func characters(
    _ widths: [Double], _ nominal: [Int], modules: Int
  ) -> Double {
    var worst = 1.0
    // Six elements each; the stop character's last bar is not one of six.
    for start in stride(from: 0, through: widths.count - 7, by: 6) {
      let own = widths[start..<start + 6]
      worst = min(worst, character(own, nominal[start..<start + 6], of: own, modules: modules))
    }
    return worst
  }

  /// Code 128 (ISO/IEC 15417): besides, the sum of a character's bars tells its parity; it may be off
  /// by 1.75 modules.
  private static func code128(_ widths: [Double], _ nominal: [Int]) -> Double {
    var worst = characters(widths, nominal, modules: 11)
    for start in stride(from: 0, through: widths.count - 7, by: 6) {
      let module = widths[start..<start + 6].reduce(0, +) / 11
      let bars = [start, start + 2, start + 4]
      let sum = bars.reduce(0) { $0 + widths[$1] } / module
      let expected = bars.reduce(0) { $0 + nominal[$1] }
      worst = min(worst, (1.75 - abs(sum - Double(expected))) / 1.75)
    }
    return max(worst, 0)
  }

  /// EAN and UPC (ISO/IEC 15420): besides, the bars tell 1 from 7 and 2 from 8, whose widths from edge
  /// to similar edge are alike.
  private static func retail(
    _ widths: [Double], _ nominal: [Int], guards: (Int, Int, Int), digits: (Int, Int)
  ) -> Double? {
    let count = guards.0 + guards.1 + guards.2 + 4 * (digits.0 + digits.1)
    guard widths.count == count else { return nil }
    let right = guards.0 + 4 * digits.0 + guards.1
    let starts =
      (0..<digits.0).map { guards.0 + 4 * $0 } + (0..<digits.1).map { right + 4 * $0 }
    var worst = 1.0
    for start in starts {
      let (own, wanted) = (widths[start..<start + 4], nominal[start..<start + 4])
      // A digit is told by the pairs of elements that begin at its first and its second edge.
      worst = min(worst, character(own.dropLast(), wanted.dropLast(), of: own, modules: 7))
      guard isAmbiguous(Array(wanted)) else { continue }
      // Left of the middle a digit begins with a space, right of it with a bar; in the other colour
      // the sum is as far from its threshold.
      let module = own.reduce(0, +) / 7
      let sum = (own[start + 1] + own[start + 3]) / module
      let deviation = sum - Double(wanted[start + 1] + wanted[start + 3])
      worst = min(worst, 1 - abs(deviation))
    }
    return max(worst, 0)
  }

  /// True for 1, 7, 2 and 8 in any of the number sets: both sums from edge to similar edge are 3 and 4,
  /// or 4 and 3, or 3 and 3, or 4 and 4.
  private static func isAmbiguous(_ nominal: [Int]) -> Bool {
    let forms: Set<[Int]> = [[2, 2, 2, 1], [1, 3, 1, 2], [2, 1, 2, 2], [1, 2, 1, 3]]
    return forms.contains(nominal) || forms.contains(nominal.reversed())
  }

  /// The elements of each Code 39 character: nine, with a gap between characters.
  private static func code39Characters(_ count: Int) -> [Range<Int>]? {
    guard count % 10 == 9 else { return nil }
    return stride(from: 0, to: count, by: 10).map { $0..<$0 + 9 }
  }

  /// The elements of each pair of ITF digits, between four of the start and three of the stop pattern.
  private static func itfPairs(_ count: Int) -> [Range<Int>]? {
    guard count > 7, (count - 7) % 10 == 0 else { return nil }
    return stride(from: 4, to: count - 3, by: 10).map { $0..<$0 + 10 }
  }

  /// Symbologies with two widths (Code 39, ISO/IEC 16388; ITF, ISO/IEC 16390): the distance of each
  /// element from its character's reference threshold, over the distance that the symbol's mean
  /// narrow or wide element has.
  ///
  /// - Parameters:
  ///   - characters: The elements that share a threshold; `nil` if the symbol is not made of such.
  ///   - share: The threshold as a share of their widths' sum.
  private static func twoWidths(
    _ widths: [Double], _ nominal: [Int], _ characters: [Range<Int>]?, share: Double
  ) -> Double? {
    guard let characters else { return nil }
    let own = characters.flatMap { Array($0) }
    func mean(_ indices: [Int]) -> Double {
      indices.isEmpty ? 0 : indices.reduce(0) { $0 + widths[$1] } / Double(indices.count)
    }
    let narrow = mean(own.filter { nominal[$0] == 1 })
    let wide = mean(own.filter { nominal[$0] > 1 })
    var worst = 1.0
    for character in characters {
      let threshold = widths[character].reduce(0, +) * share
      guard threshold > narrow, wide > threshold else { return 0 }
      for index in character {
        let left =
          nominal[index] == 1
          ? (threshold - widths[index]) / (threshold - narrow)
          : (widths[index] - threshold) / (wide - threshold)
        worst = min(worst, left)
      }
    }
    return max(worst, 0)
  }

  /// Codabar: the distance of each element from the threshold, half way between the mean narrow and
  /// the mean wide element of its colour, over half the distance of the means.
  private static func twoWidthsByMeans(_ widths: [Double], _ nominal: [Int]) -> Double? {
    var worst = 1.0
    for colour in 0...1 {
      let own = widths.indices.filter { $0 % 2 == colour }
      let narrow = own.filter { nominal[$0] == 1 }.map { widths[$0] }
      let wide = own.filter { nominal[$0] > 1 }.map { widths[$0] }
      guard !narrow.isEmpty, !wide.isEmpty else { continue }
      let low = narrow.reduce(0, +) / Double(narrow.count)
      let high = wide.reduce(0, +) / Double(wide.count)
      guard high > low else { return 0 }
      let (threshold, half) = ((low + high) / 2, (high - low) / 2)
      for width in narrow { worst = min(worst, (threshold - width) / half) }
      for width in wide { worst = min(worst, (width - threshold) / half) }
    }
    return max(worst, 0)
  }
}
