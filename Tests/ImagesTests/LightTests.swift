import DecoderKit
import Images
import Testing

@Suite struct LightTests {
  private func image(_ width: Int, _ height: Int, _ shade: (Int, Int) -> Double) throws -> GrayImage
  {
    try GrayImage(
      width: width, height: height,
      pixels: (0..<width * height).map {
        UInt8(min(max(shade($0 % width, $0 / width).rounded(), 0), 255))
      })
  }

  @Test func aToneCurveKeepsItsEndsAndItsInverseUndoesIt() throws {
    let image = try image(256, 1) { x, _ in Double(x) }
    let toned = image.toned(power: 2)
    #expect(toned.pixels[0] == 0 && toned.pixels[255] == 255 && toned.pixels[128] == 64)
    let back = toned.toned(power: 0.5)
    #expect(zip(back.pixels, image.pixels).dropFirst(40).allSatisfy { abs(Int($0) - Int($1)) <= 3 })
  }

  @Test func checksInLightAndInShadowBecomeAlike() throws {
    let image = try image(120, 60) { x, y in
      (x / 4 + y / 4) % 2 == 0 ? 10 + Double(x) * 1.8 : 5 + Double(x) * 0.4
    }
    let levelled = image.levelled(reach: 12)
    func contrast(_ image: GrayImage, _ x: Int) -> Int {
      let values = (0..<60).flatMap { y in (x..<x + 16).map { Int(image.pixels[y * 120 + $0]) } }
        .sorted()
      return values[values.count * 9 / 10] - values[values.count / 10]
    }
    #expect(contrast(image, 16) * 2 < contrast(image, 96))
    #expect(abs(contrast(levelled, 16) - contrast(levelled, 96)) < 25)
    let even = GrayImage(width: 9, height: 9, filledWith: 77)
    #expect(even.levelled(reach: 3).pixels.allSatisfy { $0 == 128 })
  }

  @Test func undoingAMovementComesNearerToWhatMoved() throws {
    let sharp = try image(90, 60) { x, y in (x / 5 * 7 + y / 5 * 3) % 4 < 2 ? 200 : 40 }
    let moved = try image(90, 60) { x, y in
      let places = (-4...4).map { min(max(x + $0, 0), 89) }
      return places.reduce(0) { $0 + Double(sharp.pixels[y * 90 + $1]) } / 9
    }
    func error(_ image: GrayImage) -> Double {
      zip(image.pixels, sharp.pixels).reduce(0) { $0 + abs(Double($1.0) - Double($1.1)) }
    }
    #expect(error(moved.withoutMovement(pixels: 9, degrees: 0)) < 0.6 * error(moved))
    let across = error(moved.withoutMovement(pixels: 9, degrees: 90))
    #expect(across > 0.9 * error(moved), "another direction does not help")
    #expect(moved.withoutMovement(pixels: 9, degrees: 0, steps: 0) == moved)
  }

  @Test func aViewTakesItsPixelsFromWhereItIsTold() throws {
    let image = try image(20, 10) { x, y in Double(x * 10 + y) }
    let view = image.mapped(width: 6, height: 5) { Point(x: $0.x + 3, y: $0.y + 2) }
    #expect(view == image.cropped(x: 3, y: 2, width: 6, height: 5))
  }
}
