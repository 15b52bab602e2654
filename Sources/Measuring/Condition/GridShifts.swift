import Foundation

extension InkFit {
  /// The shifts of the grid's places from where they were fitted.
  ///
  /// The symbol is cut into fields of about four modules, 64 at most; each tells by the differences between
  /// image and model how far it is shifted.
  func gridShifts() -> GridShifts {
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
    return GridShifts(fields: fields.compactMap(\.shift))
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

    /// The field's shift; `nil` if it is not known to a tenth of a module.
    var shift: GridShifts.Shift? {
      let determinant = uu * vv - uv * uv
      guard count >= 20, determinant > 1e-6 * uu * vv else { return nil }
      let u = (vv * ur - uv * vr) / determinant
      let v = (uu * vr - uv * ur) / determinant
      let variance = max(rr - u * ur - v * vr, 0) / Double(count - 2) / determinant
      let error = SIMD2(variance * vv, variance * uu)
      guard error.sum() < 0.02 else { return nil }
      return GridShifts.Shift(square: SIMD2(u * u, v * v), error: error)
    }
  }
}

/// The shifts of a symbol's fields from where they were fitted, in modules.
struct GridShifts {
  /// The squares of a field's shift along the symbol's axes, and of their standard errors.
  struct Shift {
    var square: SIMD2<Double>
    var error: SIMD2<Double>
  }

  var fields: [Shift]

  /// The largest distance, less the share of noise; `nil` if no field tells enough.
  var largest: Double? {
    fields.map { max(0, ($0.square - $0.error).sum()).squareRoot() }.max()
  }

  /// The shift along each axis that one field in four exceeds, as far as noise does not explain it: a logo or a
  /// scratch shifts fewer.
  var typical: SIMD2<Double> {
    guard !fields.isEmpty else { return .zero }
    func upper(_ axis: Int) -> Double {
      let rest = fields.map { $0.square[axis] - Self.chance * $0.error[axis] }.sorted()
      return max(0, rest[rest.count * 3 / 4] - Self.ofModel * Self.ofModel).squareRoot()
    }
    return SIMD2(upper(0), upper(1))
  }

  /// The standard errors of the module sizes along the axes, as shares, that the typical shift stands for.
  ///
  /// Three periods along the symbol are more than a polynomial of the fifth degree follows: the steepest place of
  /// such a rest changes sizes by 27 times the typical shift over the number of modules.
  func sizeError(_ columns: Double, _ rows: Double) -> SIMD2<Double> {
    Self.steepness * typical / SIMD2(columns, rows)
  }

  private static let steepness = 10.0
  /// The square of what noise shifts a field is above this many times its variance in one case of ten.
  private static let chance = 2.7
  /// The model itself shifts the fields of flat symbols by so much.
  private static let ofModel = 0.005
}

extension Registration {
  /// The largest distance of a place of the grid from where a flat symbol has it, in modules: of a bent label that
  /// which was fitted, of others that which is left.
  func gridNonuniformity(_ shifts: GridShifts?) -> Double? {
    warp?.bend.largest ?? shifts?.largest
  }
}
