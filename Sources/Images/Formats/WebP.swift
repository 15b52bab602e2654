import CWebp
import DecoderKit

/// WebP files as 8-bit luminance.
public enum WebP {
  /// Turns the bytes of a WebP file, lossy or lossless, into luminance.
  ///
  /// Colours are weighted as by ITU-R BT.601, and transparent pixels show white behind them. An
  /// Exif orientation is ignored: cameras write JPEG.
  ///
  /// - Throws: ``ImageError`` when the bytes are not a whole WebP file, the image is too large, or
  ///   it is an animation.
  public static func decode(
    _ bytes: [UInt8], channel: ColourChannel? = nil
  ) throws(ImageError) -> GrayImage {
    var features = WebPBitstreamFeatures()
    let status = WebPGetFeatures(bytes, bytes.count, &features)
    guard status == VP8_STATUS_OK else { throw .invalid("WebP", reason(status)) }
    guard features.has_animation == 0 else {
      throw ImageError(
        code: .format, message: "is an animated WebP file; save one of its frames as an image")
    }
    let width = Int(features.width)
    let height = Int(features.height)
    let count = try ImageLimits.pixelCount(width: width, height: height)
    let layout = PixelLayout(hasColour: true, hasAlpha: features.has_alpha != 0)
    let rowStride = width * layout.channels
    let room = count * layout.channels
    let reader = layout.channels == 4 ? WebPDecodeRGBAInto : WebPDecodeRGBInto

    var isRead = false
    let samples = [UInt8](unsafeUninitializedCapacity: room) { pixels, filled in
      isRead = reader(bytes, bytes.count, pixels.baseAddress, room, Int32(rowStride)) != nil
      filled = isRead ? room : 0
    }
    // The library does not say which of the two it was.
    guard isRead else { throw .invalid("WebP", "its data are damaged or cut short") }
    return try GrayImage(
      decodedWidth: width, height: height, pixels: layout.values(samples, of: channel))
  }

  private static func reason(_ status: VP8StatusCode) -> String {
    switch status {
    case VP8_STATUS_NOT_ENOUGH_DATA: "it is cut short"
    case VP8_STATUS_UNSUPPORTED_FEATURE: "it uses a feature that the library does not know"
    case VP8_STATUS_OUT_OF_MEMORY: "there is no memory to read it"
    default: "its header is damaged"
    }
  }
}
