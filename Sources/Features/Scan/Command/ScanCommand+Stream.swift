import ArgumentParser
import Base
import Console
import Evaluation
import PluginHost
import Reporting
import Scanning
import Sessions
import Synchronization

extension ScanCommand {
  /// Scans a stream instead of images.
  func runStream(_ stop: StopSignal) throws {
    let choice = try decoders.choice()
    try choice.requireDecoders()
    if streaming.clock == .real, choice.decoders.count > 1 {
      throw ValidationError("--clock real is for one decoder: name it by --decoder")
    }
    let plan = StreamPlan(
      decoders: choice.decoders, options: streaming.options(try aiming.aim()),
      deathsBeforeGivingUp: reading.giveUpAfter, viewing: try viewing.viewing())
    let session = StreamSession(plan: plan, stop: stop)
    let snapshots = try streaming.snapshots.map {
      try SnapshotFolder(
        path: $0, plan: plan, reproduceOptions: decoders.workers.reproduceOptions())
    }
    let aim = try aiming.aim()
    let overlay = try output.overlay.map {
      try StreamOverlay($0, plan, aim, showsGuides: aiming.guides)
    }
    let keep: @Sendable (StreamEvent) throws -> Void = {
      try snapshots?.keep($0)
      try overlay?.write($0)
    }
    let device = try streaming.cameraDevice.map { try CameraDevice($0) }
    defer { device?.end() }
    let path = device?.path ?? paths[0]
    let hasCodes: Bool
    if path != "-", Folder.exists(path) {
      if streaming.clock == .real || streaming.streamFormat != nil {
        throw ValidationError(
          "--clock real and --stream-format are for videos: a folder has 30 frames a second")
      }
      hasCodes = try show(session, choice, try ImageFolderSource(path: path), keep)
    } else {
      hasCodes = try show(
        session, choice,
        VideoSource(
          path: path, format: streaming.streamFormat?.format, isLive: streaming.clock == .real),
        keep)
    }
    if let folder = overlay?.folder {
      try folder.writePage()
      if !quiet { printMessage(folder.remark) }
      if output.open { Browser.open(folder.page) }
    }
    if let snapshots, !quiet { printMessage(Self.remark(snapshots)) }
    printMessages(about: choice.unavailable)
    if stop.isRequested { throw ExitStatus.interrupted }
    if !choice.unavailable.isEmpty { throw ExitStatus.cannotDoItsJob }
    if !hasCodes { throw ExitStatus.nothingRead }
  }

  /// Shows each event as it comes.
  ///
  /// - Returns: True if a code was read.
  private func show(
    _ session: StreamSession, _ choice: DecoderChoice, _ source: some FrameSource,
    _ keep: @escaping @Sendable (StreamEvent) throws -> Void
  ) throws -> Bool {
    let text = StreamText(
      color.style, decoders: choice.decoders.map(\.label))
    let isData = output.format.isData
    let hasCodes = Mutex(false)
    try session.run(source) { told in
      if case .codes = told.event { hasCodes.withLock { $0 = true } }
      try keep(told)
      if isData {
        for line in try StreamRecord.lines(told) { try printData(line) }
      } else {
        if case .ended = told.event, quiet { return isOutputRead }
        for line in text.lines(told) { try printResult(line) }
      }
      return isOutputRead
    }
    return hasCodes.withLock { $0 }
  }

  private static func remark(_ snapshots: SnapshotFolder) -> String {
    let (kept, leftOut) = snapshots.summary
    let text = "\(Quantities.counted(kept, "snapshot is", "snapshots are")) in \(snapshots.path)/"
    guard leftOut > 0 else { return text }
    return text + "; of \(Quantities.counted(leftOut, "further event", "further events")) none was "
      + "kept: \(SnapshotFolder.limit) of a kind are enough"
  }
}
