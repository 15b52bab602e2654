import Base
import DecoderKit
import Drawing
import Images
import Symbols

/// An image with its truth.
package struct Sample: Sendable {
  /// The sample's key, from which it can be drawn again.
  package let key: SampleKey
  /// The hash that identifies the image without drawing it; see ``SampleSpecification/hash``.
  package let hash: String
  /// The image that decoders are given.
  package let image: GrayImage
  /// The symbols that decoders should find.
  package let truth: Truth
  /// True if readings are judged by what they mean too, beside the verdict on their data.
  package let judgesMeaning: Bool
  /// The aim at one of the symbols; `nil` where all of them are to be found.
  package let aim: SampleAim?
  /// The symbols that were drawn, in the truth's order; empty for photos.
  package let drawn: [DrawnSymbol]
  /// The photo's file; `nil` for drawn samples.
  package let file: String?
  /// The CPU time that it took to make the sample.
  package let cost: DrawingCost

  /// The key as reports show it, with a photo's file name in the place of its number.
  package var name: String {
    let text = key.description
    guard let file, let slash = text.lastIndex(of: "/") else { return text }
    return text[...slash] + Photo.name(ofFile: file)
  }

  package init(
    key: SampleKey, hash: String, image: GrayImage, truth: Truth, judgesMeaning: Bool = false,
    aim: SampleAim? = nil, drawn: [DrawnSymbol] = [], file: String? = nil, cost: DrawingCost
  ) {
    self.judgesMeaning = judgesMeaning
    self.aim = aim
    self.key = key
    self.hash = hash
    self.image = image
    self.truth = truth
    self.drawn = drawn
    self.file = file
    self.cost = cost
  }
}

/// A symbol with its place in an image.
package struct DrawnSymbol: Hashable, Sendable {
  package let symbol: Symbol
  /// The map from modules to pixels; a warp and a skew of the print are not part of it.
  package let map: SurfaceMap

  package init(symbol: Symbol, map: SurfaceMap) {
    self.symbol = symbol
    self.map = map
  }
}

/// The CPU time of the drawing thread that it took to make a sample, in nanoseconds.
package struct DrawingCost: Hashable, Sendable {
  /// The time from payload to modules.
  package let encodeNanoseconds: UInt64
  /// The time from modules to pixels; for photos, from the file to pixels.
  package let renderNanoseconds: UInt64
}

/// A photo as a sample: read from its file each time, never kept.
enum PhotoSample {
  /// - Throws: ``SampleError`` when the group has no such photo or the level is no quarter turn,
  ///   `ImageError` when its file cannot be read.
  static func draw(
    _ key: SampleKey, from group: FolderGroup, through cache: PhotoCache?
  ) throws -> Sample {
    guard group.photos.indices.contains(key.trial) else {
      throw SampleError.noSuchTrial(key, count: group.photos.count)
    }
    guard let turn = Int(key.level.text).flatMap(QuarterTurn.init) else {
      throw SampleError.badLevel(
        key.level, reason: "photos are turned by 0, 90, 180 or 270 degrees")
    }
    let photo = group.photos[key.trial]
    let started = ThreadClock.nanoseconds()
    let image = try cache?.image(of: photo).turned(turn) ?? photo.draw(turned: turn)
    let sides = turn.swapsSides ? (image.height, image.width) : (image.width, image.height)
    let truth = Truth(photo.truth.turned(turn, width: sides.0, height: sides.1), of: photo)
    return Sample(
      key: key,
      hash: String(
        ContentHash.sha256(
          ofParts: ["photo", photo.fileSHA256, key.level.text, photo.truthHash]
            + photo.decoderParts
        ).prefix(32)),
      image: image, truth: truth, file: photo.file,
      cost: DrawingCost(
        encodeNanoseconds: 0, renderNanoseconds: ThreadClock.nanoseconds() - started))
  }
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
