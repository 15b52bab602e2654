/// The number of one release of a library, such as `2.10.0` or `3.0.0rc1`.
///
/// Releases are ordered by their numbers, part by part: 2.10 comes after 2.9, and a release candidate
/// before its release.
package struct VersionNumber: Hashable, Sendable {
  /// The number as its publisher writes it.
  package let text: String
  private let parts: [Int]
  private let suffix: String

  /// The most characters of a number: it stands in decoders' names.
  private static let longest = 32

  /// Parses a number: digits with points between them, and maybe letters, digits, points and hyphens.
  package init?(parsing text: String) {
    guard text.count <= Self.longest, let first = text.first, first.isASCII, first.isNumber,
      let last = text.last, last.isLetter || last.isNumber,
      text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) })
    else { return nil }
    self.text = text
    let numbers = text.prefix { $0.isNumber || $0 == "." }
    parts = numbers.split(separator: ".").map { Int($0) ?? .max }
    suffix = String(text.dropFirst(numbers.count))
  }

  /// Before the release itself (−1), the release (0), or after it (1).
  private var stage: Int {
    suffix.isEmpty ? 0 : suffix.contains("post") ? 1 : -1
  }

  /// The order of two numbers; 2.0 and 2.0.0 are the same one.
  private func order(_ other: VersionNumber) -> Int {
    for index in 0..<max(parts.count, other.parts.count) {
      let (a, b) = (part(index), other.part(index))
      if a != b { return a < b ? -1 : 1 }
    }
    if stage != other.stage { return stage < other.stage ? -1 : 1 }
    return suffix == other.suffix ? 0 : suffix < other.suffix ? -1 : 1
  }

  private func part(_ index: Int) -> Int { index < parts.count ? parts[index] : 0 }

  /// True if this release is the limit or a later one.
  package func isAtLeast(_ limit: VersionNumber) -> Bool { order(limit) >= 0 }

  /// True if this release is the limit or an earlier one; 2.3.1 is within 2.3.
  package func isAtMost(_ limit: VersionNumber) -> Bool {
    order(limit) <= 0
      || limit.suffix.isEmpty && limit.parts.indices.allSatisfy { part($0) == limit.parts[$0] }
  }
}

extension VersionNumber: Comparable {
  package static func < (a: VersionNumber, b: VersionNumber) -> Bool {
    let order = a.order(b)
    return order == 0 ? a.text < b.text : order < 0
  }
}

extension VersionNumber: CustomStringConvertible {
  package var description: String { text }
}
