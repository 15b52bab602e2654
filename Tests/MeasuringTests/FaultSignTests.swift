import DecoderKit
import Foundation
import TestSupport
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

  @Test func aSteepViewIsPerspective() throws {
    for symbology in [Symbology.qrCode, .aztec] {
      let (image, _) = try drawn(symbology, module: 7, tilt: 60)
      let sign = try #require(try signs(image).first)
      #expect(sign.fault == .perspective, "\(sign)")
      if case .degrees(let tilt) = sign.measure { #expect(abs(tilt - 60) < 12, "\(tilt)") }
    }
  }

  @Test func theBlocksOfFilesAreSeenWhereverTheyBegin() throws {
    let (image, _) = try drawn(.qrCode, module: 4)
    func blocked(_ strength: Double, from start: Int) throws -> GrayImage {
      try changed(image) { x, y, value in
        let (left, top) = ((Int(x) + start) / 8 * 8 - start, (Int(y) + start) / 8 * 8 - start)
        var (sum, count) = (0.0, 0.0)
        for row in max(top, 0)..<min(top + 8, image.height) {
          for column in max(left, 0)..<min(left + 8, image.width) {
            sum += Double(image.pixels[row * image.rowStride + column])
            count += 1
          }
        }
        return value * (1 - strength) + strength * sum / count
      }
    }
    func step(_ image: GrayImage) -> Double {
      SymbolGauge().faults(of: image, colours: []).compactMap { sign -> Double? in
        if case .blockStep(let step) = sign.measure { step } else { nil }
      }.first ?? 0
    }
    #expect(step(image) == 0)
    #expect(try step(blocked(0.1, from: 0)) == 0)
    for start in [0, 3] { #expect(try step(blocked(0.85, from: start)) > 0.6, "\(start)") }
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
