import Base
import Corpora
import DecoderKit
import Drawing
import Images
import Symbols
import Testing

@testable import Limits

/// The reader's model of an image beside the renderer's image.
@Suite struct ForwardModelTests {
  /// A scene of a symbol, and all that the reader knows of it.
  static func scene(
    _ options: SymbolOptions, _ payload: String, _ camera: CameraSettings, phase: Point
  ) throws -> (symbol: Symbol, image: GrayImage, view: InformedView) {
    var encoder = SymbolEncoder()
    let symbol = try encoder.encode(Array(payload.utf8), options: options)
    var viewpoint = Viewpoint(moduleSizePixels: camera[.moduleSize])
    viewpoint.rotationDegrees = camera[.rotation]
    viewpoint.tiltDegrees = camera[.tilt]
    viewpoint.curvatureDegrees = camera[.curvature]
    viewpoint.isMirrored = camera.isSet(.mirrored)
    viewpoint.phase = phase
    let isDark = !camera.isNeutral(.quietZone)
    let scene = try Scene(
      [PrintedSymbol(symbol)], viewpoint: viewpoint,
      surroundings: Surroundings(
        isDark ? .dark : .paper, quietZonePercent: isDark ? camera[.quietZone] : 100),
      sampling: camera.isSet(.nearestSampling) ? .nearest : .area)
    var rasteriser = SceneRasteriser()
    var ink = InkPlane()
    rasteriser.drawInk(scene, into: &ink)
    var lens = Camera()
    let image = try lens.expose(
      ink, settings: camera, generator: Xoshiro256(state: (1, 2, 3, UInt64(payload.count))))
    let placed = try #require(scene.symbols.first)
    return (
      symbol, image,
      InformedView(
        options: options, columns: symbol.columns, rowHeights: symbol.rowHeights, map: placed.map,
        width: scene.width, height: scene.height, camera: camera, sampling: scene.sampling,
        freeMargin: isDark ? placed.freeMargin : nil)
    )
  }

  static func camera(_ values: [CameraParameter: Double]) -> CameraSettings {
    var camera = CameraSettings()
    for (parameter, value) in values { camera[parameter] = value }
    return camera
  }

  static let cameras: [CameraSettings] = [
    [.moduleSize: 0.8], [.moduleSize: 2.24, .rotation: 133], [.moduleSize: 3, .rotation: -4],
    [.moduleSize: 4, .rotation: 3, .defocus: 7.5], [.moduleSize: 2, .blur: 0.9],
    [.moduleSize: 3, .motion: 5, .motionDirection: 30],
    [.moduleSize: 4, .rotation: 5, .symbolContrast: 3, .paperReflectance: 50],
    [.moduleSize: 4, .gradient: 60, .gradientDirection: 200, .symbolContrast: 40],
    [.moduleSize: 3, .glare: 30, .glareRadius: 40, .paperReflectance: 60, .symbolContrast: 50],
    [.moduleSize: 3, .tilt: 40],
    [.moduleSize: 3, .curvature: 90], [.moduleSize: 2.5, .mirrored: 1, .inverted: 1],
    [.moduleSize: 3, .quietZone: 50, .defocus: 6], [.moduleSize: 2.3, .nearestSampling: 1],
  ].map(camera)

  static let symbols: [(SymbolOptions, String)] = [
    (.qrCode(version: 2, errorCorrection: .medium, mask: nil), "WHAT PIXELS ALLOW"),
    (.pdf417(columns: 2, rows: nil, errorCorrection: 2, rowHeight: 3), "ROWS OF BARS"),
    (.linear(.ean13(addOn: nil)), "400638133393"),
    (.linear(.itf14(bearers: .box)), "1540014128876"),
  ]

  /// A x is the drawn image to within rounding, where no noise is added.
  @Test(arguments: cameras.indices)
  func modelIsTheRenderersImage(_ index: Int) throws {
    for (options, payload) in Self.symbols {
      let (symbol, image, view) = try Self.scene(
        options, payload, Self.cameras[index], phase: Point(x: 0.37, y: 0.81))
      var reader = InformedReader()
      let plan = try reader.plan(view)
      let dark = plan.unknowns.map { symbol.isDark(column: $0[0].column, row: $0[0].row) }
      let levels = PixelModel(view, plan).levels(dark)
      let worst = zip(levels, image.pixels).map { abs($0 - Float($1)) }.max() ?? 0
      // Half a level is what rounding takes; the chords of curves differ by 0.01 px at most.
      #expect(worst <= (view.map.cylinder == nil ? 0.52 : 4), "\(options), \(view.camera)")
    }
  }

  /// With noise, clipping bends the mean and cuts the variance; both are compared with drawn images.
  @Test func responseIsThatOfTheSensor() throws {
    for (paper, noise, photons) in [(100.0, 20.0, nil), (85, 80, nil), (60, 3, 400.0)] {
      var camera = Self.camera([.paperReflectance: paper, .symbolContrast: 55, .readNoise: noise])
      if let photons { camera[.photons] = photons }
      var sensor = Camera()
      for ink in [Float(0), 1] {
        let image = try sensor.expose(
          InkPlane(width: 200, height: 200, filledWith: ink), settings: camera,
          generator: Xoshiro256(state: (5, 6, 7, 8)))
        let values = image.pixels.map { Double($0) }
        let mean = values.reduce(0, +) / 40_000
        let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 40_000
        let response = SensorResponse(camera, largest: 255)
        let signal = 2.55 * (paper - (ink == 1 ? 55 : 0))
        #expect(abs(response.mean(signal) - mean) < 4 * (variance / 40_000).squareRoot() + 0.02)
        #expect(abs(response.variance(signal) / variance - 1) < 0.05)
      }
    }
  }
}
