import CZint
import DecoderKit

/// A clean symbol drawn by libzint: whole pixels, black on white.
struct Drawing {
  /// Quiet zone on all sides, in modules.
  static let margin = 10

  var image: GrayImage
  var moduleSizePixels: Int

  /// Draws a symbol; the arguments are zint's own, and `mode` is its `input_mode`.
  init(
    _ symbology: Int32, _ payload: [UInt8], mode: Int32 = DATA_MODE, option1: Int32 = -1,
    option2: Int32 = 0, option3: Int32 = 0, eci: Int32 = 0, primary: String = "",
    moduleSizePixels: Int = 8, margin: Int = Drawing.margin, height: Float = 0
  ) throws {
    guard let symbol = ZBarcode_Create() else { throw DecoderError("zint: out of memory") }
    defer { ZBarcode_Delete(symbol) }
    symbol.pointee.symbology = symbology
    symbol.pointee.input_mode = mode
    symbol.pointee.option_1 = option1
    symbol.pointee.option_2 = option2
    symbol.pointee.option_3 = option3
    symbol.pointee.eci = eci
    symbol.pointee.show_hrt = 0
    symbol.pointee.height = height
    symbol.pointee.whitespace_width = Int32(margin)
    symbol.pointee.whitespace_height = Int32(margin)
    symbol.pointee.scale = Float(moduleSizePixels) / 2
    withUnsafeMutableBytes(of: &symbol.pointee.primary) { $0.copyBytes(from: primary.utf8) }

    let code = payload.withUnsafeBufferPointer {
      ZBarcode_Encode_and_Buffer(symbol, $0.baseAddress, Int32($0.count), 0)
    }
    // 3 and 4 are warnings: an ECI was added, the contents are not standard.
    guard code == 0 || code == 3 || code == 4 else {
      let words = withUnsafeBytes(of: symbol.pointee.errtxt) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw DecoderError("zint \(code): \(words)")
    }
    let (width, height) = (Int(symbol.pointee.bitmap_width), Int(symbol.pointee.bitmap_height))
    let count = width * height
    guard let bitmap = symbol.pointee.bitmap else { throw DecoderError("zint: no bitmap") }
    // A loop of its own: tests are not optimised, and millions of pixels are taken one by one.
    let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      var place = 0
      while place < count {
        start[place] = bitmap[3 * place]
        place += 1
      }
      initialized = count
    }
    image = try GrayImage(width: width, height: height, pixels: pixels)
    self.moduleSizePixels = moduleSizePixels
  }

  init(
    _ symbology: Int32, _ payload: String, mode: Int32 = DATA_MODE, option1: Int32 = -1,
    option2: Int32 = 0, option3: Int32 = 0, eci: Int32 = 0, primary: String = "",
    moduleSizePixels: Int = 8, margin: Int = Drawing.margin, height: Float = 0
  ) throws {
    try self.init(
      symbology, [UInt8](payload.utf8), mode: mode, option1: option1, option2: option2,
      option3: option3, eci: eci, primary: primary, moduleSizePixels: moduleSizePixels,
      margin: margin, height: height)
  }
}

extension GrayImage {
  /// A new image whose pixels come from this one's.
  private func mapped(
    width newWidth: Int, height newHeight: Int, _ source: (Int, Int) -> UInt8
  ) -> GrayImage {
    var image = GrayImage(width: newWidth, height: newHeight, filledWith: 0)
    for y in 0..<newHeight {
      for x in 0..<newWidth { image[x, y] = source(x, y) }
    }
    return image
  }

  /// The image turned clockwise by 90 degrees.
  var turned: GrayImage {
    mapped(width: height, height: width) { x, y in self[y, height - 1 - x] }
  }

  var mirrored: GrayImage {
    mapped(width: width, height: height) { x, y in self[width - 1 - x, y] }
  }

  var inverted: GrayImage {
    mapped(width: width, height: height) { x, y in 255 - self[x, y] }
  }

  /// The image with each row shifted to the right by a third of a pixel more than the one above.
  var sheared: GrayImage {
    mapped(width: width + height / 3, height: height) { x, y in
      let source = x - y / 3
      return source >= 0 && source < width ? self[source, y] : 255
    }
  }

  /// This image beside another one, on white.
  func beside(_ other: GrayImage) -> GrayImage {
    mapped(width: width + other.width, height: max(height, other.height)) { x, y in
      if x < width { return y < height ? self[x, y] : 255 }
      return y < other.height ? other[x - width, y] : 255
    }
  }

  /// A part of the image.
  func cropped(x left: Int, y top: Int, width: Int, height: Int) -> GrayImage {
    mapped(width: width, height: height) { x, y in self[left + x, top + y] }
  }

  /// The same image with `extra` unused bytes after each row.
  func padded(by extra: Int) throws -> GrayImage {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { pixels.append(self[x, y]) }
      for x in 0..<extra { pixels.append((x + y) % 3 == 0 ? 0 : 255) }
    }
    return try GrayImage(width: width, height: height, rowStride: width + extra, pixels: pixels)
  }
}
