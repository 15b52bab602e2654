import DecoderKit

extension SymbolGauge {
  /// Measures faults at a place, such as one that was found in a changed image.
  ///
  /// - Parameters:
  ///   - place: The place; its own obstacles are not asked.
  ///   - image: The image in which the faults are measured.
  /// - Returns: The faults beyond what decoders bear, the gravest first.
  public func faults(at place: PotentialSymbol, in image: GrayImage) -> [FaultSign] {
    faults(at: place, isRead: false, in: image)
  }

  private func faults(
    at place: PotentialSymbol, isRead: Bool, in image: GrayImage
  ) -> [FaultSign] {
    LuminancePlane.with(image) { plane in
      let gauge = FaultGauge(
        plane: plane, kind: place.kind, outline: place.outline,
        modulePixels: place.moduleSizePixels,
        finestPixels: place.finestPixels, isRead: isRead)
      return gauge.levels.map { gauge.signs(modules: place.modules, levels: $0) } ?? []
    } ?? []
  }

  /// Measures faults at the place of a symbol that was measured.
  ///
  /// - Returns: The faults beyond what decoders bear, the gravest first; none without outline and size.
  public func faults(of symbol: SymbolMeasurement, in image: GrayImage) -> [FaultSign] {
    guard let outline = symbol.outline, let size = symbol.moduleSize?.pixels.value,
      let dimension = symbol.dimension
    else { return [] }
    return faults(
      at: PotentialSymbol(
        kind: dimension.rows == 1 ? .linear : .matrix, outline: outline, moduleSizePixels: size,
        modules: dimension.rows == 1
          ? nil : SIMD2(Double(dimension.columns), Double(dimension.rows)), obstacles: []),
      isRead: true, in: image)
  }

  /// Measures faults that concern an image as a whole: the blocks of JPEG files, and colours that are alike in
  /// grey.
  ///
  /// - Parameters:
  ///   - image: The image in grey.
  ///   - colours: Each of its colours alone; empty for grey images.
  public func faults(of image: GrayImage, colours: [GrayImage]) -> [FaultSign] {
    var signs: [FaultSign] = []
    let excess = LuminancePlane.with(image, Blockiness.excess) ?? 0
    if excess > Self.leastBlockExcess {
      signs.append(
        FaultSign(.jpeg, severity: 0.4 + excess - Self.leastBlockExcess, .blockExcess(excess)))
    }
    let grey = max(Self.edges(image), 4)
    let best = colours.map(Self.edges).max() ?? 0
    if best > 2 * grey, best > 40 {
      signs.append(FaultSign(.colours, severity: min(best / grey / 3, 2), .gain(best / grey)))
    }
    return FaultSign.ordered(signs)
  }

  /// Most files of a quality of 75 and more stay below it; those of 14 and less have 1.6 to 10.
  private static let leastBlockExcess = 1.5

  /// The difference of neighbours that one pixel in fifty exceeds, in grey levels.
  private static func edges(_ image: GrayImage) -> Double {
    var counts = [Int](repeating: 0, count: 256)
    var seen = 0
    for y in stride(from: 0, to: image.height, by: max(image.height / 400, 1)) {
      let row = y * image.rowStride
      for x in stride(from: 2, to: image.width, by: 1) {
        counts[abs(Int(image.pixels[row + x]) - Int(image.pixels[row + x - 2]))] += 1
        seen += 1
      }
    }
    var left = seen / 50
    for (difference, count) in counts.enumerated().reversed() {
      left -= count
      if left < 0 { return Double(difference) }
    }
    return 0
  }
}

extension FaultGauge {
  /// The shades that a tenth and nine tenths of the place do not exceed; `nil` for corners on a line.
  fileprivate var levels: (dark: Double, light: Double)? {
    guard let map = Homography(width: 1, height: 1, to: outline) else { return nil }
    let shares = (0..<40).map { (Double($0) + 0.5) / 40 }
    let values = shares.flatMap { v in
      shares.map { u -> Double in
        let point = map.apply(u, v)
        return plane.value(point.x, point.y)
      }
    }.sorted()
    return (values[values.count / 10], values[values.count * 9 / 10])
  }
}
