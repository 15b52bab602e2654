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
