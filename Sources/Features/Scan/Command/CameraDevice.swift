import Base
import Foundation
import Sessions

/// A camera of this machine whose frames ffmpeg delivers, as Y4M.
final class CameraDevice {
  private let process = Process()
  private let frames = Pipe()
  /// Open as long as the harness runs.
  private let life = Pipe()

  /// Ends ffmpeg when its input ends, also after a kill of the harness: a camera that stalls writes nothing whose
  /// failure would end it.
  private static let watched =
    #""$@" </dev/null & camera=$!; exec >&-; cat >/dev/null; kill -9 $camera 2>/dev/null"#

  /// Starts ffmpeg; what it has to say goes to standard error.
  ///
  /// - Throws: `RequestError` without ffmpeg.
  init(_ device: String) throws {
    guard let program = ProgramRun.path(of: "ffmpeg") else {
      throw RequestError("--camera-device needs ffmpeg: apt-get install ffmpeg")
    }
    process.executableURL = URL(filePath: "/bin/sh")
    // Frames as they come: at a constant rate, ffmpeg repeats some when its reader is slow, which makes that slower.
    process.arguments = [
      "-c", Self.watched, "sh", program, "-nostdin", "-v", "error", "-f", "v4l2", "-i", device,
      "-fps_mode", "passthrough", "-f", "yuv4mpegpipe", "-pix_fmt", "yuv420p", "-",
    ]
    process.standardInput = life
    process.standardOutput = frames
    try process.run()
  }

  /// The path at which its frames are read.
  var path: String { "/dev/fd/\(frames.fileHandleForReading.fileDescriptor)" }

  /// Ends ffmpeg, without waiting until it has.
  func end() {
    try? life.fileHandleForWriting.close()
  }
}
