import Corpora
import DecoderKit
import Drawing
import Testing

/// Images must not change between releases or machines, because stored results belong to them.
@Suite struct DrawingVersionTests {
  /// The reference pixels of whole scenes, of each version.
  private static let recorded: [Int: UInt64] = [2: 9_912_087_891_441_244_228]

  @Test func referenceScenesAreThoseOfTheVersion() throws {
    let drawn = try Self.sceneFingerprint()
    #expect(
      Self.recorded[DrawingVersion.current] == drawn,
      "pixels changed: raise DrawingVersion.current and record its reference pixels here")
  }

  @Test func theVersionIsPartOfEveryCellsHash() throws {
    let corpus = try Corpus(yaml: Self.yaml, file: "reference.yaml")
    for group in corpus.groups {
      for level in corpus.sweep.levels {
        #expect(
          corpus.cellHash(group: group, level: level)
            == corpus.cellHash(
              group: group, level: level, drawingVersion: DrawingVersion.current))
        #expect(
          corpus.cellHash(group: group, level: level)
            != corpus.cellHash(
              group: group, level: level, drawingVersion: DrawingVersion.current + 1))
      }
    }
  }

  /// Print, tilt, curvature, backdrops and noise together; JPEG belongs to another library.
  private static let yaml = """
    format: 1
    name: reference
    version: 1
    title: Reference
    question: Do the pixels change?
    seed: 1
    symbols:
      - {name: qr, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 20}}
      - {name: ean, symbology: ean-13, payload: {kind: gtin}}
    conditions:
      - {name: turned, rotation: 17, bar-growth: 0.2, damage: 3}
      - {name: tilted, tilt: 40, tilt-direction: 70, blur: 0.7, read-noise: 3}
      - {name: bent, curvature: 60, gradient: 30, photons: 200}
    sweep: {axis: module-size, levels: [1.37, 3]}
    trials: 2
    """

  private static func sceneFingerprint() throws -> UInt64 {
    let corpus = try Corpus(yaml: yaml, file: "reference.yaml")
    var renderer = SampleRenderer(corpus: corpus)
    var fingerprint: UInt64 = 0xcbf2_9ce4_8422_2325
    for group in corpus.groups {
      for level in corpus.sweep.levels {
        for trial in 0..<corpus.trials {
          let sample = try renderer.draw(group: group, level: level, trial: trial)
          for pixel in sample.image.pixels {
            fingerprint = (fingerprint ^ UInt64(pixel)) &* 0x100_0000_01b3
          }
        }
      }
    }
    return fingerprint
  }
}
