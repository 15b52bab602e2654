import DecoderKit
import Foundation
import Testing

@testable import Measuring

/// One fault at a time, planted in drawn symbols: it is measured, and comes first.
@Suite struct FaultSignTests {
  private static let symbologies: [Symbology] = [.qrCode, .dataMatrix, .code128, .ean13, .pdf417]

  private func drawn(
    _ symbology: Symbology, module: Double = 5, tilt: Double = 0,
    _ change: (inout Scene) -> Void = { _ in }
  ) throws -> (image: GrayImage, corners: [Point]) {
    let scene = try Scene.plain(symbology, module: module, turn: 2, tilt: tilt, margin: 12, change)
    return (BruteForceRasteriser(scene: scene).image(), scene.corners)
  }

  private func signs(_ image: GrayImage, sourceLocation: SourceLocation = #_sourceLocation)
    throws -> [FaultSign]
  {
    let place = SymbolGauge().potentialSymbols(in: image, besides: []).first
    return try #require(place, sourceLocation: sourceLocation).obstacles
  }

  /// The image with each pixel's shade changed by its place.
  private func changed(
    _ image: GrayImage, _ shade: (_ x: Double, _ y: Double, _ value: Double) -> Double
  ) throws -> GrayImage {
    var pixels: [UInt8] = []
    for y in 0..<image.height {
      for x in 0..<image.width {
        let value = Double(image.pixels[y * image.rowStride + x])
        pixels.append(UInt8(min(max(shade(Double(x) + 0.5, Double(y) + 0.5, value), 0), 255)))
      }
    }
    return try GrayImage(width: image.width, height: image.height, pixels: pixels)
  }

  private func box(_ corners: [Point]) -> (low: Point, high: Point) {
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    return (
      Point(x: xs.min() ?? 0, y: ys.min() ?? 0), Point(x: xs.max() ?? 0, y: ys.max() ?? 0)
    )
  }

  @Test(arguments: symbologies) func aCleanSymbolHasNoFault(_ symbology: Symbology) throws {
    let (image, _) = try drawn(symbology)
    #expect(try signs(image).filter { $0.severity > 0.1 } == [])
  }

  /// Of the small Data Matrix, a patch of half its sides leaves too little to tell.
  @Test(arguments: symbologies.filter { $0 != .dataMatrix }) func aCoveredMiddleIsDamageOfThatShare(
    _ symbology: Symbology
  )
    throws
  {
    let (image, corners) = try drawn(symbology)
    let (low, high) = box(corners)
    let (width, height) = (high.x - low.x, high.y - low.y)
    // A patch of grey over the middle, a third or half as wide, and of bars over their whole height.
    let isFull = height < 0.6 * width
    let half = (isFull ? 1.0 / 3 : 0.5) / 2
    let covered = try changed(image) { x, y, value in
      let isAcross = abs(x - (low.x + high.x) / 2) < half * width
      let isDown = isFull || abs(y - (low.y + high.y) / 2) < half * height
      return isAcross && isDown && y > low.y - 10 && y < high.y + 10 ? 110 : value
    }
    let sign = try #require(try signs(covered).first)
    #expect(sign.fault == .damage)
    guard case .share(let share) = sign.measure else {
      Issue.record("no share: \(sign)")
      return
    }
    let truth = isFull ? 2 * half : 4 * half * half
    #expect(share > 0.5 * truth && share < 1.6 * truth, "\(share)")
  }

  @Test(arguments: symbologies) func aReflectionIsGlareAndNoDamage(_ symbology: Symbology) throws {
    let (image, corners) = try drawn(symbology)
    let (low, high) = box(corners)
    let reach = 0.3 * max(high.y - low.y, (high.x - low.x) / 2)
    let glaring = try changed(image) { x, y, value in
      let distance = hypot(x - 0.6 * low.x - 0.4 * high.x, y - (low.y + high.y) / 2) / reach
      return value + 400 * exp(-pow(distance, 2.5))
    }
    #expect(try signs(glaring).first?.fault == .glare)
  }

  /// On paper that is white to the sensor, only the soft end of a reflection tells it from a sticker.
  @Test(arguments: [Symbology.qrCode, .dataMatrix], [false, true])
  func onWhitePaperAReflectionFadesOutAndAStickerDoesNot(
    _ symbology: Symbology, isSticker: Bool
  ) throws {
    let (image, corners) = try drawn(symbology)
    let (low, high) = box(corners)
    let reach = 0.3 * (high.y - low.y)
    let seen = try changed(image) { x, y, value in
      let distance = hypot(x - 0.4 * low.x - 0.6 * high.x, y - (low.y + high.y) / 2) / reach
      let light = isSticker ? (distance < 1 ? 255 : 0) : 400 * exp(-pow(distance, 2.5))
      return min(value * 1.25, 255) + light
    }
    #expect(try signs(seen).first?.fault == (isSticker ? .damage : .glare))
  }

  @Test(arguments: symbologies) func aShadowIsUnevenLight(_ symbology: Symbology) throws {
    let (image, corners) = try drawn(symbology)
    let (low, high) = box(corners)
    let shaded = try changed(image) { x, y, value in
      let along = (x - (low.x + high.x) / 2) / (0.12 * (high.x - low.x))
      return value * (0.08 + 0.92 / (1 + exp(-along)))
    }
    #expect(try signs(shaded).first?.fault == .unevenLight)
  }

  @Test(arguments: [0.12, 8.0]) func aToneCurveIsExposureAndPaleInkIsLowContrast(power: Double)
    throws
  {
    let (image, _) = try drawn(.qrCode)
    let toned = try changed(image) { _, _, value in 255 * pow(value / 255, power) }
    #expect(try signs(toned).first?.fault == .exposure)
    let pale = try changed(image) { _, _, value in 120 + (value - 128) * 0.12 }
    #expect(try signs(pale).first?.fault == .lowContrast)
  }

  /// The mean over a straight way, pixel by pixel.
  private func moved(_ image: GrayImage, by pixels: Double, degrees: Double) throws -> GrayImage {
    let (dx, dy) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    let result = LuminancePlane.with(image) { plane in
      try? changed(image) { x, y, _ in
        let places = (0..<40).map { pixels * ((Double($0) + 0.5) / 40 - 0.5) }
        return places.reduce(0) { $0 + plane.value(x + dx * $1, y + dy * $1) } / 40
      }
    }
    return try #require(result ?? nil)
  }

  @Test(arguments: [(Symbology.qrCode, 30.0), (.aztec, 100), (.code128, 10), (.pdf417, 170)])
  func aMovementIsToldFromAnUnsharpLens(_ symbology: Symbology, degrees: Double) throws {
    let (image, _) = try drawn(symbology)
    let sign = try #require(try signs(try moved(image, by: 12, degrees: degrees)).first)
    #expect(sign.fault == .motion)
    guard case .path(let pixels, let seen) = sign.measure else {
      Issue.record("no path: \(sign)")
      return
    }
    let off = abs(seen - degrees).truncatingRemainder(dividingBy: 180)
    #expect(min(off, 180 - off) <= 16 && pixels > 7 && pixels < 19, "\(pixels) px along \(seen)°")
    let (unsharp, _) = try drawn(symbology) { $0.sigmaPixels = 3.2 }
    let all = try signs(unsharp)
    #expect(all.first?.fault == .blurred && !all.contains { $0.fault == .motion }, "\(all)")
  }

  /// Modules of less than a pixel and a half run together as if they had moved.
  @Test(arguments: [Symbology.code128, .ean13], [0.75, 0.9]) func smallBarsHaveNotMoved(
    _ symbology: Symbology, module: Double
  ) throws {
    let (image, _) = try drawn(symbology, module: module) { $0.sigmaPixels = 0.5 }
    let places = SymbolGauge().potentialSymbols(in: image, besides: [])
    let signs = places.first?.obstacles ?? []
    #expect(!signs.contains { $0.fault == .motion }, "\(signs)")
  }

  @Test(arguments: [Symbology.qrCode, .dataMatrix, .pdf417])
  func aDarkTableDoesNotMakeASymbolLightOnDark(
    _ symbology: Symbology
  ) throws {
    let (image, corners) = try drawn(symbology) { $0.light = 0.9 }
    // Within the symbol's own sides.
    func isInside(_ x: Double, _ y: Double) -> Bool {
      corners.indices.allSatisfy { index in
        let (a, b) = (corners[index], corners[(index + 1) % corners.count])
        return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) >= 0
      }
    }
    let table = try changed(image) { x, y, value in isInside(x, y) ? value : 26 }
    let places = SymbolGauge().potentialSymbols(in: table, besides: [])
    #expect(!places.isEmpty)
    #expect(!places.contains { $0.obstacles.contains { $0.fault == .inverted } })
    let first = places.first?.obstacles ?? []
    #expect(first.contains { $0.fault == .quietZone }, "\(first)")
  }

  @Test func aSteepViewIsPerspective() throws {
    for symbology in [Symbology.qrCode, .aztec] {
      let (image, _) = try drawn(symbology, module: 7, tilt: 60)
      let sign = try #require(try signs(image).first)
      #expect(sign.fault == .perspective, "\(sign)")
      switch sign.measure {
      case .degrees(let tilt), .degreesIfSquare(let tilt): #expect(abs(tilt - 60) < 12, "\(tilt)")
      default: Issue.record("\(sign)")
      }
    }
  }

  /// The sides of a rectangle are those of a square seen at an angle: counted modules alone tell which it is.
  @Test(arguments: [false, true]) func aRectangleIsSteepIfItIsSquare(isRead: Bool) throws {
    let image = GrayImage(width: 300, height: 120, filledWith: 255)
    let outline = Corners(
      topLeft: Point(x: 20, y: 20), topRight: Point(x: 220, y: 20),
      bottomRight: Point(x: 220, y: 70), bottomLeft: Point(x: 20, y: 70))
    let sign = try #require(
      LuminancePlane.with(image) { plane in
        FaultGauge(
          plane: plane, kind: .matrix, outline: outline, modulePixels: 7, finestPixels: 7,
          isRead: isRead
        ).tilt(SIMD2(14, 14))
      } ?? nil)
    let tilt: Double? =
      switch sign.measure {
      case .degrees(let tilt): isRead ? tilt : nil
      case .degreesIfSquare(let tilt): isRead ? nil : tilt
      default: nil
      }
    #expect(abs(try #require(tilt) - acos(0.25) * 180 / .pi) < 0.1)
  }

  /// Blocks as JPEG files keep them: their cosine coefficients rounded to steps that grow with the frequency.
  private func compressed(_ image: GrayImage, step: Double, from start: Int) throws -> GrayImage {
    func cosine(_ u: Int, _ x: Int) -> Double {
      (u == 0 ? 0.125.squareRoot() : 0.5) * cos(Double((2 * x + 1) * u) * .pi / 16)
    }
    let table = (0..<8).map { u in (0..<8).map { cosine(u, $0) } }
    var pixels = image.pixels
    for top in stride(from: start, through: image.height - 8, by: 8) {
      for left in stride(from: start, through: image.width - 8, by: 8) {
        var kept = [Double](repeating: 0, count: 64)
        for (v, u) in (0..<64).map({ ($0 / 8, $0 % 8) }) {
          let sum = (0..<64).reduce(0.0) { sum, at in
            let pixel = image.pixels[(top + at / 8) * image.rowStride + left + at % 8]
            return sum + Double(pixel) * table[v][at / 8] * table[u][at % 8]
          }
          let size = step * Double(1 + u + v)
          kept[v * 8 + u] = (sum / size).rounded() * size
        }
        for at in 0..<64 {
          let value = (0..<64).reduce(0.0) {
            $0 + kept[$1] * table[$1 / 8][at / 8] * table[$1 % 8][at % 8]
          }
          pixels[(top + at / 8) * image.rowStride + left + at % 8] = UInt8(
            min(max(value, 0), 255).rounded())
        }
      }
    }
    return try GrayImage(width: image.width, height: image.height, pixels: pixels)
  }

  @Test func theBlocksOfFilesAreSeenWhereverTheyBegin() throws {
    let (image, _) = try drawn(.qrCode, module: 4)
    #expect(excess(image) == 0)
    #expect(try excess(compressed(image, step: 1, from: 0)) == 0, "a good file")
    for start in [0, 3] {
      #expect(try excess(compressed(image, step: 40, from: start)) > 2, "\(start)")
    }
  }

  /// The excess that is reported as a fault; 0 if none is.
  private func excess(_ image: GrayImage) -> Double {
    SymbolGauge().faults(of: image, colours: []).compactMap { sign -> Double? in
      if case .blockExcess(let excess) = sign.measure { excess } else { nil }
    }.first ?? 0
  }

  /// Modules as blocks of two, four, eight or sixteen pixels, as files of symbols have them.
  @Test(arguments: [2, 3, 4, 8, 16, 24], [0, 1.5]) func modulesAreNoBlocksOfFiles(
    side: Int, noise: Double
  ) throws {
    var state: UInt64 = 7
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24)
    }
    let modules = (0..<900).map { _ in random() < 0.5 ? 40.0 : 210 }
    let size = 30 * side
    let pixels = (0..<size * size).map { index -> UInt8 in
      let module = modules[index / size / side * 30 + index % size / side]
      let grain = (random() + random() + random() - 1.5) * 2 * noise
      return UInt8(min(max(module + grain, 0), 255).rounded())
    }
    #expect(excess(try GrayImage(width: size, height: size, pixels: pixels)) == 0)
  }

  @Test func aColourWithMoreContrastThanGreyIsNamed() throws {
    let (image, _) = try drawn(.qrCode)
    let alike = try changed(image) { _, _, value in 100 + value / 40 }
    let signs = SymbolGauge().faults(of: alike, colours: [alike, image])
    #expect(signs.map(\.fault) == [.colours])
    #expect(SymbolGauge().faults(of: image, colours: [image, alike]) == [])
  }

  @Test func theGravestFaultComesFirstAndEachOnce() {
    let signs = FaultSign.ordered([
      FaultSign(.blurred, severity: 0.2), FaultSign(.damage, severity: 0.7),
      FaultSign(.blurred, severity: 0.9), FaultSign(.glare, severity: 0),
      FaultSign(.jpeg, severity: -1),
    ])
    #expect(signs.map(\.fault) == [.blurred, .damage])
    #expect(FaultSign(.tooSmall, severity: 1, .modulePixels(1.3)).zoom == 3.9)
  }
}
