import DecoderKit
import Images

/// Image files and streams of frames.
enum ImageInput {
  /// An image has as many pixels as it says, in each colour.
  static func check(_ bytes: [UInt8]) throws(BrokenPromise) {
    guard let image = try? ImageFile.decode(bytes, name: "image") else { return }
    try check(image)
    // Forty bytes can be an image of the largest size: once is enough.
    guard image.pixels.count < 1 << 22 else { return }
    guard let red = try? ImageFile.decode(bytes, name: "image", channel: .red) else {
      throw BrokenPromise("an image without its own red")
    }
    try promise(red.width == image.width && red.height == image.height, "a colour of another size")
  }

  static func check(stream bytes: [UInt8]) throws(BrokenPromise) {
    // Raw frames begin with nothing that they could be told by.
    let raw = FrameStreamFormat.nv12(width: 6, height: 4, framesPerSecond: 30)
    let isRaw = bytes.first == UInt8(ascii: "N")
    var rest = (isRaw ? bytes.dropFirst() : bytes[...])
    let source = ByteStream { count in
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    do {
      let stream = try FrameStream(source, format: isRaw ? raw : nil)
      for _ in 0..<16 {
        guard let frame = try stream.next() else { return }
        try check(frame.image)
      }
    } catch let error as BrokenPromise {
      throw error
    } catch {}
  }

  static func check(_ image: GrayImage) throws(BrokenPromise) {
    try promise(
      !image.isEmpty && image.pixels.count == image.width * image.height,
      "\(image.width) x \(image.height) pixels in \(image.pixels.count) bytes")
  }
}
