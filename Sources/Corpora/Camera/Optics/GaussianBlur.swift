/// Blurs planes with a ``GaussianKernel``, first down the columns and then along the rows.
struct GaussianBlur {
  private var row: [Float] = []

  /// Blurs a plane into another. Beyond the edges, the edge pixels' values continue.
  mutating func apply(_ kernel: GaussianKernel, to source: InkPlane, into target: inout InkPlane) {
    target.resize(width: source.width, height: source.height)
    let (width, height, radius) = (source.width, source.height, kernel.radius)
    guard width > 0, height > 0 else { return }
    row.resize(to: width + 2 * radius)
    source.values.withUnsafeBufferPointer { source in
      row.withUnsafeMutableBufferPointer { row in
        target.values.withUnsafeMutableBufferPointer { target in
          guard let source = source.baseAddress, let scratch = row.baseAddress,
            let target = target.baseAddress
          else { return }
          let rows = PlaneRows(start: source, stride: width, count: height)
          let row = scratch + radius
          for y in 0..<height {
            Self.sumDown(rows, y, kernel, into: row, width: width)
            RowArithmetic.extend(row, count: width, margin: radius)
            Self.sumAcross(row, kernel, into: target + y * width, width: width)
          }
        }
      }
    }
  }

  private static func sumDown(
    _ rows: PlaneRows, _ y: Int, _ kernel: GaussianKernel,
    into row: UnsafeMutablePointer<Float>, width: Int
  ) {
    RowArithmetic.set(row, to: rows[y], weight: kernel.weights[0], count: width)
    RowArithmetic.add(1..<kernel.weights.count, to: row, count: width) { distance in
      (rows[y - distance], rows[y + distance], kernel.weights[distance])
    }
  }

  private static func sumAcross(
    _ row: UnsafePointer<Float>, _ kernel: GaussianKernel,
    into target: UnsafeMutablePointer<Float>, width: Int
  ) {
    RowArithmetic.set(target, to: row, weight: kernel.weights[0], count: width)
    RowArithmetic.add(1..<kernel.weights.count, to: target, count: width) { distance in
      (row - distance, row + distance, kernel.weights[distance])
    }
  }
}
