import DecoderKit
import Foundation

/// A place in an image that looks like parallel bars.
struct BarRegion {
  /// The middle of the place, in pixels.
  var centre: Point
  /// The direction across the bars, as a unit vector.
  var across: SIMD2<Double>
  /// Half the length across the bars, in pixels.
  var halfLength: Double
  /// Half the length along the bars, in pixels.
  var halfHeight: Double
  /// How many times smaller the image was in which it was found.
  var factor: Double

  /// A quarter of its area, in square pixels.
  var area: Double { halfLength * halfHeight }

  /// The direction along the bars: a quarter turn clockwise from ``across``.
  var along: SIMD2<Double> { [-across.y, across.x] }

  func contains(_ point: Point) -> Bool {
    let d = SIMD2(point.x - centre.x, point.y - centre.y)
    return abs((d * across).sum()) <= halfLength && abs((d * along).sum()) <= halfHeight
  }
}

/// Finds places with parallel bars: neighbouring cells whose gradients point one way.
enum BarRegions {
  /// The side of a cell, in pixels of the reduced image.
  private static let cell = 8

  /// Returns the places, the largest first.
  ///
  /// The image is searched as it is and at half and a quarter of its size, because wide bars leave
  /// cells empty.
  static func find(_ plane: LuminancePlane) -> [BarRegion] {
    var found = search(plane.pixels, plane.width, plane.height, plane.stride, factor: 1)
    var reduced = halved(plane.pixels, plane.width, plane.height, plane.stride)
    var factor = 2
    while factor <= 8, min(reduced.width, reduced.height) >= 4 * cell {
      reduced.pixels.withUnsafeBufferPointer { pixels in
        guard let base = pixels.baseAddress else { return }
        found += search(base, reduced.width, reduced.height, reduced.width, factor: factor)
      }
      reduced = reduced.pixels.withUnsafeBufferPointer { pixels in
        pixels.baseAddress.map { halved($0, reduced.width, reduced.height, reduced.width) }
          ?? reduced
      }
      factor *= 2
    }
    // In reduced images directions are less sure.
    return found.sorted { $0.area / $0.factor > $1.area / $1.factor }
  }

  private typealias Reduced = (pixels: [UInt8], width: Int, height: Int)

  private static func halved(
    _ pixels: UnsafePointer<UInt8>, _ width: Int, _ height: Int, _ stride: Int
  ) -> Reduced {
    let (w, h) = (width / 2, height / 2)
    let result = [UInt8](unsafeUninitializedCapacity: w * h) { output, count in
      for y in 0..<h {
        let upper = pixels + 2 * y * stride
        let lower = upper + stride
        let row = y * w
        for x in 0..<w {
          let sum =
            UInt16(upper[2 * x]) &+ UInt16(upper[2 * x + 1]) &+ UInt16(lower[2 * x])
            &+ UInt16(lower[2 * x + 1])
          output[row + x] = UInt8(truncatingIfNeeded: (sum &+ 2) >> 2)
        }
      }
      count = w * h
    }
    return (result, w, h)
  }

  /// The structure of a cell: sums of the products of gradients.
  private struct Structure {
    var xx: Int32 = 0
    var xy: Int32 = 0
    var yy: Int32 = 0
  }

  private static func search(
    _ pixels: UnsafePointer<UInt8>, _ width: Int, _ height: Int, _ stride: Int, factor: Int
  ) -> [BarRegion] {
    let (across, down) = ((width - 2) / cell, (height - 2) / cell)
    guard across >= 2, down >= 2 else { return [] }
    let structures = structures(pixels, stride, across, down)
    var energies = structures.map { Int($0.xx) + Int($0.yy) }
    energies.sort()
    // Bars are among the strongest gradients of the image.
    let strong = max(energies[energies.count * 98 / 100] / 12, cell * cell * 40)
    var angles = [Float](repeating: .nan, count: across * down)
    for row in 0..<down {
      for column in 0..<across {
        let index = row * across + column
        let own = structures[index]
        guard Int(own.xx) + Int(own.yy) > strong else { continue }
        var (xx, xy, yy) = (Float(0), Float(0), Float(0))
        for y in max(row - 1, 0)...min(row + 1, down - 1) {
          for x in max(column - 1, 0)...min(column + 1, across - 1) {
            let cell = structures[y * across + x]
            xx += Float(cell.xx)
            xy += Float(cell.xy)
            yy += Float(cell.yy)
          }
        }
        let difference = xx - yy
        let coherence = (difference * difference + 4 * xy * xy).squareRoot() / (xx + yy)
        if coherence > 0.45 { angles[index] = 0.5 * atan2(2 * xy, difference) }
      }
    }
    return components(angles, structures, across, down, factor: Double(factor))
  }

  private static func structures(
    _ pixels: UnsafePointer<UInt8>, _ stride: Int, _ across: Int, _ down: Int
  ) -> [Structure] {
    var structures = [Structure](repeating: Structure(), count: across * down)
    structures.withUnsafeMutableBufferPointer { structures in
      for y in 0..<(down * cell) {
        let row = pixels + (y + 1) * stride + 1
        let above = row - stride
        let below = row + stride
        let line = (y / cell) * across
        for column in 0..<across {
          let first = column * cell
          // Eight pixels at once: the differences fit 16 bits, their products 32.
          var (xx, xy, yy) = (SIMD8<Int32>.zero, SIMD8<Int32>.zero, SIMD8<Int32>.zero)
          let right = load(row + first + 1)
          let left = load(row + first - 1)
          let lower = load(below + first)
          let upper = load(above + first)
          let dx = right &- left
          let dy = lower &- upper
          xx = dx &* dx
          xy = dx &* dy
          yy = dy &* dy
          structures[line + column].xx &+= xx.wrappedSum()
          structures[line + column].xy &+= xy.wrappedSum()
          structures[line + column].yy &+= yy.wrappedSum()
        }
      }
    }
    return structures
  }

  @inline(__always)
  private static func load(_ pixels: UnsafePointer<UInt8>) -> SIMD8<Int32> {
    SIMD8<Int32>(
      truncatingIfNeeded: UnsafeRawPointer(pixels).loadUnaligned(as: SIMD8<UInt8>.self))
  }

  /// Neighbouring cells of about one angle.
  private static func components(
    _ angles: [Float], _ structures: [Structure], _ across: Int, _ down: Int, factor: Double
  ) -> [BarRegion] {
    var isTaken = [Bool](repeating: false, count: angles.count)
    var regions: [BarRegion] = []
    for start in angles.indices where !angles[start].isNaN && !isTaken[start] {
      var members = [start]
      isTaken[start] = true
      var next = 0
      while next < members.count {
        let index = members[next]
        next += 1
        let (row, column) = (index / across, index % across)
        for y in max(row - 1, 0)...min(row + 1, down - 1) {
          for x in max(column - 1, 0)...min(column + 1, across - 1) {
            let other = y * across + x
            guard !isTaken[other], !angles[other].isNaN,
              isNear(angles[other], angles[index], 0.26),
              isNear(angles[other], angles[start], 0.6)
            else { continue }
            isTaken[other] = true
            members.append(other)
          }
        }
      }
      if members.count >= 3, let region = region(members, structures, across, factor) {
        regions.append(region)
      }
    }
    return regions
  }

  /// Compares two directions, which are the same after half a turn.
  private static func isNear(_ a: Float, _ b: Float, _ limit: Float) -> Bool {
    var difference = abs(a - b)
    if difference > .pi / 2 { difference = .pi - difference }
    return difference < limit
  }

  private static func region(
    _ members: [Int], _ structures: [Structure], _ across: Int, _ factor: Double
  ) -> BarRegion? {
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for index in members {
      xx += Double(structures[index].xx)
      xy += Double(structures[index].xy)
      yy += Double(structures[index].yy)
    }
    let angle = 0.5 * atan2(2 * xy, xx - yy)
    let normal = SIMD2(cos(angle), sin(angle))
    let along = SIMD2(-normal.y, normal.x)
    var low = SIMD2(Double.infinity, Double.infinity)
    var high = -low
    for index in members {
      let point = SIMD2(
        (Double(index % across) + 0.5) * Double(cell) + 1,
        (Double(index / across) + 0.5) * Double(cell) + 1)
      let place = SIMD2((point * normal).sum(), (point * along).sum())
      low = pointwiseMin(low, place)
      high = pointwiseMax(high, place)
    }
    let half = Double(cell) / 2
    let middle = (low + high) / 2
    let size = (high - low) / 2 + half
    // Fewer than eight pixels along or 20 across are no bars.
    guard size.x * 2 * factor >= 20 else { return nil }
    let centre = normal * middle.x + along * middle.y
    return BarRegion(
      centre: Point(x: centre.x * factor, y: centre.y * factor), across: normal,
      halfLength: size.x * factor, halfHeight: size.y * factor, factor: factor)
  }
}
