/// The camera's settings for one image: a value for each parameter.
package struct CameraSettings: Hashable, Sendable {
  /// The parameters that differ from their neutral values; equal settings have equal contents.
  private var asked: [CameraParameter: Double] = [:]

  /// Settings that ask for nothing.
  package init() {}

  /// The value of a parameter: its neutral one unless another has been asked for.
  ///
  /// - Precondition: ``CameraParameter/objection(to:)`` accepts a value that is set. Values that
  ///   people write are checked where they are read.
  package subscript(parameter: CameraParameter) -> Double {
    get { asked[parameter] ?? parameter.facts.neutral }
    set {
      if let reason = parameter.objection(to: newValue) { preconditionFailure(reason) }
      asked[parameter] = newValue == parameter.facts.neutral ? nil : newValue
    }
  }

  /// Returns true if a flag is set.
  package func isSet(_ flag: CameraParameter) -> Bool { self[flag] == 1 }

  /// Returns true if a parameter has no effect, as if it had never been asked for.
  ///
  /// A direction is neutral, whatever its value, if the parameter that it governs is neutral.
  package func isNeutral(_ parameter: CameraParameter) -> Bool {
    if let governor = parameter.facts.governedBy, isNeutral(governor) { return true }
    return asked[parameter] == nil
  }

  /// True if only print and geometry are set: black on white in 8 bits, without any use of
  /// ``Camera``.
  package var isPlain: Bool { !asked.keys.contains { isPhotometric($0) } }

  /// True if the image depends on the random generator, that is, on the noise's seed.
  package var isNoisy: Bool { !isNeutral(.photons) || !isNeutral(.readNoise) }

  /// The size of the image; `nil` for the smallest one that holds the label.
  package var frame: Frame? {
    guard !isNeutral(.frame) else { return nil }
    let width = self[.frame]
    return Frame(
      width: Int(width), height: Int(isNeutral(.frameHeight) ? width : self[.frameHeight]))
  }

  /// The reason the values cannot be combined, as half a sentence; `nil` if they can.
  package var objection: String? {
    let contrast = self[.symbolContrast]
    let paper = self[.paperReflectance]
    guard isNeutral(.symbolContrast) || contrast <= paper else {
      return "a symbol-contrast of \(DecimalText.of(contrast)) % needs a paper-reflectance of at "
        + "least as much, and it is \(DecimalText.of(paper)) %"
    }
    if !isNeutral(.crop) {
      for other in [CameraParameter.quietZone, .frame] where !isNeutral(other) {
        return "crop says where the image ends, and \(other.rawValue) too: leave one of them out"
      }
    }
    return markObjection ?? resolutionObjection
  }

  /// One line per parameter that is not neutral, sorted by key, for hashing.
  ///
  /// Numbers are written as their bit patterns. Neutral parameters are left out, so that a
  /// parameter added later changes no hash.
  package var canonicalText: String {
    let lines = asked.filter { !isNeutral($0.key) }
      .map { "\($0.key.rawValue) \($0.value.bitPattern)\n" }.sorted()
    return lines.joined()
  }

  private func isPhotometric(_ parameter: CameraParameter) -> Bool {
    parameter.facts.stage.isPhotometric && !isNeutral(parameter)
  }
}
