import Base
import DecoderKit
import Foundation
import Statistics

/// A walk-away as the page shows it and as it is kept in a file.
package struct WalkRecord: Encodable, Sendable {
  /// The version of the layout; fields may be added.
  var schemaVersion = 1
  /// The origin of the numbers: a hand held the label or the camera, nothing was drawn.
  var measured = "by-hand"
  let startedAt: String
  package let symbology: String
  let value: String
  /// Frames of the walk-away, and those in which the symbol had a size.
  let frames: Int
  let framesWithSize: Int
  /// The module's side in print, in millimetres, and the camera's focal length; `nil` where not known.
  let moduleMillimetres: Double?
  let focalPixels: Double?
  package let decoders: [Decoder]
  /// The file that it was written to; `nil` while it goes on.
  package internal(set) var file: String?

  package struct Decoder: Encodable, Sendable {
    package let decoder: String
    let library: String
    let version: String
    package let frames: Int
    let reads: Int
    package let smallestReadPixels: Double?
    package let largestMissPixels: Double?
    package let half: Crossing?
    package let reliable: Crossing?
    /// The threshold of drawn images, from a stored run.
    package let drawnThresholdPixels: Double?
    let sentence: String
  }

  /// A module size with its 95 % interval, in pixels; an end is `nil` where nothing bounds it.
  package struct Crossing: Encodable, Sendable {
    package let pixels: Double
    package let lower: Double?
    package let upper: Double?
    /// The factor by which neighbouring frames count for less, since they are alike.
    package let dispersion: Double

    init?(_ crossing: CorrelatedCrossing?) {
      guard let crossing else { return nil }
      (pixels, lower, upper) = (crossing.size, crossing.lower, crossing.upper)
      dispersion = crossing.dispersion
    }
  }

  /// A sentence about one decoder.
  ///
  /// - Parameter unknown: The symbology if the decoder does not know it.
  static func sentence(_ name: String, _ summary: WalkSummary, unknown: Symbology?) -> String {
    if let unknown { return "\(name) does not know \(unknown)." }
    func pixels(_ value: Double) -> String { String(format: "%.2f px", value) }
    guard summary.frames > 0 else {
      return "\(name) answered to no frame in which the symbol had a size."
    }
    guard let reliable = summary.reliable, let half = summary.half else {
      if let smallest = summary.smallestRead {
        return "\(name) read every frame, down to \(pixels(smallest)) a module. Move further away."
      }
      return "\(name) read none of \(summary.frames) frames. Start nearer."
    }
    let range = "\(half.lower.map(pixels) ?? "less") to \(half.upper.map(pixels) ?? "more")"
    return "\(name) reads half of the frames from \(pixels(half.size)) a module (95 %: \(range)) "
      + "and 95 % of them from \(pixels(reliable.size))."
  }

  /// Writes it as JSON into a folder, under a name with its time.
  ///
  /// - Returns: The file's path.
  /// - Throws: What a folder or a file that cannot be written throws.
  func write(into folder: String) throws -> String {
    try Folder.make(folder)
    let stamp = startedAt.replacing(":", with: "").replacing("-", with: "")
    let path = FreeName.path("\(folder)/walk-away-\(stamp)", ending: "json")
    var record = self
    record.file = path
    try AtomicFile.write(Array(SortedJSON.data(record, isPretty: true)), to: path, isDurable: false)
    return path
  }
}
