import DecoderKit
import Drawing

/// The linear model of an image: grey levels = those of the known modules + A × unknowns + noise.
///
/// Unknowns are 1 for dark and 0 for light. The model holds what an estimate needs of it: the normal
/// equations, weighted by the noise.
struct ForwardModel {
  /// AᵀWA, with W the inverse of the noise's covariance.
  let information: BandMatrix
  /// AᵀW (image − levels of the known modules).
  let match: [Double]

  /// The logarithm of an assignment's likelihood, up to a constant.
  func likelihood(_ dark: [Bool]) -> Double {
    let x = dark.map { $0 ? 1.0 : 0 }
    let product = information.times(x)
    return x.indices.reduce(0) { $0 + x[$1] * (match[$1] - product[$1] / 2) }
  }
}

/// A over pixels, before noise is weighed: which unknown darkens which pixel, and how much.
struct PixelModel {
  let width: Int
  let height: Int
  /// For each pixel the place of its first entry; one more at the end.
  private(set) var starts: [Int32]
  private(set) var unknowns: [Int32] = []
  /// The change of the pixel's mean value when an unknown becomes dark, in grey levels.
  private(set) var slopes: [Float] = []
  /// The mean value of each pixel if all unknowns are light.
  private(set) var ground: [Float]
  /// The variance of each pixel, in square grey levels.
  private(set) var variances: [Float]

  /// Coverage below this is no more than rounding.
  private static let negligible: Float = 1e-5

  /// Computes the model of a view.
  init(_ view: InformedView, _ plan: ModulePlan) {
    (width, height) = (view.width, view.height)
    var rasteriser = CellRasteriser(
      map: view.map, width: width, height: height, camera: view.camera, sampling: view.sampling)
    let ink = rasteriser.drawImage(
      plan.dark.map { view.cell(row: $0.row, columns: $0.column..<$0.column + 1) },
      freeZone: view.freeZone)
    let windows = plan.unknowns.map { cells in
      rasteriser.draw(
        cells.map { view.cell(row: $0.row, columns: $0.column..<$0.column + 1) })
    }
    let sensor = Self.sensor(view, ink)
    (ground, variances) = (sensor.ground, sensor.variances)
    starts = [Int32](repeating: 0, count: width * height + 1)
    fill(windows, sensor.slopes)
  }

  /// Sorts the windows' pixels by pixel.
  private mutating func fill(_ windows: [CellRasteriser.Window?], _ perInk: [Float]) {
    let width = width
    func visit(_ body: (_ unknown: Int, _ pixel: Int, _ share: Float) -> Void) {
      for (unknown, window) in windows.enumerated() {
        guard let window else { continue }
        let ink = window.ink
        ink.values.withUnsafeBufferPointer { values in
          for y in 0..<ink.height {
            let first = (window.top + y) * width + window.left
            for x in 0..<ink.width where values[y * ink.width + x] > Self.negligible {
              body(unknown, first + x, values[y * ink.width + x])
            }
          }
        }
      }
    }
    var counts = starts
    visit { _, pixel, _ in counts[pixel + 1] += 1 }
    for pixel in 1..<counts.count { counts[pixel] += counts[pixel - 1] }
    starts = counts
    var (unknowns, slopes) = (
      [Int32](repeating: 0, count: Int(counts[counts.count - 1])),
      [Float](repeating: 0, count: Int(counts[counts.count - 1]))
    )
    visit { unknown, pixel, share in
      let place = Int(counts[pixel])
      unknowns[place] = Int32(unknown)
      slopes[place] = share * perInk[pixel]
      counts[pixel] += 1
    }
    (self.unknowns, self.slopes) = (unknowns, slopes)
  }

  /// The sensor's mean levels and their slopes along each pixel's way from paper to ink.
  private static func sensor(
    _ view: InformedView, _ ink: InkPlane
  ) -> (ground: [Float], slopes: [Float], variances: [Float]) {
    let levels = GreyLevels(view.camera, width: view.width, height: view.height)
    let rows = (0..<view.height).map {
      (levels.row($0, ofInk: false), levels.row($0, ofInk: true))
    }
    let largest = rows.reduce(Float(0)) {
      max($0, $1.0.max() ?? 0, $1.1.max() ?? 0)
    }
    let response = SensorResponse(view.camera, largest: Double(largest))
    var result: (ground: [Float], slopes: [Float], variances: [Float]) = ([], [], [])
    for (y, row) in rows.enumerated() {
      for x in 0..<view.width {
        let (paper, full) = (Double(row.0[x]), Double(row.1[x]))
        let slope = response.mean(full) - response.mean(paper)
        let share = Double(ink.values[y * view.width + x])
        result.ground.append(Float(response.mean(paper) + slope * share))
        result.slopes.append(Float(slope))
        result.variances.append(
          Float((response.variance(paper) + response.variance(full)) / 2))
      }
    }
    return result
  }

  /// The mean levels of an assignment.
  func levels(_ dark: [Bool]) -> [Float] {
    var levels = ground
    for pixel in ground.indices {
      for place in Int(starts[pixel])..<Int(starts[pixel + 1])
      where dark[Int(unknowns[place])] {
        levels[pixel] += slopes[place]
      }
    }
    return levels
  }

  /// The farthest apart that the numbers of two unknowns of one pixel are.
  var reach: Int {
    var reach = 0
    for pixel in ground.indices {
      let range = Int(starts[pixel])..<Int(starts[pixel + 1])
      guard range.count > 1 else { continue }
      // Windows were visited in the unknowns' order.
      reach = max(reach, Int(unknowns[range.upperBound - 1] - unknowns[range.lowerBound]))
    }
    return reach
  }

  /// Weighs the pixels of an image by their noise, each on its own.
  func normalEquations(_ image: GrayImage, count: Int) -> ForwardModel {
    var information = BandMatrix(count: count, reach: max(1, reach))
    var match = [Double](repeating: 0, count: count)
    let width = information.reach + 1
    information.lower.withUnsafeMutableBufferPointer { lower in
      for pixel in ground.indices {
        let (first, end) = (Int(starts[pixel]), Int(starts[pixel + 1]))
        guard first < end else { continue }
        let weight = 1 / Double(variances[pixel])
        let value = image.pixels[pixel / self.width * image.rowStride + pixel % self.width]
        let rest = Double(Float(value) - ground[pixel]) * weight
        for place in first..<end {
          let (row, slope) = (Int(unknowns[place]), Double(slopes[place]))
          match[row] += slope * rest
          let start = row * width + width - 1 - row
          for other in first...place {
            lower[start + Int(unknowns[other])] += slope * weight * Double(slopes[other])
          }
        }
      }
    }
    return ForwardModel(information: information, match: match)
  }
}

extension InformedView {
  /// The rectangle that dark surroundings leave free; `nil` where they are paper.
  fileprivate var freeZone: CellRasteriser.Cell? {
    freeMargin.map {
      .init(
        left: -$0.left, top: -$0.top, right: Double(columns) + $0.right,
        bottom: rowHeights.reduce(0, +) + $0.bottom)
    }
  }
}
