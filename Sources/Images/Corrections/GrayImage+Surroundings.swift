import DecoderKit

extension GrayImage {
  /// The image with dark surroundings made paper, so that a symbol in them has a quiet zone.
  ///
  /// Surroundings are the dark parts at the image's edges that are wide: those that a square of
  /// 2 × `reach` + 1 pixels can reach from outside. Dark elements of a symbol that are narrower stay.
  ///
  /// - Parameters:
  ///   - reach: Half of the width of what is taken for surroundings, in pixels; 1 or more.
  ///   - shade: The shade of paper.
  /// - Returns: `nil` if there are no such surroundings.
  public func clearedOfDarkSurroundings(reach: Int, shade: UInt8) -> GrayImage? {
    precondition(reach >= 1, "surroundings are at least a pixel wide")
    let limit = (Int(self.shade(atShare: 0.02)) + Int(self.shade(atShare: 0.98))) / 2
    var image = packed().pixels
    let isDark = image[..<(width * height)].map { Int($0) < limit }
    let light = SquareCounts(isDark.map { !$0 }, width: width, height: height)
    // Where a whole square is dark; beyond the edges it goes on as it is.
    var isOpen = isDark.indices.map { light.count(around: $0, reach: reach) == 0 }
    let reached = Self.reached(&isOpen, width: width, height: height)
    guard reached.contains(true) else { return nil }
    let near = SquareCounts(reached, width: width, height: height)
    // All pixels that near to a reached one are dark.
    for place in isDark.indices where near.count(around: place, reach: reach) > 0 {
      image[place] = shade
    }
    return GrayImage(
      trustedWidth: width, height: height, pixels: Array(image[..<(width * height)]))
  }

  /// The image with everything outside a convex outline replaced.
  ///
  /// A pixel lies inside if its centre does.
  ///
  /// - Parameter shade: The shade of what is replaced.
  public func cleared(outside outline: Corners, shade: UInt8) -> GrayImage {
    let points = outline.points
    var result = [UInt8](repeating: shade, count: width * height)
    for y in 0..<height {
      let middle = Double(y) + 0.5
      let crossings = points.indices.compactMap { index -> Double? in
        let (one, other) = (points[index], points[(index + 1) % points.count])
        guard (one.y > middle) != (other.y > middle) else { return nil }
        return one.x + (other.x - one.x) * (middle - one.y) / (other.y - one.y)
      }
      guard let first = crossings.min(), let last = crossings.max() else { continue }
      let left = Int(min(max((first - 0.5).rounded(.up), 0), Double(width)))
      let right = Int(min(max((last - 0.5).rounded(.up), 0), Double(width)))
      for x in left..<max(right, left) { result[y * width + x] = pixels[y * rowStride + x] }
    }
    return GrayImage(trustedWidth: width, height: height, pixels: result)
  }

  /// The open places that are reached from the image's edges.
  private static func reached(_ isOpen: inout [Bool], width: Int, height: Int) -> [Bool] {
    var reached = [Bool](repeating: false, count: isOpen.count)
    var waiting: [Int] = []
    func visit(_ place: Int, _ isOpen: inout [Bool]) {
      guard isOpen[place] else { return }
      isOpen[place] = false
      reached[place] = true
      waiting.append(place)
    }
    for y in 0..<height {
      for x in 0..<width where x == 0 || y == 0 || x == width - 1 || y == height - 1 {
        visit(y * width + x, &isOpen)
      }
    }
    while let place = waiting.popLast() {
      let (x, y) = (place % width, place / width)
      if x > 0 { visit(place - 1, &isOpen) }
      if x < width - 1 { visit(place + 1, &isOpen) }
      if y > 0 { visit(place - width, &isOpen) }
      if y < height - 1 { visit(place + width, &isOpen) }
    }
    return reached
  }
}

/// Counts of marked pixels in squares, from sums over all rectangles that begin in the top left corner.
private struct SquareCounts {
  private let sums: [Int32]
  private let width: Int
  private let height: Int

  init(_ marks: [Bool], width: Int, height: Int) {
    var sums = [Int32](repeating: 0, count: (width + 1) * (height + 1))
    for y in 0..<height {
      var row: Int32 = 0
      for x in 0..<width {
        row += marks[y * width + x] ? 1 : 0
        sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
      }
    }
    (self.sums, self.width, self.height) = (sums, width, height)
  }

  /// The number of marked pixels in the square around a place, as far as it lies in the image.
  func count(around place: Int, reach: Int) -> Int32 {
    let (x, y) = (place % width, place / width)
    let (left, right) = (max(x - reach, 0), min(x + reach + 1, width))
    let (top, bottom) = (max(y - reach, 0) * (width + 1), min(y + reach + 1, height) * (width + 1))
    return sums[bottom + right] - sums[bottom + left] - sums[top + right] + sums[top + left]
  }
}
