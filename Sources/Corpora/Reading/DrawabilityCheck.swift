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
    for (index, condition) in conditions.enumerated() {
      for settings in settings(of: condition) {
        if let reason = settings.objection { return (index, reason) }
        for recipe in recipes {
          if let reason = objection(to: recipe, condition, settings) { return (index, reason) }
        }
      }
    }
    return nil
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
    to recipe: Recipe, _ condition: Condition, _ settings: CameraSettings
  ) -> String? {
    let random = SampleRandomness(
      seed: 0, recipe: recipe.name, condition: condition.name, level: "0", trial: 0)
    var encoder = SymbolEncoder()
    var payloads = random.generator(.payload)
    var symbols: [Symbol] = []
    var settings = settings
    let place = settings.isNeutral(.distance) ? "" : " at \(DecimalText.of(settings[.distance])) m"
    var way = LabelWay()
    if let reason = condition.film(recipe, &settings, random, way: &way) {
      return "\"\(recipe.name)\" under it: \(reason)"
    }
    // Spots take time to place and cannot fail.
    settings[.damage] = CameraParameter.damage.facts.neutral
    for symbol in recipe.symbols {
      let payload = symbol.payload.draw(trial: 0, from: &payloads)
      let drawn = try? encoder.encode(
        payload, options: symbol.options, interpretation: symbol.interpretation)
      guard let drawn else { continue }
      symbols.append(drawn)
    }
    guard symbols.count == recipe.symbols.count, let level = sweep.levels.first else { return nil }
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
