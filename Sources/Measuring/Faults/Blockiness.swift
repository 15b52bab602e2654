/// The steps at the borders of the blocks of eight by eight pixels that JPEG files have.
enum Blockiness {
  /// Differences from this on are edges of things, not of blocks.
  private static let edge = 40
  /// A difference that says nothing, in grey levels: with it, even images have no blocks.
  private static let least = 0.3

  /// The step at the borders of blocks over the mean difference of neighbours: 0 without blocks, 1 and more
  /// where little but the blocks' means is left.
  ///
  /// It is that of the axis on which the steps are smaller. The borders of the blocks may lie anywhere, as
  /// in a part of an image; another grid than that of the files has no such steps on either axis.
  static func step(_ plane: LuminancePlane) -> Double {
    guard plane.width >= 32, plane.height >= 32 else { return 0 }
    return min(
      step(plane, lines: plane.height, places: plane.width, line: plane.stride, place: 1),
      step(plane, lines: plane.width, places: plane.height, line: 1, place: plane.stride))
  }

  private static func step(
    _ plane: LuminancePlane, lines: Int, places: Int, line: Int, place: Int
  ) -> Double {
    var sums = [Double](repeating: 0, count: 8)
    var counts = [Double](repeating: 0, count: 8)
    var (total, seen) = (0, 0)
    // A few hundred lines are enough.
    for index in stride(from: 0, to: lines, by: max(lines / 256, 1)) {
      let row = plane.pixels + index * line
      func difference(_ at: Int) -> Int {
        abs(Int(row[(at + 1) * place]) - Int(row[at * place]))
      }
      var (before, here) = (difference(0), difference(1))
      for at in 1..<places - 2 {
        let next = difference(at + 1)
        if before < edge, here < edge, next < edge {
          sums[at & 7] += Double(2 * here - before - next) / 2
          counts[at & 7] += 1
          total += here
          seen += 1
        }
        (before, here) = (here, next)
      }
    }
    guard seen > 0 else { return 0 }
    let means = zip(sums, counts).map { $0 / max($1, 1) }.sorted()
    return (means[7] - means[6]) / (Double(total) / Double(seen) + least)
  }
}
