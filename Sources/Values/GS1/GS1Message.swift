/// The element strings of one symbol, read by the GS1 Barcode Syntax Dictionary.
public struct GS1Message: Hashable, Sendable {
  /// The element strings in the order of the symbol.
  public let elements: [GS1Element]
  /// The text behind the last element string that could be read; empty if all could.
  public let rest: String
  /// The faults in the combination of identifiers.
  ///
  /// An item may carry several symbols: what one symbol lacks, another may have.
  public let problems: [GS1Problem]

  init(elements: [GS1Element], rest: String = "") {
    self.elements = elements
    self.rest = rest
    problems = Self.combinationProblems(elements)
  }

  /// True if every element string is known and right by itself.
  public var isValid: Bool {
    rest.isEmpty && elements.allSatisfy(\.problems.isEmpty)
  }

  /// The data of an application identifier; `nil` if the symbol does not have it.
  public subscript(_ identifier: String) -> String? {
    elements.first { $0.identifier == identifier }?.data
  }

  /// The human-readable form: `(01)09521234543213(10)ABC`.
  public var bracketed: String {
    elements.map { "(\($0.identifier))\($0.data)" }.joined() + rest
  }

  private static func combinationProblems(_ elements: [GS1Element]) -> [GS1Problem] {
    let present = Set(elements.map(\.identifier))
    func isPresent(_ pattern: String, besides own: String) -> Bool {
      pattern.utf8.contains(UInt8(ascii: "n"))
        ? present.contains { $0 != own && matches($0, pattern) } : present.contains(pattern)
    }
    var problems: [GS1Problem] = []
    var done: Set<String> = []
    for own in elements.map(\.identifier) where done.insert(own).inserted {
      guard let entry = GS1Dictionary.entries[own] else { continue }
      for groups in entry.requirements
      where !groups.contains(where: { $0.allSatisfy { isPresent($0, besides: own) } }) {
        let wanted = groups.map { $0.joined(separator: "+") }
        problems.append(GS1Problem(identifier: own, code: .requires(wanted)))
      }
      for pattern in entry.exclusions where isPresent(pattern, besides: own) {
        problems.append(GS1Problem(identifier: own, code: .excludes(pattern)))
      }
    }
    return problems
  }

  private static func matches(_ identifier: String, _ pattern: String) -> Bool {
    identifier.utf8.count == pattern.utf8.count
      && zip(identifier.utf8, pattern.utf8).allSatisfy { $1 == UInt8(ascii: "n") || $0 == $1 }
  }
}

/// One application identifier with its data.
public struct GS1Element: Hashable, Sendable {
  /// The identifier, two to four digits.
  public let identifier: String
  /// Its data title in the dictionary, such as `BATCH/LOT`.
  public let title: String
  /// The data as they stand in the symbol.
  public let data: String
  /// The parts of the data by their types; empty if the data have problems.
  public let values: [GS1Value]
  /// The faults of the data.
  public let problems: [GS1Problem]
}

/// One thing that is wrong with an element string.
public struct GS1Problem: Hashable, Sendable {
  /// The kind of a problem.
  public enum Code: Hashable, Sendable {
    /// The data are shorter or longer than the dictionary says.
    case wrongLength
    /// A character is outside the identifier's character set.
    case wrongCharacters
    /// A check fails.
    case failedCheck(GS1Check)
    /// None of these groups of identifiers is there, of which one must be.
    case requires([String])
    /// An identifier is there that must not be.
    case excludes(String)
  }

  /// The application identifier.
  public let identifier: String
  /// The kind.
  public let code: Code
}
