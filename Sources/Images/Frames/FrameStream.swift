import Base
import DecoderKit

/// The kinds of frame streams that are read.
public enum FrameStreamFormat: Hashable, Sendable {
  /// YUV4MPEG2 with 8 bits per sample, as `ffmpeg -f yuv4mpegpipe` writes it.
  case y4m
  /// JPEG files one after the other, as `ffmpeg -f mjpeg` and webcams write them.
  case mjpeg(framesPerSecond: Double)
  /// Luminance planes with interleaved chroma and nothing between frames.
  case nv12(width: Int, height: Int, framesPerSecond: Double)

  /// The rate of streams that do not say theirs.
  public static let usualRate = 30.0

  /// The rates that are taken, in frames per second.
  static let rates = 0.001...1000.0

  /// Reads a format as people type it: `y4m`, `mjpeg`, `mjpeg@25`, `nv12:1280x720@30`.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let rate = parts.count == 2 ? Double(String(parts[1])) : Self.usualRate
    guard let rate, Self.rates.contains(rate) else { return nil }
    let kind = parts[0].split(separator: ":", omittingEmptySubsequences: false)
    switch (kind[0], kind.count) {
    case ("y4m", 1) where parts.count == 1:
      self = .y4m
    case ("mjpeg", 1):
      self = .mjpeg(framesPerSecond: rate)
    case ("nv12", 2):
      guard let (width, height) = kind[1].sides({ Int($0) }), width > 0, height > 0,
        (try? ImageLimits.pixelCount(width: width, height: height)) != nil
      else { return nil }
      self = .nv12(width: width, height: height, framesPerSecond: rate)
    default:
      return nil
    }
  }
}

/// Frames in a stream of bytes, read one at a time.
public final class FrameStream {
  private let bytes: ByteStream
  private let format: FrameStreamFormat
  /// The header's measures, in Y4M streams.
  private let video: Y4MHeader?
  /// Frames read so far.
  private var count = 0

  /// Opens a stream.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, from the first on.
  ///   - format: The format; `nil` to recognise Y4M and MJPEG by their first bytes.
  /// - Throws: ``ImageError`` of code `format` if it is neither, `malformed` for a bad header.
  public init(_ bytes: ByteStream, format: FrameStreamFormat? = nil) throws(ImageError) {
    self.bytes = bytes
    if let format { self.format = format } else { self.format = try Self.format(of: bytes) }
    video = self.format == .y4m ? try Y4MHeader(bytes) : nil
  }

  /// Reads the next frame with its time since the first one; `nil` after the last.
  ///
  /// - Throws: ``ImageError`` with the frame's number for one that is damaged or cut off.
  public func next() throws(ImageError) -> (time: Duration, image: GrayImage)? {
    guard try !bytes.isAtEnd() else { return nil }
    let index = count
    count += 1
    do throws(ImageError) {
      switch format {
      case .y4m:
        guard let video else { return nil }
        return (video.time(ofFrame: index), try video.frame(bytes))
      case .mjpeg(let rate):
        return (.seconds(Double(index) / rate), try JPEG.decode(try JPEGFile.bytes(bytes)))
      case .nv12(let width, let height, let rate):
        let (luma, chroma) = (width * height, (width + 1) / 2 * 2 * ((height + 1) / 2))
        guard let frame = try bytes.take(luma + chroma) else {
          throw .invalid("NV12", "the bytes end inside the frame")
        }
        return (
          .seconds(Double(index) / rate),
          try GrayImage(luma: frame.span, width: width, height: height)
        )
      }
    } catch {
      throw ImageError(
        code: error.code, path: error.path, message: "frame \(index) \(error.message)")
    }
  }

  private static func format(of bytes: ByteStream) throws(ImageError) -> FrameStreamFormat {
    let start = try bytes.peek(Y4MHeader.magic.count)
    if start.elementsEqual(Y4MHeader.magic) { return .y4m }
    if start.starts(with: JPEGFile.start) {
      return .mjpeg(framesPerSecond: FrameStreamFormat.usualRate)
    }
    throw ImageError(
      code: .format,
      message: start.isEmpty
        ? "the stream is empty"
        : "the stream is neither Y4M nor MJPEG: raw frames need their format")
  }
}

/// The header of a YUV4MPEG2 stream.
struct Y4MHeader {
  static let magic = Array("YUV4MPEG2".utf8)
  private static let longestLine = 4096

  private let width: Int
  private let height: Int
  /// Frames per second, as a fraction.
  private let rate: (count: Int, seconds: Int)
  /// Bytes of the planes after the luminance.
  private let chromaBytes: Int
  private let range: LumaRange

  init(_ bytes: ByteStream) throws(ImageError) {
    guard let line = try bytes.line(atMost: Self.longestLine),
      let text = String(validating: line, as: UTF8.self)
    else { throw .invalid("Y4M", "its first line does not end") }
    var (width, height, rate, chroma, range) = (0, 0, (30, 1), "420jpeg", LumaRange.video)
    for field in text.split(separator: " ").dropFirst() {
      let value = field.dropFirst()
      switch field.first {
      case "W": width = Int(value) ?? 0
      case "H": height = Int(value) ?? 0
      case "F":
        let parts = value.split(separator: ":").compactMap { Int($0) }
        // 0:0 is an unknown rate.
        guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { continue }
        guard max(parts[0], parts[1]) <= 1_000_000_000,
          FrameStreamFormat.rates.contains(Double(parts[0]) / Double(parts[1]))
        else { throw .invalid("Y4M", "a rate of \(value) is not 0.001 to 1000 frames a second") }
        rate = (parts[0], parts[1])
      case "C": chroma = String(value)
      case "X" where value == "COLORRANGE=FULL": range = .full
      default: break
      }
    }
    guard width > 0, height > 0 else {
      throw .invalid("Y4M", "its header has no width and height above 0: \(text)")
    }
    let count = try ImageLimits.pixelCount(width: width, height: height)
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    switch chroma {
    case "mono": chromaBytes = 0
    case "420", "420jpeg", "420mpeg2", "420paldv": chromaBytes = 2 * halfWidth * halfHeight
    case "422": chromaBytes = 2 * halfWidth * height
    case "411": chromaBytes = 2 * ((width + 3) / 4) * height
    case "444": chromaBytes = 2 * count
    case "444alpha": chromaBytes = 3 * count
    default:
      throw .invalid(
        "Y4M", "colour space \(chroma) is not read: 8 bits per sample are (-pix_fmt yuv420p)")
    }
    (self.width, self.height, self.rate, self.range) = (width, height, rate, range)
  }

  func time(ofFrame index: Int) -> Duration {
    .seconds(index * rate.seconds) / rate.count
  }

  /// Reads the frame that begins here.
  func frame(_ bytes: ByteStream) throws(ImageError) -> GrayImage {
    guard let line = try bytes.line(atMost: Self.longestLine),
      line.starts(with: Array("FRAME".utf8))
    else { throw .invalid("Y4M", "the line FRAME is missing") }
    guard let planes = try bytes.take(width * height + chromaBytes) else {
      throw .invalid("Y4M", "the bytes end inside the frame")
    }
    return try GrayImage(luma: planes.span, width: width, height: height, range: range)
  }
}

/// A JPEG file in a stream, found by its markers.
enum JPEGFile {
  static let start: [UInt8] = [0xFF, 0xD8]

  /// Takes the file that begins here, up to its end marker.
  static func bytes(_ stream: ByteStream) throws(ImageError) -> [UInt8] {
    guard try stream.peek(2).elementsEqual(start) else {
      throw .invalid("MJPEG", "no JPEG file begins where the one before ends")
    }
    var length = 2
    while true {
      let marker = try byte(length + 1, stream)
      guard try byte(length, stream) == 0xFF else { throw .invalid("MJPEG", "a marker is missing") }
      switch marker {
      case 0xFF: length += 1  // padding
      case 0xD9:
        guard let file = try stream.take(length + 2) else { throw cutOff }
        return file
      case 0x01, 0xD0...0xD7: length += 2
      case 0xDA: length = try endOfScan(after: try segmentEnd(length, stream), stream)
      default: length = try segmentEnd(length, stream)
      }
    }
  }

  private static func segmentEnd(_ start: Int, _ stream: ByteStream) throws(ImageError) -> Int {
    let count = Int(try byte(start + 2, stream)) << 8 | Int(try byte(start + 3, stream))
    guard count >= 2 else { throw .invalid("MJPEG", "a segment has no length") }
    return start + 2 + count
  }

  /// Finds the marker after compressed data; stuffed zeros and restart markers belong to the data.
  private static func endOfScan(
    after start: Int, _ stream: ByteStream
  ) throws(ImageError) -> Int {
    var position = start
    while true {
      if try byte(position, stream) == 0xFF {
        switch try byte(position + 1, stream) {
        case 0x00, 0xD0...0xD7: position += 2
        default: return position
        }
      } else {
        position += 1
      }
    }
  }

  private static func byte(_ offset: Int, _ stream: ByteStream) throws(ImageError) -> UInt8 {
    guard offset < ImageLimits.maximumFileBytes else {
      throw .invalid("MJPEG", "a file has more than \(ImageLimits.maximumFileBytes) bytes")
    }
    if stream.held.count <= offset { guard try stream.fill(offset + 1) else { throw cutOff } }
    return stream.held[stream.held.startIndex + offset]
  }

  private static let cutOff = ImageError.invalid("MJPEG", "the bytes end inside the file")
}
