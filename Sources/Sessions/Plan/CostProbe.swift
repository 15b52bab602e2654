import Corpora
import Evaluation
import Foundation
import PluginHost
import ResultStore
import Results

/// Measures what a comparison costs, by running a few small slices of it with the decoders at hand.
public struct CostProbe {
  private let selection: DecoderSelection
  private let jobs: Int
  private let settings: RunSettings
  private let provenance: Provenance

  /// The number of slices that are run.
  private static let parts = 3
  /// Trials at each level that one of them takes, about.
  private static let trials = 2

  /// Makes a probe.
  ///
  /// - Parameters:
  ///   - selection: The decoders that are measured.
  ///   - settings: The settings of the comparison.
  public init(_ selection: DecoderSelection, settings: RunSettings, provenance: Provenance) {
    (self.selection, self.settings, self.provenance) = (selection, settings, provenance)
    jobs = settings.jobs
  }

  /// Measures a corpus.
  ///
  /// - Parameter name: The corpus as it was named.
  /// - Throws: Errors of a run; `CancellationError` if it was stopped.
  public func cost(of corpus: Corpus, named name: String, stop: StopSignal) throws -> CorpusCost {
    let numbering = SampleNumbering(of: corpus)
    let trials = numbering.trialCounts.max() ?? 1
    let count = max(trials / Self.trials, 1)
    let indices = Set((0..<Self.parts).map { 1 + $0 * count / Self.parts }).sorted()
    var probes: [CorpusCost.Probe] = []
    for index in indices {
      let shard = Shard(index: index, count: count)
      guard numbering.sampleCounts(in: shard).reduce(0, +) > 0 else { continue }
      probes.append(try probe(corpus, shard, numbering, stop))
      if stop.isRequested { throw CancellationError() }
    }
    return CorpusCost(
      corpus: name, samples: numbering.sampleCount,
      mostSlices: max(trials, corpus.sweep.levels.count),
      imageBytes: try imageBytes(of: corpus), probes: probes)
  }

  private func probe(
    _ corpus: Corpus, _ shard: Shard, _ numbering: SampleNumbering, _ stop: StopSignal
  ) throws -> CorpusCost.Probe {
    let folder = FileManager.default.temporaryDirectory.path + "/plan-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let plan = ComparisonPlan(
      corpus: corpus, decoders: selection.decoders, jobs: jobs,
      deathsBeforeGivingUp: settings.deathsBeforeGivingUp, shard: shard, keptReadings: .none,
      reportFolder: folder,
      reproduceOptions: ReproduceOptions(
        corpusFile: nil, seed: nil, plugins: [],
        timeoutNanoseconds: Int(settings.timeoutSeconds * 1e9),
        memoryLimitBytes: settings.memoryLimitBytes))
    let session = try ComparisonSession(
      plan: plan, folder: folder, settings: settings, provenance: provenance)
    let run = try session.decode(stop: stop)
    let store = try SQLiteStore(path: folder + "/" + StoreLocation.fileName, isNew: false)
    let (record, outcome) = try store.record(ofRun: run)
    let cost = outcome?.cost ?? RunCost()
    let handling =
      Double(cost.transportNanoseconds + cost.storeNanoseconds) / Double(max(cost.decodes, 1))
    var seconds: [String: Double] = [:]
    var decodes = 0
    for (index, decoder) in record.decoders.enumerated() {
      var nanoseconds = 0.0
      try store.forEachObservation(ofRun: run, decoder: index) { observation in
        decodes += 1
        // A decoder that gives no answer keeps its core for the whole time allowed.
        nanoseconds +=
          handling
          + (observation.verdict == .timeout
            ? settings.timeoutSeconds * 1e9 : Double(observation.cpuNanoseconds))
      }
      seconds[decoder.label] = nanoseconds / 1e9
    }
    return CorpusCost.Probe(
      samples: numbering.sampleCounts(in: shard).reduce(0, +),
      drawSeconds: Double(cost.encodeNanoseconds + cost.renderNanoseconds) / 1e9,
      decodeSeconds: seconds, decodes: decodes)
  }

  /// The mean size of the first image of every level and group.
  private func imageBytes(of corpus: Corpus) throws -> Double {
    var renderer = SampleRenderer(corpus: corpus)
    var (bytes, images) = (0, 0)
    for group in corpus.groups {
      for level in corpus.sweep.levels {
        guard let sample = try? renderer.draw(group: group, level: level, trial: 0) else {
          continue
        }
        bytes += sample.image.width * sample.image.height
        images += 1
      }
    }
    return Double(bytes) / Double(max(images, 1))
  }
}
