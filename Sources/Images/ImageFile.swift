import DecoderKit

/// Image files of every kind that is read, as 8-bit luminance.
public enum ImageFile {
  /// Reads a file; see ``decode(_:name:)``.
  ///
  /// - Throws: ``ImageError``, naming the file.
  public static func read(path: String) throws(ImageError) -> GrayImage {
    try pixels(ofFile: path, decode)
  }

  /// Turns the bytes of a PNG, JPEG, WebP, PBM, PGM or PPM file into luminance.
  ///
  /// The kind is told from the bytes; the name does not count. Colours are weighted as by ITU-R
  /// BT.601, and what is transparent shows white behind it.
  ///
  /// - Parameters:
  ///   - bytes: The whole file. Trailing bytes after the image are no error.
  ///   - name: What errors call the file.
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

  /// A file's pixels by one of the readers.
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
