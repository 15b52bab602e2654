import Base
import Foundation
import Images
import Synchronization

/// The images of a folder as frames, in bytewise order of their names.
public struct ImageFolderSource: FrameSource {
  private let files: [String]
  private let framesPerSecond: Double

  /// Finds the images of a folder and its sub-folders.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - framesPerSecond: The rate of the frames, above 0.
  /// - Throws: `ImageError` of code `file` if there are none.
  public init(
    path: String, framesPerSecond: Double = FrameStreamFormat.usualRate
  ) throws(ImageError) {
    self.framesPerSecond = framesPerSecond
    let root = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    files = FolderListing(of: root).folders.flatMap { folder, files in
      files.filter(ImageFormat.hasExtension)
        .map { folder.isEmpty ? "\(root)/\($0)" : "\(root)/\(folder)/\($0)" }
    }
    guard !files.isEmpty else {
      throw ImageError(code: .file, path: path, message: "holds no images")
    }
  }

  public var isLive: Bool { false }

  public var frames: AsyncThrowingStream<Frame, any Error> {
    let (files, rate) = (files, framesPerSecond)
    let next = Mutex(0)
    return AsyncThrowingStream {
      let index = next.withLock { next in
        defer { next += 1 }
        return next
      }
      guard index < files.count else { return nil }
      return Frame(
        index: index, time: .seconds(Double(index) / rate),
        image: try ImageFile.read(path: files[index]))
    }
  }
}

/// A video as frames: Y4M, MJPEG or raw NV12, from a file, a pipe or standard input.
public struct VideoSource: FrameSource {
  private let path: String
  private let format: FrameStreamFormat?
  public let isLive: Bool

  /// Makes a source; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - path: The file; `-` for standard input.
  ///   - format: The format; `nil` to recognise Y4M and MJPEG.
  ///   - isLive: True for a camera's pipe, whose frames do not wait: their times are those at which they
  ///     come.
  public init(path: String, format: FrameStreamFormat? = nil, isLive: Bool = false) {
    self.path = path
    self.format = format
    self.isLive = isLive
  }

  public var frames: AsyncThrowingStream<Frame, any Error> {
    let reader = Mutex<VideoReader?>(nil)
    let source = self
    return AsyncThrowingStream {
      try reader.withLock { reader in
        if reader == nil { reader = try VideoReader(source.path, source.format, source.isLive) }
        return try reader?.next()
      }
    }
  }
}

/// An open video.
private struct VideoReader: ~Copyable {
  private let path: String
  private let isLive: Bool
  private let stream: FrameStream
  private var start: ContinuousClock.Instant?
  private var count = 0

  init(_ path: String, _ format: FrameStreamFormat?, _ isLive: Bool) throws(ImageError) {
    self.path = path
    self.isLive = isLive
    let file: InputFile
    do throws(FileError) {
      file = try InputFile(path)
    } catch {
      throw ImageError(error)
    }
    stream = try FrameStream(
      ByteStream { (count: Int) throws(ImageError) -> [UInt8] in
        do throws(FileError) {
          return try file.read(atMost: count)
        } catch {
          throw ImageError(error)
        }
      }, format: format)
  }

  mutating func next() throws -> Frame? {
    guard let (time, image) = try stream.next() else { return nil }
    defer { count += 1 }
    guard isLive else { return Frame(index: count, time: time, image: image) }
    let now = ContinuousClock.now
    let start = start ?? now
    self.start = start
    return Frame(index: count, time: now - start, image: image)
  }
}
