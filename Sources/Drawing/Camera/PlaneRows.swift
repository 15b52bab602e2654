/// A plane's rows; its first row continues above the plane and its last row below it.
///
/// The pixels at an image's edge are paper or surroundings. Repeating them adds nothing that the
/// scene does not have, whereas mirroring would show parts of the symbol twice.
struct PlaneRows {
  let start: UnsafePointer<Float>
  let stride: Int
  let count: Int

  /// The start of a row, inside or outside the plane.
  @inline(__always)
  subscript(y: Int) -> UnsafePointer<Float> { start + min(max(y, 0), count - 1) * stride }
}

extension [Float] {
  /// Resizes scratch memory to a length and keeps the allocated capacity.
  mutating func resize(to length: Int) {
    if length < count {
      removeLast(count - length)
    } else if length > count {
      append(contentsOf: repeatElement(0, count: length - count))
    }
  }
}

/// Weighted sums of rows, in an order that is the same on every machine.
///
/// Each pixel has its own sum, so that rows can be vectorised although floating-point sums may not
/// be reordered. No row may overlap the one that is written. Some functions are not inlined: when
/// inlined, some lose the compiler's proof that the rows do not overlap, and with it the
/// vectorisation.
enum RowArithmetic {
  /// target = weight × a
  @inline(__always)
  static func set(
    _ target: UnsafeMutablePointer<Float>, to a: UnsafePointer<Float>, weight: Float, count: Int
  ) {
    for x in 0..<count { target[x] = weight * a[x] }
  }

  /// target += weight × (a + b)
  @inline(never)
  static func add(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, weight: Float,
    to target: UnsafeMutablePointer<Float>, count: Int
  ) {
    for x in 0..<count { target[x] += weight * (a[x] + b[x]) }
  }

  /// target += weight × (a + b) + weight′ × (a′ + b′), with half the memory traffic of two sums.
  @inline(never)
  static func add(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, weight: Float,
    _ a2: UnsafePointer<Float>, _ b2: UnsafePointer<Float>, weight2: Float,
    to target: UnsafeMutablePointer<Float>, count: Int
  ) {
    for x in 0..<count {
      target[x] += weight * (a[x] + b[x]) + weight2 * (a2[x] + b2[x])
    }
  }

  /// target += Σ weight × (a + b), the pairs taken two by two.
  @inline(__always)
  static func add(
    _ pairs: Range<Int>, to target: UnsafeMutablePointer<Float>, count: Int,
    _ pair: (Int) -> (a: UnsafePointer<Float>, b: UnsafePointer<Float>, weight: Float)
  ) {
    var next = pairs.lowerBound
    while next + 1 < pairs.upperBound {
      let (one, two) = (pair(next), pair(next + 1))
      add(
        one.a, one.b, weight: one.weight, two.a, two.b, weight2: two.weight, to: target,
        count: count)
      next += 2
    }
    guard next < pairs.upperBound else { return }
    let last = pair(next)
    add(last.a, last.b, weight: last.weight, to: target, count: count)
  }

  /// target = weight × (a − b)
  @inline(__always)
  static func set(
    _ target: UnsafeMutablePointer<Float>, to a: UnsafePointer<Float>,
    minus b: UnsafePointer<Float>, weight: Float, count: Int
  ) {
    for x in 0..<count { target[x] = weight * (a[x] - b[x]) }
  }

  /// Repeats a row's first and last value in the cells before and after the row.
  @inline(__always)
  static func extend(_ row: UnsafeMutablePointer<Float>, count: Int, margin: Int) {
    let first = row[0]
    let last = row[count - 1]
    for x in 0..<margin {
      row[x - margin] = first
      row[count + x] = last
    }
  }
}
