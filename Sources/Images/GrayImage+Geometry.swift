import DecoderKit

extension GrayImage {
  /// The image turned clockwise: every pixel moves, none changes.
  public func turned(_ turn: QuarterTurn) -> GrayImage {
    let image = packed()
    guard turn != .none, !isEmpty else {
      return turn.swapsSides ? GrayImage(width: height, height: width, filledWith: 0) : image
    }
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height) { output, count in
      image.withUnsafeBytes { source in
        switch turn {
        case .none: break
        case .half: Self.reverse(source, into: output)
        case .quarter:
          // Target (x, y) comes from (y, height − 1 − x).
          Self.transpose(
            source, into: output, width: width, height: height,
            first: (height - 1) * width, step: -width, nextRow: 1)
        case .threeQuarters:
          // Target (x, y) comes from (width − 1 − y, x).
          Self.transpose(
            source, into: output, width: width, height: height,
            first: width - 1, step: width, nextRow: -1)
        }
      }
      count = width * height
    }
    return GrayImage(
      trustedWidth: turn.swapsSides ? height : width, height: turn.swapsSides ? width : height,
      pixels: pixels)
  }

  /// The image with left and right exchanged.
  public func mirrored() -> GrayImage {
    let image = packed()
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height) { output, count in
      image.withUnsafeBytes { source in
        for y in 0..<height {
          let row = y &* width
          for x in 0..<width { output[row &+ x] = source[row &+ width &- 1 &- x] }
        }
      }
      count = width * height
    }
    return GrayImage(trustedWidth: width, height: height, pixels: pixels)
  }

  private static func reverse(
    _ source: UnsafeRawBufferPointer, into output: UnsafeMutableBufferPointer<UInt8>
  ) {
    let last = source.count - 1
    for index in 0...last { output[index] = source[last &- index] }
  }

  /// Exchanges rows and columns, in squares that fit into the cache.
  ///
  /// - Parameters:
  ///   - width: The width of the source, in pixels.
  ///   - height: The height of the source, in pixels.
  ///   - first: The index of the source byte that becomes the target's first.
  ///   - step: Bytes in the source from one target pixel to the next in its row.
  ///   - nextRow: Bytes in the source from one target row to the next.
  private static func transpose(
    _ source: UnsafeRawBufferPointer, into output: UnsafeMutableBufferPointer<UInt8>,
    width: Int, height: Int, first: Int, step: Int, nextRow: Int
  ) {
    let side = 32
    let targetWidth = height
    let targetHeight = width
    for top in stride(from: 0, to: targetHeight, by: side) {
      for left in stride(from: 0, to: targetWidth, by: side) {
        for y in top..<min(top &+ side, targetHeight) {
          var from = first &+ left &* step &+ y &* nextRow
          let row = y &* targetWidth
          for x in left..<min(left &+ side, targetWidth) {
            output[row &+ x] = source[from]
            from &+= step
          }
        }
      }
    }
  }

  /// Makes an image from bytes whose count is known to fit.
  init(trustedWidth width: Int, height: Int, pixels: [UInt8]) {
    precondition(pixels.count == width * height, "the bytes do not fit the image")
    do {
      try self.init(width: width, height: height, pixels: pixels)
    } catch {
      preconditionFailure("the bytes do not fit the image: \(error)")
    }
  }
}

/// A clockwise rotation, as seen in the image, that only moves pixels and computes no new ones.
public enum QuarterTurn: Int, CaseIterable, Hashable, Sendable {
  /// No rotation.
  case none = 0
  /// The left edge becomes the top.
  case quarter = 90
  /// Upside down.
  case half = 180
  /// The right edge becomes the top.
  case threeQuarters = 270

  /// Degrees clockwise: 0, 90, 180 or 270.
  public var degrees: Int { rawValue }

  /// True if width and height change places.
  public var swapsSides: Bool { self == .quarter || self == .threeQuarters }

  /// The position of a point of an image after the turn.
  ///
  /// - Parameters:
  ///   - point: A point in the image before the turn.
  ///   - width: The width of the image before the turn, in pixels.
  ///   - height: The height of the image before the turn, in pixels.
  public func moved(_ point: Point, width: Int, height: Int) -> Point {
    switch self {
    case .none: point
    case .quarter: Point(x: Double(height) - point.y, y: point.x)
    case .half: Point(x: Double(width) - point.x, y: Double(height) - point.y)
    case .threeQuarters: Point(x: point.y, y: Double(width) - point.x)
    }
  }

  /// The positions of a symbol's corners after the turn; each keeps its own name.
  public func moved(_ corners: Corners, width: Int, height: Int) -> Corners {
    corners.mapped { moved($0, width: width, height: height) }
  }
}

extension GrayImage {
  /// The image with every pixel enlarged to a square of `factor` × `factor` pixels.
  ///
  /// - Precondition: `factor` is 1 or more.
  public func enlarged(by factor: Int) -> GrayImage {
    precondition(factor >= 1, "an image is enlarged by 1 or more")
    let image = packed()
    guard factor > 1, !isEmpty else { return image }
    let newWidth = width * factor
    let newHeight = height * factor
    let pixels = [UInt8](unsafeUninitializedCapacity: newWidth * newHeight) { output, count in
      image.withUnsafeBytes { source in
        for y in 0..<newHeight {
          let from = y / factor &* width
          let row = y &* newWidth
          for x in 0..<width {
            let value = source[from &+ x]
            for step in 0..<factor { output[row &+ x &* factor &+ step] = value }
          }
        }
      }
      count = newWidth * newHeight
    }
    return GrayImage(trustedWidth: newWidth, height: newHeight, pixels: pixels)
  }

  /// The image made smaller: a pixel is the mean, by area, of all that it covers, rounded to
  /// nearest.
  ///
  /// The sums are whole numbers, so that the result is exact and the same on every machine. It is
  /// made for sheets that people look at; a pixel of the source costs some nanoseconds.
  ///
  /// - Precondition: The new sides are 1 or more and no larger than the old ones, and the image has
  ///   pixels.
  public func reduced(toWidth newWidth: Int, height newHeight: Int) -> GrayImage {
    precondition(
      (1...max(width, 1)).contains(newWidth) && (1...max(height, 1)).contains(newHeight)
        && !isEmpty, "an image is reduced to sides from 1 to its own")
    // Lengths in units of 1 ÷ (old × new), in which both grids fall on whole numbers: a source
    // pixel is `new` long, a target pixel `old`.
    let area = width * height
    let pixels = [UInt8](unsafeUninitializedCapacity: newWidth * newHeight) { output, count in
      withUnsafeBytes { source in
        var sums = [Int](repeating: 0, count: newWidth)
        for y in 0..<newHeight {
          for x in 0..<newWidth { sums[x] = 0 }
          Self.forEachPart(of: y, old: height, new: newHeight) { sourceY, weight in
            let row = UnsafeRawBufferPointer(
              rebasing: source[sourceY * rowStride..<sourceY * rowStride + width])
            Self.add(row, to: &sums, weight: weight)
          }
          for x in 0..<newWidth {
            output[y * newWidth + x] = UInt8((sums[x] + area / 2) / area)
          }
        }
      }
      count = newWidth * newHeight
    }
    return GrayImage(trustedWidth: newWidth, height: newHeight, pixels: pixels)
  }

  private static func add(
    _ row: UnsafeRawBufferPointer, to sums: inout [Int], weight: Int
  ) {
    let newWidth = sums.count
    for x in 0..<newWidth {
      var sum = 0
      forEachPart(of: x, old: row.count, new: newWidth) { sourceX, part in
        sum &+= Int(row[sourceX]) &* part
      }
      sums[x] &+= sum &* weight
    }
  }

  /// Visits the source pixels that a target pixel covers, each with the length that they share.
  @inline(__always)
  private static func forEachPart(
    of index: Int, old: Int, new: Int, _ body: (_ source: Int, _ length: Int) -> Void
  ) {
    let start = index &* old
    let end = start &+ old
    var source = start / new
    var from = start
    while from < end {
      let to = min((source &+ 1) &* new, end)
      body(source, to &- from)
      from = to
      source &+= 1
    }
  }
}
