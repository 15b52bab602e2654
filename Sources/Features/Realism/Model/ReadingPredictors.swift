import DecoderKit
import Foundation

/// The terms of a condition from which a chance of being read is computed.
///
/// Lengths are in modules and ratios in logarithms, as that is how decoders meet them; what helps only up
/// to a point is bent there.
enum ReadingPredictors {
  /// Returns the terms, in a fixed order.
  static func values(_ seen: SeenCondition) -> [Double] {
    let size = log2(min(max(seen.moduleSizePixels, 0.3), 30)) - 1.3
    let blur = min(seen.blurSigmaPixels / max(seen.moduleSizePixels, 0.3), 1.5)
    let contrast = max(seen.lightReflectance - seen.darkReflectance, 0.01)
    let signal = log2(contrast * 255 / (max(seen.moduleNoiseGreyLevels, 0) + 1))
    let noise = max(5 - signal, 0)
    let quarter = seen.turnDegrees.truncatingRemainder(dividingBy: 90)
    let turn = min(quarter, 90 - quarter) / 45
    let tilt = (seen.tiltDegrees ?? 0) / 45
    let gain = max(seen.barGrowthModules, 0)
    let loss = max(-seen.barGrowthModules, 0)
    let side = Double(min(seen.imageWidth, seen.imageHeight))
    let margin = missingMargin(seen)
    return [
      1, size, max(-size - 0.3, 0), max(size - 1, 0),
      blur, max(blur - 0.5, 0), noise, max(3 - signal, 0), max(0.4 - contrast, 0),
      min(seen.lightGradient, 1.5), turn, tilt,
      seen.isQuietZoneCut ? 0 : margin, seen.isQuietZoneCut ? margin : 0,
      seen.isInverted ? 1 : 0, seen.isMirrored ? 1 : 0, gain, loss,
      1 - (seen.unusedErrorCorrection ?? 1), 1 - (seen.decodability ?? 1), 1 - seen.modulation,
      1 - (seen.bestLineDecodability ?? 1), 1 - (seen.bestLineModulation ?? 1),
      side > 500 ? 1 : 0, log2(max(side, 32) / 200), log2(Double(max(seen.columns, 1))) - 5,
      size * blur, size * turn, size * tilt, size * noise, blur * noise, blur * loss, size * loss,
    ]
  }

  /// The share of the standard's quiet zone that is missing on the narrowest side, 0 to 1.
  private static func missingMargin(_ seen: SeenCondition) -> Double {
    let asked: Double =
      switch seen.symbology.carrier {
      case .qrCode: 4
      case .microQRCode, .rMQRCode, .pdf417: 2
      case .dataMatrix, .dataBar, .dataBarLimited, .microPDF417, .maxiCode: 1
      case .aztec, .aztecRune: 0
      case .ean8, .upcE: 7
      case .ean13, .upcA: 9
      default: 10
      }
    return asked > 0 ? min(max(1 - seen.quietZoneModules / asked, 0), 1) : 0
  }
}
