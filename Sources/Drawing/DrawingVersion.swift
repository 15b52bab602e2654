/// The version of everything that turns parameters into pixels: print, geometry, rasteriser, camera.
///
/// It is part of the hash of every cell and every sample, so that stored results belong to the
/// images they were made from.
package enum DrawingVersion {
  /// The current version.
  ///
  /// Raise it with any change that alters a pixel of any image. `ReferencePixelsTests` and
  /// `DrawingVersionTests` draw reference images and scenes, and fail when they change and this number does
  /// not.
  package static let current = 2
}
