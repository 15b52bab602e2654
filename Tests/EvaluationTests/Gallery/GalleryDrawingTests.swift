import Corpora
import DecoderKit
import Images
import Results
import Testing

@Suite struct GalleryDrawingTests {
  private func fixture() throws -> GalleryFixture {
    try GalleryFixture(trials: 80, labels: ["a"]) { _, place in
      Finding(place.level >= 2 ? .read : .noRead)
    }
  }

  @Test func picturesAreTheSamplesPixelByPixel() throws {
    let fixture = try fixture()
    let evidence = try fixture.evidence()
    var renderer = SampleRenderer(corpus: fixture.corpus)
    #expect(!evidence.gallery.pictures.isEmpty)
    for picture in evidence.gallery.pictures {
      let sample = try renderer.draw(SampleKey(parsing: picture.key))
      let file = try #require(picture.image)
      #expect(file.mediaType == "image/png" && file.reduction == 1)
      #expect(try PNG.decode(file.bytes) == sample.image)
      #expect(
        picture.contents
          == .symbols([.init(symbology: .qrCode, bytes: sample.truth.expected[0].bytes)]))
    }
  }

  @Test func everyAnswerHasACommandThatASplitShellTakes() throws {
    let evidence = try fixture().evidence()
    let commands = evidence.gallery.pictures.flatMap(\.answers).map(\.command)
    #expect(!commands.isEmpty)
    for (picture, command) in zip(evidence.gallery.pictures, commands) {
      #expect(command == "harness reproduce '\(picture.key)' --decoder 'a' --seed '7'")
    }
    #expect(
      ReproduceCommand.line(key: "k", decoder: "it's; rm -rf /", options: "")
        == "harness reproduce 'k' --decoder 'it'\\''s; rm -rf /'")
  }

  @Test func withoutTheCorpusThereAreCommandsAndNoImages() throws {
    let evidence = try fixture().evidence(corpus: .some(nil), gaps: [.noCorpus(reason: "why")])
    #expect(evidence.gallery.pictures.allSatisfy { $0.image == nil })
    #expect(
      !evidence.gallery.examples.isEmpty && evidence.gallery.gaps == [.noCorpus(reason: "why")])
  }

  @Test func samplesOfAChangedCorpusAreNotShown() throws {
    let fixture = try fixture()
    let other = fixture.corpus.overriding(trials: nil, seed: 8)
    let evidence = try fixture.evidence(corpus: other)
    #expect(evidence.gallery.examples.isEmpty)
    #expect(
      evidence.gallery.gaps.contains { if case .changedSamples = $0 { true } else { false } })
  }

  @Test func moreTrialsAreTheSameCorpus() throws {
    let fixture = try fixture()
    let evidence = try fixture.evidence(corpus: fixture.corpus.overriding(trials: 3, seed: nil))
    #expect(evidence.gallery.pictures.allSatisfy { $0.image != nil })
  }

  @Test func largeImagesAreReduced() throws {
    var pixels = [UInt8](repeating: 0, count: 1200 * 900)
    var state: UInt32 = 1
    for index in pixels.indices {
      state = state &* 1_664_525 &+ 1_013_904_223
      pixels[index] = UInt8(state >> 24)
    }
    let file = try PictureFile(GrayImage(width: 1200, height: 900, pixels: pixels))
    #expect(file.mediaType == "image/jpeg" && file.width == 1200 && file.height == 900)
    #expect(file.bytes.count < 60_000 && file.reduction > 3)
    let reduced = try JPEG.decode(file.bytes)
    #expect(abs(Double(reduced.width) * file.reduction - 1200) < file.reduction)
  }
}
