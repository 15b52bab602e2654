import DecoderKit
import Images
import Results

extension PictureFile {
  /// The most bytes of a file with the sample's own pixels.
  static let largestFile = 40_000
  /// The most pixels of a reduced image.
  private static let largestReduced = 60_000
  /// The most pixels of a thumbnail, and the most bytes of a picture that needs none.
  private static let thumbnailPixels = 24_000
  static let largestThumbnail = 8_000
  private static let quality = 80

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
    try self.init(image, reducedTo: Self.largestReduced)
  }

  /// Encodes an image as a small JPEG, to be looked at and not to be measured.
  ///
  /// - Throws: ``ImageError`` for an image without pixels.
  init(thumbnailOf image: GrayImage) throws(ImageError) {
    try self.init(image, reducedTo: Self.thumbnailPixels)
  }

  private init(_ image: GrayImage, reducedTo most: Int) throws(ImageError) {
    let reduction = max(1, (Double(image.width * image.height) / Double(most)).squareRoot())
    func side(_ length: Int) -> Int {
      min(length, max(1, Int((Double(length) / reduction).rounded())))
    }
    let reduced = image.reduced(toWidth: side(image.width), height: side(image.height))
    self.init(
      mediaType: "image/jpeg", bytes: try JPEG.encode(reduced, quality: Self.quality),
      width: image.width, height: image.height, reduction: reduction)
  }
}
