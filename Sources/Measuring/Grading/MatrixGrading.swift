import DecoderKit

/// Grades a QR Code or Data Matrix from the reflectances of its modules.
struct MatrixGrading {
  let symbology: Symbology
  let reflectances: ModuleReflectances
  let axialNonuniformity: Double
  /// In modules; `nil` if it was not measured.
  let gridNonuniformity: Double?
  /// True if the symbol is light on dark: the reflectances are then turned over.
  var isInverted = false

  private var columns: Int { reflectances.pattern.columns }
  private var rows: Int { reflectances.pattern.rows }

  /// A way to tell dark from light, and how far a reflectance is from the threshold: 1 for the level of
  /// its colour.
  private struct Threshold {
    let value: Double
    /// The distances from the threshold that count as all of the modulation.
    let below: Double
    let above: Double

    func isDark(_ reflectance: Double) -> Bool { reflectance < value }

    func modulation(_ reflectance: Double) -> Double {
      let range = isDark(reflectance) ? below : above
      return range > 0 ? abs(reflectance - value) / range : 0
    }
  }

  /// Grades by ISO/IEC 15415:2011.
  ///
  /// - Returns: `nil` for symbologies and sizes of which codewords or fixed patterns are not known.
  func grades15415() -> ScanGrades? {
    let half = (reflectances.highest - reflectances.lowest) / 2
    let threshold = Threshold(value: reflectances.threshold, below: half, above: half)
    guard let common = common(threshold) else { return nil }
    let contrast = reflectances.symbolContrast
    return ScanGrades(
      parameters: [
        common.decode,
        GradedParameter(
          .symbolContrast, contrast, Grade(Double(GradeScale.symbolContrast.whole(contrast)))),
        GradedParameter(.modulation, common.weakest, common.modulation),
        GradedParameter(.reflectanceMargin, nil, common.margin),
      ] + common.rest)
  }

  /// Grades by ISO/IEC TR 29158:2011.
  ///
  /// - Returns: `nil` for symbologies and sizes of which codewords or fixed patterns are not known.
  func grades29158() -> ScanGrades? {
    let known = reflectances.values.filter { !$0.isNaN }
    guard let split = Self.split(known) else { return nil }
    let threshold = Threshold(
      value: split.threshold, below: split.threshold - split.dark,
      above: split.light - split.threshold)
    guard let common = common(threshold) else { return nil }
    // The lighter of the two levels, whichever of them the symbol is printed in.
    let light = isInverted ? 255 - split.dark : split.light
    let contrast = light > 0 ? (split.light - split.dark) / light : 0
    return ScanGrades(
      parameters: [
        common.decode,
        GradedParameter(
          .cellContrast, contrast, Grade(Double(GradeScale.cellContrast.whole(contrast)))),
        GradedParameter(.cellModulation, common.weakest, common.margin),
        GradedParameter(.minimumReflectance, passes: light / 255 >= 0.05, value: light / 255),
      ] + common.rest)
  }

  /// The parameters that both standards have, with a threshold of either.
  private struct Common {
    let decode: GradedParameter
    /// The weakest module's modulation.
    let weakest: Double
    let modulation: Grade
    let margin: Grade
    let rest: [GradedParameter]
  }

  private func common(_ threshold: Threshold) -> Common? {
    func isDark(_ column: Int, _ row: Int) -> Bool {
      threshold.isDark(reflectances.value(column, row))
    }
    func level(_ column: Int, _ row: Int) -> Int {
      GradeScale.modulation.whole(threshold.modulation(reflectances.value(column, row)))
    }
    guard let patterns = FixedPatterns(symbology, columns: columns, rows: rows) else { return nil }
    guard
      let seen = SymbolCodewords(symbology, columns: columns, rows: rows, isDark: isDark)
    else { return isQRCode ? undecoded(threshold) : nil }
    let errors = seen.errors
    let isDecoded = errors.allSatisfy { $0 != nil }
    let unused = isDecoded ? seen.unused(errors.map { $0?.count }) : 0
    let damage = patterns.grade(
      isWrong: { module in
        let value = reflectances.value(module.column, module.row)
        return value.isNaN ? nil : threshold.isDark(value) != module.isDark
      }, level: { level($0.column, $0.row) })
    var rest = [GradedParameter(.fixedPatternDamage, nil, Grade(Double(damage)))]
    if let format = formatGrade(isDark: isDark, level: level) {
      rest.append(GradedParameter(.formatInformation, nil, format))
    }
    rest += uniformity
    rest.append(
      GradedParameter(
        .unusedErrorCorrection, unused,
        Grade(Double(GradeScale.unusedErrorCorrection.whole(unused)))))
    return Common(
      decode: GradedParameter(.decode, passes: isDecoded), weakest: weakest(threshold),
      modulation: overlay(seen, errors: nil, isDark: isDark, level: level),
      margin: overlay(seen, errors: errors, isDark: isDark, level: level), rest: rest)
  }

  private var uniformity: [GradedParameter] {
    [
      GradedParameter(
        .axialNonuniformity, axialNonuniformity,
        Grade(Double(GradeScale.axialNonuniformity.whole(axialNonuniformity))))
    ]
      + [gridNonuniformity].compactMap(\.self).map {
        GradedParameter(
          .gridNonuniformity, $0, Grade(Double(GradeScale.gridNonuniformity.whole($0))))
      }
  }

  private func weakest(_ threshold: Threshold) -> Double {
    reflectances.values.filter { !$0.isNaN }.map(threshold.modulation).min() ?? 0
  }

  /// The grades of a QR Code whose format information is lost: nothing else can be read.
  private func undecoded(_ threshold: Threshold) -> Common {
    Common(
      decode: GradedParameter(.decode, passes: false), weakest: weakest(threshold),
      modulation: .failed, margin: .failed, rest: [])
  }

  private var isQRCode: Bool { symbology.carrier == .qrCode }

  /// The grade of modulation with error correction laid over it: the best level of which, were all
  /// codewords below it wrong, the unused error correction had that grade or a better one.
  ///
  /// - Parameter errors: The wrong codewords of each block, which count at any level; `nil` to leave them
  ///   to their modulation.
  private func overlay(
    _ seen: SymbolCodewords, errors: [[Int]?]?, isDark: (Int, Int) -> Bool, level: (Int, Int) -> Int
  ) -> Grade {
    let best =
      (1...4).map { floor in
        // A codeword with a weak module is told by what it would be with those modules turned over.
        let turned = SymbolCodewords(symbology, columns: columns, rows: rows) { column, row in
          let isWeak = !isFormat(column, row) && level(column, row) < floor
          return isDark(column, row) != isWeak
        }
        guard let turned else { return 0 }
        let weak = zip(seen.blocks.blocks, turned.blocks.blocks).enumerated().map { block, pair in
          let places = Set(pair.0.indices.filter { pair.0[$0] != pair.1[$0] })
          guard let errors else { return Int?.some(places.count) }
          return errors[block].map { places.union($0).count }
        }
        return min(floor, GradeScale.unusedErrorCorrection.whole(seen.unused(weak)))
      }.max() ?? 0
    return Grade(Double(best))
  }

  /// True for the modules of a QR Code's format information, without which codewords cannot be read.
  private func isFormat(_ column: Int, _ row: Int) -> Bool {
    guard isQRCode else { return false }
    func isNear(_ place: Int) -> Bool { place < 9 || place >= columns - 8 }
    return row == 8 && isNear(column) || column == 8 && isNear(row)
  }

  /// The mean grade of both copies of a QR Code's format information, rounded up; `nil` for others.
  private func formatGrade(isDark: (Int, Int) -> Bool, level: (Int, Int) -> Int) -> Grade? {
    guard isQRCode,
      let copies = QRCodewords.formatModules(side: columns, isDark: isDark)
    else { return nil }
    let grades = copies.map { copy in
      (1...4).map { floor in
        let wrong = copy.count {
          isDark($0.column, $0.row) != $0.isDark || level($0.column, $0.row) < floor
        }
        return min(floor, 4 - wrong)
      }.max() ?? 0
    }.map { max($0, 0) }
    return Grade(Double((grades.reduce(0, +) + 1) / 2))
  }

  /// The threshold that leaves the least variance on its two sides, and the means there; `nil` if all
  /// values are alike.
  static func split(_ values: [Double]) -> (threshold: Double, dark: Double, light: Double)? {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last, last > first else { return nil }
    let (total, squares) = sorted.reduce((0.0, 0.0)) { ($0.0 + $1, $0.1 + $1 * $1) }
    var best: (cost: Double, count: Int, sum: Double)?
    var (sum, square) = (0.0, 0.0)
    for count in 1..<sorted.count {
      sum += sorted[count - 1]
      square += sorted[count - 1] * sorted[count - 1]
      guard sorted[count] > sorted[count - 1] else { continue }
      let rest = sorted.count - count
      let dark = square / Double(count) - (sum / Double(count)) * (sum / Double(count))
      let mean = (total - sum) / Double(rest)
      let light = (squares - square) / Double(rest) - mean * mean
      let cost = dark + light
      if cost < best?.cost ?? .infinity { best = (cost, count, sum) }
    }
    guard let best else { return nil }
    let dark = best.sum / Double(best.count)
    let light = (total - best.sum) / Double(sorted.count - best.count)
    return ((sorted[best.count - 1] + sorted[best.count]) / 2, dark, light)
  }
}
