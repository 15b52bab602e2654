import DecoderKit

/// Reads image files of every supported format as 8-bit luminance.
public enum ImageFile {
  /// Reads a file; see ``decode(_:name:)``.
  ///
  /// - Throws: ``ImageError``, naming the file.
  public static func read(path: String) throws(ImageError) -> GrayImage {
    try ImageBytes.pixels(ofFile: path) { bytes throws(ImageError) in try decode(bytes, nil) }
  }

  /// Turns the bytes of a PNG, JPEG, WebP, PBM, PGM or PPM file into luminance.
  ///
  /// The format is recognised by the bytes; the name does not count. Colours are weighted as by
  /// ITU-R BT.601, and transparent pixels show white behind them.
  ///
  /// - Parameters:
  ///   - bytes: The whole file. Trailing bytes after the image are no error.
  ///   - name: The file's name in errors.
  ///   - channel: A colour to be taken instead of the luminance. Grey images have their luminance in
  ///     each, and so have CMYK files.
  /// - Throws: ``ImageError`` for other kinds, for damaged files and for too large images.
  public static func decode(
    _ bytes: [UInt8], name: String, channel: ColourChannel? = nil
  ) throws(ImageError) -> GrayImage {
    do throws(ImageError) {
      return try decode(bytes, channel)
    } catch {
      throw error.at(name)
    }
  }

  private static func decode(
    _ bytes: [UInt8], _ channel: ColourChannel?
  ) throws(ImageError) -> GrayImage {
    switch try ImageFormat(of: bytes) {
    case .png: try PNG.decode(bytes, channel: channel)
    case .jpeg: try JPEG.decode(bytes, channel: channel)
    case .webP: try WebP.decode(bytes, channel: channel)
    case .netpbm: try Netpbm.decode(bytes, channel: channel)
    }
  }
}

/// The image formats that are read. A file's format is told from its first bytes, not its name.
public enum ImageFormat: String, CaseIterable, Hashable, Sendable {
  case png
  case jpeg
  case webP = "webp"
  /// PBM, PGM and PPM, each as text or binary (P1 to P6).
  case netpbm

  /// The file name extensions of the format, in lower case and without the dot.
  public var fileExtensions: [String] {
    switch self {
    case .png: ["png"]
    case .jpeg: ["jpg", "jpeg"]
    case .webP: ["webp"]
    case .netpbm: ["pgm", "pbm", "ppm"]
    }
  }

  /// Returns true if a file's name has the extension of an image format, in letters of either case.
  package static func hasExtension(_ name: String) -> Bool {
    guard let point = name.lastIndex(of: ".") else { return false }
    return extensions.contains(name[name.index(after: point)...].lowercased())
  }

  private static let extensions = Set(allCases.flatMap(\.fileExtensions))

  /// The names of all formats, for messages.
  static let known = "PNG, JPEG, WebP, PBM, PGM and PPM"

  /// Recognises the format of a file by its bytes.
  ///
  /// - Throws: ``ImageError`` of code `format`, which names the format if it is a well-known one.
  public init(of bytes: [UInt8]) throws(ImageError) {
    let found: ImageFormat? =
      if Self.pngSignature.isPrefix(of: bytes) {
        .png
      } else if [0xff, 0xd8, 0xff].isPrefix(of: bytes) {
        .jpeg
      } else if bytes.count >= 12, "RIFF".isAt(0, in: bytes), "WEBP".isAt(8, in: bytes) {
        .webP
      } else if bytes.count >= 3, bytes[0] == UInt8(ascii: "P"),
        (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(bytes[1]),
        Netpbm.endsToken(bytes[2])
      {
        .netpbm
      } else {
        nil
      }
    guard let found else { throw Self.unknown(bytes) }
    self = found
  }

  private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  private static func unknown(_ bytes: [UInt8]) -> ImageError {
    let what =
      bytes.isEmpty
      ? "is empty"
      : otherKinds.first { $0.mark.isAt($0.offset, in: bytes) }.map { "is \($0.name)" }
        ?? "is not an image of a known kind"
    return ImageError(code: .format, message: "\(what); \(known) can be read")
  }

  /// Common formats that are not read, for messages.
  private static let otherKinds: [(mark: String, offset: Int, name: String)] = [
    ("GIF8", 0, "a GIF file"), ("BM", 0, "a BMP file"), ("P7\n", 0, "a PAM file"),
    ("II*\0", 0, "a TIFF file"), ("MM\0*", 0, "a TIFF file"), ("ftyphei", 4, "a HEIC file"),
    ("ftypmif1", 4, "a HEIC file"), ("ftypavif", 4, "an AVIF file"), ("%PDF", 0, "a PDF file"),
    ("<svg", 0, "an SVG file"), ("\0\0\0\u{c}JXL ", 0, "a JPEG XL file"),
    ("version https://git-lfs", 0, "a Git LFS pointer, not the image itself"),
  ]
}

extension [UInt8] {
  fileprivate func isPrefix(of bytes: [UInt8]) -> Bool { bytes.starts(with: self) }
}

extension String {
  fileprivate func isAt(_ offset: Int, in bytes: [UInt8]) -> Bool {
    bytes.dropFirst(offset).starts(with: utf8)
  }
}
