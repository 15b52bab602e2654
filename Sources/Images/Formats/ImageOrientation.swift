import DecoderKit

/// The orientation in which a camera held the picture that it stored: tag 0x0112 of Exif 2.3, clause
/// 4.6.4.
public enum ImageOrientation: Int, CaseIterable, Hashable, Sendable {
  case upright = 1
  case mirrored
  case upsideDown
  case mirroredUpsideDown
  case transposed
  case turnedLeft
  case transversed
  case turnedRight

  /// True if columns of the stored image are rows of the upright one.
  public var swapsSides: Bool { rawValue >= Self.transposed.rawValue }

  /// Turns a stored image upright, as the camera's owner saw it.
  public func upright(_ image: GrayImage) -> GrayImage {
    switch self {
    case .upright: image
    case .mirrored: image.mirrored()
    case .upsideDown: image.turned(.half)
    case .mirroredUpsideDown: image.mirrored().turned(.half)
    case .transposed: image.mirrored().turned(.threeQuarters)
    case .turnedLeft: image.turned(.quarter)
    case .transversed: image.mirrored().turned(.quarter)
    case .turnedRight: image.turned(.threeQuarters)
    }
  }

  /// Finds the place in the upright image of a point of the stored one.
  ///
  /// - Parameters:
  ///   - point: The point, in pixels.
  ///   - width: The stored image's columns.
  ///   - height: The stored image's rows.
  public func uprightPoint(_ point: Point, width: Int, height: Int) -> Point {
    let (x, y, right, bottom) = (point.x, point.y, Double(width), Double(height))
    return switch self {
    case .upright: point
    case .mirrored: Point(x: right - x, y: y)
    case .upsideDown: Point(x: right - x, y: bottom - y)
    case .mirroredUpsideDown: Point(x: x, y: bottom - y)
    case .transposed: Point(x: y, y: x)
    case .turnedLeft: Point(x: bottom - y, y: x)
    case .transversed: Point(x: bottom - y, y: right - x)
    case .turnedRight: Point(x: y, y: right - x)
    }
  }

  /// Finds the point of the stored image that is at a place in the upright one.
  ///
  /// - Parameters:
  ///   - point: The place, in pixels.
  ///   - width: The stored image's columns.
  ///   - height: The stored image's rows.
  public func storedPoint(_ point: Point, width: Int, height: Int) -> Point {
    // A quarter turn is undone by the opposite one; all others undo themselves.
    let undoing: ImageOrientation =
      switch self {
      case .turnedLeft: .turnedRight
      case .turnedRight: .turnedLeft
      default: self
      }
    return swapsSides
      ? undoing.uprightPoint(point, width: height, height: width)
      : undoing.uprightPoint(point, width: width, height: height)
  }
}

extension ImageOrientation {
  /// Reads the orientation of an Exif block, from its TIFF header on.
  ///
  /// A block that is damaged or has no orientation leaves the image as it is: the pixels are right,
  /// and much software writes careless Exif.
  init(tiff: UnsafeBufferPointer<UInt8>) {
    self = Self.value(in: tiff).flatMap(ImageOrientation.init) ?? .upright
  }

  /// The tag's value in the first directory of a TIFF structure.
  private static func value(in tiff: UnsafeBufferPointer<UInt8>) -> Int? {
    guard tiff.count >= 8 else { return nil }
    let isLittle: Bool
    switch (tiff[0], tiff[1]) {
    case (UInt8(ascii: "I"), UInt8(ascii: "I")): isLittle = true
    case (UInt8(ascii: "M"), UInt8(ascii: "M")): isLittle = false
    default: return nil
    }
    func number(at offset: Int, bytes: Int) -> Int? {
      guard offset >= 0, offset + bytes <= tiff.count else { return nil }
      return (0..<bytes).reduce(0) { sum, index in
        sum << 8 | Int(tiff[offset + (isLittle ? bytes - 1 - index : index)])
      }
    }
    guard number(at: 2, bytes: 2) == 42, let directory = number(at: 4, bytes: 4),
      let entries = number(at: directory, bytes: 2)
    else { return nil }
    for entry in 0..<entries {
      let start = directory + 2 + 12 * entry
      guard let tag = number(at: start, bytes: 2) else { return nil }
      // One value of type SHORT, which is stored in the entry itself.
      guard tag == 0x0112 else { continue }
      guard number(at: start + 2, bytes: 2) == 3, number(at: start + 4, bytes: 4) == 1 else {
        return nil
      }
      return number(at: start + 8, bytes: 2)
    }
    return nil
  }
}
