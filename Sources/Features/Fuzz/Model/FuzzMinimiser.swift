import DecoderKit
import Results
import Scanning

/// Makes an input with a finding as small as the finding allows.
///
/// First it leaves out changes. Then it cuts sides off, whitens blocks and makes shades black or white,
/// unless the finding is a reading: that must stay a misread of a symbol that is plainly there.
struct FuzzMinimiser {
  private let sources: [FuzzSource]
  /// Returns true if an image has the same finding.
  private let hasFinding: (FuzzInput, GrayImage) -> Bool
  private var decodesLeft: Int
  private(set) var decodes = 0

  /// Makes a minimiser that decodes so many images at most.
  init(
    sources: [FuzzSource], decodes: Int, hasFinding: @escaping (FuzzInput, GrayImage) -> Bool
  ) {
    (self.sources, decodesLeft, self.hasFinding) = (sources, decodes, hasFinding)
  }

  /// The most decodes for one finding: a hang costs two deadlines each.
  static func mostDecodes(_ verdict: Verdict) -> Int { verdict == .timeout ? 8 : 400 }

  /// - Returns: The changes that are left, and the image.
  mutating func minimise(
    _ input: FuzzInput, keepsImage: Bool
  ) -> (mutations: [ImageMutation], image: GrayImage) {
    var input = input
    var index = input.mutations.count - 1
    while index >= 0 {
      var fewer = input
      fewer.mutations.remove(at: index)
      if test(fewer, fewer.image(sources)) { input = fewer }
      index -= 1
    }
    var image = input.image(sources)
    guard !keepsImage else { return (input.mutations, image) }
    shrink(&image, to: image.packed(), input)
    cutSides(of: &image, input)
    whiten(&image, input)
    cutSides(of: &image, input)
    var plain = image
    plain.mapPixels { _, value in value < 128 ? 0 : 255 }
    shrink(&image, to: plain, input)
    return (input.mutations, image)
  }

  private mutating func test(_ input: FuzzInput, _ image: GrayImage) -> Bool {
    guard decodesLeft > 0, !image.isEmpty else { return false }
    decodesLeft -= 1
    decodes += 1
    return hasFinding(input, image)
  }

  @discardableResult
  private mutating func shrink(
    _ image: inout GrayImage, to smaller: GrayImage, _ input: FuzzInput
  ) -> Bool {
    guard smaller != image, test(input, smaller) else { return false }
    image = smaller
    return true
  }

  /// Cuts pieces off each side: halves first, single rows and columns last.
  private mutating func cutSides(of image: inout GrayImage, _ input: FuzzInput) {
    for share in [2, 4, 8, 16, 64] {
      var hasCut = true
      while hasCut, decodesLeft > 0 {
        hasCut = false
        for side in 0..<4 {
          let length = side < 2 ? image.width : image.height
          let cut = max(length / share, 1)
          guard length > cut else { continue }
          var part = ImagePart(x: 0, y: 0, width: image.width, height: image.height)
          switch side {
          case 0: (part.x, part.width) = (cut, part.width - cut)
          case 1: part.width -= cut
          case 2: (part.y, part.height) = (cut, part.height - cut)
          default: part.height -= cut
          }
          if shrink(&image, to: image.cropped(to: part), input) { hasCut = true }
        }
      }
    }
  }

  /// Whitens blocks, large ones first.
  private mutating func whiten(_ image: inout GrayImage, _ input: FuzzInput) {
    for blocks in [2, 4, 8] {
      let (width, height) = (max(image.width / blocks, 1), max(image.height / blocks, 1))
      for y in stride(from: 0, to: image.height, by: height) {
        for x in stride(from: 0, to: image.width, by: width) {
          let block = ImagePart(
            x: x, y: y, width: min(width, image.width - x), height: min(height, image.height - y))
          shrink(&image, to: image.filled(block, 255), input)
        }
      }
    }
  }
}
