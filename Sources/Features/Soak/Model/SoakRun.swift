import Base
import DecoderKit
import Evaluation
import Foundation
import PluginHost
import Statistics

/// One decoder that reads the same images again and again in one process.
struct SoakRun {
  let decoder: ConfiguredDecoder
  let images: [(name: String, image: GrayImage)]
  let seconds: Double?
  let decodes: Int?
  let stop: StopSignal

  /// A process is given up after so many times the time of a slow read: only a read that ends can be told slow.
  private static let patience = 6
  private static let sampleSeconds = 0.02
  /// The share of a processor below which CPU time stands still.
  private static let stillShare = 0.05
  private static let mostDeaths = 10
  /// The width of the classes of times, as a factor.
  private static let fineness = 1.01

  /// One process from its start to its end.
  private struct Life {
    var decodes = 0
    var memory: [(work: Double, value: Double)] = []
    var descriptors: [(work: Double, value: Double)] = []
    /// The CPU time per decode as a multiple of that of a young process.
    var times: [(work: Double, value: Double)] = []
    /// CPU time and decodes since the last comparison with one.
    var (processor, counted) = (0, 0)
  }

  /// CPU time while an answer is waited for.
  private final class Watch {
    var start = ContinuousClock.now
    var looks: [(seconds: Double, processor: Double)] = []

    func look(at process: Int32) {
      let now = (ContinuousClock.now - start) / .seconds(1)
      guard now - (looks.last?.seconds ?? 0) >= 0.2,
        let processor = WorkerUsage.processorSeconds(of: process)
      else { return }
      looks.append((now, processor))
    }

    /// The CPU time in the last half of the wait by its length; `nil` for short ones.
    var share: Double? {
      guard let last = looks.last, let half = looks.last(where: { $0.seconds <= last.seconds / 2 })
      else { return nil }
      return (last.processor - half.processor) / (last.seconds - half.seconds)
    }
  }

  /// Decodes until the time or the number is reached. Blocks the caller.
  ///
  /// - Throws: `PluginError` if the decoder does not start.
  func run(into report: inout SoakReport, _ show: (Int) -> Void) throws {
    let start = ContinuousClock.now
    var settings = decoder.members[0]
    report.slowSeconds = Double(settings.decodeDeadlineNanoseconds) / 1e9
    settings.decodeDeadlineNanoseconds *= Self.patience
    var (longest, life) = (Life(), Life())
    var (classes, next): ([Int: Int], Int) = ([:], 0)
    var sampled = start
    let watch = Watch()
    var twin = YoungTwin(of: settings, images.map(\.image), stop)
    defer { twin.end() }
    var worker = try LiveWorker(settings: settings, stop: stop)
    defer { worker.hangUp() }
    while !stop.isRequested {
      let elapsed = (ContinuousClock.now - start) / .seconds(1)
      if let seconds, elapsed >= seconds { break }
      if let decodes, report.decodes >= decodes { break }
      let process = worker.processIdentifier
      (watch.start, watch.looks) = (ContinuousClock.now, [])
      worker.whileWaiting = { watch.look(at: process) }
      let (name, image) = images[next]
      let (attempts, isUsable) = worker.decode([PendingDecode(image)])
      let attempt = attempts[0]
      if case .stopped = attempt.outcome { break }
      next = (next + 1) % images.count
      if isUsable {
        note(attempt, of: name, &life, &report, &classes)
        if next == 0, .now - sampled >= .seconds(Self.sampleSeconds) {
          sample(process, &life, &twin)
          sampled = .now
        }
        show(report.decodes)
        continue
      }
      report.deaths.append(
        death(attempt, of: name, after: life.decodes, watch))
      if life.decodes > longest.decodes { longest = life }
      life = Life()
      guard report.deaths.count < Self.mostDeaths else {
        report.trouble = "its process ended \(Self.mostDeaths) times"
        break
      }
      worker.hangUp()
      worker = try LiveWorker(settings: settings, stop: stop)
    }
    if life.decodes >= longest.decodes { longest = life }
    report.longestLife = longest.decodes
    let share = 1 - (1 - SoakReport.confidence) / Double(SoakReport.Subject.allCases.count)
    report.series = SoakReport.Subject.allCases.map { subject in
      let growth =
        switch subject {
        case .memory: Growth(longest.memory, .steps(quantum: 4096), confidence: share)
        case .descriptors: Growth(longest.descriptors, .steps(quantum: 1), confidence: share)
        case .time: Growth(longest.times, .level, confidence: share)
        }
      return SoakReport.Series(subject, growth)
    }
    report.medianMilliseconds = Self.quantile(0.5, classes)
    if report.decodes >= 10_000 { report.p9999Milliseconds = Self.quantile(0.9999, classes) }
    report.wallSeconds = (ContinuousClock.now - start) / .seconds(1)
  }

  private func note(
    _ attempt: DecodeAttempt, of name: String, _ life: inout Life, _ report: inout SoakReport,
    _ classes: inout [Int: Int]
  ) {
    life.decodes += 1
    report.decodes += 1
    life.processor += attempt.cpuNanoseconds
    life.counted += 1
    let milliseconds = Double(attempt.wallNanoseconds) / 1e6
    classes[Int((log(max(milliseconds, 1e-6)) / log(Self.fineness)).rounded(.up)), default: 0] += 1
    if milliseconds >= report.slowSeconds * 1000 { report.slowReads += 1 }
    if milliseconds > report.worst?.milliseconds ?? -1 {
      report.worst = .init(
        milliseconds: milliseconds, processorMilliseconds: Double(attempt.cpuNanoseconds) / 1e6,
        image: name)
    }
  }

  /// Samples at the end of a pass through the images, when the same image was always the last.
  private func sample(_ process: Int32, _ life: inout Life, _ twin: inout YoungTwin) {
    let work = Double(life.decodes)
    if let usage = WorkerUsage(of: process) {
      life.memory.append((work, Double(usage.memoryBytes)))
      life.descriptors.append((work, Double(usage.descriptors)))
    }
    guard twin.isDue else { return }
    let ratio = twin.compare(Double(life.processor) / Double(life.counted), at: life.decodes)
    if let ratio { life.times.append((work, ratio)) }
    (life.processor, life.counted) = (0, 0)
  }

  private func death(
    _ attempt: DecodeAttempt, of name: String, after decodes: Int, _ watch: Watch
  ) -> SoakReport.Death {
    let waited = (ContinuousClock.now - watch.start) / .seconds(1)
    switch attempt.outcome {
    case .timedOut:
      let share = watch.share
      let isStill = share.map { $0 <= Self.stillShare } ?? false
      return .init(
        kind: isStill ? .hang : .endless, decodes: decodes, image: name, waitedSeconds: waited,
        processorShare: share)
    case .crashed(let ending, _):
      return .init(
        kind: .crash, decodes: decodes, image: name, waitedSeconds: waited, detail: "\(ending)")
    case .failed(let words, _):
      return .init(
        kind: .crash, decodes: decodes, image: name, waitedSeconds: waited, detail: words)
    default:
      return .init(kind: .crash, decodes: decodes, image: name, waitedSeconds: waited)
    }
  }

  /// The upper end of the class that holds a quantile, in milliseconds.
  private static func quantile(_ share: Double, _ classes: [Int: Int]) -> Double? {
    var left = Int((Double(classes.values.reduce(0, +)) * share).rounded(.up))
    for (index, count) in classes.sorted(by: { $0.key < $1.key }) {
      left -= count
      if left <= 0 { return pow(fineness, Double(index)) }
    }
    return nil
  }
}
