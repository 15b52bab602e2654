import DecoderKit
import Foundation

/// The fit of a camera's focal length to one flat code at a known distance.
///
/// Least squares over the four corners, eight figures for six unknowns: the focal length, how the code is
/// turned (three angles) and where its centre lies across the axis. The distance of the centre along the
/// axis is known. By Levenberg and Marquardt's method, from several tilts: a code that faces the camera is
/// a saddle, from which the sign of a tilt cannot be told.
struct FlatPose {
  /// The focal length, in pixels.
  let focalPixels: Double
  /// The root of the mean square of the corners' distances from the fit, in pixels.
  let residualPixels: Double

  /// Fits the focal length.
  ///
  /// - Parameters:
  ///   - corners: The corners as seen, relative to the image's centre, in pixels.
  ///   - width: The code's width, in millimetres.
  ///   - height: Its height, in millimetres.
  ///   - distance: The distance of its centre along the axis, in millimetres.
  init(corners: Corners, width: Double, height: Double, distance: Double) {
    let seen = corners.points.flatMap { [$0.x, $0.y] }
    let model = Model(width: width, height: height, distance: distance)
    let starts = [(0.0, 0.0), (0.3, 0), (-0.3, 0), (0, 0.3), (0, -0.3)].map {
      model.start(corners, tilt: $0)
    }
    let best = starts.map { model.fit(seen, from: $0) }.min { $0.squares < $1.squares }
    focalPixels = best?.parameters[0] ?? .nan
    residualPixels = ((best?.squares ?? .nan) / 4).squareRoot()
  }

  /// The corners as the camera sees them, as a function of the six unknowns.
  private struct Model {
    let width: Double
    let height: Double
    let distance: Double

    /// The unknowns with which the code faces the camera, or leans a little: focal length, rotation
    /// vector, place across.
    func start(_ corners: Corners, tilt: (Double, Double)) -> [Double] {
      let (a, b) = (corners.topLeft, corners.topRight)
      let points = corners.points
      let centre = corners.centre
      let sides = zip(points, points.dropFirst() + points.prefix(1)).map {
        hypot($1.x - $0.x, $1.y - $0.y)
      }
      let focal = sides.reduce(0, +) / (2 * (width + height)) * distance
      return [
        focal, tilt.0, tilt.1, atan2(b.y - a.y, b.x - a.x),
        centre.x / focal * distance, centre.y / focal * distance,
      ]
    }

    /// Projects the corners: first leaning about two axes of the code's, then turned in the image.
    func corners(_ parameters: [Double]) -> [Double] {
      let (focal, tiltX, tiltY, turn) = (
        parameters[0], parameters[1], parameters[2], parameters[3]
      )
      let (w, h) = (width / 2, height / 2)
      return [(-w, -h), (w, -h), (w, h), (-w, h)].flatMap { u, v -> [Double] in
        let (y, z) = (v * cos(tiltX), v * sin(tiltX))
        let (x, depth) = (u * cos(tiltY) + z * sin(tiltY), -u * sin(tiltY) + z * cos(tiltY))
        let away = max(distance + depth, 1e-9)
        let across = x * cos(turn) - y * sin(turn) + parameters[4]
        let down = x * sin(turn) + y * cos(turn) + parameters[5]
        return [focal * across / away, focal * down / away]
      }
    }

    func fit(_ seen: [Double], from start: [Double]) -> (parameters: [Double], squares: Double) {
      var parameters = start
      var squares = self.squares(seen, parameters)
      var damping = 1e-3
      for _ in 0..<60 where damping < 1e9 {
        guard let step = step(seen, parameters, damping: damping) else { break }
        let next = zip(parameters, step).map { $0 + $1 }
        let trial = self.squares(seen, next)
        guard trial < squares, next[0] > 0 else {
          damping *= 8
          continue
        }
        let gain = squares - trial
        (parameters, squares, damping) = (next, trial, damping / 5)
        if gain < 1e-12 * (1 + squares) { break }
      }
      return (parameters, squares)
    }

    private func squares(_ seen: [Double], _ parameters: [Double]) -> Double {
      zip(corners(parameters), seen).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }

    /// One step of the damped normal equations; `nil` if they cannot be solved.
    private func step(
      _ seen: [Double], _ parameters: [Double], damping: Double
    ) -> [Double]? {
      let here = corners(parameters)
      let columns = parameters.indices.map { index -> [Double] in
        var moved = parameters
        let width = index == 0 || index > 3 ? max(abs(parameters[index]), 1) * 1e-6 : 1e-6
        moved[index] += width
        return zip(corners(moved), here).map { ($0 - $1) / width }
      }
      var rows = columns.map { a in columns.map { b in zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } } }
      for index in rows.indices { rows[index][index] *= 1 + damping }
      let residuals = zip(seen, here).map { $0 - $1 }
      let right = columns.map { column in zip(column, residuals).reduce(0) { $0 + $1.0 * $1.1 } }
      return Self.solve(rows, right)
    }

    /// Solves a small linear system by elimination with pivots.
    private static func solve(_ matrix: [[Double]], _ right: [Double]) -> [Double]? {
      var rows = zip(matrix, right).map { $0 + [$1] }
      let count = rows.count
      for column in 0..<count {
        let candidates = (column..<count).map { (row: $0, size: abs(rows[$0][column])) }
        guard let pivot = candidates.max(by: { $0.size < $1.size })?.row,
          abs(rows[pivot][column]) > 1e-300
        else { return nil }
        rows.swapAt(column, pivot)
        for row in column + 1..<count {
          let factor = rows[row][column] / rows[column][column]
          for place in column...count { rows[row][place] -= factor * rows[column][place] }
        }
      }
      var solution = Array(repeating: 0.0, count: count)
      for row in (0..<count).reversed() {
        let known = (row + 1..<count).reduce(0) { $0 + rows[row][$1] * solution[$1] }
        solution[row] = (rows[row][count] - known) / rows[row][row]
      }
      return solution.allSatisfy(\.isFinite) ? solution : nil
    }
  }
}
