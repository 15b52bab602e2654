import Drawing

/// The random values of conditions, drawn again without the corpus: a run's record has all that they
/// are made from.
package enum ConditionDraw {
  /// Draws the value that a condition's random range had in a sample.
  ///
  /// - Parameter level: The level as written; empty where a trial is one scene at every level.
  package static func value(
    of parameter: CameraParameter, from low: Double, to high: Double, seed: UInt64, recipe: String,
    condition: String, level: String, trial: Int
  ) -> Double {
    let randomness = SampleRandomness(
      seed: seed, recipe: recipe, condition: condition, level: level, trial: trial)
    return ConditionValue.random(low: low, high: high).value(trial: trial) {
      randomness.generator(of: parameter)
    }
  }
}
