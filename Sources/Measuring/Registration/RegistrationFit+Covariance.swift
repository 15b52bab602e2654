import Foundation

extension RegistrationFit {
  /// The part of the normal equations that comes from one tile of the symbol.
  struct Tile {
    /// The matrix of the unknowns that every symbol has; `nil` where the gradient is enough.
    private var products: ProductSums?
    private var gradient = SIMD16<Float>.zero
    private var extras = SIMD8<Float>.zero
    private(set) var isEmpty = true

    init(hasMatrix: Bool) {
      products = hasMatrix ? ProductSums() : nil
    }

    /// Adds a pixel.
    ///
    /// - Parameters:
    ///   - row: Its derivatives by the unknowns that every symbol has.
    ///   - slopes: Those by the ratio of wide to narrow elements and by the label's bend.
    @inline(__always)
    mutating func add(
      _ row: SIMD16<Float>, _ slopes: SIMD8<Float>, weight: Float, residual: Float
    ) {
      let weighted = row * weight
      gradient += weighted * residual
      extras += slopes * (weight * residual)
      products?.add(row, weighted)
      isEmpty = false
    }

    /// The part of the gradient that belongs to one of the unknowns.
    subscript(unknown: Int) -> Double {
      let common = RegistrationFit.common
      return Double(unknown < common ? gradient[unknown] : extras[unknown - common])
    }

    /// The normal equations without this tile, at the solution of all tiles.
    func removed(from sums: Sums) -> Sums {
      let n = RegistrationFit.unknowns
      var rest = sums
      if let products {
        for row in 0..<RegistrationFit.common {
          for column in 0..<RegistrationFit.common {
            rest.matrix[row * n + column] -= Double(products[row, column])
          }
        }
      }
      rest.gradient = (0..<n).map { -self[$0] }
      return rest
    }
  }

  /// The tiles into which a symbol is cut, about a hundred.
  struct Tiling {
    let across: Int
    let down: Int
    /// Tiles for each module and for each row.
    let perModule: Float
    let perRow: Float

    @inline(__always)
    func tile(at u: Float, _ v: Float) -> Int {
      let column = min(max(Int(u * perModule), 0), across - 1)
      return min(max(Int(v * perRow), 0), down - 1) * across + column
    }
  }

  var tiling: Tiling {
    let pattern = registration.pattern
    // Along bars the same errors recur.
    let (across, down) = pattern.rows == 1 ? (48, 1) : (10, 10)
    return Tiling(
      across: across, down: down, perModule: Float(across) / Float(pattern.width),
      perRow: Float(down) / Float(pattern.rows))
  }

  /// The covariances of the unknowns, by two estimates; row after row.
  ///
  /// The first takes the differences between image and model as independent: the inverse of the normal
  /// matrix times their variance. Where there is little noise, they come from the model itself (the
  /// pixel's square, the lens, the paper) and neighbours err alike. The second asks how much the tiles
  /// of the symbol disagree.
  func covariances() -> [[Double]] {
    let n = Self.unknowns
    let sums = pass(values, huber: max(2 * registration.residual, 1.5), inTiles: true)
    let variance = registration.residual * registration.residual
    let columns = (0..<n).map { column -> [Double] in
      var unit = sums
      unit.gradient = [Double](repeating: 0, count: n)
      unit.gradient[column] = 1
      guard !isFixed[column], let solved = solve(unit, damping: 0) else {
        return [Double](repeating: 0, count: n)
      }
      return solved
    }
    var independent = [Double](repeating: 0, count: n * n)
    var clustered = independent
    for row in 0..<n {
      for column in 0..<n { independent[row * n + column] = columns[column][row] * variance }
    }
    for moves in hasRows ? movesWithout(sums) : movesBy(sums, columns) {
      for row in 0..<n {
        for column in 0..<n { clustered[row * n + column] += moves[row] * moves[column] }
      }
    }
    return [independent, clustered]
  }

  /// True for matrix symbols, whose tiles are enough to do without any one of them.
  var hasRows: Bool { registration.pattern.rows > 1 }

  /// Moves of the unknowns by each tile (the sandwich of Huber 1967, in clusters as of Liang and Zeger
  /// 1986).
  ///
  /// - Parameter columns: The inverse of the normal matrix.
  private func movesBy(_ sums: Sums, _ columns: [[Double]]) -> [[Double]] {
    let free = (0..<Self.unknowns).filter { !isFixed[$0] }
    // The fit has made the tiles agree by as many unknowns as it has.
    let count = Double(sums.tiles.count)
    let freedom = max(count - Double(free.count), 1)
    // So few tiles tell the error with one of its own: Student's interval is wider than the normal one.
    let student = 1 + (1.96 * 1.96 + 1) / (4 * freedom)
    let scale = (count / freedom).squareRoot() * student
    return sums.tiles.map { tile in
      columns.map { column in scale * free.reduce(0) { $0 + column[$1] * tile[$1] } }
    }
  }

  /// Moves of the unknowns where a tile is left out (the jackknife of Tukey 1958).
  private func movesWithout(_ sums: Sums) -> [[Double]] {
    let tiles = sums.tiles.filter { !$0.isEmpty }
    let scale = (Double(tiles.count - 1) / Double(max(tiles.count, 1))).squareRoot()
    return tiles.compactMap { tile in
      solve(tile.removed(from: sums), damping: 0).map { moves in
        moves.indices.map { isFixed[$0] ? 0 : scale * moves[$0] }
      }
    }
  }

  /// The standard error of one of the unknowns: the larger of the estimates.
  static func standardError(_ covariances: [[Double]], ofUnknown index: Int) -> Double {
    max(covariances.map { $0[index * unknowns + index] }.max() ?? 0, 0).squareRoot()
  }

  /// True if modules have a possible size all over the label.
  var bendIsPossible: Bool { registration.bend?.isPossible ?? true }

  /// True if the label's bend is possible and more than chance.
  var bendIsSure: Bool {
    guard bendIsPossible else { return false }
    let covariances = covariances()
    return Self.bends.contains {
      abs(values[$0]) > 5 * Self.standardError(covariances, ofUnknown: $0)
    }
  }

  /// The standard error of a figure that depends on the map and the bend: the larger of the estimates.
  func standardError(
    _ covariances: [[Double]], of figure: (Homography, Bend) -> Double
  ) -> Double {
    let unknowns = Array(0..<8) + Self.bends
    let slopes = unknowns.map { index in
      let delta = max(1e-5 * abs(values[index]), 1e-6)
      var (up, low) = (values, values)
      up[index] += delta
      low[index] -= delta
      guard let above = map(up), let below = map(low) else { return Double.infinity }
      return (figure(above, bend(up)) - figure(below, bend(low))) / (2 * delta)
    }
    let variances = covariances.map { covariance in
      zip(unknowns, slopes).reduce(0) { sum, one in
        zip(unknowns, slopes).reduce(sum) { sum, other in
          sum + one.1 * covariance[one.0 * Self.unknowns + other.0] * other.1
        }
      }
    }
    return max(variances.max() ?? 0, 0).squareRoot()
  }
}
