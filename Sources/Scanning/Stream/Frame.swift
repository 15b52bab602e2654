import DecoderKit
import Images

/// One frame of a camera or a file.
public struct Frame: Hashable, Sendable {
  /// The number in its stream, from 0.
  public let index: Int
  /// The time since the stream's first frame.
  public let time: Duration
  /// The luminance, as it was delivered.
  public let image: GrayImage
  /// The way in which the camera was held.
  public let orientation: ImageOrientation

  public init(
    index: Int, time: Duration, image: GrayImage, orientation: ImageOrientation = .upright
  ) {
    self.index = index
    self.time = time
    self.image = image
    self.orientation = orientation
  }
}

/// A camera, a folder or a file that delivers frames.
public protocol FrameSource: Sendable {
  /// The frames, in the order of their times; they end with the sequence, or with an error.
  ///
  /// A sequence is run through once.
  associatedtype Frames: AsyncSequence<Frame, any Error> & Sendable
  var frames: Frames { get }

  /// True if frames come when they come; false if they wait until they are asked for.
  var isLive: Bool { get }

  /// Asks for something that only a camera can do.
  ///
  /// - Returns: False if the source cannot do it.
  func request(_ request: SourceRequest) async -> Bool
}

extension FrameSource {
  public func request(_ request: SourceRequest) async -> Bool { false }
}

/// A wish to a camera.
public enum SourceRequest: Hashable, Sendable {
  /// The lamp, on or off.
  case torch(Bool)
  /// The magnification, 1 for none.
  case zoom(Double)
}
