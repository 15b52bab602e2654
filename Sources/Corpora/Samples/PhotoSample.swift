import DecoderKit
import Images

/// A photo as a sample: read from its file each time, never kept.
enum PhotoSample {
  /// - Throws: ``SampleError`` when the group has no such photo or the level is no quarter turn,
  ///   `ImageError` when its file cannot be read.
  static func draw(_ key: SampleKey, from group: FolderGroup) throws -> Sample {
    guard group.photos.indices.contains(key.trial) else {
      throw SampleError.noSuchTrial(key, count: group.photos.count)
    }
    guard let turn = Int(key.level.text).flatMap(QuarterTurn.init) else {
      throw SampleError.badLevel(
        key.level, reason: "photos are turned by 0, 90, 180 or 270 degrees")
    }
    let photo = group.photos[key.trial]
    let started = ThreadClock.nanoseconds()
    let image = try photo.draw(turned: turn)
    let sides = turn.swapsSides ? (image.height, image.width) : (image.width, image.height)
    let truth = Truth(photo.truth.turned(turn, width: sides.0, height: sides.1), of: photo)
    return Sample(
      key: key,
      hash: String(
        ContentHash.sha256(ofParts: ["photo", photo.fileSHA256, key.level.text, photo.truthHash])
          .prefix(32)),
      image: image, truth: truth, file: photo.file,
      cost: DrawingCost(
        encodeNanoseconds: 0, renderNanoseconds: ThreadClock.nanoseconds() - started))
  }
}

extension Photo {
  /// The hash of the photo's truth: different truths have different hashes.
  var truthHash: String { ContentHash.sha256(ofParts: [truth.canonicalText]) }
}

extension Truth {
  fileprivate init(_ truth: PhotoTruth, of photo: Photo) {
    guard case .known(let symbols, let isComplete) = truth else {
      self = .unknown
      return
    }
    self.init(
      expected: symbols.map { symbol in
        ExpectedSymbol(
          symbology: symbol.symbology, bytes: symbol.bytes, corners: symbol.corners,
          certainty: symbol.certainty)
      }, isComplete: isComplete)
  }
}
