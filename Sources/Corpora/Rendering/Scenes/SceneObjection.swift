/// The reason a scene cannot be drawn.
package struct SceneObjection: Error, Hashable, CustomStringConvertible {
  /// A sentence that says what is wrong and what would be right.
  package let description: String

  init(_ description: String) { self.description = description }

  /// The objection to an image whose side is over the limit.
  static var tooLarge: SceneObjection {
    SceneObjection(
      "the image would take more than the \(Placement.maximumSide) pixels a side allowed")
  }
}

extension Double {
  /// The number as people write it: whole numbers without a fraction.
  var plain: String {
    self == rounded() && abs(self) < 1e15 ? "\(Int(self))" : "\(self)"
  }
}
