import DecoderKit
import Foundation
import Images
import Measuring

/// Draws scenes, has them read, measures the reads and compares with the truth.
struct GaugeBench: Sendable {
  /// Images for each symbology.
  var scale = 40
  var seed: UInt64 = 1
  var symbologies = DrawnSymbol.symbologies
  var readers = Reader.decoders
  /// The one image to look at; `nil` for all.
  var number: Int?
  /// The instrument under test, which may look at the scene's truth in comparisons.
  var gauge: @Sendable (Reading, GrayImage, Scene) -> SymbolMeasurement = { reading, image, _ in
    SymbolGauge().measure(reading, in: image)
  }
  /// A folder for pictures of the worst cases.
  var dumpFolder: String?

  /// More images of those symbologies of which the decoders here read the fewest.
  private static let imagesPerScale: [Symbology: Int] = [.aztec: 4, .pdf417: 3, .code128: 2]

  /// Measures all cases, on all cores.
  func run() async throws -> [GaugeCase] {
    let work = symbologies.flatMap { symbology -> [(Symbology, Int)] in
      let images = scale * (Self.imagesPerScale[symbology] ?? 1)
      return (number.map { $0..<$0 + 1 } ?? 0..<images).map { (symbology, $0) }
    }
    let jobs = ProcessInfo.processInfo.activeProcessorCount
    var cases: [[GaugeCase]] = Array(repeating: [], count: work.count)
    try await withThrowingTaskGroup(of: (Int, [GaugeCase]).self) { group in
      for (place, item) in work.enumerated() {
        if place >= jobs, let (done, found) = try await group.next() { cases[done] = found }
        group.addTask { (place, try measure(item.0, number: item.1)) }
      }
      for try await (done, found) in group { cases[done] = found }
    }
    return cases.flatMap { $0 }
  }

  /// Measures the reads of one image.
  private func measure(_ symbology: Symbology, number: Int) throws -> [GaugeCase] {
    let scene = Scene(random: symbology, number: number, seed: seed)
    let image = BruteForceRasteriser(scene: scene).image()
    let decoding = try Self.cost { _ = try Reader.zbar.readings(in: image, wanted: nil) }
    return try readers.filter { $0.supports(symbology) }.compactMap { reader in
      guard let reading = try reader.reading(of: scene.symbol, in: image) else { return nil }
      var measurement: SymbolMeasurement?
      let gauging = Self.cost { measurement = gauge(reading, image, scene) }
      return measurement.map {
        GaugeCase(
          scene: scene, number: number, reader: reader, measurement: $0, nanoseconds: gauging,
          decodingNanoseconds: decoding)
      }
    }
  }

  /// The processor's time of this thread that work takes, in nanoseconds.
  private static func cost(_ work: () throws -> Void) rethrows -> UInt64 {
    let start = threadNanoseconds()
    try work()
    return threadNanoseconds() - start
  }

  /// The processor's time of this thread.
  private static func threadNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Writes the pictures of cases, each with its true outline as text beside it.
  func dump(_ cases: [GaugeCase]) throws {
    guard let dumpFolder else { return }
    try FileManager.default.createDirectory(
      atPath: dumpFolder, withIntermediateDirectories: true)
    for found in cases {
      let name = "\(found.scene.symbol.symbology.rawValue)-\(found.number)"
      let image = BruteForceRasteriser(scene: found.scene).image()
      try PNG.write(image, path: "\(dumpFolder)/\(name).png")
      try (found.scene.details + "\n").write(
        toFile: "\(dumpFolder)/\(name).txt", atomically: true, encoding: .utf8)
    }
  }
}
