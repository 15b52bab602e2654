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

/// The kernel of a Gaussian blur: the Gaussian's values at the pixels' centres.
///
/// The Gaussian is chosen so that the values have the requested variance, σ²; see ``Spread``. From
/// σ = 1 on it is the requested Gaussian. Below half a pixel it is a wider one, because the values
/// of the requested one would miss most of it. (Lindeberg's discrete Gaussian has the right
/// variance too, but at σ = 1 it passes fine detail that a lens would not.)
struct GaussianKernel: Hashable, Sendable {
  /// Weights at distances 0, 1, 2 … on either side; they end at 4 σ and sum to 1.
  let weights: [Float]

  /// The farthest distance.
  var radius: Int { weights.count - 1 }

  /// Makes a kernel.
  ///
  /// - Precondition: `sigmaPixels` is finite and not negative.
  init(sigmaPixels: Double) {
    precondition(sigmaPixels >= 0 && sigmaPixels.isFinite, "a blur's σ is 0 or more")
    let radius = max(1, Int((4 * sigmaPixels).rounded(.up)))
    // With q = e^(−1 / 2σ²) the values are q^(k²), so that no exponential function is needed.
    let q = Spread.size(with: sigmaPixels * sigmaPixels, in: 0...1) { q in
      let values = Self.values(q, radius: radius)
      let total = 1 + 2 * values.dropFirst().reduce(0, +)
      return values.enumerated().reduce(0) { $0 + 2 * Double($1.offset * $1.offset) * $1.element }
        / total
    }
    let values = Self.values(q, radius: radius)
    let total = 1 + 2 * values.dropFirst().reduce(0, +)
    weights = values.map { Float($0 / total) }
  }

  /// Computes q^(k²) for k from 0 to the radius: each is the previous one times an odd power of q.
  private static func values(_ q: Double, radius: Int) -> [Double] {
    var value = 1.0
    var step = q
    return (0...radius).map { k in
      defer {
        value *= step
        step *= q * q
      }
      return k == 0 ? 1 : value
    }
  }
}
