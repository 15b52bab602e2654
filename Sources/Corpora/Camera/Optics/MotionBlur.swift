/// Blurs planes with a ``MotionKernel``, one weight at a time.
struct MotionBlur {
  /// The plane with padding on either side that repeats each row's first and last pixel.
  private var padded: [Float] = []

  /// Blurs a plane into another. Beyond the edges, the edge pixels' values continue.
  mutating func apply(_ kernel: MotionKernel, to source: InkPlane, into target: inout InkPlane) {
    target.resize(width: source.width, height: source.height)
    let (width, height, margin) = (source.width, source.height, kernel.columnRadius)
    guard width > 0, height > 0 else { return }
    let stride = width + 2 * margin
    padded.resize(to: stride * height)
    source.values.withUnsafeBufferPointer { source in
      padded.withUnsafeMutableBufferPointer { padded in
        target.values.withUnsafeMutableBufferPointer { target in
          guard let source = source.baseAddress, let padded = padded.baseAddress,
            let target = target.baseAddress
          else { return }
          for y in 0..<height {
            let row = padded + y * stride + margin
            row.update(from: source + y * width, count: width)
            RowArithmetic.extend(row, count: width, margin: margin)
          }
          let rows = PlaneRows(start: padded + margin, stride: stride, count: height)
          for y in 0..<height { Self.blur(rows, y, kernel, into: target + y * width, width) }
        }
      }
    }
  }

  private static func blur(
    _ rows: PlaneRows, _ y: Int, _ kernel: MotionKernel,
    into target: UnsafeMutablePointer<Float>, _ width: Int
  ) {
    RowArithmetic.set(target, to: rows[y], weight: kernel.center, count: width)
    RowArithmetic.add(kernel.taps.indices, to: target, count: width) { index in
      let tap = kernel.taps[index]
      return (rows[y + tap.dy] + tap.dx, rows[y - tap.dy] - tap.dx, tap.weight)
    }
  }
}
