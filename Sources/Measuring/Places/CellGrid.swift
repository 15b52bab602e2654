/// An image, reduced by a whole factor, in cells of eight by eight pixels: how strong the gradients in
/// each are, and where they point.
struct CellGrid {
  /// The side of a cell, in pixels of the reduced image.
  static let side = 8

  /// The factor by which the image was reduced, 1 or more.
  let factor: Int
  /// The number of cells in a row and in a column.
  let across: Int
  let down: Int
  /// The cells, row after row. The first begins one pixel from the image's corner.
  let cells: [Cell]
  /// The least energy of a cell that may belong to a symbol.
  private let strong: Int
  /// The least in any image, of noise alone.
  private static let least = side * side * 40

  /// The sums of the products of a cell's gradients.
  struct Cell {
    var xx: Int32 = 0
    var xy: Int32 = 0
    var yy: Int32 = 0

    var energy: Int { Int(xx) + Int(yy) }
  }

  func isStrong(_ cell: Int) -> Bool { cells[cell].energy > strong }

  /// True if a cell's gradients are at least a third as strong as those that count as strong.
  func isFaint(_ cell: Int) -> Bool { cells[cell].energy > max(strong / 9, Self.least) }

  /// True if a cell and most of those around it have three times the gradients that count as strong.
  func isDense(_ cell: Int) -> Bool {
    let (row, column) = (cell / across, cell % across)
    guard cells[cell].energy > 3 * strong else { return false }
    var (dense, all) = (0, 0)
    for y in max(row - 1, 0)...min(row + 1, down - 1) {
      for x in max(column - 1, 0)...min(column + 1, across - 1) {
        all += 1
        if cells[y * across + x].energy > 3 * strong { dense += 1 }
      }
    }
    return 2 * dense > all
  }

  /// The groups of member cells that touch one another, each from its first cell on.
  ///
  /// - Parameter joins: Returns true if a member joins the group of a first cell through a neighbour
  ///   that belongs to it.
  func groups(
    of isMember: (Int) -> Bool,
    joining joins: (_ cell: Int, _ neighbour: Int, _ first: Int) -> Bool = { _, _, _ in true }
  ) -> [[Int]] {
    var isTaken = [Bool](repeating: false, count: cells.count)
    var groups: [[Int]] = []
    for first in cells.indices where !isTaken[first] && isMember(first) {
      var group = [first]
      isTaken[first] = true
      var next = 0
      while next < group.count {
        let index = group[next]
        next += 1
        let (row, column) = (index / across, index % across)
        for y in max(row - 1, 0)...min(row + 1, down - 1) {
          for x in max(column - 1, 0)...min(column + 1, across - 1) {
            let cell = y * across + x
            guard !isTaken[cell], isMember(cell), joins(cell, index, first) else { continue }
            isTaken[cell] = true
            group.append(cell)
          }
        }
      }
      groups.append(group)
    }
    return groups
  }

  /// The grids of an image as it is, and at a half, a quarter and an eighth of its size, because wide
  /// modules leave cells empty.
  static func pyramid(_ plane: LuminancePlane) -> [CellGrid] {
    var grids = [CellGrid(plane.pixels, plane.width, plane.height, plane.stride, factor: 1)]
    var reduced = halved(plane.pixels, plane.width, plane.height, plane.stride)
    var factor = 2
    while factor <= 8, min(reduced.width, reduced.height) >= 4 * side {
      reduced = reduced.pixels.withUnsafeBufferPointer { pixels in
        guard let base = pixels.baseAddress else { return reduced }
        grids.append(
          CellGrid(base, reduced.width, reduced.height, reduced.width, factor: factor))
        return halved(base, reduced.width, reduced.height, reduced.width)
      }
      factor *= 2
    }
    return grids.filter { $0.across >= 2 && $0.down >= 2 }
  }

  private init(
    _ pixels: UnsafePointer<UInt8>, _ width: Int, _ height: Int, _ stride: Int, factor: Int
  ) {
    self.factor = factor
    across = max((width - 2) / Self.side, 0)
    down = max((height - 2) / Self.side, 0)
    cells = Self.cells(pixels, stride, across, down)
    let energies = cells.map(\.energy).sorted()
    // Symbols are among the strongest gradients of the image.
    let strongest = energies.isEmpty ? 0 : energies[energies.count * 98 / 100]
    strong = max(strongest / 12, Self.least)
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

  private static func cells(
    _ pixels: UnsafePointer<UInt8>, _ stride: Int, _ across: Int, _ down: Int
  ) -> [Cell] {
    var cells = [Cell](repeating: Cell(), count: across * down)
    cells.withUnsafeMutableBufferPointer { cells in
      for y in 0..<(down * side) {
        let row = pixels + (y + 1) * stride + 1
        let above = row - stride
        let below = row + stride
        let line = (y / side) * across
        for column in 0..<across {
          let first = column * side
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
          cells[line + column].xx &+= xx.wrappedSum()
          cells[line + column].xy &+= xy.wrappedSum()
          cells[line + column].yy &+= yy.wrappedSum()
        }
      }
    }
    return cells
  }

  @inline(__always)
  private static func load(_ pixels: UnsafePointer<UInt8>) -> SIMD8<Int32> {
    SIMD8<Int32>(
      truncatingIfNeeded: UnsafeRawPointer(pixels).loadUnaligned(as: SIMD8<UInt8>.self))
  }
}
