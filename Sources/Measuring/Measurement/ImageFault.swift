/// A fault of an image for which decoders do not read it.
///
/// The order is that of how much a successful change says: only light symbols on dark gain by a
/// negative, and only missing quiet zones by a border, but many things gain by enlarging.
public enum ImageFault: Int, CaseIterable, Hashable, Sendable, Comparable {
  /// The symbol is light on dark.
  case inverted
  /// Something dark, or the image's edge, is too near.
  case quietZone
  /// Two inks are alike in grey.
  case colours
  /// A part of the symbol is covered, torn off, or outside of the image.
  case damage
  /// A reflection has burnt a part of the symbol out.
  case glare
  /// Light and shadow on the symbol differ too much.
  case unevenLight
  /// The tone curve has crushed the shades: far too dark or far too light.
  case exposure
  /// Light and dark are too alike.
  case lowContrast
  /// The blocks of a JPEG file that was compressed too far.
  case jpeg
  /// Moved while it was taken: blurred in one direction.
  case motion
  /// Seen at a steep angle.
  case perspective
  /// Too few pixels per module.
  case tooSmall
  /// Out of focus.
  case blurred
  /// Grain that is too strong for the contrast.
  case noise
  /// Decoders fail at this angle in the image's plane.
  case turned
  /// Decoders fail at this size.
  case tooLarge
  /// Other things in the image distract decoders.
  case surroundings

  public static func < (a: ImageFault, b: ImageFault) -> Bool { a.rawValue < b.rawValue }
}
