/// One camera, set up: a value for each parameter, ready for one image.
public struct CameraSettings: Hashable, Sendable {
  /// What differs from its neutral value; equal settings have equal contents.
  private var asked: [CameraParameter: Double] = [:]

  /// Settings that ask for nothing.
  public init() {}

  /// The value of a parameter: its neutral one unless another has been asked for.
  ///
  /// - Precondition: A value that is set is one that ``CameraParameter/objection(to:)`` lets pass:
  ///   what people write is checked where it is read.
  public subscript(parameter: CameraParameter) -> Double {
    get { asked[parameter] ?? parameter.facts.neutral }
    set {
      if let reason = parameter.objection(to: newValue) { preconditionFailure(reason) }
      asked[parameter] = newValue == parameter.facts.neutral ? nil : newValue
    }
  }

  /// Whether a flag is set.
  public func isSet(_ flag: CameraParameter) -> Bool { self[flag] == 1 }

  /// Whether a parameter is as if it had never been asked for.
  ///
  /// A direction is neutral, whatever it is, where what it directs is.
  public func isNeutral(_ parameter: CameraParameter) -> Bool {
    if let governor = parameter.facts.governedBy, isNeutral(governor) { return true }
    return asked[parameter] == nil
  }

  /// Nothing but print and geometry: black on white, straight to 8 bits, and no need of ``Camera``.
  public var isPlain: Bool { !CameraParameter.allCases.contains { isPhotometric($0) } }

  /// Whether the image depends on the random generator: on the noise's seed, that is.
  public var isNoisy: Bool { !isNeutral(.photons) || !isNeutral(.readNoise) }

  /// Why the values cannot be had together, as half a sentence; `nil` when they can.
  public var objection: String? {
    let contrast = self[.symbolContrast]
    let paper = self[.paperReflectance]
    guard isNeutral(.symbolContrast) || contrast <= paper else {
      return "a symbol-contrast of \(DecimalText.of(contrast)) % needs a paper-reflectance of at "
        + "least as much, and it is \(DecimalText.of(paper)) %"
    }
    return nil
  }

  /// One line per parameter that is not neutral, sorted by key, for hashing.
  ///
  /// Numbers go in as their bit patterns. What is neutral is left out, so that a parameter added
  /// later changes no hash; the camera's version is in as soon as the camera has something to do.
  public var canonicalText: String {
    var lines = CameraParameter.allCases.filter { !isNeutral($0) }
      .map { "\($0.rawValue) \(self[$0].bitPattern)\n" }.sorted()
    if !isPlain { lines.append("camera \(Camera.version)\n") }
    return lines.joined()
  }

  private func isPhotometric(_ parameter: CameraParameter) -> Bool {
    parameter.facts.stage.isPhotometric && !isNeutral(parameter)
  }
}
