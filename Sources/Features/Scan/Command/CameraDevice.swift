import Base
import Foundation
import Sessions

/// A camera of this machine whose frames ffmpeg delivers, as Y4M.
final class CameraDevice {
  private let process = Process()
  private let frames = Pipe()

  /// Starts ffmpeg; what it has to say goes to standard error.
  ///
  /// - Throws: `RequestError` without ffmpeg.
  init(_ device: String) throws {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    guard
      let program = folders.map({ "\($0)/ffmpeg" })
        .first(where: FileManager.default.isExecutableFile)
    else {
      throw RequestError("--camera-device needs ffmpeg: apt-get install ffmpeg")
    }
    process.executableURL = URL(filePath: program)
    process.arguments = [
      "-nostdin", "-v", "error", "-f", "v4l2", "-i", device, "-f", "yuv4mpegpipe", "-pix_fmt",
      "yuv420p", "-",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = frames
    try process.run()
  }

  /// The path at which its frames are read.
  var path: String { "/dev/fd/\(frames.fileHandleForReading.fileDescriptor)" }

  /// Ends ffmpeg, without waiting until it has.
  func end() {
    if process.isRunning { process.terminate() }
  }
}
