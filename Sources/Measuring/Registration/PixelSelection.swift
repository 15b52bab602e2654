/// Pixels of an image that take part in a fit.
struct PixelSelection {
  /// The pixels' centres and luminances.
  var x: [Float] = []
  var y: [Float] = []
  var luminance: [Float] = []

  var count: Int { x.count }

  /// Chooses pixels in and around a symbol, at random with a fixed seed.
  ///
  /// Pixels near an edge of a module tell where it is; of the others one in eight is taken.
  ///
  /// - Parameters:
  ///   - margin: Modules and rows around the symbol that take part.
  ///   - elements: The widths of narrow and wide elements; `nil` if each column is a module wide.
  ///   - openColumns: Columns of unknown colour, which do not take part.
  ///   - longColumns: Columns with bars that may be longer than the others, whose lower ends do not
  ///     take part.
  ///   - bend: The bend of the label.
  ///   - budget: About how many pixels are taken at most.
  init(
    of plane: LuminancePlane, map: Homography, columns: Double, rows: Double,
    elements: TwoWidths? = nil, margin: (across: Double, down: Double),
    openColumns: ClosedRange<Double>? = nil,
    longColumns: [ClosedRange<Double>] = [], bend: Bend? = nil,
    blurPixels: Double, budget: Int
  ) {
    guard let inverse = map.inverse else { return }
    let frame = [
      map.apply(-margin.across, -margin.down), map.apply(columns + margin.across, -margin.down),
      map.apply(columns + margin.across, rows + margin.down),
      map.apply(-margin.across, rows + margin.down),
    ]
    guard frame.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
    func clamped(_ value: Double, _ limit: Int) -> Int { Int(min(max(value, 0), Double(limit))) }
    let left = clamped((frame.map(\.x).min() ?? 0).rounded(.down), plane.width)
    let right = clamped((frame.map(\.x).max() ?? 0).rounded(.up), plane.width)
    let top = clamped((frame.map(\.y).min() ?? 0).rounded(.down), plane.height)
    let bottom = clamped((frame.map(\.y).max() ?? 0).rounded(.up), plane.height)
    guard left < right, top < bottom else { return }

    let middle = map.derivatives(columns / 2, rows / 2)
    let near = 1.5 + blurPixels
    let open =
      openColumns.map { min($0.upperBound, columns + margin.across) - $0.lowerBound } ?? 0
    let area =
      (columns + 2 * margin.across - open) * (rows + 2 * margin.down) * abs(middle.determinant)
    func share(_ size: Double) -> Double { min(1, 2 * near / size) }
    let edges = 1 - (1 - share(middle.across)) * (1 - share(middle.down))
    let expected = area * (edges + (1 - edges) / 8)
    let keep = min(1, Double(budget) / max(expected, 1))
    let (sizeU, sizeV) = (Float(middle.across), Float(middle.down))
    let reach = Float(near)
    reserve(Int(min(expected, Double(budget)) * 1.2))

    var random = UInt64(0x9e37_79b9_7f4a_7c15)
    let meanSkip = 1 / keep
    for row in top..<bottom {
      let py = Double(row) + 0.5
      var column = Double(left)
      while true {
        random ^= random << 13
        random ^= random >> 7
        random ^= random << 17
        // Steps from 1 to twice the mean, less 1.
        if meanSkip > 1 {
          column += 1 + 2 * (meanSkip - 1) * Double(random >> 40) / Double(1 << 24)
        } else {
          column += 1
        }
        let index = Int(column) - 1
        guard index < right else { break }
        guard index >= left else { continue }
        let px = Double(index) + 0.5
        let point = inverse.apply(px, py)
        guard point.x > -margin.across, point.x < columns + margin.across,
          point.y > -margin.down, point.y < rows + margin.down
        else { continue }
        if let openColumns, openColumns.contains(point.x) { continue }
        if point.y > rows - margin.down, longColumns.contains(where: { $0.contains(point.x) }) {
          continue
        }
        let u = Float(bend?.place(point.x, point.y, half: columns / 2) ?? point.x)
        let v = Float(point.y)
        let across = elements?.distance(u) ?? abs(u - u.rounded())
        let distance = min(across * sizeU, abs(v - v.rounded()) * sizeV)
        if distance > reach, random & 7 != 0 { continue }
        x.append(Float(px))
        y.append(Float(py))
        luminance.append(Float(plane.pixels[row * plane.stride + index]))
      }
    }
  }

  private mutating func reserve(_ count: Int) {
    x.reserveCapacity(count)
    y.reserveCapacity(count)
    luminance.reserveCapacity(count)
  }
}
