import Foundation
import Images
import TestSupport
import Testing

/// Damaged files must give errors or images, and never end the process.
@Suite struct FuzzTests {
  private static let rounds = 3000

  private static let seeds: [String: [[UInt8]]] = {
    do {
      let image = try Naive.picture(width: 40, height: 24)
      let jpeg = try JPEG.encode(image, quality: 60)
      let tiff = JPEGBuilder.tiff(orientation: 6, isLittle: true)
      return [
        "png": [
          try PNG.encode(image),
          PNGBuilder.file(
            width: 2, bitDepth: 8, colourType: 6,
            rows: [[1, 2, 3, 4, 5, 6, 7, 8], [9, 9, 9, 9, 9, 9, 9, 9]]),
          PNGBuilder.file(
            width: 4, bitDepth: 2, colourType: 3, rows: [[0b00_01_10_11]],
            extra: [("PLTE", [0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 0]), ("tRNS", [255, 0])]),
        ],
        "jpeg": [
          jpeg, JPEGBuilder.withExif(tiff, in: jpeg),
          JPEGBuilder.flat([1, 2, 3, 4], adobeTransform: 2), JPEGBuilder.flat([1, 2, 3]),
        ],
        "webp": [WebPFixtures.colours, WebPFixtures.transparent, WebPFixtures.animation],
        "netpbm": [
          Array("P1 5 2 0101011100".utf8), Array("P2 3 2 9 1 2 3 # x\n4 5 6".utf8),
          Array("P3 1 2 255 1 2 3 4 5 6".utf8), Array("P4 9 2\n".utf8) + [1, 2, 3, 4],
          Array("P5 3 2 300\n".utf8) + [0, 1, 0, 2, 1, 0, 0, 0, 1, 1, 1, 2],
          Array("P6 1 2 255# c\n".utf8) + [1, 2, 3, 4, 5, 6],
        ],
      ]
    } catch {
      return [:]
    }
  }()

  @Test(arguments: ["png", "jpeg", "webp", "netpbm"])
  func damagedFilesAreErrorsOrImages(kind: String) throws {
    let seeds = try #require(Self.seeds[kind])
    let seed = SeededGenerator.testSeed
    let salt: UInt64 = kind.utf8.reduce(0) { $0 * 31 + UInt64($1) }
    var random = SeededGenerator(seed: seed ^ salt)
    var errors = 0
    for round in 0..<Self.rounds {
      let file = mutated(seeds[round % seeds.count], &random)
      do {
        let image = try ImageFile.decode(file, name: "damaged")
        #expect(
          !image.isEmpty && image.pixels.count == image.width * image.height,
          "round \(round), seed \(seed)")
      } catch {
        #expect(
          error.path == "damaged" && !error.message.isEmpty, "round \(round), seed \(seed)")
        errors += 1
      }
    }
    // Some damage goes unnoticed, and some must be found.
    #expect(errors > Self.rounds / 10 && errors < Self.rounds, "\(errors) errors, seed \(seed)")
  }

  private func mutated(_ file: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var file = file
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard !file.isEmpty else { return file }
      let place = Int.random(in: 0..<file.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: file[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: file[place] = .random(in: 0...255, using: &random)
      case 2: file[place] = [0, 1, 0x7f, 0x80, 0xff].randomElement(using: &random) ?? 0
      case 3: file.remove(at: place)
      case 4: file.insert(.random(in: 0...255, using: &random), at: place)
      default:
        // Cuts are rarer, because changes behind a cut have no effect.
        if Bool.random(using: &random) { file.removeLast(file.count - place) }
      }
    }
    return file
  }
}
