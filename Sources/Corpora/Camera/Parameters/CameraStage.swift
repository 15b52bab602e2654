/// Where along the way from a label to an image file a parameter acts, in physical order.
public enum CameraStage: Int, CaseIterable, Hashable, Sendable, Comparable {
  /// The shapes on the label: what is inked, and what is damaged.
  case print
  /// Where and how large the label lies in the image.
  case geometry
  /// How light the paper is, and how dark the ink.
  case reflectance
  /// The lens and the shutter.
  case optics
  /// What falls on the label beside even light.
  case light
  /// Electrons, and grey levels.
  case sensor
  /// The image file.
  case file

  /// Whether it changes tones only, after the scene has been drawn.
  public var isPhotometric: Bool { self >= .reflectance }

  public static func < (a: CameraStage, b: CameraStage) -> Bool { a.rawValue < b.rawValue }
}
