import Drawing
import Statistics

/// A documented minimum: somebody's statement about the size from which symbols are read.
package struct Claim: Hashable, Sendable {
  /// The name in reports, such as `mlkit-ean-13`.
  package let name: String
  /// The vendor or author who makes the statement.
  package let author: String
  /// The document that makes it: a URL or a title.
  package let source: String
  /// The statement in one plain line.
  package let statement: String
  /// The promise about sizes at or above ``value``.
  package let promise: Promise
  /// The parameter that ``value`` is of: `module-size` or `symbol-width`.
  package let axis: CameraParameter
  /// The claimed size, in pixels.
  package let value: Level
  /// The groups that the statement is about, with the swept level that stands for the size in each.
  package let groups: [Place]

  /// The kinds of promise.
  package enum Promise: String, CaseIterable, Hashable, Sendable {
    /// The size is a minimum: symbols are read reliably from it on.
    case reliably
    /// Every symbol of the size or above is read; the size need not be the smallest such one.
    case always
  }

  /// The place of a claim in a corpus.
  package struct Place: Hashable, Sendable {
    /// `recipe/condition`.
    package let group: String
    /// The level that the corpus tests the claim at.
    package let level: Level
  }
}

/// A set of bands of module sizes that reports sum results by.
package enum BandScheme: String, CaseIterable, Hashable, Sendable {
  /// The five bands of an article on measuring scanners by module size.
  case article
}
