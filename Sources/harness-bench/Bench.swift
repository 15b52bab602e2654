import Analysis
import Corpora
import Evaluation
import Foundation
import PluginHost
import Results
import Sessions

/// Measures whole comparisons: the real path, from the corpus to the store.
struct Bench {
  private let search: PluginSearch
  private let jobs = MachineShare.cores
  private let catalog: CorpusCatalog

  init() throws {
    search = Self.search(given: [])
    catalog = CorpusCatalog(folders: ["Corpora"])
  }

  /// The search for decoders built beside the bench, and for plugins given by their paths.
  static func search(given paths: [String]) -> PluginSearch {
    let folder = Bundle.main.executableURL?
      .resolvingSymlinksInPath().deletingLastPathComponent().path
    return PluginSearch(
      given: paths, harnessFolder: folder, environment: ProcessInfo.processInfo.environment)
  }

  /// Measures the harness alone: a decoder that reads nothing, on images of 100 × 100 pixels.
  func exchange() throws -> [Measurement] {
    let corpus = try corpus(levels: "3", conditions: "upright", trials: 40_000)
    let run = try measure(corpus, decoders: ["null"])
    let drawing = Double(run.cost.encodeNanoseconds + run.cost.renderNanoseconds) / 1e9
    let seconds = (run.availableSeconds - drawing) / Double(jobs)
    return [
      Measurement(
        "null, 100 × 100 px, drawing excluded", Double(run.cost.samples) / seconds,
        "samples/s", .atLeast(15_000))
    ]
  }

  /// Measures the main use, small images, with fewer trials.
  func smallImages() throws -> [Measurement] {
    let corpus = try catalog.load(nameOrPath: "qr-small").overriding(trials: 60, seed: nil)
    let runs = try repeated(corpus, decoders: ["zbar", "zxing"])
    let cost = runs[runs.count / 2].cost
    let fastest =
      try ["zbar", "zxing"].map {
        Double(try measure(corpus, decoders: [$0]).cost.decodeNanoseconds)
      }.min() ?? 0
    let all = Double(
      cost.encodeNanoseconds + cost.renderNanoseconds + cost.decodeNanoseconds
        + cost.transportNanoseconds + cost.storeNanoseconds)
    func share(_ name: String, _ part: Int) -> Measurement {
      Measurement("qr-small: \(name)", Double(part) / Double(cost.samples) / 1000, "µs a sample")
    }
    return [
      Measurement(
        "qr-small: efficiency", runs[runs.count / 2].efficiency, "of the time in decode calls",
        .atLeast(0.70)),
      Measurement(
        "qr-small: rendering over fastest decoder", Double(cost.renderNanoseconds) / fastest,
        "CPU ratio", .atMost(1)),
      share("encoding", cost.encodeNanoseconds), share("rendering", cost.renderNanoseconds),
      share("decoding", cost.decodeNanoseconds), share("transport", cost.transportNanoseconds),
      share("storing", cost.storeNanoseconds),
      Measurement(
        "qr-small: all of it that is decoding", Double(cost.decodeNanoseconds) / all, "share"),
    ]
  }

  /// Measures the same symbols as photographs of VGA size and more.
  func largeImages() throws -> [Measurement] {
    let corpus = try corpus(levels: "20, 24", conditions: "upright, rotated", trials: 60)
    let runs = try repeated(corpus, decoders: ["zbar", "zxing"])
    return [
      Measurement(
        "660 px and more: efficiency", runs[runs.count / 2].efficiency,
        "of the time in decode calls", .atLeast(0.86))
    ]
  }

  /// The cost of a comparison of images of one size, with a decoder that reads nothing.
  ///
  /// - Parameter level: The module size, in pixels; the image is 33 modules wide.
  func nullCost(level: String) throws -> RunCost {
    try measure(
      corpus(levels: level, conditions: "rotated", trials: 100), decoders: ["null"]
    ).cost
  }

  /// A comparison's cost, with the seconds of the processor's time that were there for it, over all cores.
  private struct Run {
    let cost: RunCost
    let availableSeconds: Double

    var efficiency: Double { Double(cost.decodeNanoseconds) / 1e9 / availableSeconds }
  }

  /// Compares three times, and returns the runs in the order of their efficiency.
  private func repeated(_ corpus: Corpus, decoders: [String]) throws -> [Run] {
    try (0..<3).map { _ in try measure(corpus, decoders: decoders) }
      .sorted { $0.efficiency < $1.efficiency }
  }

  /// Compares, from the first image to the last verdict: without the search for decoders and the scores.
  private func measure(_ corpus: Corpus, decoders: [String]) throws -> Run {
    let folder = FileManager.default.temporaryDirectory.path + "/harness-bench-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let choice = try DecoderChoice(
      decoders.map { DecoderReference(name: $0) }, search: search,
      limits: .init(decodeDeadlineNanoseconds: 5_000_000_000, memoryLimitBytes: nil))
    let plan = ComparisonPlan(
      corpus: corpus, decoders: choice.decoders, unavailable: choice.unavailable, jobs: jobs,
      deathsBeforeGivingUp: 10, reportFolder: folder,
      reproduceOptions: ReproduceOptions(
        corpusFile: nil, seed: nil, plugins: [],
        timeoutNanoseconds: RunSettings.usualTimeoutNanoseconds, memoryLimitBytes: nil))
    let share = MachineShare()
    let outcome = try ComparisonSession(
      plan: plan, folder: folder,
      settings: .bench(jobs: jobs), provenance: .bench(cores: jobs)
    ).run().table.outcome
    return Run(
      cost: outcome.cost, availableSeconds: outcome.wallSeconds * Double(jobs) * share.value)
  }

  private func corpus(levels: String, conditions: String, trials: Int) throws -> Corpus {
    let rotations = ["upright": "0", "rotated": "{random: [0, 360]}"]
    let chosen = conditions.split(separator: ",").map { name in
      let name = name.trimmingCharacters(in: .whitespaces)
      return "  - {name: \(name), rotation: \(rotations[name] ?? "0")}"
    }
    return try Corpus(
      yaml: """
        format: 1
        name: bench
        version: 1
        title: Bench
        question: How fast is the harness?
        seed: 1
        symbols:
          - {name: v2, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 20}}
        conditions:
        \(chosen.joined(separator: "\n"))
        sweep: {axis: module-size, harder: smaller, levels: [\(levels)]}
        trials: \(trials)
        """, file: "bench.yaml")
  }
}
