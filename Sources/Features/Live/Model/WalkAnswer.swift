import Base
import DecoderKit
import Foundation
import Reporting
import Results

/// A walk-away as the page shows it.
package struct WalkAnswer: Encodable, Sendable {
  package let record: WalkRecord
  /// The symbology as people call it.
  let symbology: String
  /// A sentence about each decoder.
  let sentences: [String]
  let advice: WalkAdvice
  /// The file that it was written to, and the command that goes on with it; `nil` while it goes on.
  package internal(set) var file: String?
  private(set) var next: WalkCommand?

  /// A sentence about one decoder.
  ///
  /// - Parameter unread: The symbology if the decoder does not read it.
  static func sentence(_ name: String, _ summary: WalkSummary, unread: Symbology?) -> String {
    if let unread { return "\(name) does not read \(ScanWording.codes(unread))." }
    func pixels(_ value: Double) -> String { String(format: "%.2f px", value) }
    guard summary.frames > 0 else {
      return "\(name) answered to no frame in which the symbol had a size."
    }
    guard let reliable = summary.reliable, let half = summary.half else {
      if let smallest = summary.smallestRead {
        return "\(name) read every frame, down to \(pixels(smallest)) a module. Move further away."
      }
      return
        "\(name) read none of \(Numerals.counted(summary.frames, "frame", "frames")). Start nearer."
    }
    let range =
      switch (half.lower.map(pixels), half.upper.map(pixels)) {
      case (let lower?, let upper?): "\(lower) to \(upper)"
      case (let lower?, nil): "\(lower) or more"
      case (nil, let upper?): "\(upper) or less"
      case (nil, nil): "any size"
      }
    return
      "\(name) reads half of the frames from \(pixels(half.size)) a module (95 % interval: \(range)) "
      + "and 95 % of them from \(pixels(reliable.size))."
      + (half.lower == nil ? " Walk on past the last read to bound it from below." : "")
      + (half.upper == nil ? " Start nearer to bound it from above." : "")
  }

  /// Writes the record into a folder, under a name with its time.
  ///
  /// - Throws: What a folder or a file that cannot be written throws.
  mutating func write(into folder: String) throws {
    try Folder.make(folder)
    let stamp = FreeName.stamp(record.startedAt)
    let path = FreeName.path("\(folder)/walk-away-\(stamp)", ending: "json")
    let text = try VersionedJSON.text(record, version: WalkRecord.schemaVersion)
    try AtomicFile.write(Array(text.utf8), to: path, isDurable: false)
    (file, next) = (path, WalkCommand(path, of: record.view))
  }
}
