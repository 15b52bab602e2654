import Base
import DecoderKit
import Images
import Symbols

/// An image file of a folder, with its truth.
package struct Photo: Hashable, Sendable {
  /// The file's path, as it can be opened.
  package let file: String
  /// The file's path relative to the corpus's folder: `qrcode-2/#1314.jpg`.
  package let relativePath: String
  /// The file's name in keys, unique in its group and percent-encoded (RFC 3986): `%231314`.
  ///
  /// It has no extension unless another file of the folder has the same name without it.
  package let stem: String
  /// The key of the photo without any turn: group and stem.
  package let key: String
  /// The SHA-256 of the file's bytes, in lower-case hexadecimal.
  package let fileSHA256: String
  /// The codes in the photo, as far as they are known.
  package let truth: PhotoTruth

  /// The file's name in its folder: `#1314.jpg`.
  package var name: String { Self.name(ofFile: relativePath) }

  /// Returns the part of a path behind its last slash.
  static func name(ofFile path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Reads the photo's pixels; nothing is kept.
  ///
  /// - Throws: ``ImageError`` with the file's name, also if the file has changed since it was
  ///   listed.
  package func draw(turned turn: QuarterTurn = .none) throws(ImageError) -> GrayImage {
    let bytes = try ImageBytes.bytes(ofFile: file)
    guard SHA256Digest(of: bytes).hex == fileSHA256 else {
      throw ImageError(
        code: .file, path: file, message: "has changed since the folder was read; start again")
    }
    return try ImageFile.decode(bytes, name: file).turned(turn)
  }
}

/// The photos of one folder.
package struct FolderGroup: Hashable, Sendable {
  /// The group's name, made from the folder's path by ``CorpusName/rule``; `photos` for the
  /// corpus's own folder.
  package let name: String
  /// The folder's path relative to the corpus's own folder; empty for that folder itself.
  package let folder: String
  /// The symbology that the folder's name gives; `nil` if it gives none.
  package let symbology: Symbology?
  /// True if the folder's name says that its images hold no codes.
  package let expectsNothing: Bool
  /// The photos, in the bytewise order of their file names.
  package let photos: [Photo]
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
        encoded += "%" + Hexadecimal.text([byte]).uppercased()
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

/// The knowledge about the codes in a photo.
package enum PhotoTruth: Hashable, Sendable {
  /// Nothing is known: detections are counted and not judged.
  case unknown
  /// These codes are in the photo; if there are none, every reading is wrong.
  ///
  /// `isComplete` says whether there are no others: a truth file names the code that the photo was
  /// taken for, and the photo may show more.
  case known([PhotoSymbol], isComplete: Bool)

  /// A photo in which there is no code.
  package static let nothing = PhotoTruth.known([], isComplete: true)

  /// The truth of the photo after it has been turned.
  ///
  /// - Parameters:
  ///   - turn: The turn.
  ///   - width: The width of the photo before the turn, in pixels.
  ///   - height: The height of the photo before the turn, in pixels.
  package func turned(_ turn: QuarterTurn, width: Int, height: Int) -> PhotoTruth {
    guard case .known(let symbols, let isComplete) = self else { return self }
    let moved = symbols.map { symbol in
      var symbol = symbol
      symbol.corners = symbol.corners.map { turn.moved($0, width: width, height: height) }
      return symbol
    }
    return .known(moved, isComplete: isComplete)
  }

  /// The whole truth as text; different truths have different texts.
  var canonicalText: String {
    guard case .known(let symbols, let isComplete) = self else { return "unknown" }
    let lines = symbols.map { symbol in
      let corners = symbol.corners.map { corners in
        corners.points.map { "\($0.x.bitPattern),\($0.y.bitPattern)" }.joined(separator: ";")
      }
      // Verdicts from when such a break was always data are not taken for verdicts on this truth.
      let isBreakOptional = symbol.certainty == .writtenText && symbol.bytes.last == 0x0a
      return "\(symbol.symbology?.rawValue ?? "any") \(symbol.certainty.identityText) "
        + "\(Hexadecimal.text(symbol.bytes)) " + (isBreakOptional ? "break-optional " : "")
        + (corners ?? "anywhere")
    }
    return (["known", isComplete ? "complete" : "open"] + lines).joined(separator: "\n")
  }
}

/// A code that is in a photo.
package struct PhotoSymbol: Hashable, Sendable {
  /// The symbology; `nil` if it is not known, and then any is right.
  package var symbology: Symbology?
  /// Its data.
  package var bytes: [UInt8]
  /// The corners in the photo; `nil` if they are not known.
  package var corners: Corners?
  /// The certainty of the symbology and the bytes.
  package var certainty: ExpectedSymbol.Certainty

  package init(
    symbology: Symbology?, bytes: [UInt8], corners: Corners? = nil,
    certainty: ExpectedSymbol.Certainty = .drawn
  ) {
    self.symbology = symbology
    self.bytes = bytes
    self.corners = corners
    self.certainty = certainty
  }
}

extension Photo {
  /// True if it shows a code of which nobody wrote down the symbology.
  var hasNamelessSymbol: Bool {
    guard case .known(let symbols, _) = truth else { return false }
    return symbols.contains { $0.symbology == nil }
  }

  /// The hash of the photo's truth: different truths have different hashes.
  package var truthHash: String { ContentHash.sha256(ofParts: [truth.canonicalText]) }

  /// The library that reads the file, where its versions differ in their pixels.
  var decoderParts: [String] {
    let isJPEG = ImageFormat.jpeg.fileExtensions.contains {
      file.lowercased().hasSuffix("." + $0)
    }
    return isJPEG ? ["jpeg \(JPEG.library)"] : []
  }
}
