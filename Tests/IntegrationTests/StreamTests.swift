import DecoderKit
import Foundation
import Images
import TestSupport
import Testing

/// `harness scan --stream` on frames drawn by the harness.
@Suite(.waits) struct StreamTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  /// A line of the output.
  private struct Line: Decodable {
    var decoder: String
    var event: String
    var frame: Int?
    var timeSeconds: Double?
    var value: String?
    var message: String?
    var ending: String?
    var arrived: Int?
    var decoded: Int?
    var dropped: Int?
    var failed: Int?
    var modulePixels: Double?
    var distanceMillimetres: Double?
    var codes: [Code]?

    struct Code: Decodable {
      var reads: Int
      var lastReadFrame: Int
      var lastReadModulePixels: Double?
      var firstMissFrame: Int?
      var firstMissModulePixels: Double?
    }
  }

  /// The two codes, drawn once.
  private static let codes = Result {
    let folder = try ScratchFolder()
    for trial in 1...2 {
      let run = try HarnessRun.run([
        "reproduce", "qr-small/v2-m/upright/6/\(trial)", "--decoder", "null", "--image",
        folder.path + "/\(trial).png",
      ])
      #expect(run.status == 0, "\(run.errors)")
    }
    return folder
  }

  /// Draws frames: the first code in three of them, then the other in three.
  private func drawFrames() throws -> [GrayImage] {
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/frames", withIntermediateDirectories: true)
    return try (0..<6).map { index in
      let file = scratch.path + "/frames/\(index).png"
      try FileManager.default.copyItem(
        atPath: Self.codes.get().path + "/\(1 + index / 3).png", toPath: file)
      return try ImageFile.read(path: file)
    }
  }

  private func video(_ frames: [GrayImage]) -> [UInt8] {
    let header =
      "YUV4MPEG2 W\(frames[0].width) H\(frames[0].height) F30:1 Cmono XCOLORRANGE=FULL\n"
    return frames.reduce(Array(header.utf8)) { $0 + Array("FRAME\n".utf8) + $1.packed().pixels }
  }

  private func stream(
    _ arguments: [String], input: String? = nil
  ) async throws -> (run: HarnessRun, lines: [Line]) {
    let run = try await HarnessRun.run(
      ["scan", "--stream", "--format", "jsonl"] + arguments, in: scratch.path, input: input)
    let lines = run.output.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    return (run, lines)
  }

  @Test func aVideoIsReadAsItsFramesAre() async throws {
    let frames = try drawFrames()
    try Data(video(frames)).write(to: URL(filePath: scratch.path + "/video.y4m"))
    let jpegs = try frames.reduce([]) { try $0 + JPEG.encode($1, quality: 95) }
    try Data(jpegs).write(to: URL(filePath: scratch.path + "/video.mjpeg"))
    let decoders = ["--decoder", "zbar", "--decoder", "zxing"]
    let folder = try await stream(["frames"] + decoders)
    #expect(folder.run.status == 0, "\(folder.run.errors)")
    let codes = folder.lines.filter { $0.event == "code" }
    #expect(codes.map(\.frame) == [0, 0, 3, 3])
    #expect(codes.map(\.decoder) == ["zbar", "zxing", "zbar", "zxing"])
    #expect(codes[2].timeSeconds == 0.1 && Set(codes.map(\.value)).count == 2)
    let ends = folder.lines.filter { $0.event == "end" }
    #expect(ends.map(\.arrived) == [6, 6] && ends.map(\.decoded) == [6, 6])
    #expect(try await stream(["video.y4m"] + decoders).run.output == folder.run.output)
    // JPEG moves edges by thousandths of a pixel.
    func withoutSizes(_ text: String) -> String {
      text.replacing(/[mM]odulePixels":[0-9.]+/, with: "")
    }
    let jpeg = try await stream(["video.mjpeg"] + decoders).run.output
    #expect(withoutSizes(jpeg) == withoutSizes(folder.run.output))
    #expect(withoutSizes(jpeg) != jpeg)
    let piped = try await stream(["-"] + decoders, input: "video.y4m")
    #expect(piped.run.output == folder.run.output)
    let people = try await HarnessRun.run(
      ["scan", "--stream", "frames", "--decoder", "zbar"], in: scratch.path)
    #expect(people.output.contains("0.100 s  frame 3"), "\(people.output)")
    #expect(people.output.contains("6 frames decoded of 6; the stream ended"))
  }

  /// One corner is covered in two frames: nobody reads them, and the gauge still finds the code there.
  @Test func sizesLastReadAndFirstMissAreTold() async throws {
    let frames = try drawFrames()
    let image = frames[0]
    let dark = try #require(
      (0..<image.width * image.height).first { image[$0 % image.width, $0 / image.width] < 128 })
    var covered = image
    for y in 0..<40 {
      for x in 0..<40 { covered[dark % image.width + x, dark / image.width + y] = 255 }
    }
    for (index, frame) in [image, image, covered, covered, image, frames[3]].enumerated() {
      try Data(PNG.encode(frame)).write(to: URL(filePath: scratch.path + "/frames/\(index).png"))
    }
    let told = try await stream(["frames", "--decoder", "zxing"])
    let sizes = told.lines.filter { $0.event == "code" }.compactMap(\.modulePixels)
    #expect(sizes.count == 2 && sizes.allSatisfy { abs($0 / 6 - 1) < 0.01 }, "\(told.run.output)")
    let codes = try #require(told.lines.last?.codes)
    #expect(codes.map(\.reads) == [3, 1] && codes.map(\.lastReadFrame) == [4, 5])
    #expect(codes.map(\.firstMissFrame) == [2, nil])
    for size in [codes[0].lastReadModulePixels, codes[0].firstMissModulePixels] {
      #expect(abs(try #require(size) / 6 - 1) < 0.01)
    }
    let people = try await HarnessRun.run(
      ["scan", "--stream", "frames", "--decoder", "zxing"], in: scratch.path)
    let text = people.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      text.firstMatch(of: /frame 0 zxing .* QR Code \d\.\d\d px per module/) != nil, "\(text)")
    #expect(
      text.firstMatch(
        of:
          /read in 3 frames, last in frame 4 at \d\.\d\d px per module; first missed in frame 2 at \d\.\d\d px/
      )
        != nil, "\(text)")
    #expect(text.contains("read in 1 frame, last in frame 5 at"))
    #expect(text.contains("never missed in sight"))
  }

  @Test func policyConfirmationAndLimitSayWhichFramesCount() async throws {
    _ = try drawFrames()
    let few = try await stream(["frames", "--decoder", "zbar", "--every", "100ms"])
    let end = try #require(few.lines.last)
    #expect(end.decoded == 2 && end.dropped == 4)
    #expect(few.lines.filter { $0.event == "code" }.map(\.frame) == [0, 3])
    let confirmed = try await stream(["frames", "--decoder", "zbar", "--confirm", "2/3"])
    #expect(confirmed.lines.filter { $0.event == "code" }.map(\.frame) == [1, 4])
    let first = try await stream(["frames", "--decoder", "zbar", "--codes", "1"])
    #expect(first.lines.last?.ending == "rules-met" && first.lines.last?.arrived == 1)
    let area = try await stream(["frames", "--decoder", "zbar", "--margins", "60%,0,0,0"])
    #expect(area.run.status == 1 && area.lines.map(\.event) == ["end"])
  }

  @Test func aCrashIsAnEventAndScanningGoesOn() async throws {
    _ = try drawFrames()
    let plugin = HarnessRun.root + "/Tests/IntegrationTests/Plugins/harness-decoder-planted"
    // Frames of 198 px are wide enough for it to live, the smaller ones are not.
    let small = try await HarnessRun.run([
      "reproduce", "qr-small/v2-m/upright/2/3", "--decoder", "null", "--image",
      scratch.path + "/frames/1.png",
    ])
    #expect(small.status == 0)
    let told = try await stream(["frames", "--plugin", plugin, "--decoder", "planted"])
    let failures = told.lines.filter { $0.event == "failure" }
    #expect(failures.map(\.frame) == [1], "\(told.run.output)")
    #expect(failures.first?.message?.contains("SIGSEGV") == true)
    #expect(told.lines.last?.decoded == 6 && told.lines.last?.failed == 1)
  }

  @Test func aStreamThatBreaksOffKeepsWhatWasRead() async throws {
    let frames = try drawFrames()
    let bytes = video(frames)
    try Data(bytes.dropLast(100)).write(to: URL(filePath: scratch.path + "/cut.y4m"))
    let told = try await stream(["cut.y4m", "--decoder", "zbar"])
    #expect(told.run.status == 2)
    #expect(told.lines.filter { $0.event == "code" }.count == 2)
    #expect(told.lines.last?.ending == "source-failed" && told.lines.last?.decoded == 5)
    #expect(told.run.errors.contains("frame 5"), "\(told.run.errors)")
    try scratch.file("text", "hello")
    let text = try await stream(["text", "--decoder", "zbar"])
    #expect(text.run.status == 2 && text.run.errors.contains("neither Y4M nor MJPEG"))
    #expect(try await stream(["nowhere", "--decoder", "zbar"]).run.status == 2)
  }

  @Test func theRealClockFollowsOneDecoder() async throws {
    let frames = try drawFrames()
    try Data(video(frames)).write(to: URL(filePath: scratch.path + "/video.y4m"))
    let told = try await stream(["video.y4m", "--decoder", "zbar", "--clock", "real"])
    #expect(told.run.status == 0, "\(told.run.errors)")
    let end = try #require(told.lines.last)
    #expect(end.arrived == 6 && (end.decoded ?? 0) + (end.dropped ?? 0) == 6)
    #expect(told.lines.first?.frame == 0)
  }

  /// A program named ffmpeg that delivers a video stands for a camera's.
  @Test func aCameraOfTheMachineIsReadThroughFFmpeg() async throws {
    let frames = try drawFrames()
    try Data(video(frames)).write(to: URL(filePath: scratch.path + "/video.y4m"))
    let folder = scratch.path + "/bin"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func told(_ options: [String]) async throws -> HarnessRun {
      try await HarnessRun.run(
        ["scan", "--camera-device", "/dev/video7", "--decoder", "zbar", "--format", "jsonl"]
          + options, in: scratch.path, environment: ["PATH": folder + ":/usr/bin:/bin"])
    }
    let program = try scratch.file(
      "bin/ffmpeg", "#!/bin/sh\necho \"$@\" > words\ncat video.y4m\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let seen = try await told([])
    let own = try await stream(["video.y4m", "--decoder", "zbar"])
    #expect(seen.status == 0 && seen.output == own.run.output, "\(seen.output)\(seen.errors)")
    let words = try String(contentsOfFile: scratch.path + "/words", encoding: .utf8)
    #expect(words.contains("-f v4l2 -i /dev/video7 -fps_mode passthrough -f yuv4mpegpipe"))
    // Whoever is content with one code does not wait for the end of the camera.
    try scratch.file("bin/ffmpeg", "#!/bin/sh\ncat video.y4m\nexec sleep 100\n")
    #expect(try await told(["--codes", "1"]).output.contains("rules-met"))
    try scratch.file("bin/ffmpeg", "#!/bin/sh\necho no such device >&2\nexit 1\n")
    let none = try await told([])
    #expect(none.status == 2 && none.errors.contains("no such device"), "\(none.errors)")
  }

  /// A camera that stalls writes nothing whose failure would end it.
  @Test(arguments: [SIGKILL, SIGINT]) func aCameraEndsWithTheHarness(signal: Int32) throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/bin", withIntermediateDirectories: true)
    let program = try scratch.file("bin/ffmpeg", "#!/bin/sh\necho $$ > id\nexec sleep 1000\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let harness = try RunningHarness(
      ["scan", "--camera-device", "/dev/video7", "--decoder", "zbar"], in: scratch.path,
      environment: ["PATH": scratch.path + "/bin:/usr/bin:/bin"])
    var camera: Int32?
    eventually("the camera runs") {
      camera = (try? String(contentsOfFile: scratch.path + "/id", encoding: .utf8))
        .flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
      return camera != nil
    }
    harness.send(signal)
    if signal == SIGINT {
      // The second one ends at once.
      Thread.sleep(forTimeInterval: 0.5)
      harness.send(signal)
    }
    _ = harness.wait()
    let number = try #require(camera)
    eventually("the camera has ended") { kill(number, 0) != 0 }
  }

  /// 25 modules of 6 px are 150 px: a code of 20 mm is 20 cm away from a focal length of 1500 px.
  @Test func distancesAreToldWhereCameraAndCodeAreKnown() async throws {
    _ = try drawFrames()
    let options = ["--decoder", "zbar", "--focal-pixels", "1500", "--code-size", "20mm"]
    let told = try await stream(["frames"] + options)
    let distances = told.lines.filter { $0.event == "code" }.compactMap(\.distanceMillimetres)
    #expect(
      distances.count == 2 && distances.allSatisfy { abs($0 / 200 - 1) < 0.01 }, "\(distances)")
    let people = try await HarnessRun.run(
      ["scan", "--stream", "frames", "--overlay", "drawn"] + options, in: scratch.path)
    #expect(people.output.contains("px per module  20.0 cm"), "\(people.output)")
    #expect(people.errors.contains("pictures are in drawn/"), "\(people.errors)")
    #expect(
      scratch.names(in: "drawn")
        == ["index.html", "zbar-1.png", "zbar-1.svg", "zbar-2.png", "zbar-2.svg"])
    let second = try String(contentsOfFile: scratch.path + "/drawn/zbar-2.svg", encoding: .utf8)
    #expect(second.contains("zbar, frame 3") && second.contains("20.0 cm"))
  }

  @Test(arguments: [
    ["a", "--camera-device", "/dev/video0"], ["--camera-device", ""], [],
    ["--camera-device", "/dev/video0", "--stream-format", "y4m"],
    ["a", "b", "--stream"], ["a", "--stream", "--format", "csv"], ["a", "--every", "1s"],
    ["a", "--stream", "--confirm", "3/2"], ["a", "--stream", "--codes", "0"],
    ["a", "--stream", "--stream-format", "nv12"], ["a", "--stream", "--potential"],
    ["a", "--stream", "--clock", "real", "--decoder", "zbar", "--decoder", "zxing"],
  ]) func wrongUsageIsRefused(_ arguments: [String]) async throws {
    let run = try await HarnessRun.run(["scan"] + arguments, in: scratch.path)
    #expect(run.status == 64, "\(arguments): \(run.errors)")
    #expect(run.output.isEmpty && !run.errors.isEmpty)
  }
}
