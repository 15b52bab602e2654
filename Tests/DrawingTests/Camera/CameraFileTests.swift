import Base
import DecoderKit
import Drawing
import Foundation
import Images
import TestSupport
import Testing

/// The camera's last stage compared with libjpeg-turbo's own program.
@Suite(.waits) struct CameraFileTests {
  private static let djpeg = "/usr/bin/djpeg"

  // The program comes with libjpeg-turbo-progs, which the harness itself does not need.
  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: djpeg), "djpeg is not installed"),
    arguments: [1, 10, 35, 60, 90, 100])
  func pixelsAreWhatAnotherProgramReadsFromTheFile(quality: Int) throws {
    let ink = Self.squares()
    let before = try Self.picture(of: ink, [:])
    let after = try Self.picture(of: ink, [.jpeg: Double(quality)])
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("camera-\(UUID().uuidString).jpg").path
    try Data(JPEG.encode(before, quality: quality)).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.djpeg)
    process.arguments = ["-pnm", "-dct", "int", path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    let header = Array("P5\n\(before.width) \(before.height)\n255\n".utf8)
    #expect(Array(bytes.prefix(header.count)) == header)
    let isSame = Array(bytes.dropFirst(header.count)) == after.pixels
    #expect(isSame)
  }

  @Test func lowerQualityIsFartherFromTheOriginal() throws {
    let ink = Self.squares()
    let before = try Self.picture(of: ink, [.blur: 0.7])
    var last = 0.0
    for (quality, least) in [(5, 15.0), (20, 20), (50, 24), (75, 28), (95, 38), (100, 50)] {
      let after = try Self.picture(of: ink, [.blur: 0.7, .jpeg: Double(quality)])
      let error =
        zip(before.pixels, after.pixels).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
        / Double(before.pixels.count)
      let ratio = 10 * log10(255 * 255 / error)
      #expect(ratio > least && ratio > last)
      last = ratio
    }
  }

  /// Square modules of 4.3 px, with the exact coverage of each pixel.
  private static func squares() -> InkPlane {
    var random = Xoshiro256(state: (2, 7, 1, 8))
    let modules = (0..<40 * 40).map { _ in random.below(2) }
    let (width, height) = (121, 90)
    var values = [Float](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        // The pixel's square is divided among the modules that it touches.
        for v in [Int(Double(y) / 4.3), Int(Double(y + 1) / 4.3)] {
          for u in [Int(Double(x) / 4.3), Int(Double(x + 1) / 4.3)] where modules[v * 40 + u] == 1 {
            let w = min(Double(x + 1), Double(u + 1) * 4.3) - max(Double(x), Double(u) * 4.3)
            let h = min(Double(y + 1), Double(v + 1) * 4.3) - max(Double(y), Double(v) * 4.3)
            values[y * width + x] = max(values[y * width + x], Float(w * h))
          }
        }
      }
    }
    return PlaneFixtures.plane(width: width, height: height, values: values)
  }

  private static func picture(
    of ink: InkPlane, _ asked: [CameraParameter: Double]
  ) throws -> GrayImage {
    var camera = Camera()
    return try camera.expose(
      ink, settings: PlaneFixtures.settings(asked), generator: Xoshiro256(state: (1, 1, 2, 3)))
  }
}
