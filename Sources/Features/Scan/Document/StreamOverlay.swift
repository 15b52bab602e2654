import Reporting
import Scanning
import Sessions
import Synchronization

/// The pictures of a stream: frames in which codes were new to a decoder, with what it read there.
final class StreamOverlay: Sendable {
  /// The folder of the pictures, and of the page with all of them.
  let folder: OverlayFolder
  private let plan: StreamPlan
  private let aim: ScanAim?
  private let counts = Mutex<[String: Int]>([:])

  /// Makes the folder before anything is read.
  ///
  /// - Throws: ``ReportError`` for a folder that cannot be written.
  init(_ path: String, _ plan: StreamPlan, _ aim: ScanAim?, showsGuides: Bool) throws(ReportError) {
    (self.plan, self.aim) = (plan, aim)
    let names = plan.decoders.flatMap { decoder in
      (1...SnapshotFolder.limit).map { (path: "", name: "\(decoder.label)-\($0).png") }
    }
    folder = try OverlayFolder(path, images: names, showsGuides: showsGuides)
  }

  /// Draws the frame of an event that has codes, unless enough of its decoder were drawn.
  ///
  /// - Throws: `ImageError` or `FileError` for pictures that cannot be made or written.
  func write(_ told: StreamEvent) throws {
    guard case .codes(let codes) = told.event, let frame = told.frame,
      let place = plan.decoders.firstIndex(where: { $0.label == told.decoder })
    else { return }
    let count = counts.withLock { counts in
      counts[told.decoder, default: 0] += 1
      return counts[told.decoder, default: 0]
    }
    guard count <= SnapshotFolder.limit else { return }
    let image = Snapshot(frame).image
    let step = ImageScan(decoders: [ScanDecoder(plan.decoders[place])], viewing: plan.viewing)
    let contents = step.contents(
      of: image,
      attempts: [ScanAttempt(decoder: told.decoder, outcome: .answered, readings: codes.count)],
      readings: [codes.map(\.reading)],
      window: try? aim?.window(width: image.width, height: image.height))
    try folder.write(
      ScannedImage(
        path: "\(told.decoder), frame \(frame.index)",
        index: place * SnapshotFolder.limit + count - 1, outcome: .scanned(contents)), image)
  }
}
