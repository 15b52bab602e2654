import DecoderKit

extension MatrixGauge {
  /// The shares of fixed modules in the wrong colour from which a symbol without sound codewords is not believed.
  private static let leastDamage = (flat: 0.15, bent: 0.03)

  /// The symbol with the bend of its label, if its structure is that of one; `nil` if it is not.
  ///
  /// Sound codewords are proof. Without them, few fixed modules may have the wrong colour. A polynomial can make a
  /// bend out of anything, and data modules of any colour: a bent symbol must not have codewords that are known
  /// and unsound, and one that is bent by a third of a module not many that are wrong.
  func believed(_ symbol: RegisteredSymbol, _ symbology: Symbology) -> RegisteredSymbol? {
    let own = unbent(symbol)
    if let own, own.backing(of: symbology) == .codewords {
      return isSound(own, symbology) ? own : nil
    }
    if own?.bent != nil || own == nil, let other = symbol.mirrored(symbology).flatMap(unbent),
      other.backing(of: symbology) == .codewords, isSound(other, symbology)
    {
      return other
    }
    guard let own else { return nil }
    let fixed = own.layout?.fixed ?? []
    let damage = ModuleReflectances(own.registration, in: plane).damage(of: fixed) ?? 0
    guard own.bent != nil else { return damage < Self.leastDamage.flat ? own : nil }
    // Not all sizes of Data Matrix have codewords that are read here.
    let isUnread = symbology.carrier == .dataMatrix && own.codewords(of: symbology) == nil
    return damage < Self.leastDamage.bent && isUnread ? own : nil
  }

  private func isSound(_ symbol: RegisteredSymbol, _ symbology: Symbology) -> Bool {
    guard let warp = symbol.registration.warp, warp.bend.largest > 0.3 else { return true }
    let pattern = symbol.registration.pattern
    // As fitted, and as seen.
    let modules = ModuleReflectances(symbol.registration, in: plane)
    return [{ pattern[$0, $1] != 0 }, modules.isDark].allSatisfy { isDark in
      ErrorCorrectionUse(
        symbology, columns: pattern.columns, rows: pattern.rows, part: pattern.part,
        isDark: isDark
      ).map { $0.unused > 0.6 } ?? false
    }
  }

  /// The symbol with the bend of its label, where it has one.
  ///
  /// Modules that the flat fit has missed are read again where the bend has them.
  ///
  /// - Returns: `nil` if the label is bent in another way than was found.
  private func unbent(_ symbol: RegisteredSymbol) -> RegisteredSymbol? {
    guard let layout = symbol.layout, symbol.hasSquareModules else { return symbol }
    var registration = symbol.registration
    let (columns, rows) = (Double(layout.columns), Double(layout.rows))
    let pixels = PixelSelection(
      of: plane, map: registration.map, columns: columns, rows: rows, margin: (0.9, 0.9),
      blurPixels: registration.blurPixels, budget: budget)
    guard var fit = WarpFit(registration, pixels: pixels), fit.isBent() else { return symbol }
    var agreement = symbol.fixedAgreement
    for _ in 0..<4 {
      guard fit.run(steps: 10, tolerance: 1e-4) else { return nil }
      registration = fit.registration
      guard
        let sampled = sampled(
          layout, middle: registration.middleDerivatives, blurPixels: registration.blurPixels,
          map: registration.point)
      else { return nil }
      agreement = sampled.fixedAgreement
      if sampled.pattern == registration.pattern { break }
      registration.pattern = sampled.pattern
      guard let next = WarpFit(registration, pixels: pixels) else { return nil }
      fit = next
    }
    guard fit.run(steps: 6, tolerance: 1e-5), fit.estimate() else { return nil }
    var bent = symbol
    (bent.registration, bent.bent, bent.fixedAgreement) = (fit.registration, fit, agreement)
    return bent
  }
}
