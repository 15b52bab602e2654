/// A parameter of how a symbol is printed and photographed; conditions set it and sweeps vary it.
///
/// A raw value is the parameter's key in a corpus's YAML; ``facts`` is the table of their meanings.
/// Angles are clockwise as seen in the image. Directions count from "to the right"; 90° is "down".
public enum CameraParameter: String, CaseIterable, Hashable, Sendable, Codable {
  // Print.
  case barGrowth = "bar-growth"
  case damage
  case quietZone = "quiet-zone"
  // Geometry.
  case moduleSize = "module-size"
  case rotation
  case tilt
  case tiltDirection = "tilt-direction"
  case curvature
  case mirrored
  case frame
  case nearestSampling = "nearest-sampling"
  // Reflectance.
  case symbolContrast = "symbol-contrast"
  case paperReflectance = "paper-reflectance"
  case inverted
  // Optics.
  case blur
  case defocus
  case motion
  case motionDirection = "motion-direction"
  // Light.
  case gradient
  case gradientDirection = "gradient-direction"
  case glare
  case glareX = "glare-x"
  case glareY = "glare-y"
  case glareRadius = "glare-radius"
  // Sensor.
  case photons
  case readNoise = "read-noise"
  // File.
  case jpeg
}

extension CameraParameter {
  /// The type of a parameter's value.
  public enum Kind: Hashable, Sendable {
    /// Any number in the range.
    case real
    /// A whole number in the range.
    case whole
    /// 0 for no, 1 for yes; `true` and `false` in YAML.
    case flag
  }

  /// One row of the table.
  public struct Facts: Hashable, Sendable {
    /// The stage of the image's formation at which the parameter acts.
    public let stage: CameraStage
    /// The unit as reports print it; empty for flags.
    public let unit: String
    /// The values that can be asked for.
    public let range: ClosedRange<Double>
    /// The value that means "not asked for". It is infinite for a parameter whose effect vanishes
    /// only in the limit: an image without shot noise has infinitely many electrons.
    public let neutral: Double
    /// The end of the range that is harder to decode, unless a sweep says otherwise.
    public let harder: Sweep.Direction
    /// The type of the value.
    public let kind: Kind
    /// One sentence for people who write corpora.
    public let summary: String
    /// The parameter's name in bar code print quality standards, with the standard; `nil` if it has
    /// none.
    public let isoName: String?
    /// The parameter without which this one has no effect, such as `motion` for `motion-direction`.
    public let governedBy: CameraParameter?
  }

  /// The unit as reports print it; empty for flags.
  public var unit: String { facts.unit }

  /// Returns the reason a value is not allowed, as half a sentence; `nil` if the value is allowed.
  ///
  /// ``Facts/neutral`` is always allowed, even if it is infinite.
  public func objection(to value: Double) -> String? {
    let facts = facts
    guard value != facts.neutral else { return nil }
    let low = DecimalText.of(facts.range.lowerBound)
    let high = DecimalText.of(facts.range.upperBound)
    switch facts.kind {
    case .flag:
      return value == 0 || value == 1 ? nil : "\(rawValue) is either true or false"
    case .whole:
      let isFine = facts.range.contains(value) && value == value.rounded()
      return isFine ? nil : "\(rawValue) is a whole number between \(low) and \(high)"
    case .real:
      let isFine = facts.range.contains(value)
      return isFine ? nil : "\(rawValue) is between \(low) and \(high) \(facts.unit)"
    }
  }
}

/// Numbers as people write them: `2`, not `2.0`.
enum DecimalText {
  static func of(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\(value)"
  }
}
