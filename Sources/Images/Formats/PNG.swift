import Base
import CPng
import DecoderKit

/// PNG files as 8-bit luminance.
public enum PNG {
  /// Reads a PNG file of any bit depth and colour type; see ``decode(_:)``.
  ///
  /// - Throws: ``ImageError``, naming the file.
  public static func read(path: String) throws(ImageError) -> GrayImage {
    try ImageBytes.pixels(ofFile: path) { bytes throws(ImageError) in try decode(bytes) }
  }

  /// Writes an 8-bit grey PNG file that appears whole or not at all.
  ///
  /// It is not flushed to the disk: that protects against a loss of power, which images that can be
  /// drawn again do not need.
  ///
  /// - Throws: ``ImageError``, naming the file; what was at the path before is then still there.
  public static func write(_ image: GrayImage, path: String) throws(ImageError) {
    let bytes: [UInt8]
    do throws(ImageError) {
      bytes = try encode(image)
    } catch {
      throw error.at(path)
    }
    do throws(FileError) {
      try AtomicFile.write(bytes, to: path, isDurable: false)
    } catch {
      throw ImageError(error)
    }
  }

  /// Turns the bytes of a PNG file into luminance.
  ///
  /// Grey images keep their values. Colours are weighted as by ITU-R BT.601, on the values as
  /// stored, and transparent pixels show white behind them: programs that feed decoders commonly do
  /// this. 16-bit samples are rounded to 8 bits.
  ///
  /// - Throws: ``ImageError`` when the bytes are not a whole PNG file, or the image is too large.
  public static func decode(
    _ bytes: [UInt8], channel: ColourChannel? = nil
  ) throws(ImageError) -> GrayImage {
    var reader = png_image()
    reader.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&reader) }

    // The reader keeps the pointer until it has finished, so all of it happens in one closure.
    let outcome = bytes.withUnsafeBytes { file -> Result<GrayImage, ImageError> in
      guard png_image_begin_read_from_memory(&reader, file.baseAddress, file.count) != 0 else {
        return .failure(malformed(&reader))
      }
      return Result { () throws(ImageError) -> GrayImage in try pixels(of: &reader, channel) }
    }
    return try outcome.get()
  }

  /// Turns an image into the bytes of an 8-bit grey PNG file.
  ///
  /// - Throws: ``ImageError`` when the image has no pixels, which PNG cannot express, or more than
  ///   could be read again.
  public static func encode(_ image: GrayImage) throws(ImageError) -> [UInt8] {
    try encode(image.packed().pixels, width: image.width, height: image.height, .gray)
  }

  /// Turns samples in rows into the bytes of an 8-bit PNG file.
  static func encode(
    _ samples: [UInt8], width: Int, height: Int, _ layout: PixelLayout
  ) throws(ImageError) -> [UInt8] {
    guard width > 0, height > 0, width * height <= ImageLimits.maximumPixels else {
      throw ImageError(
        code: .size,
        message: "an image of \(width) × \(height) pixels cannot be a PNG file")
    }
    var writer = png_image()
    writer.version = png_uint_32(PNG_IMAGE_VERSION)
    writer.format = png_uint_32(layout.format)
    writer.width = png_uint_32(width)
    writer.height = png_uint_32(height)
    defer { png_image_free(&writer) }

    // Data that do not compress grow: by 5 bytes for each 16 KB in deflate, 12 for each 8 KB in
    // PNG's chunks, and one filter byte a row.
    let body = height * (width * layout.channels + 1)
    let room = body + body / 256 + 1024
    var size = room
    var written: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { file, count in
      written = samples.withUnsafeBytes { source in
        png_image_write_to_memory(
          &writer, file.baseAddress, &size, 0, source.baseAddress, 0, nil)
      }
      count = written == 0 ? 0 : min(size, room)
    }
    guard written != 0 else {
      let reason = String(cString: png_image_message(&writer))
      throw ImageError(code: .malformed, message: "cannot be made a PNG file: \(reason)")
    }
    return bytes
  }

  private static func pixels(
    of reader: inout png_image, _ channel: ColourChannel?
  ) throws(ImageError) -> GrayImage {
    let width = Int(reader.width)
    let height = Int(reader.height)
    let count = try ImageLimits.pixelCount(width: width, height: height)
    // Without a gamma chunk, libpng takes 16-bit samples for linear light unless told otherwise;
    // hardly any file stores linear light.
    reader.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
    let hasAlpha = reader.format & png_uint_32(PNG_FORMAT_FLAG_ALPHA) != 0
    let hasColour = reader.format & png_uint_32(PNG_FORMAT_FLAG_COLOR) != 0
    let layout = PixelLayout(hasColour: hasColour, hasAlpha: hasAlpha)
    reader.format = layout.format

    var finished: Int32 = 0
    let samples = [UInt8](unsafeUninitializedCapacity: count * layout.channels) { buffer, filled in
      finished = png_image_finish_read(&reader, nil, buffer.baseAddress, 0, nil)
      filled = finished == 0 ? 0 : count * layout.channels
    }
    guard finished != 0 else { throw malformed(&reader) }
    return try GrayImage(
      decodedWidth: width, height: height, pixels: layout.values(samples, of: channel))
  }

  private static func malformed(_ image: inout png_image) -> ImageError {
    let reason = String(cString: png_image_message(&image))
    return ImageError(code: .malformed, message: "is not a valid PNG file: \(reason)")
  }
}

extension PixelLayout {
  /// libpng's constant for the layout; it has none for CMYK.
  fileprivate var format: UInt32 {
    switch self {
    case .gray, .cmyk, .invertedCMYK: UInt32(PNG_FORMAT_GRAY)
    case .grayAlpha: PNG_FORMAT_FLAG_ALPHA
    case .rgb: PNG_FORMAT_FLAG_COLOR
    case .rgba: PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA
    }
  }
}
