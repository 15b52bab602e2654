/// A stage on the way from a label to an image file, in physical order.
public enum CameraStage: Int, CaseIterable, Hashable, Sendable, Comparable {
  /// The shapes on the label: ink and damage.
  case print
  /// The place and the size of the label in the image.
  case geometry
  /// The reflectance of the paper and of the ink.
  case reflectance
  /// The lens and the shutter.
  case optics
  /// Uneven light on the label.
  case light
  /// Electrons and grey levels.
  case sensor
  /// The image file.
  case file

  /// True if the stage changes only tones, after the scene has been drawn.
  public var isPhotometric: Bool { self >= .reflectance }

  public static func < (a: CameraStage, b: CameraStage) -> Bool { a.rawValue < b.rawValue }
}
