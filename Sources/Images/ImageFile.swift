import DecoderKit

/// Reads image files of every supported format as 8-bit luminance.
public enum ImageFile {
  /// Reads a file; see ``decode(_:name:)``.
  ///
  /// - Throws: ``ImageError``, naming the file.
  public static func read(path: String) throws(ImageError) -> GrayImage {
    try pixels(ofFile: path, decode)
  }

  /// Turns the bytes of a PNG, JPEG, WebP, PBM, PGM or PPM file into luminance.
  ///
  /// The format is recognised by the bytes; the name does not count. Colours are weighted as by
  /// ITU-R BT.601, and transparent pixels show white behind them.
  ///
  /// - Parameters:
  ///   - bytes: The whole file. Trailing bytes after the image are no error.
  ///   - name: The file's name in errors.
  /// - Throws: ``ImageError`` for other kinds, for damaged files and for too large images.
  public static func decode(_ bytes: [UInt8], name: String) throws(ImageError) -> GrayImage {
    do throws(ImageError) {
      return try decode(bytes)
    } catch {
      throw error.at(name)
    }
  }

  private static func decode(_ bytes: [UInt8]) throws(ImageError) -> GrayImage {
    switch try ImageFormat(of: bytes) {
    case .png: try PNG.decode(bytes)
    case .jpeg: try JPEG.decode(bytes)
    case .webP: try WebP.decode(bytes)
    case .netpbm: try Netpbm.decode(bytes)
    }
  }

  /// The bytes of an image file.
  ///
  /// - Throws: ``ImageError`` of code `file`, naming the file.
  package static func bytes(ofFile path: String) throws(ImageError) -> [UInt8] {
    do throws(FileError) {
      return try WholeFile.read(path, maximumBytes: ImageLimits.maximumFileBytes)
    } catch {
      throw ImageError(error)
    }
  }

  /// Reads a file's pixels with the reader of one format.
  static func pixels(
    ofFile path: String, _ reader: ([UInt8]) throws(ImageError) -> GrayImage
  ) throws(ImageError) -> GrayImage {
    let bytes = try bytes(ofFile: path)
    do throws(ImageError) {
      return try reader(bytes)
    } catch {
      throw error.at(path)
    }
  }
}
