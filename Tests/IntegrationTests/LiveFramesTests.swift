import DecoderKit
import Foundation
import Images
import TestSupport
import Testing

/// Streams as cameras and video files bring them: the frames that a decoder gets, snapshots, real videos.
@Suite(.waits) struct LiveFramesTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  /// A line of the output.
  private struct Line: Decodable, Equatable {
    var decoder: String
    var event: String
    var frame: Int?
    var value: String?
    var decoded: Int?
    var dropped: Int?
    var failed: Int?
  }

  private func plugin(_ name: String) -> [String] {
    [
      "--plugin", HarnessRun.root + "/Tests/IntegrationTests/Plugins/harness-decoder-" + name,
      "--decoder", name,
    ]
  }

  private func lines(_ output: String) -> [Line] {
    output.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  private func stream(_ arguments: [String]) async throws -> (run: HarnessRun, lines: [Line]) {
    let run = try await HarnessRun.run(
      ["scan", "--stream", "--format", "jsonl", "--quiet"] + arguments, in: scratch.path,
      input: nil)
    return (run, lines(run.output))
  }

  /// Writes a file of the scratch folder.
  private func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(filePath: scratch.path + "/" + name))
  }

  @Test func aPluginOf80MillisecondsGetsExactlyTheFramesOfThePolicy() async throws {
    var video = Array("YUV4MPEG2 W8 H6 F30:1 Cmono XCOLORRANGE=FULL\n".utf8)
    for frame in 0..<30 {
      video += Array("FRAME\n".utf8) + [UInt8](repeating: UInt8(frame), count: 48)
    }
    try write(video, "video.y4m")
    let told = try await stream(["video.y4m", "--every", "100ms"] + plugin("paced"))
    let codes = told.lines.filter { $0.event == "code" }
    // What the plugin saw in the pixels, and the numbers by which the harness tells it.
    #expect(codes.map(\.value) == stride(from: 0, to: 30, by: 3).map(String.init))
    #expect(codes.map(\.frame) == Array(stride(from: 0, to: 30, by: 3)))
    #expect(told.lines.last?.decoded == 10 && told.lines.last?.dropped == 20)
    // Without a pause between frames, those that come within its 80 ms are dropped.
    let busy = try await stream(["video.y4m", "--every", "1ms"] + plugin("paced"))
    #expect(busy.lines.filter { $0.event == "code" }.map(\.frame) == codes.map(\.frame))
  }

  @Test func aSnapshotIsTheFrameAndCanBeTriedAgain() async throws {
    for (index, level) in ["6", "2", "6"].enumerated() {
      let run = try await HarnessRun.run([
        "reproduce", "qr-small/v2-m/upright/\(level)/\(index)", "--decoder", "null", "--image",
        scratch.path + "/\(index).png",
      ])
      #expect(run.status == 0, "\(run.errors)")
    }
    let frames = try (0..<3).map { try ImageFile.read(path: scratch.path + "/\($0).png") }
    // It dies of frames of 67 px, at either try: the snapshot is of the frame, whole.
    let told = try await stream(
      [".", "--snapshots", "kept", "--margins", "2px,0,0,0"] + plugin("planted"))
    #expect(told.lines.map(\.event) == ["failure", "end"], "\(told.run.output)\(told.run.errors)")
    #expect(scratch.names(in: "kept/planted") == ["frame-000001.json", "frame-000001.png"])
    let image = scratch.path + "/kept/planted/frame-000001.png"
    #expect(try ImageFile.read(path: image) == frames[1])
    let again = try await HarnessRun.run(["reproduce", image] + plugin("planted").prefix(2))
    #expect(again.status == 0, "\(again.errors)")
    #expect(again.output.contains("decoded   65 × 67 px of it, from (2, 0) on"), "\(again.output)")
    #expect(again.output.contains("planted: as in the stream\n  killed by SIGSEGV"))
    let healthy = try await HarnessRun.run(["reproduce", image, "--decoder", "zbar"])
    #expect(healthy.output.contains("zbar: not as in the stream"), "\(healthy.output)")

    let read = try await stream([".", "--snapshots", "read", "--decoder", "zbar"])
    #expect(read.lines.filter { $0.event == "code" }.map(\.frame) == [0, 1, 2])
    let record = scratch.path + "/read/zbar/frame-000002.json"
    let text = try String(contentsOfFile: record, encoding: .utf8)
    // The file says how it is tried again, and that line is true.
    let line = try #require(text.firstMatch(of: /"reproduce" : "harness (.*)"/)?.1)
    let shown = try shell("harness \(line)")
    #expect(shown.contains("zbar: as in the stream"), "\(shown)")
    #expect(shown.contains("corners"))
  }

  @Test func aFileThatIsNoSnapshotIsRefused() async throws {
    try scratch.file("other.json", "{}")
    let other = try await HarnessRun.run(
      ["reproduce", "other.json"], in: scratch.path, input: nil)
    #expect(other.status == 2 && other.errors.contains("other.json: is no snapshot"))
    let mixed = try await HarnessRun.run(
      ["reproduce", "other.json", "--seed", "1"], in: scratch.path, input: nil)
    #expect(mixed.status == 64)
  }

  /// Runs a line in a shell that finds the built harness first, and then what is on `PATH`.
  private static func line(_ command: String, in folder: String) throws -> String {
    let own = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try shell("PATH=\"$PATH:\(own)\"; \(command)", in: folder)
  }

  private static let hasEncoder =
    (try? line("ffmpeg -v error -encoders | grep libx264", in: "/"))?.isEmpty == false

  /// The line of `docs/commands.md` that reads a video file.
  private func documentedLine() throws -> String {
    let page = try String(
      contentsOfFile: HarnessRun.root + "/docs/commands.md", encoding: .utf8)
    return String(try #require(page.firstMatch(of: /(?m)^    (ffmpeg .*video\.mp4.*)$/)?.1))
  }

  @Test func theDocumentedLineNamesTheFileAndTheStream() throws {
    #expect(try documentedLine().contains("-i video.mp4 "))
    #expect(try documentedLine().hasSuffix("harness scan --stream -"))
  }

  /// This test needs ffmpeg with x264, which a machine need not have.
  @Test(.enabled(if: hasEncoder, "there is no ffmpeg with libx264 on PATH"))
  func anEncodedVideoIsReadAsItsFramesAre() async throws {
    try scratch.file(
      "drawn.yaml",
      """
      format: 1
      name: drawn
      version: 1
      title: Drawn
      question: Is a video read as its frames are?
      seed: 7
      symbols: [{name: qr, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 24}}]
      conditions: [{name: hand, frame: 240, rotation: {random: [-20, 20]}, defocus: 0.6, read-noise: 2}]
      sweep: {axis: module-size, harder: smaller, levels: [2, 3, 4]}
      trials: 10
      """)
    let drawn = try await HarnessRun.run(
      ["corpus", "render", "./drawn.yaml", "-o", "frames"], in: scratch.path, input: nil)
    #expect(drawn.status == 0, "\(drawn.errors)")
    // Decoders are named: those of other symbologies only take time.
    let decoders = "--format jsonl --decoder zbar --decoder zxing"
    let folder = lines(try Self.line("harness scan --stream frames \(decoders)", in: scratch.path))
    #expect(folder.count { $0.event == "code" } > 40)
    _ = try Self.line(
      "ffmpeg -v error -framerate 30 -pattern_type glob -i 'frames/*.png' -c:v libx264 -qp 0 "
        + "-pix_fmt yuv420p video.mp4", in: scratch.path)
    let video = lines(try Self.line("\(documentedLine()) \(decoders)", in: scratch.path))
    #expect(video == folder)
  }
}
