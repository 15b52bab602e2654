import Corpora
import DecoderKit
import Foundation

/// A corpus drawn like the samples: their kinds of symbol, and the distributions of their sizes and
/// conditions.
struct TwinCorpus: Sendable {
  /// The text of the corpus file.
  let yaml: String
  let corpus: Corpus
  /// Symbologies of the samples that the twin lacks.
  let undrawn: [Symbology]
  /// Shares of the samples' symbols by cell of the corpus; 0 where a cell is beside all samples, and 1
  /// in all.
  let weights: [Cell: Double]

  /// A cell of the corpus.
  struct Cell: Hashable, Sendable {
    /// The recipe's name.
    let recipe: String
    /// The condition's name.
    let condition: String
    /// The level as it stands in keys.
    let level: String
  }

  /// The most kinds of symbol that a twin has; rarer ones are left to the samples.
  static let mostRecipes = 8
  /// Shares of all module sizes at which levels lie.
  private static let shares = [0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1]
  /// Levels below the smallest sample, as multiples of its module size: the reserve.
  private static let reserve = [0.5, 0.7, 0.85]

  /// Fits a corpus to a survey; `nil` if no symbol was measured that can be drawn.
  ///
  /// - Parameters:
  ///   - survey: The samples.
  ///   - name: The corpus's name.
  ///   - seed: The seed of the corpus and of the fit.
  ///   - file: The path of the corpus file.
  init?(
    _ survey: SampleSurvey, name: String, seed: UInt64, file: String = "twin.yaml"
  ) throws {
    let symbols = survey.symbols.filter { $0.moduleSizePixels != nil }
    let kinds = Dictionary(grouping: symbols, by: TwinRecipe.Kind.init).sorted {
      ($1.value.count, $0.key.symbology.rawValue, $0.key.columns ?? 0)
        < ($0.value.count, $1.key.symbology.rawValue, $1.key.columns ?? 0)
    }
    var drawn: [(recipe: TwinRecipe, symbols: [SurveyedSymbol])] = []
    for (kind, symbols) in kinds.prefix(Self.mostRecipes) {
      guard let recipe = TwinRecipe(kind, symbols),
        !drawn.contains(where: { $0.recipe.name == recipe.name })
      else { continue }
      drawn.append((recipe, symbols))
    }
    undrawn = Set(survey.symbols.map(\.symbology))
      .subtracting(drawn.flatMap { $0.symbols.map(\.symbology) })
      .sorted { $0.rawValue < $1.rawValue }
    let fitted = drawn.flatMap(\.symbols)
    let levels = Spread(fitted.compactMap(\.moduleSizePixels)).map(Self.levels) ?? []
    let conditions = [("dark-on-light", false), ("light-on-dark", true)].compactMap {
      name, isInverted -> Condition? in
      let own = fitted.filter { $0.isInverted == isInverted }
      guard !own.isEmpty else { return nil }
      return Condition(
        name: name, isInverted: isInverted, lists: TwinConditions(own, seed: seed)?.lists ?? [])
    }.flatMap { [$0, $0.dimmed] }
    guard !drawn.isEmpty, !levels.isEmpty else { return nil }
    weights = Self.weights(drawn, levels)
    yaml = Self.yaml(
      name: name, seed: seed, recipes: drawn.map(\.recipe), conditions: conditions, levels: levels,
      symbols: fitted.count, images: survey.images.count)
    corpus = try Corpus(yaml: yaml, file: file)
  }

  private struct Condition {
    var name: String
    let isInverted: Bool
    var lists: [(parameter: String, values: [Double])]
    var isDimmed = false

    /// The same in light that is dimmer and uneven, which no sample may have shown yet: a setting that
    /// fails there alone was fitted to the samples' light.
    var dimmed: Condition {
      var dimmed = self
      dimmed.isDimmed = true
      dimmed.name += TwinCorpus.dimmedSuffix
      for parameter in ["symbol-contrast", "paper-reflectance"] {
        let own = lists.first { $0.parameter == parameter }?.values ?? [100]
        dimmed.lists.removeAll { $0.parameter == parameter }
        dimmed.lists.append((parameter, own.map { max(($0 * TwinCorpus.dimming).rounded(), 2) }))
      }
      dimmed.lists.removeAll { $0.parameter == "gradient" }
      dimmed.lists.append(("gradient", [60]))
      return dimmed
    }
  }

  /// The end of the names of conditions in dimmer light.
  private static let dimmedSuffix = "-dimmed"
  /// The light that is left there.
  private static let dimming = 0.55

  /// True for a condition in dimmer light than the samples': it has no weight, and settings must hold in it.
  static func isDimmed(_ condition: String) -> Bool { condition.hasSuffix(dimmedSuffix) }

  /// Levels in hundredths of a pixel: quantiles of the module sizes, and smaller ones.
  private static func levels(_ sizes: Spread) -> [Int] {
    let wanted = reserve.map { $0 * sizes.least } + shares.map(sizes.quantile)
    let hundredths = Set(wanted.map { max(Int(($0 * 100).rounded()), 10) }).sorted()
    // Neighbours that differ by less than a fiftieth say the same.
    return hundredths.reduce(into: []) { kept, level in
      if let last = kept.last, Double(level) < 1.02 * Double(last) { return }
      kept.append(level)
    }
  }

  private static func weights(
    _ drawn: [(recipe: TwinRecipe, symbols: [SurveyedSymbol])], _ levels: [Int]
  ) -> [Cell: Double] {
    var counts: [Cell: Double] = [:]
    for (recipe, symbols) in drawn {
      for symbol in symbols {
        guard let size = symbol.moduleSizePixels,
          let level = levels.min(by: { abs(Double($0) - 100 * size) < abs(Double($1) - 100 * size) }
          )
        else { continue }
        let cell = Cell(
          recipe: recipe.name, condition: symbol.isInverted ? "light-on-dark" : "dark-on-light",
          level: text(level))
        counts[cell, default: 0] += 1
      }
    }
    let total = counts.values.reduce(0, +)
    return counts.mapValues { $0 / total }
  }

  /// A number of hundredths in its shortest spelling.
  private static func text(_ hundredths: Int) -> String {
    text(Double(hundredths) / 100)
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }

  private static func yaml(
    name: String, seed: UInt64, recipes: [TwinRecipe], conditions: [Condition], levels: [Int],
    symbols: Int, images: Int
  ) -> String {
    var lines = [
      "# Modelled on \(symbols) symbols in \(images) sample images.",
      "#",
      "# Each list is a distribution: the trials go round all lists together. An entry is one measured",
      "# symbol with noise of a kernel's width (smoothed bootstrap). Levels below the samples' show the",
      "# reserve; dimmed conditions show what depends on the samples' light. Edit it as any corpus;",
      "# harness corpus check tells what is wrong.",
      "format: 1", "name: \(name)", "version: 1", "title: Twin of the samples",
      "question: Which settings read symbols like the samples?", "seed: \(seed)", "", "symbols:",
    ]
    lines += recipes.map { "  - {name: \($0.name), \($0.yaml)}" }
    lines += ["", "conditions:"]
    for condition in conditions {
      lines.append("  - name: \(condition.name)")
      if condition.isInverted { lines.append("    inverted: true") }
      for list in condition.lists {
        lines.append("    \(list.parameter): [\(list.values.map(text).joined(separator: ", "))]")
      }
      if condition.isDimmed { lines.append("    gradient-direction: {random: [0, 360]}") }
    }
    lines += [
      "", "sweep: {axis: module-size, levels: [\(levels.map(text).joined(separator: ", "))]}",
      "", "trials: \(TwinConditions.entries)", "",
    ]
    return lines.joined(separator: "\n")
  }
}
