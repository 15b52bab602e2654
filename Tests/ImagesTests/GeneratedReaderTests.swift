import DecoderKit
import Foundation
import TestSupport
import Testing

@testable import Images

/// The image readers of generated programs, against the harness's own, pixel by pixel.
@Suite struct GeneratedReaderTests {
  private static let templates = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Plugins/SDK/codegen").path

  /// All kinds of PNG and JPEG files that differ in their way to grey, and PGM of 8 and 16 bits.
  private static func files() throws -> [String: [UInt8]] {
    func random(_ count: Int) -> [UInt8] {
      var generator = SeededGenerator(seed: UInt64(count))
      return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    var files: [String: [UInt8]] = [:]
    for (name, depth, type, bytes) in [
      ("gray", 8, 0, 40), ("gray16", 16, 0, 80), ("bits", 1, 0, 5), ("rgb", 8, 2, 120),
      ("alpha", 8, 4, 80), ("rgba", 8, 6, 160),
    ] as [(String, UInt8, UInt8, Int)] {
      let rows = (0..<7).map { Array(random(bytes * 7)[($0 * bytes)..<(($0 + 1) * bytes)]) }
      files["\(name).png"] = PNGBuilder.file(
        width: 40, bitDepth: depth, colourType: type, rows: rows)
    }
    files["palette.png"] = PNGBuilder.file(
      width: 3, bitDepth: 8, colourType: 3, rows: [[0, 1, 2], [2, 1, 0]],
      extra: [("PLTE", [255, 0, 0, 0, 250, 9, 1, 2, 200]), ("tRNS", [255, 40, 0])])
    files["ycc.jpg"] = JPEGBuilder.flat([90, 30, 200])
    files["cmyk.jpg"] = JPEGBuilder.flat([10, 200, 90, 180], adobeTransform: 0)
    files["ycck.jpg"] = JPEGBuilder.flat([10, 200, 90, 180], adobeTransform: 2)
    let picture = try GrayImage(width: 24, height: 10, pixels: random(240))
    let jpeg = try JPEG.encode(picture, quality: 60)
    for orientation in UInt8(1)...8 {
      let tiff = JPEGBuilder.tiff(orientation: orientation, isLittle: orientation % 2 == 0)
      files["turned\(orientation).jpg"] = JPEGBuilder.withExif(tiff, in: jpeg)
    }
    files["plain.pgm"] = Array("P5\n# a comment\n12 20 255\n".utf8) + random(240)
    files["fifteen.pgm"] = Array("P5 12 20 15\n".utf8) + random(240).map { $0 & 15 }
    files["wide.pgm"] = Array("P5 12 10 65535\n".utf8) + random(240)
    return files
  }

  /// Writes the files and compares what a command prints: `width height` and hexadecimal pixels, a line
  /// for each.
  private func compare(_ command: (String) throws -> [String], leavingOut: Set<String> = []) throws
  {
    let folder = try ScratchFolder()
    let files = try Self.files().filter { !leavingOut.contains($0.key) }
      .sorted { $0.key < $1.key }
    for (name, bytes) in files {
      try Data(bytes).write(to: URL(filePath: folder.path + "/" + name))
    }
    let paths = files.map { folder.path + "/" + $0.key }
    let output = try Tools.run(try command(folder.path) + paths)
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == files.count)
    for (line, file) in zip(lines, files) {
      let image = try ImageFile.decode(file.value, name: file.key)
      let hex = image.packed().pixels.map { String(format: "%02x", $0) }.joined()
      #expect(line == "\(image.width) \(image.height) \(hex)", "\(file.key)")
    }
  }

  @Test func programsInCSeeTheHarnessesPixels() throws {
    try compare { folder in
      let program = folder + "/reader"
      let main = folder + "/main.c"
      try Data(
        """
        #include <stdio.h>
        #include "image.h"
        int main(int count, char **paths) {
          for (int i = 1; i < count; ++i) {
            Image image;
            char message[256] = "";
            if (image_read(paths[i], &image, message, sizeof message) != 0) {
              printf("%s: %s\\n", paths[i], message);
              continue;
            }
            printf("%d %d ", image.width, image.height);
            for (int j = 0; j < image.width * image.height; ++j) printf("%02x", image.pixels[j]);
            puts("");
            image_free(&image);
          }
        }
        """.utf8
      ).write(to: URL(filePath: main))
      let source = Self.templates + "/c"
      _ = try Tools.run([
        "cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-I", source, "-o", program, main,
        source + "/image.c", "-lpng", "-ljpeg",
      ])
      return [program]
    }
  }

  private static let python = templates + "/../../../.venv-plugins/bin/python"
  private static let hasPillow = (try? Tools.run([python, "-c", "import PIL"])) != nil

  @Test(
    .enabled(
      if: hasPillow, "make plugins installs Pillow, which programs in Python read images with"))
  func programsInPythonSeeTheHarnessesPixels() throws {
    try compare { folder in
      // Only the reader is of interest; the settings and the decoder are other files.
      try Data().write(to: URL(filePath: folder + "/decoder.py"))
      try Data("REJECTED_PATTERNS = ()".utf8).write(to: URL(filePath: folder + "/settings.py"))
      let scanner = try String(
        contentsOfFile: Self.templates + "/python/scanner.py", encoding: .utf8)
      try Data(scanner.utf8).write(to: URL(filePath: folder + "/scanner.py"))
      let script = folder + "/main.py"
      try Data(
        """
        import sys, scanner
        for path in sys.argv[1:]:
            image = scanner.read_gray(path)
            print(image.width, image.height, image.tobytes().hex())
        """.utf8
      ).write(to: URL(filePath: script))
      return [Self.python, script]
    }
  }
}
