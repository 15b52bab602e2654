import DecoderKit
import Foundation
import TestSupport

@testable import Realism

/// A comparison with two decoders: one read as its size says, the other's photos never are.
enum RealismFixture {
  static func report(
    drawn samples: Int = 300, photos count: Int = 60, seed: UInt64 = 2
  ) -> RealismReport {
    RealismReport(
      drawn: [corpus(samples, seed: 1, isDrawn: true)],
      photos: [corpus(count, seed: seed, isDrawn: false)])
  }

  private static func corpus(_ count: Int, seed: UInt64, isDrawn: Bool) -> SeenCorpus {
    var generator = SeededGenerator(seed: seed)
    var corpus = SeenCorpus(name: isDrawn ? "calibration" : "photos", decoders: ["zbar", "zxing"])
    for index in 0..<count {
      let symbology: Symbology = index % 2 == 0 ? .qrCode : .ean13
      let size = exp2(Double.random(in: -0.5...3, using: &generator))
      let isRead = Double.random(in: 0..<1, using: &generator) < 1 / (1 + exp(2 - size))
      let isGap = !isDrawn && index % 20 == 19
      corpus.symbols.append(
        SeenSymbol(
          key: "\(corpus.name)/qr/any/2/\(index)", file: isDrawn ? nil : "<photo>\(index).png",
          level: isDrawn ? Double(1 + index % 4) : nil, symbology: symbology,
          condition: isGap
            ? nil
            : SeenCondition(
              symbology: symbology, imageWidth: 200, imageHeight: 100, columns: 25,
              rows: symbology == .qrCode ? 25 : 1, moduleSizePixels: size,
              tiltDegrees: symbology == .qrCode ? 3 : nil, isQuietZoneCut: index % 3 == 0),
          gap: isGap ? .notFound : nil,
          outline: isGap ? nil : [1, 1, 50, 1, 50, 50, 1, 50],
          reads: [isRead, isDrawn ? isRead : false]))
    }
    corpus.unreadable = isDrawn ? [] : ["torn.png: is no PNG file"]
    corpus.withoutTruth = isDrawn ? 0 : 2
    corpus.withoutCode = isDrawn ? 0 : 1
    return corpus
  }
}
