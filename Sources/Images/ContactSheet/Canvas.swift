import DecoderKit

/// A sheet that is drawn on; parts that fall outside it are not drawn.
struct Canvas: Sendable {
  let width: Int
  let height: Int
  private var pixels: [UInt8]

  init(width: Int, height: Int, paper: UInt8) {
    self.width = width
    self.height = height
    pixels = [UInt8](repeating: paper, count: width * height)
  }

  var image: GrayImage { GrayImage(trustedWidth: width, height: height, pixels: pixels) }

  mutating func fill(x: Int, y: Int, width: Int, height: Int, shade: UInt8) {
    let columns = max(x, 0)..<max(min(x + width, self.width), max(x, 0))
    for row in max(y, 0)..<max(min(y + height, self.height), max(y, 0)) {
      for column in columns { pixels[row * self.width + column] = shade }
    }
  }

  mutating func draw(_ image: GrayImage, x: Int, y: Int) {
    for row in 0..<image.height where (0..<height).contains(y + row) {
      for column in 0..<image.width where (0..<width).contains(x + column) {
        pixels[(y + row) * width + x + column] = image.pixels[row * image.rowStride + column]
      }
    }
  }

  /// Draws black letters from left to right, with their top left corner at a point.
  mutating func write(_ letters: [UInt8], x: Int, y: Int, scale: Int) {
    forEachDot(letters) { canvas, along, down in
      canvas.fill(
        x: x + along * scale, y: y + down * scale, width: scale, height: scale, shade: 0)
    }
  }

  /// Draws black letters that run upwards, with their left end at the bottom.
  mutating func writeUpwards(_ letters: [UInt8], x: Int, bottom: Int, scale: Int) {
    forEachDot(letters) { canvas, along, down in
      canvas.fill(
        x: x + down * scale, y: bottom - (along + 1) * scale, width: scale, height: scale,
        shade: 0)
    }
  }

  /// Visits the dots of a text, each by its place along the line and down from its top.
  private mutating func forEachDot(
    _ letters: [UInt8], _ body: (inout Canvas, _ along: Int, _ down: Int) -> Void
  ) {
    for (index, letter) in letters.enumerated() {
      for row in 0..<BitmapFont.height {
        for column in 0..<BitmapFont.width
        where BitmapFont.isSet(letter, column: column, row: row) {
          body(&self, index * BitmapFont.advance + column, row)
        }
      }
    }
  }
}
