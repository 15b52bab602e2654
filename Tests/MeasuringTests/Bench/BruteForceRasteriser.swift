import DecoderKit
import Foundation
import TestSupport

/// The slow and obvious rasteriser: many points of each pixel are looked up in the symbol's grid.
///
/// Blur is applied to an image of higher resolution, because a Gaussian that is narrower than a
/// pixel cannot be sampled at pixels.
struct BruteForceRasteriser {
  let scene: Scene

  /// Draws the image.
  func image() -> GrayImage {
    let sigma = scene.sigmaPixels
    let factor = sigma == 0 || sigma > 1.5 ? 1 : sigma > 0.7 ? 2 : 4
    var plane = coverage(factor: factor)
    let (width, height) = (scene.imageWidth * factor, scene.imageHeight * factor)
    Self.blur(&plane, width, height, sigma: scene.sigmaPixels * Double(factor))
    return finish(Self.shrink(plane, width, height, factor))
  }

  /// The share of dark in each pixel of an image whose sides are `factor` times as long.
  private func coverage(factor: Int) -> [Float] {
    let (width, height) = (scene.imageWidth * factor, scene.imageHeight * factor)
    let back = scene.map.inverse.m
    let step = 1 / Double(factor)
    let count = factor == 1 ? 64 : factor == 2 ? 16 : 8
    // A lattice of rank 1, whose points differ in both coordinates.
    let generator = factor == 1 ? 19 : factor == 2 ? 5 : 3
    let pitch = step / Double(count)
    let offsets = (0..<count).map { i -> (x: Double, y: Double) in
      let j = i * generator % count
      return (x: (Double(i) + 0.5) * pitch, y: (Double(j) + 0.5) * pitch)
    }
    // No pixel reaches further in the grid than this from its middle, in modules.
    let range = scene.moduleSizeRange
    let smallest =
      scene.symbol.isLinear ? min(range.smallest, scene.moduleSize.down / 2) : range.smallest
    let reach = 0.9 * step / smallest
    return [Float](unsafeUninitializedCapacity: width * height) { plane, filled in
      for y in 0..<height {
        for x in 0..<width {
          let (px, py) = (Double(x) * step, Double(y) * step)
          let (cx, cy) = (px + step / 2, py + step / 2)
          let w = back[6] * cx + back[7] * cy + back[8]
          let u = (back[0] * cx + back[1] * cy + back[2]) / w
          let v = (back[3] * cx + back[4] * cy + back[5]) / w
          if scene.symbol.isUniform(around: u, v, reach: reach) {
            plane[y * width + x] = scene.symbol.isDark(u, v) ? 1 : 0
            continue
          }
          var dark = 0
          for offset in offsets {
            let (sx, sy) = (px + offset.x, py + offset.y)
            let w = back[6] * sx + back[7] * sy + back[8]
            let u = (back[0] * sx + back[1] * sy + back[2]) / w
            let v = (back[3] * sx + back[4] * sy + back[5]) / w
            if scene.symbol.isDark(u, v) { dark += 1 }
          }
          plane[y * width + x] = Float(dark) / Float(count)
        }
      }
      filled = width * height
    }
  }

  /// Convolves with a Gaussian cut at five standard deviations, rows first; light goes on outside.
  static func blur(_ plane: inout [Float], _ width: Int, _ height: Int, sigma: Double) {
    guard sigma > 0 else { return }
    let radius = max(1, Int((5 * sigma).rounded(.up)))
    var kernel = (-radius...radius).map { Float(exp(-Double($0 * $0) / (2 * sigma * sigma))) }
    let sum = kernel.reduce(0, +)
    for i in kernel.indices { kernel[i] /= sum }
    var padded = [Float](repeating: 0, count: max(width, height) + 2 * radius)
    for y in 0..<height {
      for x in 0..<width { padded[radius + x] = plane[y * width + x] }
      for x in 0..<radius { padded[radius + width + x] = 0 }
      for x in 0..<width {
        var value: Float = 0
        for i in 0...2 * radius { value += kernel[i] * padded[x + i] }
        plane[y * width + x] = value
      }
    }
    // Whole rows at a time, so that memory is read in order.
    var result = [Float](repeating: 0, count: width * height)
    for y in 0..<height {
      for i in 0...2 * radius where (0..<height).contains(y + i - radius) {
        let (from, weight) = ((y + i - radius) * width, kernel[i])
        for x in 0..<width { result[y * width + x] += weight * plane[from + x] }
      }
    }
    plane = result
  }

  private static func shrink(
    _ plane: [Float], _ width: Int, _ height: Int, _ factor: Int
  ) -> [Float] {
    guard factor > 1 else { return plane }
    let (columns, rows) = (width / factor, height / factor)
    var result = [Float](repeating: 0, count: columns * rows)
    for y in 0..<height {
      for x in 0..<width {
        result[y / factor * columns + x / factor] += plane[y * width + x]
      }
    }
    let area = Float(factor * factor)
    for i in result.indices { result[i] /= area }
    return result
  }

  /// Lights the scene, adds the noise and rounds to grey levels.
  private func finish(_ coverage: [Float]) -> GrayImage {
    let (width, height) = (scene.imageWidth, scene.imageHeight)
    let direction = scene.gradientDegrees * .pi / 180
    let (dx, dy) = (cos(direction), sin(direction))
    let along = scene.corners.map { $0.x * dx + $0.y * dy }
    let span = (along.max() ?? 1) - (along.min() ?? 0)
    let middle = scene.map(scene.symbol.width / 2, scene.symbol.height / 2)
    var noise = NormalNoise(seed: scene.noiseSeed)
    var pixels = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        let share = Double(coverage[y * width + x])
        let reflectance = scene.light + (scene.dark - scene.light) * share
        let place = ((Double(x) + 0.5 - middle.x) * dx + (Double(y) + 0.5 - middle.y) * dy) / span
        let value = 255 * reflectance * (1 + scene.gradient * place) + scene.noise * noise.next()
        pixels[y * width + x] = UInt8(min(255, max(0, value.rounded())))
      }
    }
    guard let image = try? GrayImage(width: width, height: height, pixels: pixels) else {
      preconditionFailure("an image has as many bytes as pixels")
    }
    return image
  }
}

extension DrawnSymbol {
  /// Returns true if a point of the grid, in modules, is dark.
  @inline(__always)
  func isDark(_ u: Double, _ v: Double) -> Bool {
    if let page,
      u < -page.left || v < -page.top || u > width + page.right || v > height + page.bottom
    {
      return true
    }
    guard growth != 0 || bend != 0 else { return isInk(u, v) }
    let u = u + bend * 4 * v / height * (1 - v / height)
    let (half, down) = (abs(growth) / 2, isLinear ? 0 : abs(growth) / 2)
    let corners = [
      isInk(u - half, v - down), isInk(u + half, v - down), isInk(u - half, v + down),
      isInk(u + half, v + down),
    ]
    // A square brush widens what is dark, or what is light.
    return growth > 0 ? corners.contains(true) : !corners.contains(false)
  }

  @inline(__always)
  private func isInk(_ u: Double, _ v: Double) -> Bool {
    guard u >= 0, u < width, v >= 0, v < height else { return false }
    return cells[min(rows - 1, Int(v / cellHeight)) * columns + Int(u)] != 0
  }

  /// Returns true if no edge of the grid is nearer than `reach`, in modules.
  @inline(__always)
  func isUniform(around u: Double, _ v: Double, reach: Double) -> Bool {
    guard bend == 0 else { return false }
    let reach = reach + abs(growth) / 2
    if let page {
      let nearest = min(
        min(abs(u + page.left), abs(u - width - page.right)),
        min(abs(v + page.top), abs(v - height - page.bottom)))
      if nearest < reach { return false }
    }
    if u < -reach || v < -reach || u > width + reach || v > height + reach { return true }
    let (cu, cv) = (u - u.rounded(.down), v / cellHeight - (v / cellHeight).rounded(.down))
    return cu > reach && cu < 1 - reach && cv * cellHeight > reach && (1 - cv) * cellHeight > reach
  }
}

/// Numbers from the standard normal distribution (Box and Muller, 1958).
struct NormalNoise {
  private var random: SeededGenerator
  private var spare: Double?

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func next() -> Double {
    if let spare {
      self.spare = nil
      return spare
    }
    let length = (-2 * log(Double(random.next() >> 11) * 0x1p-53 + 0x1p-54)).squareRoot()
    let angle = 2 * .pi * Double(random.next() >> 11) * 0x1p-53
    spare = length * sin(angle)
    return length * cos(angle)
  }
}
