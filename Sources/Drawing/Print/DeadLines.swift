import Base
import Symbols

/// The lines that a thermal print head leaves blank because some of its heating elements are dead.
package struct DeadLines: Hashable, Sendable {
  /// True if the paper moves along the rows, so that blank lines cross the bars of a linear symbol
  /// (ladder); false if it moves along the bars (picket fence).
  package let isLadder: Bool
  /// The blank strips, across the paper's way, in modules from the symbol's first edge; ascending.
  package let strips: [Range<Double>]

  /// No dead element.
  package static let none = DeadLines(isLadder: false, strips: [])

  package init(isLadder: Bool, strips: [Range<Double>]) {
    self.isLadder = isLadder
    self.strips = strips
  }

  /// Draws the dead ones among the elements that print a symbol.
  ///
  /// - Parameters:
  ///   - percent: The chance of each element to be dead.
  ///   - perModule: The number of elements along a module's side; 1 or more.
  ///   - isLadder: True if the paper moves along the rows.
  ///   - symbol: The symbol, whose first edge is an element's edge too.
  ///   - generator: The source of one number for each element.
  package init(
    percent: Double, perModule: Int, isLadder: Bool, on symbol: Symbol,
    _ generator: inout Xoshiro256
  ) {
    let length = isLadder ? symbol.height : symbol.width
    let count = Int((length * Double(perModule)).rounded(.up))
    self.isLadder = isLadder
    var strips: [Range<Double>] = []
    for element in 0..<count where 100 * generator.unit() < percent {
      strips.append(
        Double(element) / Double(perModule)..<Double(element + 1) / Double(perModule))
    }
    self.strips = strips
  }
}

extension InkGrid {
  /// Makes everything inside blank lines light.
  mutating func erase(_ dead: DeadLines) {
    guard !dead.strips.isEmpty else { return }
    let cuts = dead.strips.flatMap { [$0.lowerBound, $0.upperBound] }
    if dead.isLadder { split(tops: cuts) } else { split(lefts: cuts) }
    let edges = dead.isLadder ? tops : lefts
    for strip in dead.strips {
      let blank = edges.partitioningIndex { $0 >= strip.lowerBound }
      for index in blank..<edges.count - 1 where edges[index] < strip.upperBound {
        lighten(dead.isLadder ? .row(index) : .column(index))
      }
    }
  }
}
