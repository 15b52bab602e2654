import DecoderKit
import Images
import Measuring
import Scanning

/// The changes that are tried on one image, kind by kind, each from the smallest to the largest.
struct ChangeLadder {
  private let image: GrayImage
  /// The image's colours, each alone; empty for grey images.
  private let channels: [ColourChannel: GrayImage]
  /// The kinds, in the order of faults.
  let kinds: [[ImageChange]]

  /// Chooses the changes for an image.
  init(_ image: GrayImage, channels: [ColourChannel: GrayImage] = [:]) {
    self.image = image
    self.channels = channels
    let (width, height) = (image.width, image.height)
    let longer = max(width, height)
    // Enlarged images beyond this size take decoders many seconds.
    let factors = [1.5, 2, 3, 4].filter { $0 * Double(longer) <= Self.largestSide || $0 <= 1.5 }
    // Wide blurs take long, and in large images there are seldom modules so large.
    let sigmas = [1, 1.5, 2.5, 4] + (longer <= Self.largestSideOfWideBlurs ? [6, 9] : [])
    var kinds: [[ImageChange]] = [
      [.inverted], Self.borders(image),
      image.isStretched ? [] : [.stretched],
      ColourChannel.allCases.filter { channels[$0] != nil }.map(ImageChange.channel),
      factors.map(ImageChange.enlarged), sigmas.map(ImageChange.sharpened),
      [15, 30, 45, 60, 75, 90, 180, 270].map(ImageChange.turned),
      [2.0 / 3, 0.5, 1.0 / 3, 0.25].filter { $0 * Double(longer) >= 60 }.map(ImageChange.reduced),
    ]
    if let crop = BusyRegion(image).crop { kinds.append([crop]) }
    self.kinds = kinds.filter { !$0.isEmpty }
  }

  private static let largestSide = 6000.0
  private static let largestSideOfWideBlurs = 1200

  /// Paper around the image as it is, then instead of what is dark at its edges.
  private static func borders(_ image: GrayImage) -> [ImageChange] {
    let border = max(16, max(image.width, image.height) / 8)
    var changes: [ImageChange] = [.padded(border)]
    guard image.hasDarkEdge else { return changes }
    changes += [16, 8, 4, 2].map { .cleared(reach: $0, border: border) }
    // Where bars touch the frame, nothing but its width tells them apart. The frame's inner edge is
    // blurred.
    let frame = image.darkFrame
    return changes + (frame > 0 ? [frame, frame + 1] : []).map { .trimmed($0, border: border) }
  }

  /// The turn that makes the largest place that looks like bars upright; none if it is, or if there is
  /// no such place.
  static func turns(_ places: [PotentialSymbol]) -> [[ImageChange]] {
    guard let turn = places.first(where: { $0.kind == .linear })?.outline.turnDegrees
    else { return [] }
    // Half a turn makes no difference to bars.
    let back = (180 - turn).truncatingRemainder(dividingBy: 180)
    let isUpright = min(back, 180 - back) < 5 || abs(back - 90) < 5
    return isUpright ? [] : [[.turned(back.rounded())]]
  }

  /// Applies a change.
  func changed(by change: ImageChange) -> GrayImage {
    switch change {
    case .inverted: image.inverted()
    case .padded(let border): image.padded(by: border, shade: paper)
    case .cleared(let reach, let border):
      (image.clearedOfDarkSurroundings(reach: reach, shade: paper) ?? image)
        .padded(by: border, shade: paper)
    case .trimmed(let edge, let border):
      image.cropped(
        x: edge, y: edge, width: image.width - 2 * edge, height: image.height - 2 * edge
      ).padded(by: edge + border, shade: paper)
    case .isolated(let outline, let shade, let border):
      image.cleared(outside: outline, shade: shade).padded(by: border, shade: shade)
    case .stretched: image.stretched()
    case .channel(let channel): channels[channel] ?? image
    case .enlarged(let factor), .reduced(let factor): image.resized(by: factor)
    case .sharpened(let sigma): image.sharpened(sigma: sigma)
    case .turned(let degrees): image.turned(byDegrees: degrees, shade: paper)
    case .cropped(let x, let y, let width, let height):
      image.cropped(x: x, y: y, width: width, height: height)
    }
  }

  /// About the number of pixels of the image after a change.
  func pixels(after change: ImageChange) -> Int {
    let whole = image.width * image.height
    return switch change {
    case .inverted, .stretched, .channel, .sharpened: whole
    case .padded(let border), .cleared(_, let border), .trimmed(_, let border),
      .isolated(_, _, let border):
      (image.width + 2 * border) * (image.height + 2 * border)
    case .enlarged(let factor), .reduced(let factor): Int(factor * factor * Double(whole))
    case .turned(let degrees): degrees.truncatingRemainder(dividingBy: 90) == 0 ? whole : 2 * whole
    case .cropped(_, _, let width, let height): width * height
    }
  }

  /// The position in the unchanged image of a point in the changed one.
  func original(_ point: Point, before change: ImageChange) -> Point {
    switch change {
    case .inverted, .stretched, .channel, .sharpened: point
    case .padded(let border), .cleared(_, let border), .trimmed(_, let border),
      .isolated(_, _, let border):
      Point(x: point.x - Double(border), y: point.y - Double(border))
    case .enlarged(let factor), .reduced(let factor):
      Point(x: point.x / factor, y: point.y / factor)
    case .turned(let degrees):
      GrayImage.beforeTurn(point, width: image.width, height: image.height, degrees: degrees)
    case .cropped(let x, let y, _, _): Point(x: point.x + Double(x), y: point.y + Double(y))
    }
  }

  /// The reading with its corners in the unchanged image.
  func original(_ reading: Reading, before change: ImageChange) -> Reading {
    var reading = reading
    reading.corners = reading.corners.map { original($0, before: change) }
    return reading
  }

  /// The corners in the unchanged image.
  func original(_ corners: Corners, before change: ImageChange) -> Corners {
    func moved(_ point: Point) -> Point { original(point, before: change) }
    return Corners(
      topLeft: moved(corners.topLeft), topRight: moved(corners.topRight),
      bottomRight: moved(corners.bottomRight), bottomLeft: moved(corners.bottomLeft))
  }

  /// The shade of paper: light, unless nearly all of the image is dark.
  private var paper: UInt8 { image.shade(atShare: 0.9) }
}

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
  fileprivate var hasDarkEdge: Bool {
    guard width > 0, height > 0 else { return false }
    return darkShares(0, below: middleShade).contains { $0 > 0.25 }
  }

  /// The width in pixels of a dark frame of even width; 0 if there is none.
  ///
  /// It ends on all sides where it ends on one: on the others, bars may touch it.
  fileprivate var darkFrame: Int {
    let limit = middleShade
    let widest = max(min(width, height) / 2 - 8, 0)
    return (0..<widest).first { darkShares($0, below: limit).contains { $0 < 0.95 } } ?? 0
  }

  /// True if stretching would change next to nothing.
  fileprivate var isStretched: Bool {
    Int(shade(atShare: 0.99)) - Int(shade(atShare: 0.01)) > 230
  }
}

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
      isSmaller ? .cropped(x: left, y: top, width: right - left, height: bottom - top) : nil
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
