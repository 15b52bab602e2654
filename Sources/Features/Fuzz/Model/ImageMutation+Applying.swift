import DecoderKit
import Scanning
import Statistics

extension ImageMutation {
  /// The most pixels of a changed image: more would only take time.
  static let mostPixels = 1 << 22

  /// Makes the change.
  ///
  /// A change that an image is too large or too small for leaves it as it is.
  ///
  /// - Parameter companion: Gives the source image with a number.
  func applied(to image: GrayImage, companion: (Int) -> GrayImage) -> GrayImage {
    guard !image.isEmpty else { return image }
    switch kind {
    case .border:
      return bounded(image, image.width + 2 * amounts[0], image.height + 2 * amounts[0]) {
        image.padded(by: amounts[0], shade: UInt8(amounts[1]))
      }
    case .inversion: return image.inverted()
    case .turn: return image.turned([.none, .quarter, .half, .threeQuarters][amounts[0] & 3])
    case .tilt:
      return bounded(image, image.width + image.height, image.width + image.height) {
        image.turned(byDegrees: Double(amounts[0]), shade: image.corner)
      }
    case .mirror: return image.mirrored()
    case .scale:
      let (width, height) = (image.width * amounts[0] / 100, image.height * amounts[0] / 100)
      return bounded(image, width + 1, height + 1) { image.resized(by: Double(amounts[0]) / 100) }
    case .enlarge:
      return bounded(image, image.width * amounts[0], image.height * amounts[0]) {
        image.enlarged(by: amounts[0])
      }
    case .stride: return image.withLongerRows(by: amounts[0], value: UInt8(amounts[1]))
    case .contrast, .noise, .speckle, .flips: return recoloured(image)
    case .companion:
      return image.beside(companion(amounts[0]), gap: amounts[1], below: amounts[2] == 1)
    case .copies: return image.repeated(columns: amounts[0], rows: amounts[1], gap: amounts[2])
    case .strip, .crop: return image.cropped(to: part(of: image))
    case .blank: return image.filled(part(of: image), UInt8(amounts[4]))
    case .flat:
      return GrayImage(
        width: amounts[0], height: amounts[1], filledWith: UInt8(amounts[2]))
    }
  }

  private func bounded(
    _ image: GrayImage, _ width: Int, _ height: Int, _ change: () -> GrayImage
  ) -> GrayImage {
    width * height <= Self.mostPixels ? change() : image
  }

  /// The part that is cut out or blanked; at least one pixel.
  private func part(of image: GrayImage) -> ImagePart {
    if kind == .strip {
      let sides = amounts[0] == 0 ? image.height : image.width
      let count = min(amounts[2], sides)
      let start = (sides - count) * amounts[1] / 1000
      return amounts[0] == 0
        ? ImagePart(x: 0, y: start, width: image.width, height: count)
        : ImagePart(x: start, y: 0, width: count, height: image.height)
    }
    let (x, y) = (image.width * amounts[0] / 1000, image.height * amounts[1] / 1000)
    return ImagePart(
      x: x, y: y, width: min(max(image.width * amounts[2] / 1000, 1), image.width - x),
      height: min(max(image.height * amounts[3] / 1000, 1), image.height - y))
  }

  private func recoloured(_ image: GrayImage) -> GrayImage {
    var image = image
    var random = SplitMix64(state: UInt64(amounts.last ?? 0))
    switch kind {
    case .contrast:
      let (low, high) = (amounts[0], amounts[1])
      image.mapPixels { _, value in UInt8(low + Int(value) * (high - low) / 255) }
    case .noise:
      let most = amounts[0]
      image.mapPixels { _, value in
        UInt8(clamping: Int(value) + Int(random.next() % UInt64(2 * most + 1)) - most)
      }
    case .speckle:
      let share = UInt64(amounts[0])
      image.mapPixels { _, value in
        let draw = random.next()
        return draw % 1000 < share ? (draw >> 32 & 1 == 0 ? 0 : 255) : value
      }
    default:
      let side = min(amounts[0], image.width, image.height)
      for _ in 0..<amounts[1] {
        let x = Int(random.next() % UInt64(image.width - side + 1))
        let y = Int(random.next() % UInt64(image.height - side + 1))
        let square = ImagePart(x: x, y: y, width: side, height: side)
        image.mapPixels(in: square) { _, value in 255 - value }
      }
    }
    return image
  }
}

extension GrayImage {
  /// The shade of the first pixel: that of the surroundings, as a rule.
  fileprivate var corner: UInt8 { self[0, 0] }

  /// The image with a part of one shade.
  func filled(_ part: ImagePart, _ shade: UInt8) -> GrayImage {
    var image = self
    image.mapPixels(in: part) { _, _ in shade }
    return image
  }

  /// Replaces pixels by what a closure makes of their place and shade; row strides stay.
  mutating func mapPixels(
    in part: ImagePart? = nil, _ change: (Int, UInt8) -> UInt8
  ) {
    let part = part ?? ImagePart(x: 0, y: 0, width: width, height: height)
    var bytes = pixels
    for y in part.y..<part.y + part.height {
      for place in y * rowStride + part.x..<y * rowStride + part.x + part.width {
        bytes[place] = change(place, bytes[place])
      }
    }
    self = GrayImage(checked: width, height, rowStride, bytes)
  }

  fileprivate func withLongerRows(by more: Int, value: UInt8) -> GrayImage {
    let packed = packed()
    var bytes: [UInt8] = []
    bytes.reserveCapacity((width + more) * height)
    for y in 0..<height {
      bytes += packed.pixels[y * width..<(y + 1) * width]
      bytes += repeatElement(value, count: more)
    }
    return GrayImage(checked: width, height, width + more, bytes)
  }

  fileprivate func beside(_ other: GrayImage, gap: Int, below: Bool) -> GrayImage {
    let newWidth = below ? max(width, other.width) : width + gap + other.width
    let newHeight = below ? height + gap + other.height : max(height, other.height)
    guard newWidth * newHeight <= ImageMutation.mostPixels, !other.isEmpty else { return self }
    var image = GrayImage(width: newWidth, height: newHeight, filledWith: corner)
    image.place(self, x: 0, y: 0)
    image.place(other, x: below ? 0 : width + gap, y: below ? height + gap : 0)
    return image
  }

  fileprivate func repeated(columns: Int, rows: Int, gap: Int) -> GrayImage {
    let newWidth = columns * (width + gap) - gap
    let newHeight = rows * (height + gap) - gap
    guard newWidth * newHeight <= ImageMutation.mostPixels else { return self }
    var image = GrayImage(width: newWidth, height: newHeight, filledWith: corner)
    for row in 0..<rows {
      for column in 0..<columns {
        image.place(self, x: column * (width + gap), y: row * (height + gap))
      }
    }
    return image
  }

  private mutating func place(_ other: GrayImage, x: Int, y: Int) {
    var bytes = pixels
    for row in 0..<other.height {
      let from = row * other.rowStride
      let to = (y + row) * rowStride + x
      bytes.replaceSubrange(
        to..<to + other.width, with: other.pixels[from..<from + other.width])
    }
    self = GrayImage(checked: width, height, rowStride, bytes)
  }

  /// Makes an image of measures that fit its bytes.
  private init(checked width: Int, _ height: Int, _ rowStride: Int, _ pixels: [UInt8]) {
    guard
      let image = try? GrayImage(width: width, height: height, rowStride: rowStride, pixels: pixels)
    else { preconditionFailure("bytes of another image") }
    self = image
  }
}
