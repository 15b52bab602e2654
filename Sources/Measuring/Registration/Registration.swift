import DecoderKit

/// A symbol's modules, fitted to the pixels of an image.
struct Registration: Sendable {
  /// From the symbol's plane, in modules along and rows down, to the image.
  var map: Homography
  /// The modules.
  var pattern: ModulePattern
  /// The luminance of light and of dark, in grey levels, at any place of the image.
  var light: LevelPlane
  var dark: LevelPlane
  /// The blur in pixels, the pixel's own square included.
  var blurPixels: Double
  /// The growth of each bar on either side, in modules; 0 for matrices.
  var growth = 0.0
  /// The bend of a label that is not flat, across the bars of a linear symbol; `nil` for flat ones.
  var bend: Bend?
  /// The bend of a matrix's label; `nil` for flat ones.
  var warp: Warp?
  /// The robust standard deviation of the differences between image and model, in grey levels.
  var residual = 0.0
  /// The correlation between image and model, -1 to 1.
  var correlation = 0.0

  /// The middle of the flat symbol, in pixels.
  var centre: Point { map.apply(pattern.width / 2, Double(pattern.rows) / 2) }

  /// Returns the place in the image of a point of the symbol, in modules along and rows down.
  func point(_ column: Double, _ row: Double) -> Point {
    if let warp {
      let flat = warp.mapped(column, row)
      return map.apply(flat.x, flat.y)
    }
    guard let bend else { return map.apply(column, row) }
    return map.apply(bend.mapped(column, row, half: pattern.width / 2), row)
  }

  /// The derivatives of the place in the image by the place on a matrix.
  func derivatives(_ column: Double, _ row: Double) -> Jacobian {
    guard let warp else { return map.derivatives(column, row) }
    let flat = warp.mapped(column, row)
    return map.derivatives(flat.x, flat.y).after(
      inverseOf: warp.derivatives(flat.x, flat.y))
  }

  /// The derivatives at the middle of the symbol.
  var middleDerivatives: Jacobian {
    derivatives(pattern.width / 2, Double(pattern.rows) / 2)
  }

  /// The width of a module half way along the bars of a linear symbol, in pixels.
  func modulePixels(at place: Double) -> Double {
    let half = pattern.width / 2
    let seen = bend?.mapped(place, 0.5, half: half) ?? place
    return map.derivatives(seen, 0.5).across / (bend?.slope(seen, 0.5, half: half) ?? 1)
  }

  /// The outer corners of the modules.
  var outline: Corners {
    let (columns, rows) = (pattern.width, Double(pattern.rows))
    guard warp != nil else { return map.corners(width: columns, height: rows) }
    return Corners(
      topLeft: point(0, 0), topRight: point(columns, 0), bottomRight: point(columns, rows),
      bottomLeft: point(0, rows))
  }

  /// True if the symbol is light on dark.
  var isInverted: Bool { contrast(at: centre) < 0 }

  /// The difference between light and dark at a point, in grey levels; negative for inverted symbols.
  func contrast(at point: Point) -> Double { light.value(at: point) - dark.value(at: point) }
}

/// A level that changes linearly across the image.
struct LevelPlane: Hashable, Sendable {
  /// The level at ``centre``.
  var level: Double
  /// The change per pixel to the right.
  var across = 0.0
  /// The change per pixel down.
  var down = 0.0
  /// The point of reference.
  var centre: Point

  func value(at point: Point) -> Double {
    level + across * (point.x - centre.x) + down * (point.y - centre.y)
  }
}
