import DecoderKit
import Images

/// An image file of a folder, with its truth.
public struct Photo: Hashable, Sendable {
  /// The file's path, as it can be opened.
  public let file: String
  /// The file's path relative to the corpus's folder: `qrcode-2/#1314.jpg`.
  public let relativePath: String
  /// The file's name in keys, unique in its group and percent-encoded (RFC 3986): `%231314`.
  ///
  /// It has no extension unless another file of the folder has the same name without it.
  public let stem: String
  /// The key of the photo without any turn: group and stem.
  public let key: String
  /// The SHA-256 of the file's bytes, in lower-case hexadecimal.
  public let fileSHA256: String
  /// The codes in the photo, as far as they are known.
  public let truth: PhotoTruth

  /// Reads the photo's pixels; nothing is kept.
  ///
  /// - Throws: ``ImageError`` with the file's name, also if the file has changed since it was
  ///   listed.
  public func draw(turned turn: QuarterTurn = .none) throws(ImageError) -> GrayImage {
    let bytes = try ImageFile.bytes(ofFile: file)
    guard SHA256Digest(of: bytes).hex == fileSHA256 else {
      throw ImageError(
        code: .file, path: file, message: "has changed since the folder was read; start again")
    }
    return try ImageFile.decode(bytes, name: file).turned(turn)
  }
}

/// The photos of one folder.
public struct FolderGroup: Hashable, Sendable {
  /// The group's name, made from the folder's path by ``CorpusName/rule``; `photos` for the
  /// corpus's own folder.
  public let name: String
  /// The folder's path relative to the corpus's own folder; empty for that folder itself.
  public let folder: String
  /// The symbology that the folder's name gives; `nil` if it gives none.
  public let symbology: Symbology?
  /// True if the folder's name says that its images hold no codes.
  public let expectsNothing: Bool
  /// The photos, in the bytewise order of their file names.
  public let photos: [Photo]
}

/// Percent-encodes names of files for use in keys.
enum PercentEncoding {
  /// The text with every byte but the unreserved ones of RFC 3986, clause 2.3, as `%XX`.
  static func encode(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      if isUnreserved(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += "%" + SHA256Digest.hex([byte]).uppercased()
      }
    }
    return encoded
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~".utf8.contains(byte)
    }
  }
}
