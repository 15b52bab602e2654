import DecoderKit

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
