import DecoderKit
import Measuring
import Testing

/// The condition of symbols that another program draws with known faults.
@Suite struct ConditionTests {
  private static let drawn: [Symbology] = [.qrCode, .dataMatrix, .aztec, .code128, .ean13]

  @Test(arguments: drawn) func inkThatSpreadsIsMeasured(_ symbology: Symbology) throws {
    for (growth, sigmaPixels) in [(-0.2, 0.5), (0, 2), (0.3, 2)] {
      let found = try Scene.plain(symbology, margin: 2) {
        $0.symbol.growth = growth
        $0.sigmaPixels = sigmaPixels
      }.measuredCondition()
      #expect(abs(found.barGrowthModules - growth) < 0.05, "\(growth)")
      #expect(abs(found.symbolContrast - 0.7) < 0.03, "\(growth)")
    }
  }

  @Test(arguments: drawn) func aCroppedQuietZoneIsMeasured(_ symbology: Symbology) throws {
    let isLinear = symbology == .code128 || symbology == .ean13
    let zone = try Scene.plain(symbology, margin: 8) {
      $0.symbol.page = (left: 5.4, top: isLinear ? 20 : 1.2, right: 6, bottom: isLinear ? 20 : 2.5)
    }.measuredCondition().quietZone
    #expect(abs(zone.left - 5.4) < 0.15)
    #expect(abs(zone.right - 6) < 0.15)
    if isLinear {
      #expect(zone.top == nil)
      #expect(zone.bottom == nil)
    } else {
      #expect(abs(try #require(zone.top) - 1.2) < 0.15)
      #expect(abs(try #require(zone.bottom) - 2.5) < 0.15)
    }
  }

  @Test func aQuietZoneEndsWithTheImageOrAtItsReach() throws {
    let zone = try Scene.plain(.qrCode, turn: 0, margin: 14) {
      // The symbol's left side lies two modules from the image's.
      $0.map.m[2] -= $0.corners[0].x - 10
    }.measuredCondition().quietZone
    #expect(abs(zone.left - 2) < 0.1)
    #expect(zone.right == SymbolCondition.quietZoneReach)
    #expect(zone.top == SymbolCondition.quietZoneReach)
  }

  @Test func noiseDoesNotEndAQuietZone() throws {
    let zone = try Scene.plain(.dataMatrix, module: 2, margin: 20) {
      ($0.light, $0.dark, $0.noise) = (0.5, 0.25, 13)
    }.measuredCondition().quietZone
    #expect(zone.left == SymbolCondition.quietZoneReach)
    #expect(zone.top == SymbolCondition.quietZoneReach)
    #expect(zone.right == SymbolCondition.quietZoneReach)
    #expect(zone.bottom == SymbolCondition.quietZoneReach)
  }

  @Test(arguments: [0, 0.1, 0.3]) func anEvenGradientOfLightIsMeasured(_ gradient: Double) throws {
    let found = try Scene.plain(.qrCode) { ($0.gradient, $0.gradientDegrees) = (gradient, 70) }
      .measuredCondition()
    #expect(abs(found.lightGradient - gradient) < 0.01)
  }

  @Test(arguments: [0.0, 1, 4, 10], [2.0, 8])
  func noiseIsMeasuredBesideBlurAndLight(_ noise: Double, module: Double) throws {
    let found = try Scene.plain(.qrCode, module: module) { ($0.noise, $0.gradient) = (noise, 0.3) }
      .measuredCondition()
    #expect(abs(found.noiseGreyLevels - noise) < (module < 3 ? 0.75 : 0.25) + 0.1 * noise)
  }

  @Test(arguments: [0.0, 0.3, 1, 2]) func blurIsThatOfTheLensAlone(_ sigma: Double) throws {
    let found = try Scene.plain(.qrCode) { $0.sigmaPixels = sigma }.measuredCondition()
    #expect(abs(found.blurSigmaPixels.value - sigma) < 0.15)
    #expect(found.blurSigmaPixels.lower <= sigma + 0.03)
    #expect(found.blurSigmaPixels.upper >= sigma - 0.03)
  }

  @Test(arguments: [0.0, 30, 135, 280, 359]) func turnIsClockwiseAsSeen(_ turn: Double) throws {
    let found = try Scene.plain(.dataMatrix, turn: turn).measuredCondition()
    let off = found.turnDegrees - turn
    #expect(abs(off - 360 * (off / 360).rounded()) < 0.2)
    #expect((0..<360).contains(found.turnDegrees))
    #expect(!found.isMirrored)
  }

  @Test(arguments: [(0.0, 0.0), (15, 40), (30, 100), (45, 170)])
  func tiltIsMeasuredInAnyDirection(_ tilt: Double, axis: Double) throws {
    let found = try Scene.plain(.qrCode, tilt: tilt, axis: axis).measuredCondition()
    #expect(abs(try #require(found.tiltDegrees) - tilt) < (tilt == 0 ? 3 : 1))
  }

  @Test(arguments: [Symbology.code128, .ean13])
  func tiltOfLinearSymbolsIsNotKnown(_ symbology: Symbology) throws {
    #expect(try Scene.plain(symbology).measuredCondition().tiltDegrees == nil)
  }

  @Test func lightInkOnDarkIsInverted() throws {
    let found = try Scene.plain(.qrCode, margin: 14) { ($0.light, $0.dark) = (0.1, 0.8) }
      .measuredCondition()
    #expect(found.isInverted)
    #expect(abs(found.lightReflectance - 0.8) < 0.01)
    #expect(abs(found.darkReflectance - 0.1) < 0.01)
    #expect(found.quietZone.left == SymbolCondition.quietZoneReach)
    #expect(try !Scene.plain(.qrCode).measuredCondition().isInverted)
  }

  @Test func aSymbolSeenInAMirrorIsMirrored() throws {
    let found = try Scene.plain(.qrCode) {
      // x is turned about the image's middle.
      let width = Double($0.imageWidth)
      for i in 0..<3 { $0.map.m[i] = width * $0.map.m[6 + i] - $0.map.m[i] }
    }.measuredCondition()
    #expect(found.isMirrored)
  }
}
