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
