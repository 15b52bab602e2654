import DecoderKit
import Images

/// An image as a page can hold it: its file's bytes, small enough, with its own measures.
package struct PictureFile: Hashable, Sendable {
  /// `image/png`, whose pixels are the sample's own, or `image/jpeg` for one that was reduced.
  package var mediaType: String
  /// The file.
  package var bytes: [UInt8]
  /// Columns of the sample's image, in pixels.
  package var width: Int
  /// Rows of the sample's image, in pixels.
  package var height: Int
  /// Sides of the sample's image over those of the file's; 1 when the pixels are its own.
  package var reduction: Double

  /// A file of a sample's own pixels may have so many bytes.
  static let largestFile = 40_000
  /// And a reduced one so many pixels.
  private static let largestReduced = 60_000
  private static let quality = 80

  /// Makes a file of what is known of it.
  package init(
    mediaType: String, bytes: [UInt8], width: Int, height: Int, reduction: Double = 1
  ) {
    self.mediaType = mediaType
    self.bytes = bytes
    self.width = width
    self.height = height
    self.reduction = reduction
  }

  /// Packs an image: pixel by pixel where that is small enough, else reduced.
  ///
  /// - Throws: ``ImageError`` for an image without pixels.
  package init(_ image: GrayImage) throws(ImageError) {
    let count = image.width * image.height
    // A file of noise has about as many bytes as pixels, and one of a symbol a tenth.
    if count <= 10 * Self.largestFile {
      let bytes = try PNG.encode(image)
      if bytes.count <= Self.largestFile {
        self.init(mediaType: "image/png", bytes: bytes, width: image.width, height: image.height)
        return
      }
    }
    let reduction = max(1, (Double(count) / Double(Self.largestReduced)).squareRoot())
    func side(_ length: Int) -> Int {
      min(length, max(1, Int((Double(length) / reduction).rounded())))
    }
    let reduced = image.reduced(toWidth: side(image.width), height: side(image.height))
    self.init(
      mediaType: "image/jpeg", bytes: try JPEG.encode(reduced, quality: Self.quality),
      width: image.width, height: image.height, reduction: reduction)
  }
}
