import DecoderKit
import Images
import Testing

@Suite struct FrameStreamTests {
  /// Luminance that tells columns, rows and frames apart.
  private func luma(_ width: Int, _ height: Int, frame: Int) -> [UInt8] {
    (0..<width * height).map { UInt8(16 + ($0 * 7 + frame * 31) % 220) }
  }

  private func read(
    _ bytes: [UInt8], format: FrameStreamFormat? = nil, piece: Int = .max
  ) throws(ImageError) -> [(time: Duration, image: GrayImage)] {
    var rest = bytes[...]
    let stream = try FrameStream(
      ByteStream { (count: Int) throws(ImageError) -> [UInt8] in
        defer { rest = rest.dropFirst(min(count, piece)) }
        return Array(rest.prefix(min(count, piece)))
      }, format: format)
    var frames: [(time: Duration, image: GrayImage)] = []
    while let frame = try stream.next() { frames.append(frame) }
    return frames
  }

  private func video(
    _ header: String, width: Int, height: Int, chroma: Int, frames: Int = 3
  ) -> [UInt8] {
    (0..<frames).reduce(Array("YUV4MPEG2 \(header)\n".utf8)) { bytes, frame in
      bytes + Array("FRAME\n".utf8) + luma(width, height, frame: frame)
        + [UInt8](repeating: 0x0A, count: chroma)
    }
  }

  @Test(arguments: [
    ("420jpeg", 2 * 3 * 2), ("420mpeg2", 12), ("422", 2 * 3 * 3), ("411", 2 * 2 * 3),
    ("444", 2 * 15), ("444alpha", 3 * 15), ("mono", 0),
  ])
  func chromaOfEachKindIsSkipped(_ kind: String, _ chroma: Int) throws {
    let bytes = video(
      "W5 H3 F25:1 Ip A1:1 C\(kind) XCOLORRANGE=FULL", width: 5, height: 3, chroma: chroma)
    // However the bytes come.
    for piece in [1, 7, .max] {
      let frames = try read(bytes, piece: piece)
      #expect(frames.map(\.time) == [.zero, .milliseconds(40), .milliseconds(80)])
      for (index, frame) in frames.enumerated() {
        #expect(frame.image.width == 5 && frame.image.height == 3)
        #expect(frame.image.pixels == luma(5, 3, frame: index))
      }
    }
  }

  @Test func videoRangeIsExpandedUnlessTheHeaderSaysFull() throws {
    let bytes = Array("YUV4MPEG2 W2 H1 F30000:1001\nFRAME\n".utf8) + [16, 235, 128, 128]
    let frames = try read(bytes)
    #expect(frames[0].image.pixels == [0, 255])
  }

  @Test func timesOfNTSCDoNotDrift() throws {
    let bytes = video("W2 H2 F30000:1001 Cmono", width: 2, height: 2, chroma: 0, frames: 3001)
    let last = try #require(try read(bytes).last)
    #expect(last.time == .milliseconds(100_100))
  }

  @Test func jpegFilesAreSplitAtTheirEnds() throws {
    let images = (0..<4).map { frame in
      // Noise fills the compressed data with bytes that look like markers.
      var image = GrayImage(width: 64, height: 48, filledWith: 0)
      for y in 0..<48 {
        for x in 0..<64 {
          image[x, y] = UInt8(truncatingIfNeeded: (x * 73) ^ (y * 151) ^ frame * 57)
        }
      }
      return image
    }
    let files = try images.map { try JPEG.encode($0, quality: 95) }
    // A comment that holds an end marker, and padding before a marker, are parts of a file.
    let comment: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFE, 0, 6, 0xFF, 0xD9, 0xFF, 0xD8, 0xFF]
    let odd = comment + files[1].dropFirst(2)
    let frames = try read(files[0] + odd + files[2] + files[3], piece: 1000)
    #expect(frames.map(\.time) == (0..<4).map { .seconds(Double($0) / 30) })
    for (frame, file) in zip(frames, files) {
      #expect(try frame.image == JPEG.decode(file))
    }
    let slow = try read(files[0] + files[1], format: .mjpeg(framesPerSecond: 5))
    #expect(slow[1].time == .milliseconds(200))
  }

  @Test func rawFramesHaveTheMeasuresThatAreGiven() throws {
    let format = try #require(FrameStreamFormat("nv12:4x2@10"))
    let plane = luma(4, 2, frame: 0)
    let bytes = plane + [128, 128, 128, 128] + luma(4, 2, frame: 1) + [0, 0, 0, 0]
    let frames = try read(bytes, format: format)
    #expect(frames.count == 2 && frames[1].time == .milliseconds(100))
    #expect(try frames[0].image == GrayImage(nv12: bytes, width: 4, height: 2))
  }

  @Test func damagedStreamsSayWhere() {
    func message(_ bytes: [UInt8], _ format: FrameStreamFormat? = nil) -> String? {
      do throws(ImageError) {
        _ = try read(bytes, format: format)
        return nil
      } catch {
        return error.message
      }
    }
    let whole = video("W4 H2 F25:1 Cmono", width: 4, height: 2, chroma: 0)
    #expect(message(whole.dropLast(3) + [])?.contains("frame 2") == true)
    #expect(message(whole + [1])?.contains("frame 3") == true)
    #expect(message(Array("YUV4MPEG2 W0 H2\n".utf8))?.contains("width and height") == true)
    #expect(message(Array("YUV4MPEG2 W4 H2".utf8))?.contains("first line") == true)
    #expect(message(Array("YUV4MPEG2 W99999 H99999\n".utf8))?.contains("more than") == true)
    #expect(message(Array("YUV4MPEG2 W4 H2 C420p10\n".utf8))?.contains("420p10") == true)
    for rate in ["1:9223372036854775807", "9223372036854775807:1", "1:2000"] {
      #expect(message(Array("YUV4MPEG2 W4 H2 F\(rate)\n".utf8))?.contains("rate") == true)
    }
    #expect(message([])?.contains("empty") == true)
    #expect(message(Array("RIFF".utf8))?.contains("neither") == true)
    #expect(message([0xFF, 0xD8, 0xFF, 0xDA, 0, 3, 1, 5, 6])?.contains("frame 0") == true)
    #expect(message([0xFF, 0xD8, 0xFF, 0xE0, 0, 1])?.contains("no length") == true)
    #expect(
      message([1, 2, 3], .nv12(width: 4, height: 2, framesPerSecond: 30))?.contains("inside")
        == true)
  }

  @Test func formatsAreReadAsTyped() {
    #expect(FrameStreamFormat("y4m") == .y4m)
    #expect(FrameStreamFormat("mjpeg") == .mjpeg(framesPerSecond: 30))
    #expect(FrameStreamFormat("mjpeg@12.5") == .mjpeg(framesPerSecond: 12.5))
    #expect(
      FrameStreamFormat("nv12:1280x720@60")
        == .nv12(width: 1280, height: 720, framesPerSecond: 60))
    for bad in [
      "", "nv12", "nv12:0x4", "nv12:4", "y4m@30", "mjpeg@0", "mjpeg@", "h264", "nv12:1x2x3",
      "mjpeg@1e-30", "nv12:9999999999x9999999999@30",
    ] {
      #expect(FrameStreamFormat(bad) == nil, "\(bad)")
    }
  }
}
