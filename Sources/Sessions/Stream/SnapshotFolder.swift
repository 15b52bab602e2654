import Base
import Evaluation
import Foundation
import Results
import Scanning
import Synchronization

/// A folder that keeps the frames of a stream in which something happened, a sub-folder a decoder.
package final class SnapshotFolder: Sendable {
  /// The most frames that are kept of a decoder for each kind of event.
  package static let limit = 100

  /// The folder.
  package let path: String
  private let decoders: [String: ConfiguredDecoder]
  private let aim: ScanAim
  private let reproduceOptions: String
  private let counts = Mutex<[String: Int]>([:])

  /// Makes the folder before anything is read.
  ///
  /// - Parameters:
  ///   - path: The folder; it is made if need be.
  ///   - plan: The decoders, and the part of frames that they are given.
  ///   - reproduceOptions: What must be typed again to get the same decoders.
  /// - Throws: `FileError` for a folder that cannot be made.
  package init(path: String, plan: StreamPlan, reproduceOptions: ReproduceOptions) throws {
    try Folder.make(path)
    self.path = path
    decoders = Dictionary(plan.decoders.map { ($0.label, $0) }) { first, _ in first }
    aim = plan.options.aim
    self.reproduceOptions = reproduceOptions.text
  }

  /// The number of frames that were kept, and that of the events for which there was no room.
  package var summary: (kept: Int, leftOut: Int) {
    counts.withLock { counts in
      counts.values.reduce((0, 0)) {
        ($0.0 + min($1, Self.limit), $0.1 + max($1 - Self.limit, 0))
      }
    }
  }

  /// Keeps the frame of an event, unless enough of its kind have been kept.
  ///
  /// - Throws: What a file that cannot be written throws.
  package func keep(_ event: StreamEvent) throws {
    guard let frame = event.frame, let configured = decoders[event.decoder] else { return }
    var (codes, failure): ([StreamSnapshot.Code]?, String?)
    switch event.event {
    case .codes(let scanned): codes = scanned.map { StreamSnapshot.Code($0.reading) }
    case .failure(let message, _): failure = message
    case .ended: return
    }
    let count = counts.withLock { counts in
      counts["\(failure == nil) \(event.decoder)", default: 0] += 1
      return counts["\(failure == nil) \(event.decoder)", default: 0]
    }
    guard count <= Self.limit else { return }
    let image = Snapshot(frame).image
    // A region that does not fit the frame: the decoder was given nothing.
    guard let window = try? aim.window(width: image.width, height: image.height) else { return }
    let folder = "\(path)/\(ReproducerFile.name(event.decoder, separator: ":"))"
    try Folder.make(folder)
    let stem = Self.freeStem(folder + String(format: "/frame-%06d", frame.index))
    let file = URL(filePath: stem + ".json").standardizedFileURL.path
    let record = StreamSnapshot.Record(
      configured, frame: frame.index, timeSeconds: frame.time / .seconds(1),
      decodedPart: window.decodedPart,
      codes: codes, failure: failure,
      reproduce: ReproduceCommand.line(
        key: file, decoder: configured.argument, options: reproduceOptions))
    try StreamSnapshot.write(image, record, at: stem)
  }

  /// A name that no earlier scan into the folder has used: `frame-000012`, else `frame-000012-2`.
  private static func freeStem(_ stem: String) -> String {
    func isFree(_ stem: String) -> Bool {
      access(stem + ".json", F_OK) != 0 && access(stem + ".png", F_OK) != 0
    }
    var (name, number) = (stem, 1)
    while !isFree(name) {
      number += 1
      name = "\(stem)-\(number)"
    }
    return name
  }
}
