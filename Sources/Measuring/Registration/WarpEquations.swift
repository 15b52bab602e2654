/// The normal equations of many pixels, in three blocks of unknowns: across, down, and the others.
struct WarpEquations {
  /// The tiles into which a symbol is cut, ten along either axis.
  static let tiles = 100
  private var products = [SIMD16<Float>](repeating: .zero, count: 3 * 48)
  private var gradients = [SIMD16<Float>](repeating: .zero, count: 3 * tiles)

  /// Adds a pixel: its derivatives by the terms of either axis, and by levels and blur.
  @inline(__always)
  mutating func add(
    _ across: SIMD16<Float>, _ down: SIMD16<Float>, _ others: SIMD16<Float>, weight: Float,
    residual: Float, tile: Int
  ) {
    let weighted = (across * weight, down * weight, others * weight)
    products.withUnsafeMutableBufferPointer { sums in
      for lane in 0..<Warp.terms {
        sums[3 * lane] += across * weighted.0[lane]
        let row = 3 * (16 + lane)
        sums[row] += across * weighted.1[lane]
        sums[row + 1] += down * weighted.1[lane]
      }
      for lane in 0..<7 {
        let row = 3 * (32 + lane)
        sums[row] += across * weighted.2[lane]
        sums[row + 1] += down * weighted.2[lane]
        sums[row + 2] += others * weighted.2[lane]
      }
    }
    gradients.withUnsafeMutableBufferPointer { sums in
      sums[3 * tile] += weighted.0 * residual
      sums[3 * tile + 1] += weighted.1 * residual
      sums[3 * tile + 2] += weighted.2 * residual
    }
  }

  /// The block and the lane of an unknown.
  private static func place(_ unknown: Int) -> (block: Int, lane: Int) {
    unknown < WarpFit.light
      ? (unknown / Warp.terms, unknown % Warp.terms) : (2, unknown - WarpFit.light)
  }

  /// Adds them to the sums of a pass.
  func write(into sums: inout WarpFit.Sums) {
    let n = WarpFit.unknowns
    for i in 0..<n {
      let own = Self.place(i)
      for j in 0...i {
        let other = Self.place(j)
        let product = Double(products[3 * (16 * own.block + own.lane) + other.block][other.lane])
        (sums.matrix[i * n + j], sums.matrix[j * n + i]) = (product, product)
      }
      for tile in 0..<Self.tiles {
        let part = Double(gradients[3 * tile + own.block][own.lane])
        sums.tiles[tile][i] = part
        sums.gradient[i] += part
      }
    }
  }
}

extension WarpFit {
  /// The sums of one pass.
  struct Sums {
    var matrix = [Double](repeating: 0, count: WarpFit.unknowns * WarpFit.unknowns)
    var gradient = [Double](repeating: 0, count: WarpFit.unknowns)
    var cost = 0.0
    var tiles = [[Double]](
      repeating: [Double](repeating: 0, count: WarpFit.unknowns), count: WarpEquations.tiles)
    var image = 0.0
    var model = 0.0
    var squares = SIMD3<Double>.zero
  }
}
