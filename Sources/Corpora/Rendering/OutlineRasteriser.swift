import DecoderKit

/// Draws symbols under any map that keeps straight lines straight, exactly.
///
/// A pixel's coverage is the running sum, along its row, of what each edge of the outline adds where
/// it passes: an edge that crosses a row of pixels darkens, or lightens, all that lies to its right.
struct OutlineRasteriser {
  /// What the edges add, per pixel, with two cells to spare in each row; all zeros between drawings.
  private var cells: [Float] = []
  private var outline = SymbolOutline()

  /// Draws a symbol over a light background.
  mutating func draw(_ symbol: Symbol, _ placement: Placement, tone: Tone) -> [UInt8] {
    let stride = placement.width + 2
    let needed = stride * placement.height
    if cells.count < needed { cells = [Float](repeating: 0, count: needed) }
    outline.trace(symbol)
    let edges = outline.edges
    var sums = cells.mutableSpan
    for edge in edges {
      let from = placement.transform.apply(x: Double(edge.fromX), y: Double(edge.fromY))
      let to = placement.transform.apply(x: Double(edge.toX), y: Double(edge.toY))
      Self.add(from: from, to: to, placement, stride, &sums)
    }
    return Self.collect(placement, stride, tone: tone, &sums)
  }

  /// Adds one edge, row of pixels by row of pixels.
  private static func add(
    from: Point, to: Point, _ placement: Placement, _ stride: Int,
    _ sums: inout MutableSpan<Float>
  ) {
    guard from.y != to.y else { return }
    // With the dark side on the right, an edge that runs up has it to its right in the image.
    let sign: Double = from.y > to.y ? 1 : -1
    let (upper, lower) = from.y < to.y ? (from, to) : (to, from)
    let slope = (lower.x - upper.x) / (lower.y - upper.y)
    let right = Double(placement.width)
    let firstRow = max(0, Int(upper.y))
    let lastRow = min(placement.height - 1, Int(lower.y))
    guard firstRow <= lastRow else { return }
    var top = max(upper.y, Double(firstRow))
    var topX = upper.x + (top - upper.y) * slope
    for row in firstRow...lastRow {
      let bottom = min(lower.y, Double(row + 1))
      let bottomX = bottom == lower.y ? lower.x : upper.x + (bottom - upper.y) * slope
      let a = min(max(topX, 0), right)
      let b = min(max(bottomX, 0), right)
      addPiece(
        left: min(a, b), right: max(a, b), height: sign * (bottom - top), row: row * stride, &sums)
      top = bottom
      topX = bottomX
    }
  }

  /// Adds the piece of an edge that lies in one row of pixels.
  ///
  /// Let F(x) be the share of the piece's height that lies left of x: 0 up to `left`, rising linearly
  /// to 1 at `right`. The piece covers, of each pixel, the mean of F over the pixel's width; G is
  /// F's integral, and the cells hold the differences from pixel to pixel.
  @inline(__always)
  private static func addPiece(
    left: Double, right: Double, height: Double, row: Int, _ sums: inout MutableSpan<Float>
  ) {
    let first = Int(left)
    let last = Int(right)
    let middle = (left + right) / 2
    if first == last {
      let share = Double(first + 1) - middle
      sums[row + first] += Float(height * share)
      sums[row + first + 1] += Float(height * (1 - share))
      return
    }
    let halfSlope = 0.5 / (right - left)
    var integral = 0.0
    var share = 0.0
    for column in first...last {
      let end = Double(column + 1)
      let next = end >= right ? end - middle : (end - left) * (end - left) * halfSlope
      let newShare = next - integral
      sums[row + column] += Float(height * (newShare - share))
      integral = next
      share = newShare
    }
    sums[row + last + 1] += Float(height * (1 - share))
  }

  /// Sums the rows up into pixels, and leaves zeros behind.
  private static func collect(
    _ placement: Placement, _ stride: Int, tone: Tone, _ sums: inout MutableSpan<Float>
  ) -> [UInt8] {
    let width = placement.width
    return [UInt8](unsafeUninitializedCapacity: width * placement.height) { pixels, count in
      for y in 0..<placement.height {
        let row = y * stride
        let target = UnsafeMutableBufferPointer(rebasing: pixels[y * width..<(y + 1) * width])
        var coverage: Float = 0
        for x in 0..<width {
          coverage += sums[row + x]
          sums[row + x] = 0
          target[x] = tone.value(coverage)
        }
        sums[row + width] = 0
        sums[row + width + 1] = 0
      }
      count = width * placement.height
    }
  }
}
