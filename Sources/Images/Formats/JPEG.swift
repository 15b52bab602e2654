import CJpeg
import DecoderKit

/// JPEG files as 8-bit luminance, and JPEG compression as a condition of an image.
///
/// Baseline, extended and progressive files of 8 bits per sample, Huffman- or arithmetic-coded; in
/// grey, YCbCr, RGB, CMYK and YCCK. All arithmetic is libjpeg's accurate integer kind, the same on
/// every machine; another library, or another major version of it, may round a pixel differently.
public enum JPEG {
  /// The library that reads and writes, such as `libjpeg-turbo 2.1.5`.
  public static let library = String(cString: cjpeg_library())

  /// The longest side that the format can express and the library takes, in pixels.
  public static let maximumSide = 65_500

  /// Turns the bytes of a JPEG file into luminance, turned upright as its Exif orientation says.
  ///
  /// A YCbCr file's luminance is its Y as stored, which is ITU-R BT.601's: chroma is decoded only where
  /// a colour is asked for.
  /// CMYK is taken as ink on white paper; files by Adobe's programs store it inverted.
  ///
  /// - Throws: ``ImageError`` when the bytes are not a whole JPEG file, or the image is too large.
  ///   Data that libjpeg would repair with grey count as damaged and are an error.
  public static func decode(
    _ bytes: [UInt8], channel: ColourChannel? = nil
  ) throws(ImageError) -> GrayImage {
    // The reader keeps the pointer until it is closed, so all of it happens in one closure.
    let outcome = bytes.withUnsafeBufferPointer { file -> Result<GrayImage, ImageError> in
      Result { () throws(ImageError) -> GrayImage in try decode(file, channel) }
    }
    return try outcome.get()
  }

  /// Turns an image into the bytes of a grey baseline JPEG file.
  ///
  /// - Parameters:
  ///   - image: The image to compress.
  ///   - quality: 1 to 100, the scale of the IJG's library, whose tables are used.
  /// - Throws: ``ImageError`` when the image has no pixels or more than the format can express.
  /// - Precondition: `quality` is 1 to 100.
  public static func encode(_ image: GrayImage, quality: Int) throws(ImageError) -> [UInt8] {
    try withEncoded(image, quality: quality) { [UInt8]($0) }
  }

  /// An image as it is after compression to a grey JPEG file and decoding.
  ///
  /// - Parameters:
  ///   - image: The image to compress.
  ///   - quality: 1 to 100; see ``encode(_:quality:)``.
  /// - Throws: ``ImageError`` when the image has no pixels or more than the format can express.
  /// - Precondition: `quality` is 1 to 100.
  public static func recompressed(
    _ image: GrayImage, quality: Int
  ) throws(ImageError) -> GrayImage {
    try withEncoded(image, quality: quality) { bytes throws(ImageError) in try decode(bytes, nil) }
  }

  private static func withEncoded<Value>(
    _ image: GrayImage, quality: Int,
    _ body: (UnsafeBufferPointer<UInt8>) throws(ImageError) -> Value
  ) throws(ImageError) -> Value {
    precondition((1...100).contains(quality), "a JPEG quality is 1 to 100")
    guard !image.isEmpty, max(image.width, image.height) <= maximumSide else {
      throw ImageError(
        code: .size,
        message: "an image of \(image.width) × \(image.height) pixels cannot be a JPEG file: "
          + "its sides are 1 to \(maximumSide)")
    }
    var count = 0
    var message = [CChar](repeating: 0, count: Int(CJPEG_MESSAGE_ROOM))
    let bytes = image.withUnsafeBytes { pixels in
      cjpeg_encode(
        pixels.baseAddress, UInt32(image.width), UInt32(image.height), image.rowStride,
        Int32(quality), &count, &message)
    }
    guard let bytes else {
      throw ImageError(
        code: .malformed,
        message: "cannot be made a JPEG file: \(message.withUnsafeBufferPointer(text))")
    }
    defer { cjpeg_free(bytes) }
    return try body(UnsafeBufferPointer(start: bytes, count: count))
  }

  private static func decode(
    _ file: UnsafeBufferPointer<UInt8>, _ channel: ColourChannel?
  ) throws(ImageError) -> GrayImage {
    guard let reader = cjpeg_open(file.baseAddress, file.count) else {
      throw .invalid("JPEG", "there is no memory to read it")
    }
    defer { cjpeg_close(reader) }
    var header = cjpeg_header()
    guard cjpeg_read_header(reader, channel == nil ? 0 : 1, &header) == 0 else {
      throw failure(of: reader)
    }
    let width = Int(header.width)
    let height = Int(header.height)
    let count = try ImageLimits.pixelCount(width: width, height: height)
    // A Huffman-coded block of 8 × 8 pixels takes at least one bit. A larger claim would fail too,
    // but only after it has cost memory and time.
    guard header.is_arithmetic != 0 || count / 512 <= file.count else {
      throw .invalid(
        "JPEG", "\(width) × \(height) pixels do not fit into its \(file.count) bytes")
    }
    let layout: PixelLayout =
      if header.channels == CJPEG_CMYK {
        header.is_adobe != 0 ? .invertedCMYK : .cmyk
      } else {
        header.channels == CJPEG_RGB ? .rgb : .gray
      }
    let orientation = ImageOrientation(
      tiff: UnsafeBufferPointer(start: header.exif, count: header.exif_count))

    var outcome: Int32 = 0
    let room = count * layout.channels
    let samples = [UInt8](unsafeUninitializedCapacity: room) { pixels, filled in
      outcome = cjpeg_read_pixels(reader, pixels.baseAddress)
      filled = outcome == 0 ? room : 0
    }
    guard outcome == 0 else { throw failure(of: reader) }
    let image = try GrayImage(
      decodedWidth: width, height: height, pixels: layout.values(samples, of: channel))
    return orientation.upright(image)
  }

  private static func failure(of reader: OpaquePointer) -> ImageError {
    .invalid("JPEG", String(cString: cjpeg_message(reader)))
  }

  private static func text(_ message: UnsafeBufferPointer<CChar>) -> String {
    message.baseAddress.map { String(cString: $0) } ?? ""
  }
}
