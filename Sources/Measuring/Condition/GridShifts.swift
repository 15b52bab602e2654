extension InkFit {
  /// The shifts of the grid's places from where they were fitted.
  ///
  /// The symbol is cut into fields, 64 at most; each tells by the differences between image and model how far it
  /// is shifted. Waves that a fitted bend does not follow are short, and lost in fields of four modules.
  func gridShifts() -> GridShifts {
    let fieldModules = isBent ? 2.0 : 4
    func count(_ modules: Int) -> Int {
      min(8, max(2, Int((Double(modules) / fieldModules).rounded())))
    }
    let (across, down) = (count(pattern.columns), count(pattern.rows))
    var fields = [Field](repeating: Field(), count: across * down)
    _ = inks { sample, ink in
      let column = Int(sample.u / Float(pattern.columns) * Float(across))
      let row = Int(sample.v / Float(pattern.rows) * Float(down))
      let index = min(max(row, 0), down - 1) * across + min(max(column, 0), across - 1)
      let contrast = sample.dark + darkChange - sample.light - lightChange
      fields[index].add(
        Double(contrast * ink.along), Double(contrast * ink.down), Double(residual(sample, ink)))
    }
    let sides = SIMD2(Double(pattern.columns), Double(pattern.rows))
    let spacing = sides / SIMD2(Double(across), Double(down))
    return GridShifts(
      sides: sides, spacing: spacing,
      fields: fields.enumerated().compactMap { index, field in
        field.shift(at: spacing * (SIMD2(Double(index % across), Double(index / across)) + 0.5))
      })
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
    func shift(at place: SIMD2<Double>) -> GridShifts.Shift? {
      let determinant = uu * vv - uv * uv
      guard count >= 20, determinant > 1e-6 * uu * vv else { return nil }
      let u = (vv * ur - uv * vr) / determinant
      let v = (uu * vr - uv * ur) / determinant
      let variance = max(rr - u * ur - v * vr, 0) / Double(count - 2) / determinant
      let error = SIMD2(variance * vv, variance * uu)
      guard error.sum() < 0.02 else { return nil }
      return GridShifts.Shift(place: place, move: SIMD2(u, v), error: error)
    }
  }
}

/// The shifts of a symbol's fields from where they were fitted, in modules.
struct GridShifts {
  /// A field's middle, its shift along the symbol's axes, and the squares of the shift's standard errors.
  struct Shift {
    var place: SIMD2<Double>
    var move: SIMD2<Double>
    var error: SIMD2<Double>
  }

  /// The modules along the symbol's sides, and those from one field to the next.
  var sides: SIMD2<Double>
  var spacing: SIMD2<Double>
  var fields: [Shift]

  /// The largest distance, less the share of noise; `nil` if no field tells enough.
  var largest: Double? {
    fields.map { max(0, ($0.move * $0.move - $0.error).sum()).squareRoot() }.max()
  }

  /// The shift along each axis that one field in four exceeds, as far as noise does not explain it: a logo or a
  /// scratch shifts fewer.
  var typical: SIMD2<Double> {
    guard !fields.isEmpty else { return .zero }
    func upper(_ axis: Int) -> Double {
      let rest = fields.map {
        $0.move[axis] * $0.move[axis] - Self.chance * $0.error[axis]
      }.sorted()
      return max(0, rest[rest.count * 3 / 4] - Self.ofModel * Self.ofModel).squareRoot()
    }
    return SIMD2(upper(0), upper(1))
  }

  /// The standard errors of the module sizes along the axes, as shares, that the shifts stand for.
  ///
  /// The larger one of two: that of the typical shift, and the change of shifts in the middle. Three periods along
  /// the symbol are more than a polynomial of the fifth degree follows: the steepest place of such a rest changes
  /// sizes by 27 times the typical shift over the number of modules.
  var sizeError: SIMD2<Double> {
    let anywhere = Self.steepness * typical / sides
    return SIMD2(max(anywhere.x, changeInMiddle(0)), max(anywhere.y, changeInMiddle(1)))
  }

  /// The change of the shifts along an axis in the symbol's middle, in modules per module, as far as noise does not
  /// explain it: the slope of a line through the fields around it.
  private func changeInMiddle(_ axis: Int) -> Double {
    let other = 1 - axis
    let near = fields.filter { field in
      let away = field.place - sides / 2
      return abs(away[axis]) <= 1.01 * spacing[axis] && abs(away[other]) <= 0.3 * sides[other]
    }
    let weights = near.map { 1 / ($0.error[axis] + Self.ofModel * Self.ofModel) }
    func sum(_ value: (Shift) -> Double) -> Double {
      zip(weights, near).reduce(0) { $0 + $1.0 * value($1.1) }
    }
    let mean = sum { $0.place[axis] } / sum { _ in 1 }
    let moment = sum { ($0.place[axis] - mean) * ($0.place[axis] - mean) }
    guard moment > 1e-6 else { return 0 }
    let slope = sum { ($0.place[axis] - mean) * $0.move[axis] } / moment
    return max(0, slope * slope - Self.chance / moment).squareRoot()
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
