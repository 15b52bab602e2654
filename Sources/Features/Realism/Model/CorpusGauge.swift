import Base
import Corpora
import DecoderKit
import Measuring
import PluginHost
import Results
import Symbols
import Synchronization

/// Measures the condition of every symbol of a corpus, drawn or photographed, as a scan does.
///
/// The gauge starts from what decoders read, and where. A symbol that it does not find in this way it
/// looks for with the data of the truth. True corners of drawn symbols are not used: photos have none.
struct CorpusGauge: Sendable {
  let corpus: Corpus
  /// The readings of each sample, decoder by decoder.
  var readings: [SamplePlace: [[Reading]]] = [:]
  let jobs: Int
  let stop: StopSignal

  /// One image: its symbols, or the reason why it could not be read.
  struct Measured: Sendable, Codable {
    var file: String?
    /// The symbols as they are seen, without what decoders made of them.
    var symbols: [Symbol] = []
    var isTruthKnown = true
    var fault: String?

    struct Symbol: Sendable, Codable {
      var symbology: Symbology?
      var condition: SeenCondition?
      var gap: GaugeFailure?
      var outline: [Double]?
    }
  }

  /// Measures all samples. Blocks the caller.
  ///
  /// - Parameter told: Called now and then, on several threads, with the number of samples done and of all.
  func run(told: @escaping @Sendable (Int, Int) -> Void = { _, _ in }) -> [SamplePlace: Measured] {
    let numbering = SampleNumbering(of: corpus)
    let places = (0..<numbering.count).compactMap(numbering.place)
    let done = Atomic(0)
    let measured = places.indices.concurrentMap(
      threads: jobs, state: { SampleRenderer(corpus: corpus) }
    ) { index, renderer -> Measured? in
      guard !stop.isRequested else { return nil }
      let measured = measure(places[index], &renderer)
      told(done.add(1, ordering: .relaxed).newValue, places.count)
      return measured
    }
    // Ended early, it has the first of them.
    return Dictionary(uniqueKeysWithValues: zip(places, measured))
  }

  private func measure(_ place: SamplePlace, _ renderer: inout SampleRenderer) -> Measured {
    let sample: Sample
    do {
      sample = try renderer.draw(
        group: corpus.groups[place.group], level: corpus.sweep.levels[place.level],
        trial: place.trial)
    } catch {
      return Measured(fault: "\(error)")
    }
    let expected = sample.truth.expected
    let measurements = TruthGauge(sample.image).measure(
      expected, given: readings[place] ?? [])
    return Measured(
      file: sample.file,
      symbols: zip(expected, measurements).map { expected, measurement in
        Measured.Symbol(expected.symbology, measurement, in: sample.image)
      }, isTruthKnown: sample.truth.isKnown)
  }
}

extension CorpusGauge.Measured.Symbol {
  init(_ symbology: Symbology?, _ measurement: SymbolMeasurement, in image: GrayImage) {
    self.symbology = symbology
    condition = SeenCondition(symbology, measurement, in: image)
    gap = condition == nil ? measurement.source.failure ?? .notFound : nil
    outline = measurement.outline.map { $0.points.flatMap { [$0.x, $0.y] } }
  }
}

extension SeenCondition {
  /// The condition that a measurement gives; `nil` unless the symbol was measured.
  init?(_ symbology: Symbology?, _ measurement: SymbolMeasurement, in image: GrayImage) {
    guard let symbology, let size = measurement.moduleSize, let seen = measurement.condition,
      let dimension = measurement.dimension, let outline = measurement.outline
    else { return nil }
    let module = max(size.pixels.value, 1e-3)
    let edge =
      outline.points.map {
        min($0.x, $0.y, Double(image.width) - $0.x, Double(image.height) - $0.y)
      }.min() ?? 0
    let zone = seen.quietZone.narrowest
    self.init(
      symbology: symbology, imageWidth: image.width, imageHeight: image.height,
      columns: dimension.columns, rows: dimension.rows, moduleSizePixels: module,
      blurSigmaPixels: seen.blurSigmaPixels.value, lightReflectance: seen.lightReflectance,
      darkReflectance: seen.darkReflectance, noiseGreyLevels: seen.noiseGreyLevels,
      lightGradient: seen.lightGradient, turnDegrees: seen.turnDegrees,
      tiltDegrees: seen.tiltDegrees, quietZoneModules: zone,
      isQuietZoneCut: zone < SymbolCondition.quietZoneReach && zone >= edge / module - 1,
      barGrowthModules: seen.barGrowthModules, isInverted: seen.isInverted,
      isMirrored: seen.isMirrored, modulation: seen.grades.modulation,
      unusedErrorCorrection: seen.grades.unusedErrorCorrection,
      decodability: seen.grades.decodability, bestLineModulation: seen.bestLine?.modulation,
      bestLineDecodability: seen.bestLine?.decodability)
  }
}
