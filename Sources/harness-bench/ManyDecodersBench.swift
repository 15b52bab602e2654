import Analysis
import Foundation
import Reporting
import Results
import Statistics

/// Runs of very many decoders over the groups and levels of qr-small: the time to score and report
/// them, and the size of the files.
///
/// Decoders are drawn: thresholds between 0.9 and 4 px, most near 1.6, in families whose members miss
/// the same images. Observations are made as the scorer asks for them, and no process is started.
struct ManyDecodersBench {
  /// Numbers of decoders; the largest has limits.
  static let counts = [1, 2, 20, 21, 64, 200, 1000]

  /// Measures all numbers, or those of `BENCH_DECODERS`, such as `64,1000`.
  func measurements() throws -> [Measurement] {
    let wanted = ProcessInfo.processInfo.environment["BENCH_DECODERS"]?
      .split(separator: ",").compactMap { Int($0) }
    return try (wanted ?? Self.counts).flatMap { try measurements(decoders: $0) }
  }

  private func measurements(decoders: Int) throws -> [Measurement] {
    let store = DrawnDecoders(count: decoders)
    var scores: ScoreTable?
    let scoring = try MachineShare.seconds { scores = try Scorer.scores(ofRun: 0, in: store) }
    guard let table = scores else { return [] }
    var sizes: [String: Double] = [:]
    var times: [String: Double] = [:]
    for writer in ReportSet.writers + [PageReport()] where writer.applies(to: table) {
      var text = ""
      times[writer.fileName] = try MachineShare.seconds { text = try writer.render(table) }
      sizes[writer.fileName] = Double(text.utf8.count) / 1e6
      try keep(text, writer.fileName, decoders)
    }
    var shown = ""
    times["terminal"] = MachineShare.seconds {
      shown = TerminalReport(TerminalStyle(width: 100)).render(table)
    }
    try keep(shown, "terminal.txt", decoders)
    let isLargest = decoders == Self.counts.last
    let name = "\(decoders) decoders"
    return [
      Measurement(
        "\(name): scored", scoring, "s", isLargest ? .atMost(45) : .none),
      Measurement(
        "\(name): scored and reported", scoring + times.values.reduce(0, +), "s",
        isLargest ? .atMost(60) : .none),
      Measurement(
        "\(name): scores.json", sizes["scores.json"] ?? 0, "MB",
        isLargest ? .atMost(30) : .none),
      Measurement("\(name): peak memory", Memory.peakBytes / 1e6, "MB", .none),
    ]
      + times.sorted { $0.key < $1.key }.filter { _ in isLargest }.map { file, seconds in
        Measurement(
          "\(name): \(file), \(String(format: "%.2f", sizes[file] ?? 0)) MB", seconds, "s", .none)
      }
  }

  /// Writes a report to the folder that `BENCH_REPORTS` names, for a look at it.
  private func keep(_ text: String, _ name: String, _ decoders: Int) throws {
    guard let folder = ProcessInfo.processInfo.environment["BENCH_REPORTS"] else { return }
    let place = "\(folder)/\(decoders)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try text.write(toFile: "\(place)/\(name)", atomically: true, encoding: .utf8)
  }
}

/// A run over qr-small's two groups, 33 levels and 400 trials, whose observations are drawn when they
/// are asked for, always the same.
private struct DrawnDecoders: ObservationStore {
  private static let trials = 400
  private static let levels = [
    "0.8", "0.9", "1", "1.1", "1.2", "1.3", "1.37", "1.4", "1.5", "1.6", "1.62", "1.7", "1.8",
    "1.9",
    "2", "2.1", "2.2", "2.24", "2.3", "2.4", "2.5", "2.6", "2.7", "2.72", "2.8", "2.9", "3", "3.14",
    "3.5", "4", "4.5", "5", "6",
  ].compactMap { Level(parsing: $0) }
  private static let families = 12

  let count: Int
  private let record: RunRecord
  /// By image, and by family and image: draws that decide what is read, 0 to 1.
  private let difficulties: [[Float]]

  init(count: Int) {
    self.count = count
    difficulties = (0...Self.families).map { family in
      var random = SplitMix64(state: UInt64(family))
      return (0..<2 * Self.levels.count * Self.trials).map { _ in Self.unit(random.next()) }
    }
    let labels = (0..<count).map { index in
      let name = "family-\(index % Self.families)"
      return index < Self.families ? name : "\(name):setting=\(index / Self.families)"
    }
    record = .bench(
      corpus: "qr-small", levels: Self.levels, trials: Self.trials,
      groups: ["v2-m/upright", "v2-m/rotated"], decoders: labels)
  }

  func record(ofRun run: Int) -> (RunRecord, RunOutcome?) {
    (record, .bench)
  }

  func forEachObservation(
    ofRun run: Int, decoder: Int, withReadings: Bool,
    _ body: (borrowing Observation) throws -> Void
  ) throws {
    let family = decoder % Self.families
    // A spread of thresholds with most in the middle, and a few far off.
    let share = (Double(decoder) + 0.5) / Double(count)
    let middle = 1.6 + 0.25 * log(share / (1 - share)) + 0.03 * Double(family)
    let width = 0.06 + 0.02 * Double(decoder % 5)
    let lapse = 0.002 * Double(decoder % 7)
    var own = SplitMix64(state: UInt64(decoder + 1) << 32)
    var image = 0
    for group in 0..<2 {
      for (level, value) in record.corpus.levels.enumerated() {
        let x = (value.value - middle - 0.15 * Double(group)) / width
        let rate = Float((1 - lapse) / (1 + exp(-x)))
        for trial in 0..<Self.trials {
          // The image decides, the family's part in it, or the decoder alone.
          let word = own.next()
          let draw =
            switch word % 10 {
            case 0..<5: difficulties[0][image]
            case 5..<8: difficulties[1 + family][image]
            default: Self.unit(word)
            }
          let isRead = draw < rate
          try body(
            Observation(
              decoder: decoder, place: .init(group: group, level: level, trial: trial),
              finding: Finding(isRead ? .read : .noRead, isStrict: isRead),
              wallNanoseconds: 400_000 + 5000 * family + Int(word >> 44),
              cpuNanoseconds: 400_000, readingCount: isRead ? 1 : 0))
          image += 1
        }
      }
    }
  }

  private static func unit(_ word: UInt64) -> Float { Float(word >> 40) / 16_777_216 }

  // MARK: Writing, which nobody asks for

  func begin(_ run: RunRecord, anew: Bool) -> OpenedRun {
    OpenedRun(number: 0, isContinued: false)
  }
  func observedTrials(ofRun run: Int, withReadings: Bool) -> ObservedTrials {
    ObservedTrials(record.corpus.numbering, decoders: count)
  }
  func append(_ observations: [Observation], toRun run: Int) {}
  func finish(run: Int, outcome: RunOutcome) {}
}
