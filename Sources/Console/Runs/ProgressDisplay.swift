import Base
import Dispatch
import Evaluation
import Foundation
import PluginHost
import Reporting
import Results
import Sessions
import Synchronization

/// The progress of a run on standard error: a line per decoder that is redrawn in place, or, where
/// that is no terminal, one line now and then.
final class ProgressDisplay {
  private let painter: ProgressPainter
  private let queue = DispatchQueue(label: "progress")
  /// Made when it starts: a source that is released without ever having run ends the process.
  private var timer: (any DispatchSourceTimer)?
  /// The seconds between two pictures.
  private let interval: Double

  /// Makes a display.
  ///
  /// - Parameter isLive: True to redraw lines in place.
  init(plan: ComparisonPlan, allowsColor: Bool, isLive: Bool) {
    painter = ProgressPainter(plan: plan, allowsColor: allowsColor, isLive: isLive)
    interval = isLive ? 0.2 : Terminal.secondsBetweenLines
  }

  func start(_ progress: RunProgress, observed: ObservedTrials) {
    let start = ContinuousClock.now
    var ticks = 0
    // The estimate is due long before the second line of a log.
    let step = min(interval, 1)
    let ticksBetween = max(1, Int((interval / step).rounded()))
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + step, repeating: step)
    timer.setEventHandler { [painter] in
      ticks += 1
      painter.paint(
        progress, observed: observed, elapsedSeconds: (ContinuousClock.now - start) / .seconds(1),
        isDue: ticks % ticksBetween == 0)
    }
    timer.resume()
    self.timer = timer
  }

  /// Removes the lines, so that the score table stands alone.
  func end() {
    timer?.cancel()
    queue.sync { painter.erase() }
  }
}

/// Writes the lines and remembers how many are on the screen.
private final class ProgressPainter: Sendable {
  private let labels: [String]
  /// The number of samples by decoder; `nil` where samples are chosen adaptively.
  private let totals: [Int]?
  private let jobs: Int
  /// The number of samples after which every group was tried at every level once.
  private let pilotSamples: Int
  private let allowsColor: Bool
  private let isLive: Bool
  private let shown = Mutex((lines: 0, hasEstimate: false))

  init(plan: ComparisonPlan, allowsColor: Bool, isLive: Bool) {
    labels = plan.decoders.map(\.label)
    let counts = plan.aim == nil ? plan.sampleCounts : []
    totals =
      plan.aim != nil
      ? nil
      : plan.decoders.map { configured in
        zip(plan.corpus.groups, counts).reduce(0) { $0 + (configured.supports($1.0) ? $1.1 : 0) }
      }
    jobs = plan.jobs
    pilotSamples = plan.corpus.groups.count * plan.corpus.sweep.levels.count
    self.allowsColor = allowsColor
    self.isLive = isLive
  }

  /// Shows the state of the run.
  ///
  /// - Parameter isDue: True if it is time for the next picture; the estimate does not wait for it.
  func paint(
    _ progress: RunProgress, observed: ObservedTrials, elapsedSeconds: Double, isDue: Bool
  ) {
    // A decoder that has nothing to do has no line.
    let entries: [ProgressLine.Entry] = labels.indices.compactMap { index in
      let counter = progress.counters[index]
      let total = totals.map { $0[index] - observed.count(decoder: index) }
      guard total ?? counter.asked > 0 else { return nil }
      return ProgressLine.Entry(
        label: labels[index], done: counter.done, read: counter.read, errors: counter.broken,
        total: total, busySeconds: Double(counter.busyNanoseconds) / 1e9,
        retried: counter.retried)
    }
    // Read each time, because the window's width may have changed.
    let style = Terminal.style(of: STDERR_FILENO, allowsColor: allowsColor)
    let line = ProgressLine(style)
    // Samples come in the order of trials: the first of them are one of each group and level, and
    // so they are a pilot of all that is to come, misses included.
    let isPilotOver =
      elapsedSeconds >= Self.longestPilotSeconds
      || elapsedSeconds >= Self.shortestPilotSeconds
        && entries.allSatisfy { $0.done >= min(pilotSamples, $0.total ?? 0) }
    let estimate = isPilotOver ? line.estimate(entries, elapsedSeconds, jobs: jobs) : nil
    let isNew = shown.withLock { state in
      defer { if estimate != nil { state.hasEstimate = true } }
      return !state.hasEstimate
    }
    if isNew, let estimate {
      erase()
      printMessage(estimate)
    }
    guard isDue else { return }
    guard isLive else { return printMessage(line.summary(entries, elapsedSeconds)) }
    replaceLines(with: line.lines(entries, elapsedSeconds: elapsedSeconds))
  }

  /// The time that a pilot takes at least: the first decodes are slower than the others.
  private static let shortestPilotSeconds = 3.0
  /// The time after which an estimate is made from what there is.
  private static let longestPilotSeconds = 10.0

  func erase() {
    if isLive { replaceLines(with: []) }
  }

  private func replaceLines(with lines: [String]) {
    shown.withLock { state in
      // Moves up to the first line shown, then clears to the end of the screen.
      var text = state.lines > 0 ? "\u{1B}[\(state.lines)F\u{1B}[J" : ""
      for line in lines { text += line + "\n" }
      state.lines = lines.count
      writeToStandardError(text)
    }
  }
}

extension TerminalOptionGroup {
  /// Runs a comparison with its progress on standard error.
  package func run(
    _ session: ComparisonSession, of plan: ComparisonPlan, stop: StopSignal
  ) throws -> (number: Int, table: ScoreTable) {
    let number = try decode(session, of: plan, stop: stop)
    return (number, try session.scores(ofRun: number))
  }

  /// Decodes a plan's samples with the progress on standard error.
  package func decode(
    _ session: ComparisonSession, of plan: ComparisonPlan, stop: StopSignal
  ) throws -> Int {
    let display = progressDisplay(for: plan)
    defer { display?.end() }
    return try session.decode(stop: stop) { start in
      if let sentence = RunLine.text(start.resumption) { say(sentence) }
      display?.start(start.progress, observed: start.observed)
    }
  }

  /// A display on standard error, in place on a terminal; `nil` with `--quiet`.
  private func progressDisplay(for plan: ComparisonPlan) -> ProgressDisplay? {
    guard !quiet else { return nil }
    return ProgressDisplay(
      plan: plan, allowsColor: !color.noColor,
      isLive: isatty(STDERR_FILENO) == 1 && Terminal.isCapable)
  }
}
