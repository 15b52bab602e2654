import Drawing
import Symbols

/// Checks, before anything runs, that every group of a corpus can be drawn at every level.
struct DrawabilityCheck {
  let name: String
  let recipes: [Recipe]
  let conditions: [Condition]
  let sweep: Sweep
  var selection: CorpusSelection?

  /// The first problem, with the condition's index and the reason; `nil` if there is none.
  ///
  /// Parameters that are lists or ranges are tried at their ends, all low and all high. A random
  /// angle of rotation is tried at 45°, where an image is largest.
  func objection() -> (condition: Int, reason: String)? {
    // Encoding takes the most time by far, and is the same under all conditions.
    let drawn = recipes.map { (recipe: $0, symbols: symbols(of: $0)) }
    for (index, condition) in conditions.enumerated() {
      for settings in settings(of: condition) {
        if let reason = settings.objection { return (index, reason) }
        for (recipe, symbols) in drawn {
          if let reason = objection(to: recipe, symbols, condition, settings) {
            return (index, reason)
          }
        }
      }
    }
    return nil
  }

  /// A recipe's symbols with the payloads of one trial; `nil` if one cannot be encoded.
  private func symbols(of recipe: Recipe) -> [Symbol]? {
    var encoder = SymbolEncoder()
    var payloads = randomness(recipe, conditions.first).generator(.payload)
    return try? recipe.symbols.map {
      try encoder.encode(
        $0.payload.draw(trial: 0, from: &payloads), options: $0.options,
        interpretation: $0.interpretation)
    }
  }

  private func randomness(_ recipe: Recipe, _ condition: Condition?) -> SampleRandomness {
    SampleRandomness(
      seed: 0, recipe: recipe.name, condition: condition?.name ?? "", level: "0", trial: 0)
  }

  /// The settings most likely to fail, at the two ends of the sweep.
  private func settings(of condition: Condition) -> [CameraSettings] {
    let ends = [sweep.levels.first, sweep.levels.last].compactMap { $0?.value }
    return ends.flatMap { level in
      [\[Double].first, \[Double].last].flatMap { end in
        var settings = CameraSettings()
        for (parameter, value) in condition.values {
          settings[parameter] = value.extremes.sorted()[keyPath: end] ?? parameter.facts.neutral
        }
        if case .random = condition.values[.rotation] { settings[.rotation] = 45 }
        settings[sweep.axis] = level
        return inEveryFrame(settings, of: condition)
      }
    }
  }

  /// The settings in each frame that trials take in turn, as a width goes with its own height.
  private func inEveryFrame(
    _ settings: CameraSettings, of condition: Condition
  ) -> [CameraSettings] {
    guard case .list(let widths) = condition.values[.frame],
      case .list(let heights) = condition.values[.frameHeight]
    else { return [settings] }
    return zip(widths, heights).map { width, height in
      var settings = settings
      settings[.frame] = width
      settings[.frameHeight] = height
      return settings
    }
  }

  private func objection(
    to recipe: Recipe, _ symbols: [Symbol]?, _ condition: Condition, _ settings: CameraSettings
  ) -> String? {
    let random = randomness(recipe, condition)
    var settings = settings
    let place = settings.isNeutral(.distance) ? "" : " at \(DecimalText.of(settings[.distance])) m"
    var way = LabelWay()
    if let reason = condition.film(recipe, &settings, random, way: &way) {
      return "\"\(recipe.name)\" under it: \(reason)"
    }
    // Spots take time to place and cannot fail.
    settings[.damage] = CameraParameter.damage.facts.neutral
    guard let symbols, let level = sweep.levels.first else { return nil }
    let specification = SampleSpecification(
      key: SampleKey(
        corpus: name, recipe: recipe.name, condition: condition.name, level: level, trial: 0),
      symbols: [], subject: recipe.subject, camera: settings.atResolution,
      limit: condition.camera?.frame,
      backdrop: condition.backdrop?.scaled(by: settings.pixelFactor), phase: .init(x: 0, y: 0),
      randomness: random)
    do {
      let scene = try Scene(specification, symbols)
      return selection?.objection(specification.camera, width: scene.width, height: scene.height)
        .map { "the selection over \"\(recipe.name)\": \($0)" }
    } catch {
      return "\"\(recipe.name)\" under it\(place): \(error)"
    }
  }
}
