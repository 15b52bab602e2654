import Base
import Corpora
import DecoderKit
import Drawing
import Testing

/// Images whose sides a corpus gives: `frame: 1280x720`.
@Suite struct RectangularFrameTests {
  private func samples(_ condition: String, trials: Int = 1, level: Double = 2) throws -> [Sample] {
    let corpus = try Fixtures.tiny(replacing: [
      13: "", 14: "", 15: "", 16: "", 18: "  - {name: upright, \(condition)}", 19: "", 20: "",
      24: "  levels: [2]",
    ])
    var renderer = SampleRenderer(corpus: corpus)
    let group = try #require(corpus.groups.first)
    return try (0..<trials).map {
      try renderer.draw(group: group, level: corpus.sweep.levels[0], trial: $0)
    }
  }

  private func mistake(_ condition: String) -> String {
    let error = #expect(throws: FileFault.self) {
      try Fixtures.tiny(replacing: [18: "  - {name: upright, \(condition)}", 24: "  levels: [2]"])
    }
    return error?.description ?? ""
  }

  @Test(arguments: [("200x120", 200, 120), ("90x140", 90, 140), ("160", 160, 160)])
  func labelLiesInTheMiddleOfAFrame(text: String, width: Int, height: Int) throws {
    let plain = try #require(samples("rotation: 0").first)
    let framed = try #require(samples("frame: \(text)").first)
    #expect(framed.image.width == width && framed.image.height == height)
    let (left, top) = ((width - plain.image.width) / 2, (height - plain.image.height) / 2)
    var expected = GrayImage(width: width, height: height, filledWith: 255)
    for y in 0..<plain.image.height {
      for x in 0..<plain.image.width { expected[left + x, top + y] = plain.image[x, y] }
    }
    #expect(framed.image == expected)
    let corners = try #require(plain.truth.expected.first?.corners)
    let moved = try #require(framed.truth.expected.first?.corners)
    #expect(moved.topLeft.x == corners.topLeft.x + Double(left))
    #expect(moved.bottomRight.y == corners.bottomRight.y + Double(top))
  }

  @Test func lightAndLensFillARectangle() throws {
    let image = try #require(samples("frame: 200x120, gradient: 60, defocus: 2").first).image
    #expect(image.width == 200 && image.height == 120)
    #expect(image[199, 60] < image[0, 60])
  }

  /// A crop is the very image, with the margin beyond it cut off.
  @Test func cropEndsTheImageInsideTheQuietZone() throws {
    // Four modules of two pixels on each side.
    let whole = try #require(samples("rotation: 0").first)
    for (percent, kept) in [("100", 8), ("50", 4), ("0", 0)] {
      let sample = try #require(samples("crop: \(percent)").first)
      let cut = 8 - kept
      let side = whole.image.width - 2 * cut
      #expect(sample.image == whole.image.cropped(x: cut, y: cut, width: side, height: side))
      let corners = try #require(whole.truth.expected.first?.corners)
      let moved = try #require(sample.truth.expected.first?.corners)
      #expect(abs(moved.topLeft.x - (corners.topLeft.x - Double(cut))) < 1e-9)
    }
    #expect(try #require(samples("crop: 0, rotation: 45").first).image[0, 0] == 255)
  }

  @Test func cropAndOtherEndsOfTheImageAreRefusedTogether() {
    #expect(mistake("crop: 50, quiet-zone: 20").contains("crop says where the image ends"))
    #expect(mistake("crop: 50, frame: 200").contains("crop says where the image ends"))
    #expect(
      mistake("crop: 50, backdrop: {texture: cloud, scale: 20}").contains(
        "crop ends the image before any surroundings"))
  }

  @Test func squareIsTheSameImageHoweverItIsWritten() throws {
    let number = try #require(samples("frame: 160").first)
    let sides = try #require(samples("frame: 160x160").first)
    let list = try #require(samples("frame: [160x160, 200x100]").first)
    #expect(sides.hash == number.hash && list.hash == number.hash)
    #expect(sides.image == number.image)
    #expect(try samples("frame: 160x120").first?.hash != number.hash)
  }

  @Test func listOfFramesGoesRoundTheTrials() throws {
    let images = try samples("frame: [200x100, 100x200, 90x90]", trials: 4).map(\.image)
    #expect(images.map(\.width) == [200, 100, 90, 200])
    #expect(images.map(\.height) == [100, 200, 90, 100])
  }

  @Test func sidesMayBeSweptApart() throws {
    let corpus = try Fixtures.tiny(replacing: [
      18: "  - {name: upright, frame: 300, module-size: 2}", 19: "", 20: "",
      22: "  axis: frame-height", 23: "", 24: "  levels: [100, 200]",
    ])
    var renderer = SampleRenderer(corpus: corpus)
    let sample = try renderer.draw(
      group: corpus.groups[0], level: corpus.sweep.levels[1], trial: 0)
    #expect(sample.image.width == 300 && sample.image.height == 200)
  }

  @Test(arguments: ["1280x720", "1280x1280", "[1280x720, 640x640]"])
  func sweptHeightHasNoHeightBesideIt(frame: String) {
    for sweep in [
      [22: "  axis: frame-height", 23: "", 24: "  levels: [300, 400]"],
      [24: "  levels: [2]\n  second: {axis: frame-height, levels: [300, 400]}"],
    ] {
      let condition =
        "{name: upright, frame: \(frame)\(sweep[22] == nil ? "" : ", module-size: 2")}"
      let error = #expect(throws: FileFault.self) {
        try Fixtures.tiny(
          replacing: [18: "  - \(condition)", 19: "", 20: ""].merging(sweep) { $1 })
      }
      #expect(
        error?.description
          == "tiny.yaml:18: \"frame\" gives a height, and the sweep varies it: write the width alone"
      )
    }
  }

  @Test func listOfNumbersIsNoFrame() {
    #expect(
      mistake("frame: [1280, 720]")
        == "tiny.yaml:18: a list goes round the trials, and sizes in it are written with both "
        + "sides: write 1280x720 for one frame of these sides, or [1280x1280, 720x720] for "
        + "squares")
    #expect(
      mistake("frame: [640, 1280, 2560]")
        == "tiny.yaml:18: a list goes round the trials, and sizes in it are written with both "
        + "sides: write [640x640, 1280x1280, 2560x2560] for squares")
  }

  @Test(arguments: ["1280x", "x720", "1280x720x2", "1280X720", "1280 x 720", "0x720", "01280x720"])
  func whatIsNoSizeIsRefused(text: String) {
    #expect(mistake("frame: \(text)").hasPrefix("tiny.yaml:18: "))
  }

  @Test func framesBeyondTheLimitAreRefusedBeforeAnythingIsDrawn() {
    #expect(
      mistake("frame: 20000x1000")
        == "tiny.yaml:18: a frame of 20000x1000 is not possible: frame is a whole number between 16 "
        + "and 8192")
    #expect(
      mistake("frame: 1280x7")
        == "tiny.yaml:18: a frame of 1280x7 is not possible: frame-height is a whole number between "
        + "16 and 8192")
    #expect(
      mistake("frame: 1280x720, frame-height: 720")
        == "tiny.yaml:18: \"frame-height\" does not belong here: \"frame\" gives the height already"
    )
    #expect(
      mistake("frame-height: 720")
        == "tiny.yaml:18: \"frame-height\" says nothing without \"frame\"")
  }

  @Test func labelMustFitEveryFrameOfAList() {
    // Low sides go together only if each frame is tried by itself.
    #expect(
      mistake("frame: [200x60, 60x200]").contains("more than the frame of 200 × 60"))
    #expect(mistake("frame: [200x200, 60x300]").contains("more than the frame of 60 × 300"))
  }
}
