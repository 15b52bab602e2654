import DecoderKit

/// The method by which a pixel gets its value from the scene.
package enum Sampling: String, Hashable, Sendable, CaseIterable {
  /// The mean over the pixel's square.
  case area
  /// The value at the pixel's centre.
  case nearest
}

/// Adds up the areas that closed outlines enclose, pixel by pixel, exactly.
///
/// A pixel's coverage is the running sum, along its row, of the contributions of the outline's
/// edges. An edge that crosses a row of pixels darkens, or lightens, everything to its right.
struct EdgeAccumulator {
  /// The contributions of the edges per pixel, with two spare cells in each row; zero between
  /// drawings.
  private var cells: [Float] = []
  private var width = 0
  private var height = 0
  private var stride: Int { width + 2 }

  /// Starts an image.
  mutating func begin(width: Int, height: Int) {
    self.width = width
    self.height = height
    let needed = stride * height
    if cells.count < needed { cells = [Float](repeating: 0, count: needed) }
  }

  /// Makes the whole image dark.
  mutating func addEverything() {
    for row in 0..<height { cells[row * stride] += 1 }
  }

  /// Adds the area that edges enclose, dark on their right as seen in their own plane.
  ///
  /// - Parameter weight: 1 to darken, −1 to lighten, between them to do so in part.
  mutating func add(
    _ edges: [SymbolOutline.Edge], _ map: SurfaceMap, weight: Double = 1, sampling: Sampling
  ) {
    let weight = map.isMirrored ? -weight : weight
    let (width, height) = (width, height)
    var sums = cells.mutableSpan
    let edges = edges.span
    for index in edges.indices {
      let edge = edges[index]
      let pieces = map.pieces(from: edge.fromX, to: edge.toX)
      var from = map.apply(x: edge.fromX, y: edge.fromY)
      for piece in 1...pieces {
        // The end points are used unchanged, because neighbouring pieces must meet exactly.
        let share = Double(piece) / Double(pieces)
        let to =
          piece == pieces
          ? map.apply(x: edge.toX, y: edge.toY)
          : map.apply(
            x: edge.fromX + share * (edge.toX - edge.fromX),
            y: edge.fromY + share * (edge.toY - edge.fromY))
        switch sampling {
        case .area:
          Self.addArea(
            from: from, to: to, weight: weight, width: width, height: height, &sums)
        case .nearest:
          Self.addCentres(
            from: from, to: to, weight: weight, width: width, height: height, &sums)
        }
        from = to
      }
    }
  }

  /// Adds one edge, one row of pixels after the other.
  @inline(__always)
  private static func addArea(
    from: Point, to: Point, weight: Double, width: Int, height: Int,
    _ sums: inout MutableSpan<Float>
  ) {
    guard from.y != to.y else { return }
    // With the dark side on the right, an edge that runs up has the dark side to its right in the
    // image.
    let sign = from.y > to.y ? weight : -weight
    let (upper, lower) = from.y < to.y ? (from, to) : (to, from)
    let slope = (lower.x - upper.x) / (lower.y - upper.y)
    let right = Double(width)
    let firstRow = max(0, Int(upper.y))
    let lastRow = min(height - 1, Int(lower.y))
    guard firstRow <= lastRow else { return }
    var top = max(upper.y, Double(firstRow))
    var topX = upper.x + (top - upper.y) * slope
    for row in firstRow...lastRow {
      let bottom = min(lower.y, Double(row + 1))
      let bottomX = bottom == lower.y ? lower.x : upper.x + (bottom - upper.y) * slope
      let a = min(max(topX, 0), right)
      let b = min(max(bottomX, 0), right)
      addPiece(
        left: min(a, b), right: max(a, b), height: sign * (bottom - top), row: row * (width + 2),
        &sums)
      top = bottom
      topX = bottomX
    }
  }

  /// Adds the part of an edge that lies in one row of pixels.
  ///
  /// Let F(x) be the share of this part's height that lies left of x: 0 up to `left`, rising
  /// linearly to 1 at `right`. The part covers, of each pixel, the mean of F over the pixel's
  /// width. G is the integral of F, and the cells hold the differences from pixel to pixel.
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

  /// Adds one edge for the rows whose centre line it crosses, to all pixels with centres right of
  /// it.
  ///
  /// A pixel centre on an edge belongs to the area to the right of the edge, or below it.
  @inline(__always)
  private static func addCentres(
    from: Point, to: Point, weight: Double, width: Int, height: Int,
    _ sums: inout MutableSpan<Float>
  ) {
    let sign = from.y > to.y ? weight : -weight
    let (upper, lower) = from.y < to.y ? (from, to) : (to, from)
    let firstRow = max(0, Int((upper.y - 0.5).rounded(.up)))
    let endRow = min(height, Int((lower.y - 0.5).rounded(.up)))
    guard firstRow < endRow else { return }
    let slope = (lower.x - upper.x) / (lower.y - upper.y)
    for row in firstRow..<endRow {
      let x = upper.x + (Double(row) + 0.5 - upper.y) * slope
      let column = min(max((x - 0.5).rounded(.up), 0), Double(width))
      sums[row * (width + 2) + Int(column)] += Float(sign)
    }
  }

  /// Sums the rows up into pixels and resets the cells to zero.
  ///
  /// Most pixels of a large image are crossed by no edge: eight such cells are tested together.
  mutating func collect(_ tone: Tone) -> [UInt8] {
    let (width, height) = (width, height)
    return [UInt8](unsafeUninitializedCapacity: width * height) { pixels, count in
      cells.withUnsafeMutableBufferPointer { sums in
        for y in 0..<height {
          let row = UnsafeMutableBufferPointer(
            rebasing: sums[y * (width + 2)..<(y + 1) * (width + 2)])
          let target = UnsafeMutableBufferPointer(rebasing: pixels[y * width..<(y + 1) * width])
          var coverage: Float = 0
          var x = 0
          while x < width {
            let pixel = tone.value(min(max(coverage, 0), 1))
            while x + 8 <= width, Self.areEightZero(row, from: x) {
              for place in x..<x + 8 { target[place] = pixel }
              x += 8
            }
            for place in x..<min(x + 8, width) {
              coverage += row[place]
              row[place] = 0
              target[place] = tone.value(min(max(coverage, 0), 1))
            }
            x += 8
          }
          row[width] = 0
          row[width + 1] = 0
        }
      }
      count = width * height
    }
  }

  @inline(__always)
  private static func areEightZero(_ cells: UnsafeMutableBufferPointer<Float>, from first: Int)
    -> Bool
  {
    let bytes = UnsafeRawBufferPointer(cells)
    let pairs = bytes.loadUnaligned(fromByteOffset: 4 * first, as: SIMD4<UInt64>.self)
    return pairs.x | pairs.y | pairs.z | pairs.w == 0
  }

  /// The way in which collected coverage changes the former values of a plane.
  enum Merge {
    /// The old values are replaced.
    case replace
    /// The old values are kept outside the outlines and become 0 (bare paper) inside them.
    case mask
    /// The coverage is added to the old values, up to 1.
    case add
  }

  /// Sums the rows up into a plane of the same size and resets the cells to zero.
  ///
  /// - Parameter lowest: The least coverage that is kept; below 0 where weights are.
  mutating func collect(into plane: inout InkPlane, _ merge: Merge, lowest: Float = 0) {
    switch merge {
    case .replace: collect(into: &plane, lowest) { _, coverage in coverage }
    case .mask: collect(into: &plane, lowest) { held, coverage in held * (1 - coverage) }
    case .add: collect(into: &plane, lowest) { held, coverage in min(held + coverage, 1) }
    }
  }

  @inline(__always)
  private mutating func collect(
    into plane: inout InkPlane, _ lowest: Float,
    _ merged: (_ held: Float, _ coverage: Float) -> Float
  ) {
    let (width, height) = (width, height)
    var sums = cells.mutableSpan
    var values = plane.values.mutableSpan
    for y in 0..<height {
      let row = y * (width + 2)
      let first = y * width
      var coverage: Float = 0
      for x in 0..<width {
        coverage += sums[row + x]
        sums[row + x] = 0
        values[first + x] = merged(values[first + x], min(max(coverage, lowest), 1))
      }
      sums[row + width] = 0
      sums[row + width + 1] = 0
    }
  }
}
