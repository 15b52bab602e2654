import DecoderKit

extension GrayImage {
  /// The shade half way between the image's dark and its light.
  private var middleShade: Int { (Int(shade(atShare: 0.02)) + Int(shade(atShare: 0.98))) / 2 }

  /// The share of dark pixels on each of the four lines at a distance from the edges.
  private func darkShares(_ distance: Int, below limit: Int) -> [Double] {
    func isDark(_ x: Int, _ y: Int) -> Bool { Int(pixels[y * rowStride + x]) < limit }
    let (columns, rows) = (distance..<width - distance, distance..<height - distance)
    let (right, bottom) = (width - 1 - distance, height - 1 - distance)
    let counts = [
      columns.count { isDark($0, distance) }, columns.count { isDark($0, bottom) },
      rows.count { isDark(distance, $0) }, rows.count { isDark(right, $0) },
    ]
    return zip(counts, [columns.count, columns.count, rows.count, rows.count])
      .map { Double($0) / Double($1) }
  }

  /// True if more than a quarter of a side is dark.
  package var hasDarkEdge: Bool {
    guard width > 0, height > 0 else { return false }
    return darkShares(0, below: middleShade).contains { $0 > 0.25 }
  }

  /// The width in pixels of a dark frame of even width; 0 if there is none.
  ///
  /// It ends on all sides where it ends on one: on the others, bars may touch it.
  package var darkFrame: Int {
    let limit = middleShade
    let widest = max(min(width, height) / 2 - 8, 0)
    return (0..<widest).first { darkShares($0, below: limit).contains { $0 < 0.95 } } ?? 0
  }

  /// True if stretching would change next to nothing.
  package var isStretched: Bool {
    Int(shade(atShare: 0.99)) - Int(shade(atShare: 0.01)) > 230
  }
}
