import Corpora

/// The reason a baseline is inconsistent: someone edited it, or two were merged.
public struct BaselineDamage: Error, Hashable, CustomStringConvertible {
  /// The problem and its place.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension Baseline {
  /// Checks that all parts are consistent, so that later code need not check again.
  ///
  /// - Throws: ``BaselineDamage`` for the first problem found.
  public func check() throws(BaselineDamage) {
    try Self.refuseTwice(corpus.groups.map(\.id), "group")
    try Self.refuseTwice(decoders.map(\.label), "decoder")
    for group in corpus.groups where group.cellHashes.count != corpus.levels.count {
      throw BaselineDamage(
        "group \(group.id) has \(group.cellHashes.count) hashes for \(corpus.levels.count) levels")
    }
    for entry in decoders {
      try Self.refuseTwice(entry.groups.map(\.group), "group of decoder \(entry.label)")
      for curve in entry.groups { try check(curve, of: entry.label) }
    }
    for acknowledgement in acknowledged where acknowledgement.classes.isEmpty {
      throw BaselineDamage("the acknowledgement of \(acknowledgement.cell) names no class")
    }
  }

  private func check(_ curve: Curve, of decoder: String) throws(BaselineDamage) {
    let place = "\(decoder)@\(curve.group)"
    guard let group = corpus.groups.first(where: { $0.id == curve.group }) else {
      throw BaselineDamage("\(place): the corpus has no group \(curve.group)")
    }
    guard curve.levels.map(\.level) == corpus.levels else {
      throw BaselineDamage("\(place): its levels are not those of the corpus")
    }
    for level in curve.levels where level.trials.count != group.trials {
      throw BaselineDamage(
        "\(place): \(level.trials.count) outcomes at \(level.level), and the group has "
          + "\(group.trials) trials")
    }
  }

  private static func refuseTwice(_ names: [String], _ noun: String) throws(BaselineDamage) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw BaselineDamage("the \(noun) \(name) is listed twice")
    }
  }
}
