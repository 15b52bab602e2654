import Base
import Drawing
import Symbols

/// The random streams of prints, which the symbols of a label draw from one after the other.
struct PrintChances {
  private let camera: CameraSettings
  private var damage: Xoshiro256
  private var dots: Xoshiro256
  private var elements: Xoshiro256
  private var wrinkle: Xoshiro256
  private var waves: Xoshiro256

  init(_ camera: CameraSettings, _ randomness: SampleRandomness) {
    self.camera = camera
    damage = randomness.generator(.damage)
    dots = randomness.generator(.dots)
    elements = randomness.generator(.elements)
    wrinkle = randomness.generator(.wrinkle)
    waves = randomness.generator(.waves)
  }

  /// Prints the next symbol as the settings ask.
  mutating func print(_ symbol: Symbol) throws(SceneError) -> PrintedSymbol {
    var spots: [Spot] = []
    if !camera.isNeutral(.damage) {
      spots += try Damage.spots(percent: camera[.damage], on: symbol, &damage)
    }
    if !camera.isNeutral(.wrinkle) {
      spots += try Damage.scratch(widthModules: camera[.wrinkle], on: symbol, &wrinkle)
    }
    return PrintedSymbol(
      symbol, barGrowthModules: camera[.barGrowth], spots: spots, mark: mark(of: symbol),
      deadLines: deadLines(of: symbol), warp: warp(of: symbol))
  }

  private mutating func mark(of symbol: Symbol) -> Mark {
    if !camera.isNeutral(.hatch) {
      return .hatch(
        Hatch(
          pitchModules: camera[.hatch], linePercent: camera[.hatchLine],
          burnPercent: camera[.hatchBurn]))
    }
    guard !camera.isNeutral(.dots) else { return .solid }
    var pattern = DotPattern()
    pattern.perModule = Int(camera[.dots])
    pattern.sizePercent = camera[.dotSize]
    pattern.sizeSpreadPercent = camera[.dotSizeSpread]
    pattern.offsetPercent = camera[.dotOffset]
    pattern.missingPercent = camera[.missingDots]
    pattern.satellitePercent = camera[.satellites]
    return .dots(pattern.dots(of: symbol, &dots), shading)
  }

  /// The shading of dents under a lamp that stays where it is while the part is turned.
  private var shading: DentShading? {
    guard !camera.isNeutral(.dentShading) else { return nil }
    let turned = camera[.dentLight] - camera[.rotation]
    return DentShading(
      strength: camera[.dentShading] / 100,
      directionDegrees: camera.isSet(.mirrored) ? 180 - turned : turned)
  }

  private mutating func deadLines(of symbol: Symbol) -> DeadLines {
    guard !camera.isNeutral(.deadLines) else { return .none }
    return DeadLines(
      percent: camera[.deadLines], perModule: Int(camera[.printerDots]),
      isLadder: camera.isSet(.ladder), on: symbol, &elements)
  }

  private mutating func warp(of symbol: Symbol) -> PrintWarp? {
    guard !camera.isNeutral(.warp) || !camera.isNeutral(.skew) else { return nil }
    return PrintWarp(
      amplitudeModules: camera[.warp], wavelengthModules: camera[.warpWavelength],
      skewDegrees: camera[.skew], on: symbol, &waves)
  }
}
