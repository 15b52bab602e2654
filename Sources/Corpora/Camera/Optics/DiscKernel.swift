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
