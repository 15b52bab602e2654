import DecoderKit
import Images
import Statistics
import Symbols
import Testing

@testable import Fuzz

/// The images that a fuzzed decoder is given.
@Suite struct FuzzInputTests {
  private static let sources = [(1, 1, 1), (3, 200, 3), (64, 9, 70)].map { width, height, stride in
    let pixels = (0..<stride * height).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let image = try? GrayImage(width: width, height: height, rowStride: stride, pixels: pixels)
    return FuzzSource(
      key: "\(width)", image: image ?? GrayImage(width: 1, height: 1, filledWith: 0),
      truth: Truth(expected: []))
  }

  private func image(_ number: Int, seed: UInt64) -> GrayImage {
    FuzzInput(number, seed: seed, sources: Self.sources.count).image(Self.sources)
  }

  @Test func theFirstInputsAreTheSourcesUntouched() {
    for (number, source) in Self.sources.enumerated() {
      #expect(image(number, seed: 1) == source.image)
    }
  }

  @Test func anInputDependsOnItsNumberAndTheSeedAlone() {
    let forwards = (3..<60).map { image($0, seed: 7) }
    let backwards = (3..<60).reversed().map { image($0, seed: 7) }
    #expect(forwards == backwards.reversed())
    let others = (3..<60).map { image($0, seed: 8) }
    #expect(zip(forwards, others).count { $0 == $1 } < 20)
  }

  @Test(arguments: ImageMutation.Kind.allCases)
  func everyKindOfChangeMakesAnImageOfTheSizeThatItSays(kind: ImageMutation.Kind) throws {
    var random = SplitMix64(state: 3)
    var tried = 0
    while tried < 12 {
      let mutation = ImageMutation(random: &random, sources: Self.sources.count)
      guard mutation.kind == kind else { continue }
      tried += 1
      for source in Self.sources {
        let changed = mutation.applied(to: source.image) { Self.sources[$0].image }
        #expect(!changed.isEmpty, "\(mutation)")
        let needed = try GrayImage.byteCount(
          width: changed.width, height: changed.height, rowStride: changed.rowStride)
        #expect(changed.pixels.count >= needed, "\(mutation)")
        #expect(changed.width * changed.height <= ImageMutation.mostPixels, "\(mutation)")
        // The same change makes the same image.
        #expect(mutation.applied(to: source.image) { Self.sources[$0].image } == changed)
      }
    }
  }

  @Test func changesDoWhatTheirAmountsSay() {
    let image = GrayImage(width: 20, height: 10, filledWith: 200)
    func changed(_ kind: ImageMutation.Kind, _ amounts: Int...) -> GrayImage {
      let mutation = ImageMutation(kind, amounts: amounts)
      return mutation.applied(to: image) { _ in GrayImage(width: 4, height: 3, filledWith: 9) }
    }
    func size(_ image: GrayImage) -> [Int] { [image.width, image.height] }
    #expect(size(changed(.strip, 0, 500, 3)) == [20, 3])
    #expect(size(changed(.strip, 1, 0, 100)) == [20, 10])
    #expect(size(changed(.crop, 500, 0, 250, 1000)) == [5, 10])
    #expect(size(changed(.copies, 3, 2, 8)) == [76, 28])
    let pair = changed(.companion, 0, 8, 0)
    #expect(size(pair) == [32, 10] && pair[28, 0] == 9 && pair[19, 0] == 200 && pair[24, 0] == 200)
    let below = changed(.companion, 0, 8, 1)
    #expect(size(below) == [20, 21] && below[3, 18] == 9 && below[4, 18] == 200)
    #expect(changed(.stride, 7, 1).rowStride == 27 && changed(.stride, 7, 1).packed() == image)
    let blank = changed(.blank, 0, 0, 500, 500, 3)
    #expect(blank[9, 4] == 3 && blank[10, 4] == 200 && blank[9, 5] == 200)
    #expect(changed(.contrast, 10, 20)[0, 0] == 10 + 200 * 10 / 255)
  }
}
