import DecoderKit
import Images
import Scanning

/// The part of an image in which most edges lie: where a symbol is likely.
struct BusyRegion {
  /// Cells along the longer side.
  private static let cells = 24

  /// The part of the image; `nil` if edges are everywhere, or nowhere.
  let crop: ImageChange?

  init(_ image: GrayImage) {
    let cell = max(max(image.width, image.height) / Self.cells, 8)
    let (columns, rows) = (image.width / cell, image.height / cell)
    guard columns >= 3, rows >= 3 else {
      crop = nil
      return
    }
    let energy = Self.energy(image, cell: cell, columns: columns, rows: rows)
    let limit = (energy.max() ?? 0) / 3
    guard limit > 0 else {
      crop = nil
      return
    }
    let region = Self.largestRegion(energy.map { $0 > limit }, columns: columns, rows: rows)
    // A cell more on each side is the quiet zone.
    let left = max(region.columns.lowerBound - 1, 0) * cell
    let top = max(region.rows.lowerBound - 1, 0) * cell
    let right = min((region.columns.upperBound + 2) * cell, image.width)
    let bottom = min((region.rows.upperBound + 2) * cell, image.height)
    let isSmaller = (right - left) * (bottom - top) < image.width * image.height / 2
    crop =
      isSmaller
      ? .cropped(ImagePart(x: left, y: top, width: right - left, height: bottom - top)) : nil
  }

  /// The sum of differences between neighbours, cell by cell.
  private static func energy(
    _ image: GrayImage, cell: Int, columns: Int, rows: Int
  ) -> [Int] {
    var energy = [Int](repeating: 0, count: columns * rows)
    for y in 0..<rows * cell - 1 {
      let row = y * image.rowStride
      for x in 0..<columns * cell - 1 {
        let here = Int(image.pixels[row + x])
        let across = abs(Int(image.pixels[row + x + 1]) - here)
        let down = abs(Int(image.pixels[row + image.rowStride + x]) - here)
        energy[y / cell * columns + x / cell] += across + down
      }
    }
    return energy
  }

  /// The bounds of the largest group of busy cells that touch.
  private static func largestRegion(
    _ isBusy: [Bool], columns: Int, rows: Int
  ) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    var seen = isBusy.map { !$0 }
    var best: [Int] = []
    for start in isBusy.indices where !seen[start] {
      var group = [start]
      seen[start] = true
      var next = 0
      while next < group.count {
        let (x, y) = (group[next] % columns, group[next] / columns)
        next += 1
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
          let (column, row) = (x + dx, y + dy)
          guard (0..<columns).contains(column), (0..<rows).contains(row),
            !seen[row * columns + column]
          else { continue }
          seen[row * columns + column] = true
          group.append(row * columns + column)
        }
      }
      if group.count > best.count { best = group }
    }
    let (xs, ys) = (best.map { $0 % columns }, best.map { $0 / columns })
    return (
      (xs.min() ?? 0)...(xs.max() ?? 0), (ys.min() ?? 0)...(ys.max() ?? 0)
    )
  }
}
