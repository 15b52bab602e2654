import DecoderKit
import Foundation

/// Tells the modules of a matrix symbol dark from light where a map puts them.
struct MatrixSampling {
  let columns: Int
  let rows: Int
  /// The luminance at each module's centre, row after row.
  private(set) var luminances: [Double]
  private let centres: [Point]

  /// - Parameter map: The map from modules to the image.
  init(
    _ plane: LuminancePlane, columns: Int, rows: Int, map: (Double, Double) -> Point
  ) {
    self.columns = columns
    self.rows = rows
    var luminances: [Double] = []
    var centres: [Point] = []
    luminances.reserveCapacity(columns * rows)
    centres.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let point = map(Double(column) + 0.5, Double(row) + 0.5)
        centres.append(point)
        luminances.append(plane.value(point.x, point.y))
      }
    }
    self.luminances = luminances
    self.centres = centres
  }

  /// The result: a pattern and the levels of light and dark.
  struct Result {
    var pattern: ModulePattern
    var light: LevelPlane
    var dark: LevelPlane
    /// The share of fixed modules that were found in the right colour.
    var fixedAgreement: Double
  }

  /// Tells dark from light.
  ///
  /// Blurred modules are sharpened first, so that single ones are not lost among others.
  ///
  /// - Parameters:
  ///   - layout: Its fixed modules get the colours that they must have.
  ///   - blurModules: The standard deviation of the blur, in modules.
  func pattern(_ layout: MatrixLayout, blurModules: (across: Double, down: Double)) -> Result? {
    guard let (light, dark) = levels(fixed: layout.fixed) else { return nil }
    var shares = [Double](repeating: 0, count: luminances.count)
    for index in shares.indices {
      let (l, d) = (light.value(at: centres[index]), dark.value(at: centres[index]))
      shares[index] = abs(l - d) > 1 ? (l - luminances[index]) / (l - d) : 0.5
    }
    sharpen(&shares, blurModules)
    var pattern = ModulePattern(
      columns: columns, rows: rows, modules: shares.map { $0 > 0.5 ? 1 : 0 })
    pattern.part = layout.part
    var right = 0
    for module in layout.fixed {
      if (pattern[module.column, module.row] == 1) == module.isDark { right += 1 }
      pattern[module.column, module.row] = module.isDark ? 1 : 0
    }
    return Result(
      pattern: pattern, light: light, dark: dark,
      fixedAgreement: Double(right) / Double(max(layout.fixed.count, 1)))
  }

  /// Fits the levels: first from the fixed modules, then from all, each by the nearer level.
  private func levels(fixed: [MatrixLayout.FixedModule]) -> (LevelPlane, LevelPlane)? {
    var sums = (light: 0.0, dark: 0.0, lights: 0.0, darks: 0.0)
    for module in fixed {
      let value = luminances[module.row * columns + module.column]
      if module.isDark {
        sums.dark += value
        sums.darks += 1
      } else {
        sums.light += value
        sums.lights += 1
      }
    }
    guard sums.lights > 0, sums.darks > 0 else { return nil }
    let centre = centres[centres.count / 2]
    var light = LevelPlane(level: sums.light / sums.lights, centre: centre)
    var dark = LevelPlane(level: sums.dark / sums.darks, centre: centre)
    guard abs(light.level - dark.level) > 2 else { return nil }
    for _ in 0..<3 {
      var lights = PlaneSums(centre: centre)
      var darks = PlaneSums(centre: centre)
      for (index, value) in luminances.enumerated() {
        let point = centres[index]
        let (l, d) = (light.value(at: point), dark.value(at: point))
        // Modules in between say little: blur and neighbours have made them.
        let share = (value - d) / (l - d)
        if share > 0.6 {
          lights.add(value, at: point)
        } else if share < 0.4 {
          darks.add(value, at: point)
        }
      }
      guard let newLight = lights.plane, let newDark = darks.plane else { break }
      (light, dark) = (newLight, newDark)
    }
    return (light, dark)
  }

  /// Undoes blur on the grid of modules, by Van Cittert's iteration with limits.
  private func sharpen(_ shares: inout [Double], _ blur: (across: Double, down: Double)) {
    let across = Self.kernel(blur.across)
    let down = Self.kernel(blur.down)
    guard across.count > 1 || down.count > 1 else { return }
    let seen = shares
    var blurred = shares
    for index in shares.indices { shares[index] = min(max(shares[index], 0), 1) }
    for _ in 0..<8 {
      blurred = convolved(convolved(shares, across, isDown: false), down, isDown: true)
      for index in shares.indices {
        shares[index] = min(max(shares[index] + 1.2 * (seen[index] - blurred[index]), 0), 1)
      }
    }
  }

  /// The weights of a module itself and of its neighbours on one side; one weight if blur is small.
  private static func kernel(_ sigma: Double) -> [Double] {
    guard sigma > 0.25 else { return [1] }
    func below(_ x: Double) -> Double { 0.5 * erfc(-x / sigma / 2.0.squareRoot()) }
    return (0...2).map { below(Double($0) + 0.5) - below(Double($0) - 0.5) }
  }

  /// Adds up each module and its neighbours along rows or columns, with their weights.
  private func convolved(_ shares: [Double], _ kernel: [Double], isDown: Bool) -> [Double] {
    let (lines, length) = isDown ? (columns, rows) : (rows, columns)
    let (toNextLine, step) = isDown ? (1, columns) : (columns, 1)
    var result = shares
    for line in 0..<lines {
      for place in 0..<length {
        let index = line * toNextLine + place * step
        var sum = kernel[0] * shares[index]
        for k in 1..<max(kernel.count, 1) {
          if place >= k { sum += kernel[k] * shares[index - k * step] }
          if place + k < length { sum += kernel[k] * shares[index + k * step] }
        }
        result[index] = sum
      }
    }
    return result
  }
}
