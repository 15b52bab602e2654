/// The best that one line across a linear symbol shows, of some that are spread over its height.
///
/// Decoders try line after line until one can be read; the standards' grades are of the mean, which crumpled
/// foil or a highlight on a few lines spoils.
package struct BestLine: Hashable, Sendable {
  /// The highest modulation of a line, 0 to 1.
  package let modulation: Double
  /// The highest decodability of a line, 0 to 1; `nil` for symbologies without a rule.
  package let decodability: Double?
}
