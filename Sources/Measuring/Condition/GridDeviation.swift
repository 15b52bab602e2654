import Foundation

extension InkFit {
  /// The largest distance of a place of the grid from where a flat symbol has it, in modules.
  ///
  /// The symbol is cut into fields of about four modules, 64 at most; each tells by the differences between
  /// image and model how far it is shifted. What noise alone would shift is taken off.
  ///
  /// - Returns: `nil` if no field tells enough.
  fileprivate func gridDeviation() -> Double? {
    let across = min(8, max(2, Int((Double(pattern.columns) / 4).rounded())))
    let down = min(8, max(2, Int((Double(pattern.rows) / 4).rounded())))
    var fields = [Field](repeating: Field(), count: across * down)
    _ = inks { sample, ink in
      let column = Int(sample.u / Float(pattern.columns) * Float(across))
      let row = Int(sample.v / Float(pattern.rows) * Float(down))
      let index = min(max(row, 0), down - 1) * across + min(max(column, 0), across - 1)
      let contrast = sample.dark + darkChange - sample.light - lightChange
      fields[index].add(
        Double(contrast * ink.along), Double(contrast * ink.down), Double(residual(sample, ink)))
    }
    return fields.compactMap(\.shift).max()
  }

  /// The sums of one field.
  private struct Field {
    var uu = 0.0
    var uv = 0.0
    var vv = 0.0
    var ur = 0.0
    var vr = 0.0
    var rr = 0.0
    var count = 0

    mutating func add(_ u: Double, _ v: Double, _ residual: Double) {
      uu += u * u
      uv += u * v
      vv += v * v
      ur += u * residual
      vr += v * residual
      rr += residual * residual
      count += 1
    }

    /// The distance by which the field is shifted, less the share of noise; `nil` if that is not known to a tenth
    /// of a module.
    var shift: Double? {
      let determinant = uu * vv - uv * uv
      guard count >= 20, determinant > 1e-6 * uu * vv else { return nil }
      let u = (vv * ur - uv * vr) / determinant
      let v = (uu * vr - uv * ur) / determinant
      let variance = max(rr - u * ur - v * vr, 0) / Double(count - 2)
      let error = variance * (uu + vv) / determinant
      guard error < 0.02 else { return nil }
      return max(0, u * u + v * v - error).squareRoot()
    }
  }
}

extension Registration {
  /// The largest distance of a place of the grid from where a flat symbol has it, in modules: of a bent label that
  /// which was fitted, of others that which is left.
  func gridNonuniformity(_ ink: InkFit?) -> Double? { warp?.shift.largest ?? ink?.gridDeviation() }
}
