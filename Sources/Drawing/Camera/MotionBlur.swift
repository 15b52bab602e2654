import Base

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

/// The kernel of a steady movement: each pixel's weight is the length of the line within it.
///
/// This equals a box of one pixel's width swept along the line, sampled at the pixels' centres. The
/// line is chosen so that the weights have, along it, the variance of the requested line, L² / 12;
/// see ``Spread``.
struct MotionKernel: Hashable, Sendable {
  /// A pixel on one half of the line; the other half has its mirror image through the centre.
  struct Tap: Hashable, Sendable {
    let dx: Int
    let dy: Int
    let weight: Float
  }

  /// The weight of the centre.
  let center: Float
  /// One of each pair of pixels that lie opposite each other.
  let taps: [Tap]

  /// The farthest distance left and right.
  var columnRadius: Int { taps.map { abs($0.dx) }.max() ?? 0 }

  /// Makes a kernel.
  ///
  /// - Precondition: `lengthPixels` is finite and not negative.
  init(lengthPixels: Double, directionDegrees: Double) {
    precondition(lengthPixels >= 0 && lengthPixels.isFinite, "a movement's length is 0 or more")
    let (sine, cosine) = sineAndCosine(degrees: directionDegrees)
    let length = Spread.size(
      with: lengthPixels * lengthPixels / 12, in: 0...lengthPixels + 2
    ) { length in
      guard length > 0 else { return 0 }
      var sum = 0.0
      Self.walk(half: length / 2, sine, cosine) { dx, dy, piece in
        let along = Double(dx) * cosine + Double(dy) * sine
        sum += 2 * piece * along * along
      }
      return sum / length
    }

    var center = 1.0
    var taps: [Tap] = []
    if length > 0 {
      Self.walk(half: length / 2, sine, cosine) { dx, dy, piece in
        // Rounding may leave a sliver beside a corner that the line passes.
        guard dx != 0 || dy != 0, piece > 1e-9 else { return }
        taps.append(Tap(dx: dx, dy: dy, weight: Float(piece / length)))
        center -= 2 * piece / length
      }
    }
    self.center = Float(center)
    self.taps = taps
  }

  /// Walks from the centre along half of the line and reports each pixel with the length inside it.
  private static func walk(
    half: Double, _ sine: Double, _ cosine: Double, _ visit: (Int, Int, Double) -> Void
  ) {
    let stepX = cosine == 0 ? .infinity : 1 / abs(cosine)
    let stepY = sine == 0 ? .infinity : 1 / abs(sine)
    var x = 0
    var y = 0
    var walked = 0.0
    while true {
      // The positions at which the line leaves this pixel's column and row.
      let endX = (Double(x) + 0.5) * stepX
      let endY = (Double(y) + 0.5) * stepY
      let end = min(endX, endY, half)
      visit(cosine < 0 ? -x : x, sine < 0 ? -y : y, end - walked)
      guard end < half else { return }
      walked = end
      if endX == end { x += 1 }
      if endY == end { y += 1 }
    }
  }
}
