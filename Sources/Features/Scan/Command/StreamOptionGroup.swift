import ArgumentParser
import Base
import Console
import Images
import Scanning

/// The options of `scan --stream`.
struct StreamOptionGroup: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Reads the path as a video or a folder of frames; - is a video on standard input.",
      discussion: "Y4M and MJPEG are recognised; raw frames need --stream-format."))
  var stream = false

  @Option(
    help: ArgumentHelp(
      "A camera of this machine whose frames are the stream, by ffmpeg: /dev/video0.",
      valueName: "device"), completion: .file())
  var cameraDevice: String?

  @Option(
    help: ArgumentHelp(
      "The stream's format: y4m, mjpeg@25 or nv12:1280x720@30.",
      discussion: "Give frames per second for streams that do not state them. Default: 30.",
      valueName: "format"))
  var streamFormat: StreamFormatOption?

  @Option(
    help: ArgumentHelp(
      "Decodes at most one frame per interval and drops those in between: 100ms.",
      discussion: "Default: every frame is decoded.", valueName: "duration"))
  var every: DurationOption?

  @Option(
    help: ArgumentHelp(
      "virtual: each decode takes its measured time on the stream's own clock. real: frames arrive in "
        + "real time, for one decoder."))
  var clock: StreamClock = .virtual

  @Option(
    help: ArgumentHelp(
      "Reports a code once it was read in k of the latest n frames: 2/3.", valueName: "k/n"))
  var confirm: ConfirmationOption?

  @Option(
    help: ArgumentHelp("Ends after this many different codes.", valueName: "number"))
  var codes: Int?

  @Option(
    help: ArgumentHelp(
      "Keeps the frame of each code and each failure, for harness reproduce.",
      valueName: "folder"), completion: .directory)
  var snapshots: String?

  /// True if frames are read, from a path or a camera.
  var isStream: Bool { stream || cameraDevice != nil }

  func validate() throws {
    if cameraDevice != nil, streamFormat != nil {
      throw ValidationError("--camera-device delivers Y4M: leave out --stream-format")
    }
    if cameraDevice == "" { throw ValidationError("--camera-device names a device: /dev/video0") }
    if !isStream,
      streamFormat != nil || every != nil || confirm != nil || codes != nil
        || clock == .real || snapshots != nil
    {
      throw ValidationError(
        "--stream-format, --every, --clock, --confirm, --codes and --snapshots are for --stream")
    }
    if snapshots == "" { throw ValidationError("--snapshots names a folder") }
    try NumberBounds.count.check(codes, "--codes")
  }

  /// The scanner's options.
  func options(_ aim: ScanAim?) -> ScannerOptions {
    ScannerOptions(
      aim: aim ?? ScanAim(region: ScanRegion()),
      policy: every.map { .latest(every: .nanoseconds($0.nanoseconds)) }
        ?? (clock == .real ? .latest(every: .zero) : .all),
      rules: CodeRules(
        confirmations: confirm?.needed ?? 1, window: confirm?.window, stopAfterCodes: codes))
  }
}

/// The clock of a stream.
enum StreamClock: String, CaseIterable, ExpressibleByArgument {
  case virtual
  case real
}

/// A stream's format as people type it.
struct StreamFormatOption: ExpressibleByArgument {
  let format: FrameStreamFormat

  init?(argument: String) {
    guard let format = FrameStreamFormat(argument) else { return nil }
    self.format = format
  }
}
