import Statistics

/// A part of a corpus: all of it, one group, or one level of a group.
package struct CorpusPart: Hashable, Sendable, CustomStringConvertible {
  /// The corpus's name.
  package let corpus: String
  /// The group's name, `recipe/condition`; `nil` for all groups.
  package let group: String?
  /// The level; `nil` for all levels.
  package let level: Level?

  /// Reads a part as ``description`` prints it: the first words of a sample's key.
  ///
  /// - Throws: ``SampleError/badKey(_:reason:)``.
  package init(parsing text: String) throws(SampleError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard [1, 3, 4].contains(parts.count), parts.allSatisfy({ !$0.isEmpty }) else {
      throw .badKey(
        text,
        reason: "it has \(parts.count) parts; a corpus has 1, a group 3, a level of a group 4, and")
    }
    var level: Level?
    if parts.count == 4 {
      level = Level(parsing: parts[3])
      guard level != nil else {
        throw .badKey(text, reason: "\"\(parts[3])\" is not a level such as 1.37")
      }
    }
    corpus = parts[0]
    group = parts.count > 1 ? "\(parts[1])/\(parts[2])" : nil
    self.level = level
  }

  /// `qr-small`, `qr-small/v2-m/upright` or `qr-small/v2-m/upright/1.37`.
  package var description: String {
    [corpus, group, level?.text].compactMap(\.self).joined(separator: "/")
  }
}

extension Corpus {
  /// Returns the corpus with a part of its samples, which are the same ones as in the whole.
  ///
  /// - Throws: ``SampleError`` for a group or level that it does not have.
  package func limited(to part: CorpusPart) throws(SampleError) -> Corpus {
    guard let id = part.group else { return self }
    guard let group = groups.first(where: { $0.id == id }) else {
      throw .unknownGroup(id, corpus: name, known: groups.map(\.id))
    }
    if let level = part.level, !sweep.levels.contains(level) {
      throw .badLevel(
        level,
        reason: "\(name) has the levels " + sweep.levels.map(\.text).joined(separator: ", "))
    }
    let levels = part.level.map { [$0] } ?? sweep.levels
    return Corpus(
      name: name, version: version, title: title, question: question, seed: seed,
      source: source.limited(to: group),
      sweep: Sweep(axis: sweep.axis, harder: sweep.harder, levels: levels),
      usesSymbologyHints: usesSymbologyHints, selection: selection, sha256: sha256, file: file)
  }
}

extension Corpus.Source {
  fileprivate func limited(to group: CorpusGroup) -> Corpus.Source {
    switch self {
    case .drawn(let recipes, let conditions, let trials):
      .drawn(
        recipes: recipes.filter { $0.name == group.recipe },
        conditions: conditions.filter { $0.name == group.condition }, trials: trials)
    case .photos(let folder): .photos(folder.limited(toGroup: group.recipe))
    }
  }
}

extension ImageFolder {
  /// Returns the folder with one of its groups.
  fileprivate func limited(toGroup name: String) -> ImageFolder {
    ImageFolder(
      path: path, name: self.name, groups: groups.filter { $0.name == name },
      rotations: rotations, sha256: sha256, warnings: [])
  }
}
