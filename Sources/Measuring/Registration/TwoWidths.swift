/// The elements of a linear symbol that has narrow and wide ones, whose ratio is not fixed.
///
/// Encoders draw a wide element with a whole number of columns. On paper it is two to three times as
/// wide as a narrow one, so the columns of wide elements have a width of their own; those of narrow
/// ones are a module wide.
struct TwoWidths: Hashable, Sendable {
  /// The width of a wide element, in modules.
  var ratio: Double { didSet { edges = Self.edges(narrows, wides, ratio) } }
  /// The places of the columns' edges, in modules from the left; one more than columns.
  private(set) var edges: [Float]
  /// The wide elements left of each edge.
  let wides: [Float]
  /// The narrow elements left of each edge.
  private let narrows: [Float]

  /// The ratios that a fit may end with; standards allow 2 to 3.
  static let range = 1.7...3.5
  /// The ratios from which a search starts.
  static let starts: [Double] = [3, 2.5, 2]
  /// The ratios that are tried where one of ``starts`` is near.
  static let others = [2.75, 2.25]

  /// The widths of a symbol's characters.
  enum Spacing: CaseIterable {
    /// Those of the encoder: two widths, and gaps as wide as a narrow element.
    case asEncoded
    /// All characters of eight elements, the gap after them included, are equally wide, as in some sets of
    /// Codabar: those with three wide elements have narrower ones.
    case even
    /// Those of ``TraditionalCodabar``.
    case traditional
  }

  /// Finds the elements of a row of modules.
  ///
  /// - Returns: `nil` unless its bars and spaces have two widths, the narrow one a module; also if they are
  ///   no characters of the spacing.
  init?(_ modules: [UInt8], ratio: Double, spacing: Spacing = .asEncoded) {
    var lengths: [Int] = []
    for (index, module) in modules.enumerated() {
      if index > 0, module == modules[index - 1] {
        lengths[lengths.count - 1] += 1
      } else {
        lengths.append(1)
      }
    }
    let known = Set(lengths).sorted()
    guard known.count == 2, known[0] == 1 else { return nil }
    var (narrows, wides): ([Float], [Float]) = ([0], [0])
    for (index, length) in lengths.enumerated() {
      let isWide = length > 1
      let character = lengths[(index & ~7)..<min((index & ~7) + 8, lengths.count)]
      var wide: Float = isWide ? 1 : 0
      switch spacing {
      case .asEncoded: break
      // Five narrow and two wide elements are as wide as four narrow ones and three of these.
      case .even: if isWide, character.count(where: { $0 > 1 }) == 3 { wide = 2 / 3 }
      case .traditional:
        guard
          let share = TraditionalCodabar.wideShare(
            ofElement: index & 7, in: character.prefix(7).map { $0 > 1 })
        else { return nil }
        wide = share
      }
      let share: (narrow: Float, wide: Float) = (1 - wide, wide)
      for _ in 0..<length {
        narrows.append(narrows[narrows.count - 1] + share.narrow / Float(length))
        wides.append(wides[wides.count - 1] + share.wide / Float(length))
      }
    }
    (self.narrows, self.wides, self.ratio) = (narrows, wides, ratio)
    edges = Self.edges(narrows, wides, ratio)
  }

  private static func edges(_ narrows: [Float], _ wides: [Float], _ ratio: Double) -> [Float] {
    zip(narrows, wides).map { $0 + Float(ratio) * $1 }
  }

  /// The symbol's width, in modules.
  var width: Double { Double(edges[edges.count - 1]) }

  /// The distance of a place from the nearest edge of a column, in modules.
  func distance(_ place: Float) -> Float {
    let column = edges.withUnsafeBufferPointer { Self.column($0, at: place) }
    return min(abs(place - edges[column]), abs(edges[column + 1] - place))
  }

  /// The column at a place; the first or the last one outside.
  @inline(__always)
  static func column(_ edges: UnsafeBufferPointer<Float>, at place: Float) -> Int {
    var (low, high) = (0, edges.count - 2)
    while low < high {
      let middle = (low + high + 1) / 2
      if edges[middle] <= place { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
