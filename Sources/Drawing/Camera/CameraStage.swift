/// Numbers as people write them: `2`, not `2.0`.
package enum DecimalText {
  package static func of(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\(value)"
  }

  /// The number with two decimals at most, for values that are computed.
  package static func rounded(_ value: Double) -> String { of((value * 100).rounded() / 100) }
}

/// A stage on the way from a label to an image file, in physical order.
package enum CameraStage: Int, CaseIterable, Hashable, Sendable, Comparable {
  /// The label's way before the camera, and the camera's doings, from which a frame's other parameters
  /// follow.
  case stream
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
  /// The choice among the symbols of an image, which changes no pixel.
  case aim

  /// True if the stage changes only tones, after the scene has been drawn.
  package var isPhotometric: Bool { (.reflectance ... .file).contains(self) }

  package static func < (a: CameraStage, b: CameraStage) -> Bool { a.rawValue < b.rawValue }
}
