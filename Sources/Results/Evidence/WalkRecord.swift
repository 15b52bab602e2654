import Base
import DecoderKit
import Foundation
import Statistics

/// A walk-away as it is kept: what decoders read of one label, in frames of one camera, as a hand moved away.
///
/// It is no stored run. A run's trials are drawn apart from each other, so that counts of them certify; neighbouring
/// frames are alike, and what they say of a threshold is an interval of the quasi-likelihood.
package struct WalkRecord: Hashable, Sendable, Codable {
  /// The version of the layout; fields may be added.
  package static let schemaVersion = 1

  /// The origin of the numbers.
  package enum Origin: String, Hashable, Sendable, Codable {
    /// A hand held the label or the camera, nothing was drawn.
    case byHand = "by-hand"
  }

  /// The symbol, and the frames in which it was seen.
  package struct View: Hashable, Sendable, Codable {
    /// The symbology; `nil` if no decoder told it.
    package let symbology: Symbology?
    /// The contents as people are shown them.
    package let value: String
    /// Modules across and down; `nil` where the symbol was not measured.
    package var columns: Int?
    package var rows: Int?
    /// The module's side in print, in millimetres; `nil` where not known.
    package var moduleMillimetres: Double?
    /// The camera's name as the browser says it; `nil` for pictures and videos.
    package let camera: String?
    /// Columns and rows of the frames.
    package var width: Int
    package var height: Int
    /// The focal length in pixels of the frames; `nil` where not known.
    package var focalPixels: Double?

    /// Makes one of what is known from the start.
    package init(
      symbology: Symbology?, value: String, camera: String?, width: Int = 1, height: Int = 1
    ) {
      (self.symbology, self.value, self.camera) = (symbology, value, camera)
      (self.width, self.height) = (width, height)
    }
  }

  /// The reads of one decoder; sizes are pixels per module.
  package struct Decoder: Hashable, Sendable, Codable {
    /// The name in tables, and the decoder as it was asked for.
    package let decoder: String
    package let reference: String
    package let library: String
    package let version: String
    /// Frames in which the symbol had a size and the decoder answered, and those in which it was read.
    package let frames: Int
    package let reads: Int
    /// The smallest and the largest size of those frames.
    package let smallestPixels: Double?
    package let largestPixels: Double?
    package let smallestReadPixels: Double?
    package let largestMissPixels: Double?
    /// The sizes from which half and 95 % of the frames are read.
    package let half: Crossing?
    package let reliable: Crossing?
    /// The threshold of drawn images, from a stored run.
    package let drawnThresholdPixels: Double?

    package init(
      decoder: String, reference: String, library: String, version: String, frames: Int,
      reads: Int, sizes: ClosedRange<Double>?, smallestReadPixels: Double?,
      largestMissPixels: Double?, half: Crossing?, reliable: Crossing?,
      drawnThresholdPixels: Double?
    ) {
      (self.decoder, self.reference) = (decoder, reference)
      (self.library, self.version) = (library, version)
      (self.frames, self.reads) = (frames, reads)
      (smallestPixels, largestPixels) = (sizes?.lowerBound, sizes?.upperBound)
      (self.smallestReadPixels, self.largestMissPixels) = (smallestReadPixels, largestMissPixels)
      (self.half, self.reliable) = (half, reliable)
      self.drawnThresholdPixels = drawnThresholdPixels
    }
  }

  /// A module size with its 95 % interval, in pixels; an end is `nil` where nothing bounds it.
  package struct Crossing: Hashable, Sendable, Codable {
    package let pixels: Double
    package let lower: Double?
    package let upper: Double?
    /// The factor by which neighbouring frames count for less, since they are alike.
    package let dispersion: Double

    package init?(_ crossing: CorrelatedCrossing?) {
      guard let crossing else { return nil }
      (pixels, lower, upper) = (crossing.size, crossing.lower, crossing.upper)
      dispersion = crossing.dispersion
    }
  }

  package private(set) var measured = Origin.byHand
  /// The time at which it began, as ISO 8601 writes it.
  package let startedAt: String
  package let view: View
  /// Frames of the walk-away, and those in which the symbol had a size.
  package let frames: Int
  package let framesWithSize: Int
  package let decoders: [Decoder]

  package init(
    startedAt: Date, view: View, frames: Int, framesWithSize: Int, decoders: [Decoder]
  ) {
    self.startedAt = startedAt.formatted(.iso8601)
    (self.view, self.decoders) = (view, decoders)
    (self.frames, self.framesWithSize) = (frames, framesWithSize)
  }

  /// Reads a file.
  ///
  /// - Throws: ``FileError`` for one that cannot be read, and for numbers that no walk-away has.
  package init(path: String) throws(FileError) {
    self = try VersionedFile.read(
      Self.self, path: path, version: Self.schemaVersion, maximumBytes: 1 << 20)
    if let fault { throw FileError(path: path, message: "is no walk-away: \(fault)") }
  }

  /// The first thing that no walk-away has, as the end of a sentence; `nil` if there is none.
  private var fault: String? {
    guard (try? Date(startedAt, strategy: .iso8601)) != nil else {
      return "startedAt is a time such as 2026-11-24T10:20:30Z"
    }
    guard frames >= 0, view.width >= 1, view.height >= 1, view.columns ?? 1 >= 1,
      view.rows ?? 1 >= 1
    else { return "frames and symbols have columns and rows" }
    let crossings = decoders.flatMap { [$0.half, $0.reliable] }
    let sizes: [Double?] =
      [view.focalPixels, view.moduleMillimetres] + decoders.map(\.smallestPixels)
      + crossings.map { $0?.lower } + crossings.map { $0?.pixels }
    guard sizes.allSatisfy({ $0 ?? 1 > 0 }) else { return "sizes and focal lengths are above 0" }
    guard crossings.allSatisfy({ $0?.dispersion ?? 1 >= 1 }) else {
      return "a dispersion is 1 or more"
    }
    for decoder in decoders {
      guard 0...frames ~= decoder.frames, 0...decoder.frames ~= decoder.reads,
        (decoder.smallestPixels == nil) == (decoder.frames == 0),
        (decoder.largestPixels == nil) == (decoder.frames == 0)
      else { return "the frames of \(decoder.decoder) do not add up" }
      let ranges = [decoder.half, decoder.reliable].map { ($0?.lower, $0?.upper) }
      guard
        ([(decoder.smallestPixels, decoder.largestPixels)] + ranges)
          .allSatisfy({ $0 ?? 0 <= $1 ?? .infinity })
      else { return "the lower end of a range of \(decoder.decoder) is above the upper one" }
    }
    return nil
  }
}
