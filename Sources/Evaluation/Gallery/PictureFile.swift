import DecoderKit
import Images

/// An image file small enough to embed in a page, with the dimensions of the sample's image.
package struct PictureFile: Hashable, Sendable {
  /// `image/png`, whose pixels are the sample's own, or `image/jpeg` for one that was reduced.
  package var mediaType: String
  /// The file's bytes.
  package var bytes: [UInt8]
  /// Columns of the sample's image, in pixels.
  package var width: Int
  /// Rows of the sample's image, in pixels.
  package var height: Int
  /// The side of the sample's image divided by that of the file's; 1 when it was not reduced.
  package var reduction: Double

  /// The most bytes of a file with the sample's own pixels.
  static let largestFile = 40_000
  /// The most pixels of a reduced image.
  private static let largestReduced = 60_000
  private static let quality = 80

  /// Makes a file from its values.
  package init(
    mediaType: String, bytes: [UInt8], width: Int, height: Int, reduction: Double = 1
  ) {
    self.mediaType = mediaType
    self.bytes = bytes
    self.width = width
    self.height = height
    self.reduction = reduction
  }

  /// Encodes an image: as PNG with its own pixels where that is small enough, else as a reduced
  /// JPEG.
  ///
  /// - Throws: ``ImageError`` for an image without pixels.
  package init(_ image: GrayImage) throws(ImageError) {
    let count = image.width * image.height
    // A PNG of pure noise has about as many bytes as pixels; one of a symbol has a tenth of that.
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
