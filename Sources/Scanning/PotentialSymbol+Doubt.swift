import Measuring

extension PotentialSymbol {
  /// True for a place that looks like a texture as much as like a symbol: without paper around it, it fills the image,
  /// or light and dark differ little there for another reason than the exposure.
  ///
  /// Of 25 photos without a code (falsepositives-2 of ZXing-C++) this holds for 22, of 321 others for 20. It is no
  /// more than a doubt.
  package func mayBeTexture(inWidth width: Int, height: Int) -> Bool {
    func has(_ fault: ImageFault) -> Bool { obstacles.contains { $0.fault == fault } }
    guard has(.quietZone) else { return false }
    let inside = outline.area * outline.share(insideWidth: width, height: height)
    return inside > Self.wholeImage * Double(width * height)
      || has(.lowContrast) && !has(.exposure)
  }

  /// The share of an image that a place fills, from which on nothing around it can be seen.
  private static let wholeImage = 0.9
}
