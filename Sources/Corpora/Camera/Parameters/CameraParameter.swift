/// All that a condition can say, or a sweep can vary, about how a symbol is photographed.
///
/// A raw value is the parameter's key in a corpus's YAML; ``facts`` is the table of what each
/// means. Angles are clockwise as seen in the image; directions count from "to the right", 90° is
/// "down".
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
  /// What a value of a parameter is.
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
    /// Where along the way it acts.
    public let stage: CameraStage
    /// The unit as reports print it; empty for flags.
    public let unit: String
    /// The values that can be asked for.
    public let range: ClosedRange<Double>
    /// What "not asked for" means. Infinite where only a limit that no value reaches says it: an
    /// image with no shot noise has infinitely many electrons.
    public let neutral: Double
    /// Which end of the range is the hard one, unless a sweep says otherwise.
    public let harder: Sweep.Direction
    /// What a value is.
    public let kind: Kind
    /// One sentence for people who write corpora.
    public let summary: String
    /// The name that bar code print quality standards have for it, and which; `nil` for none.
    public let isoName: String?
    /// The parameter without which this one says nothing, such as `motion` for `motion-direction`.
    public let governedBy: CameraParameter?
  }

  /// The unit as reports print it; empty for flags.
  public var unit: String { facts.unit }

  /// Why a value cannot be asked for, as half a sentence; `nil` when it can.
  ///
  /// ``Facts/neutral`` is always fine, infinite or not.
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
