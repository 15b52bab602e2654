import Base

/// Blurs planes with a ``DiscKernel``, one kernel column at a time.
///
/// In each column, the pixels that lie wholly under the disc are summed as a difference of running
/// sums down the plane. Only the disc's rim is added weight by weight, so that the cost grows with
/// the diameter, not with its square.
struct DiscBlur {
  /// Running sums of each column of pixels, from above the plane to below it.
  private var sums: [Float] = []
  private var row: [Float] = []

  /// The smallest reach for which running sums are used; shorter runs are cheaper to add up
  /// directly.
  private static let shortestRun = 2

  /// Blurs a plane into another. Beyond the edges, the edge pixels' values continue.
  mutating func apply(_ kernel: DiscKernel, to source: InkPlane, into target: inout InkPlane) {
    target.resize(width: source.width, height: source.height)
    let (width, height, radius) = (source.width, source.height, kernel.radius)
    guard width > 0, height > 0 else { return }
    row.resize(to: width + 2 * radius)
    let hasRuns = kernel.columns[0].reach >= Self.shortestRun
    if hasRuns { sums.resize(to: width * (height + 2 * radius + 1)) }
    source.values.withUnsafeBufferPointer { source in
      sums.withUnsafeMutableBufferPointer { sums in
        row.withUnsafeMutableBufferPointer { row in
          target.values.withUnsafeMutableBufferPointer { target in
            guard let source = source.baseAddress, let scratch = row.baseAddress,
              let target = target.baseAddress
            else { return }
            let rows = PlaneRows(start: source, stride: width, count: height)
            if hasRuns, let sums = sums.baseAddress {
              Self.sumDown(rows, into: sums, width: width, margin: radius)
            }
            let pass = Pass(
              kernel: kernel, rows: rows, sums: sums.baseAddress, width: width)
            for y in 0..<height {
              pass.blur(y, scratch: scratch + radius, into: target + y * width)
            }
          }
        }
      }
    }
  }

  /// Computes the running sums. Row k of the sums holds the sum of all rows above row k − margin.
  private static func sumDown(
    _ rows: PlaneRows, into sums: UnsafeMutablePointer<Float>, width: Int, margin: Int
  ) {
    sums.update(repeating: 0, count: width)
    for k in 0..<rows.count + 2 * margin {
      let row = rows[k - margin]
      let above = sums + k * width
      let below = above + width
      for x in 0..<width { below[x] = above[x] + row[x] }
    }
  }

  /// The values that stay the same for all rows of one blur.
  private struct Pass {
    let kernel: DiscKernel
    let rows: PlaneRows
    let sums: UnsafeMutablePointer<Float>?
    let width: Int

    func blur(
      _ y: Int, scratch: UnsafeMutablePointer<Float>, into target: UnsafeMutablePointer<Float>
    ) {
      for distance in kernel.columns.indices {
        sumColumn(distance, y, into: scratch)
        if distance == 0 {
          target.update(from: scratch, count: width)
        } else {
          RowArithmetic.extend(scratch, count: width, margin: distance)
          RowArithmetic.add(
            scratch - distance, scratch + distance, weight: 1, to: target, count: width)
        }
      }
    }

    /// Computes, for each pixel of a row, the weighted sum over one column of the kernel.
    private func sumColumn(_ distance: Int, _ y: Int, into row: UnsafeMutablePointer<Float>) {
      let column = kernel.columns[distance]
      let first: Int
      if column.reach >= DiscBlur.shortestRun, let sums {
        let top = y - column.reach + kernel.radius
        let bottom = y + column.reach + kernel.radius + 1
        RowArithmetic.set(
          row, to: sums + bottom * width, minus: sums + top * width, weight: kernel.whole,
          count: width)
        first = column.reach + 1
      } else {
        RowArithmetic.set(row, to: rows[y], weight: column.weights[0], count: width)
        first = 1
      }
      RowArithmetic.add(first..<column.weights.count, to: row, count: width) { step in
        (rows[y - step], rows[y + step], column.weights[step])
      }
    }
  }
}

/// The kernel of a lens out of focus: each pixel's weight is its area under a disc.
///
/// The disc is chosen so that the weights have the variance of the requested disc, d² / 16 along
/// each axis. Its diameter is therefore a little smaller than requested; see ``Spread``.
struct DiscKernel: Hashable, Sendable {
  /// The weights of the kernel column at one distance left and right of the centre; up and down are
  /// the same.
  struct Column: Hashable, Sendable {
    /// The largest distance up and down at which pixels lie wholly under the disc; −1 if none does.
    let reach: Int
    /// The weights at distances 0, 1, 2 … up and down; at least one.
    let weights: [Float]
  }

  /// Columns at distances 0, 1, 2 … to either side.
  let columns: [Column]
  /// The weight of a pixel that lies wholly under the disc.
  let whole: Float

  /// The farthest distance.
  var radius: Int { columns.count - 1 }

  /// Makes a kernel.
  ///
  /// - Precondition: `diameterPixels` is finite and not negative.
  init(diameterPixels: Double) {
    precondition(diameterPixels >= 0 && diameterPixels.isFinite, "a disc's diameter is 0 or more")
    // A disc of one pixel's width changes nothing.
    let diameter = Spread.size(
      with: diameterPixels * diameterPixels / 16, in: 1...diameterPixels + 1
    ) { Quadrant(radius: $0 / 2).variance }

    let quadrant = Quadrant(radius: diameter / 2)
    let scale = 1 / quadrant.total
    let whole = Float(scale)
    self.whole = whole
    columns = (0...quadrant.reach).map { column in
      var reach = -1
      while quadrant.isWhole(column, reach + 1) { reach += 1 }
      var weights = [Float](repeating: whole, count: reach + 1)
      // The rim. A pixel on the axis counts even if rounding leaves nothing of its weight.
      repeat {
        weights.append(Float(quadrant.area(column, weights.count) * scale))
      } while weights.last != 0
      if weights.count > 1 { weights.removeLast() }
      return Column(reach: reach, weights: weights)
    }
  }

  /// A quarter of a disc over pixels, the first of which is centred on the disc's centre.
  private struct Quadrant {
    let radius: Double

    /// The last column, or row, that the disc touches.
    var reach: Int { max(0, Int((radius - 0.5).rounded(.up))) }

    /// The disc's area.
    var total: Double { Double.pi * radius * radius }

    /// The second moment of the weights along an axis.
    var variance: Double {
      var sum = 0.0
      for column in 1..<max(1, reach + 1) {
        var areas = 0.0
        for row in 0...reach {
          areas += (row == 0 ? 1 : 2) * (isWhole(column, row) ? 1 : area(column, row))
        }
        sum += 2 * Double(column * column) * areas
      }
      return sum / total
    }

    func isWhole(_ column: Int, _ row: Int) -> Bool {
      let x = Double(column) + 0.5
      let y = Double(row) + 0.5
      return x * x + y * y <= radius * radius
    }

    /// The area of a pixel under the disc.
    func area(_ column: Int, _ row: Int) -> Double {
      // The axis cuts pixels that are centred on it in half.
      let left = max(0, Double(column) - 0.5)
      let top = max(0, Double(row) - 0.5)
      let share =
        corner(Double(column) + 0.5, Double(row) + 0.5) - corner(left, Double(row) + 0.5)
        - corner(Double(column) + 0.5, top) + corner(left, top)
      // Adding four terms of up to r² leaves rounding errors in pixels that the disc does not
      // reach.
      let isTouched = left * left + top * top < radius * radius
      return isTouched ? max(0, share) * (column == 0 ? 2 : 1) * (row == 0 ? 2 : 1) : 0
    }

    /// The area of the disc between the centre and a point right of and below it.
    private func corner(_ x: Double, _ y: Double) -> Double {
      let x = min(x, radius)
      let y = min(y, radius)
      guard x * x + y * y > radius * radius else { return x * y }
      // Up to the arc the height is y; from there on it is the arc's height.
      let bend = (radius * radius - y * y).squareRoot()
      return bend * y + underArc(x) - underArc(bend)
    }

    /// ∫ √(r² − u²) du from 0 to x.
    private func underArc(_ x: Double) -> Double {
      let height = max(0, radius * radius - x * x).squareRoot()
      return (x * height + radius * radius * arcSine(min(1, x / radius))) / 2
    }
  }
}

/// The arc sine in radians, the same on every machine: C libraries may differ in the last bit.
///
/// - Precondition: `x` is −1 to 1.
package func arcSine(_ x: Double) -> Double {
  precondition(abs(x) <= 1, "there is no angle whose sine is \(x)")
  return 2 * arcTangent(x / (1 + (1 - x * x).squareRoot()))
}
