import DecoderKit
import Images
import Synchronization

/// The upright photos that were read last: the turns of a photo, which come soon after one another, read its file
/// once.
///
/// It is shared by the threads of a run.
package final class PhotoCache: Sendable {
  private struct Contents {
    var images: [String: GrayImage] = [:]
    /// The files of ``images``, the one that was read first at the front.
    var order: [String] = []
    var pixels = 0
  }

  private let mostPixels: Int
  private let contents = Mutex(Contents())

  /// Makes an empty cache.
  ///
  /// - Parameter mostPixels: The pixels that it holds at most, one byte each.
  package init(mostPixels: Int = 1 << 26) {
    self.mostPixels = mostPixels
  }

  /// Returns a photo's pixels, from the cache if they are there.
  ///
  /// - Throws: ``ImageError`` with the file's name.
  package func image(of photo: Photo) throws(ImageError) -> GrayImage {
    if let image = contents.withLock({ $0.images[photo.file] }) { return image }
    let image = try photo.draw()
    contents.withLock { contents in
      // Another thread may have read it meanwhile.
      guard contents.images.updateValue(image, forKey: photo.file) == nil else { return }
      contents.order.append(photo.file)
      contents.pixels += image.pixels.count
      while contents.pixels > mostPixels {
        let oldest = contents.order.removeFirst()
        contents.pixels -= contents.images.removeValue(forKey: oldest)?.pixels.count ?? 0
      }
    }
    return image
  }
}
