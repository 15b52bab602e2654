import Measuring

extension PotentialSymbol {
  /// True for a place that looks like a texture as much as like a symbol: without paper around it, it fills the image,
  /// or light and dark differ little there for another reason than the exposure. No paper is seen of a side at the
  /// image's edge, either, but many a good photo of bars has them from edge to edge: this counts only for pale places.
  ///
  /// Of 25 photos without a code (falsepositives-2 of ZXing-C++) this holds for 24, of 330 others for 21. It is no
  /// more than a doubt.
  package func mayBeTexture(inWidth width: Int, height: Int) -> Bool {
    func has(_ fault: ImageFault) -> Bool { obstacles.contains { $0.fault == fault } }
    let isPale = has(.lowContrast) && !has(.exposure)
    if isPale, touchesEdge(ofWidth: width, height: height) { return true }
    guard has(.quietZone) else { return false }
    let inside = outline.area * outline.share(insideWidth: width, height: height)
    return inside > Self.wholeImage * Double(width * height) || isPale
  }

  /// True for a place that comes within a module of the image's edge.
  private func touchesEdge(ofWidth width: Int, height: Int) -> Bool {
    outline.points.contains {
      min($0.x, $0.y, Double(width) - $0.x, Double(height) - $0.y) < moduleSizePixels
    }
  }

  /// The share of an image that a place fills, from which on nothing around it can be seen.
  private static let wholeImage = 0.9
}
