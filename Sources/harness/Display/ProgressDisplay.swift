import Dispatch
import Evaluation
import Foundation
import PluginHost
import Reporting
import Results
import Sessions
import Synchronization

/// A line per decoder on standard error, redrawn in place five times a second.
final class ProgressDisplay {
  private let painter: ProgressPainter
  private let queue = DispatchQueue(label: "progress")
  private let timer: any DispatchSourceTimer

  init(plan: ComparisonPlan, allowsColor: Bool) {
    painter = ProgressPainter(plan: plan, allowsColor: allowsColor)
    timer = DispatchSource.makeTimerSource(queue: queue)
  }

  func start(_ progress: RunProgress, observed: ObservedTrials) {
    let start = ContinuousClock.now
    timer.schedule(deadline: .now() + 0.2, repeating: 0.2)
    timer.setEventHandler { [painter] in
      painter.paint(
        progress, observed: observed, elapsedSeconds: (ContinuousClock.now - start) / .seconds(1))
    }
    timer.resume()
  }

  /// Removes the lines, so that the score table stands alone.
  func end() {
    timer.cancel()
    queue.sync { painter.erase() }
  }
}

/// Writes the lines and remembers how many are on the screen.
private final class ProgressPainter: Sendable {
  private let labels: [String]
  /// The number of samples by decoder; `nil` where samples are chosen adaptively.
  private let totals: [Int]?
  private let allowsColor: Bool
  private let shown = Mutex(0)

  init(plan: ComparisonPlan, allowsColor: Bool) {
    labels = plan.decoders.map(\.label)
    let counts = plan.aim == nil ? plan.sampleCounts : []
    totals =
      plan.aim != nil
      ? nil
      : plan.decoders.map { configured in
        zip(plan.corpus.groups, counts).reduce(0) { $0 + (configured.supports($1.0) ? $1.1 : 0) }
      }
    self.allowsColor = allowsColor
  }

  func paint(_ progress: RunProgress, observed: ObservedTrials, elapsedSeconds: Double) {
    // A decoder that has nothing to do has no line.
    let entries: [ProgressLine.Entry] = labels.indices.compactMap { index in
      let counter = progress.counters[index]
      let total = totals.map { $0[index] - observed.count(decoder: index) }
      guard total ?? counter.asked > 0 else { return nil }
      return ProgressLine.Entry(
        label: labels[index], done: counter.done, read: counter.read, errors: counter.broken,
        total: total)
    }
    // Read each time, because the window's width may have changed.
    let style = Terminal.style(of: STDERR_FILENO, allowsColor: allowsColor)
    replaceLines(with: ProgressLine(style).lines(entries, elapsedSeconds: elapsedSeconds))
  }

  func erase() {
    replaceLines(with: [])
  }

  private func replaceLines(with lines: [String]) {
    shown.withLock { count in
      // Moves up to the first line shown, then clears to the end of the screen.
      var text = count > 0 ? "\u{1B}[\(count)F\u{1B}[J" : ""
      for line in lines { text += line + "\n" }
      count = lines.count
      writeToStandardError(text)
    }
  }
}

extension TerminalOptionGroup {
  /// Runs a comparison with its progress on standard error.
  func run(
    _ session: ComparisonSession, of plan: ComparisonPlan, stop: StopSignal
  ) throws -> (number: Int, table: ScoreTable) {
    let number = try decode(session, of: plan, stop: stop)
    return (number, try session.scores(ofRun: number))
  }

  /// Decodes a plan's samples with the progress on standard error.
  func decode(
    _ session: ComparisonSession, of plan: ComparisonPlan, stop: StopSignal
  ) throws -> Int {
    let display = progressDisplay(for: plan)
    defer { display?.end() }
    return try session.decode(stop: stop) { start in
      if let sentence = RunLine.text(start.resumption) { say(sentence) }
      display?.start(start.progress, observed: start.observed)
    }
  }

  /// A live display on standard error; `nil` in pipes and with `--quiet`.
  private func progressDisplay(for plan: ComparisonPlan) -> ProgressDisplay? {
    guard !quiet, isatty(STDERR_FILENO) == 1, Terminal.isCapable else { return nil }
    return ProgressDisplay(plan: plan, allowsColor: !noColor)
  }
}
