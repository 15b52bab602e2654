import DecoderKit
import Foundation
import Serving

/// A frame as the page sends it: a head of 24 bytes, then the luma, a byte a pixel, row by row.
///
/// The head is `HLF1`, the frame's number, its width and its height (each four bytes, the lowest first),
/// and the page's time in milliseconds (a 64-bit float, the lowest byte first).
package struct FrameMessage: Hashable, Sendable {
  /// The number that the page gave it.
  package let number: Int
  /// The time of the page's clock, in milliseconds.
  package let milliseconds: Double
  /// The luma.
  package let image: GrayImage

  static let magic = Array("HLF1".utf8)
  static let headBytes = 24
  /// The longest side of a frame, in pixels.
  package static let longestSide = 8192
  /// The most pixels of a frame: more than any camera delivers as video.
  package static let mostPixels = 1 << 24
  /// The most bytes of a message.
  package static let mostBytes = headBytes + mostPixels

  /// Reads a message; nothing is allocated before all of it was found right.
  ///
  /// - Throws: ``PageRefusal`` with what is wrong.
  package init(bytes: [UInt8]) throws(PageRefusal) {
    guard bytes.count >= Self.headBytes, Array(bytes[..<4]) == Self.magic else {
      throw PageRefusal(.malformed, "a frame begins with HLF1 and a head of 24 bytes")
    }
    func number(at place: Int, bytes count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
    }
    let (width, height) = (Int(number(at: 8, bytes: 4)), Int(number(at: 12, bytes: 4)))
    guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height),
      width * height <= Self.mostPixels
    else {
      throw PageRefusal(
        .tooLarge, "a frame has sides of 1 to \(Self.longestSide) px and at most 16 megapixels")
    }
    guard bytes.count == Self.headBytes + width * height else {
      throw PageRefusal(
        .malformed, "a frame of \(width) x \(height) px has as many bytes after its head")
    }
    let milliseconds = Double(bitPattern: number(at: 16, bytes: 8))
    guard milliseconds.isFinite, milliseconds >= 0 else {
      throw PageRefusal(.malformed, "a frame's time is 0 or more")
    }
    guard
      let image = try? GrayImage(
        width: width, height: height, pixels: Array(bytes[Self.headBytes...]))
    else { throw PageRefusal(.malformed, "a frame has as many bytes as pixels") }
    self.number = Int(number(at: 4, bytes: 4))
    self.milliseconds = milliseconds
    self.image = image
  }

  package init(number: Int, milliseconds: Double, image: GrayImage) {
    self.number = number
    self.milliseconds = milliseconds
    self.image = image
  }

  /// The message as the page sends it.
  package var bytes: [UInt8] {
    func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }
    return Self.magic + bytes(UInt64(number), 4) + bytes(UInt64(image.width), 4)
      + bytes(UInt64(image.height), 4) + bytes(milliseconds.bitPattern, 8) + image.packed().pixels
  }
}
