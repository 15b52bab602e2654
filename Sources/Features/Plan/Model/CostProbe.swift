import Base
import Corpora
import Evaluation
import Foundation
import PluginHost
import Results
import Sessions

/// Measures what a comparison costs, by running a few small slices of it with the decoders at hand.
struct CostProbe {
  private let choice: DecoderChoice
  private let jobs: Int
  private let settings: RunSettings
  private let provenance: Provenance

  /// The number of slices that are run.
  private static let parts = 3
  /// Trials at each level that a first slice takes, which says how large the others are to be.
  private static let firstTrials = 2
  /// Seconds of a core that a slice is to take: starting workers, a tenth of a second, is little of it.
  private static let seconds = 2.0

  /// Makes a probe.
  ///
  /// - Parameters:
  ///   - choice: The decoders that are measured.
  ///   - settings: The settings of the comparison.
  init(_ choice: DecoderChoice, settings: RunSettings, provenance: Provenance) {
    (self.choice, self.settings, self.provenance) = (choice, settings, provenance)
    jobs = settings.jobs
  }

  /// Measures a corpus.
  ///
  /// - Parameter name: The corpus as it was named.
  /// - Throws: Errors of a run; `CancellationError` if it was stopped.
  func cost(of corpus: Corpus, named name: String, stop: StopSignal) throws -> CorpusCost {
    let numbering = SampleNumbering(of: corpus)
    let trials = numbering.trialCounts.max() ?? 1
    // Of a corpus with few trials a slice takes some of the levels.
    let most = max(trials / Self.firstTrials, corpus.sweep.levels.count, 1)
    let first = try probe(corpus, Shard(index: 1, count: most), numbering, stop)
    let taken = first.drawSeconds + first.decodeSeconds.values.reduce(0, +)
    // A slice of one in so many takes the time that it is to take, and none more than a first one.
    let count = max(Int(Double(most) * min(taken / Self.seconds, 1)), 1)
    var probes = count == most ? [first] : []
    for part in probes.count..<min(Self.parts, count) {
      let shard = Shard(index: 1 + part * count / Self.parts, count: count)
      probes.append(try probe(corpus, shard, numbering, stop))
    }
    if probes.isEmpty { probes = [first] }
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
      corpus: corpus, decoders: choice.decoders, jobs: jobs,
      deathsBeforeGivingUp: settings.deathsBeforeGivingUp, shard: shard, keptReadings: .none,
      reportFolder: folder,
      reproduceOptions: ReproduceOptions(
        corpusFile: nil, seed: nil, plugins: [],
        timeoutNanoseconds: Int(settings.timeoutSeconds * 1e9),
        memoryLimitBytes: settings.memoryLimitBytes))
    let session = try ComparisonSession(
      plan: plan, folder: folder, settings: settings, provenance: provenance)
    let run = try session.decode(stop: stop)
    if stop.isRequested { throw CancellationError() }
    let (record, outcome) = try session.store.record(ofRun: run)
    let cost = outcome?.cost ?? RunCost()
    let handling =
      Double(cost.transportNanoseconds + cost.storeNanoseconds) / Double(max(cost.decodes, 1))
    var seconds: [String: Double] = [:]
    var decodes = 0
    for (index, decoder) in record.decoders.enumerated() {
      var nanoseconds = 0.0
      try session.store.forEachObservation(ofRun: run, decoder: index) { observation in
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
