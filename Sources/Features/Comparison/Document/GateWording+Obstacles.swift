import Base
import Reporting
import Results

/// Sentences for what a gate could not judge, and for what changes no verdict.
extension GateWording {
  /// The parts that could not be judged, a sentence each, with a remedy where there is one.
  var obstacles: [String] {
    let kinds = report.obstacles.grouped { obstacle -> Alike in
      switch obstacle.reason {
      case .decoderNotInBaseline: .stranger
      case .tooFewPairs(_, _, _, let isShortened): .tooFewPairs(isShortened: isShortened)
      default: .other(obstacle)
      }
    }
    return kinds.flatMap { kind, obstacles in
      obstacles.count > 1 ? [Self.sentence(kind, obstacles)] : obstacles.map(Self.sentence)
    }
  }

  /// Obstacles that one sentence names together.
  private enum Alike: Hashable {
    case stranger
    case tooFewPairs(isShortened: Bool)
    case other(GateObstacle)
  }

  /// A sentence for several obstacles of a kind.
  private static func sentence(_ kind: Alike, _ obstacles: [GateObstacle]) -> String {
    switch kind {
    case .stranger:
      let strangers = obstacles.compactMap { obstacle -> String? in
        guard case .decoderNotInBaseline(let decoder, _, _) = obstacle.reason else { return nil }
        return decoder
      }
      return
        "decoders \(Words.list(strangers)) are not in the baseline: accept one that has them, or name the "
        + "others with --decoder"
    case .tooFewPairs(let isShortened):
      let groups = obstacles.compactMap { obstacle -> String? in
        guard case .tooFewPairs(let flips, let pairs, let needed, _) = obstacle.reason else {
          return nil
        }
        return "\(obstacle.cell?.description ?? "") (\(flips) of \(pairs); \(needed) needed)"
      }
      return
        "in \(obstacles.count) groups a few images flipped, and too few were compared to judge that: "
        + Words.list(Words.first(groups, others: "more")) + "; " + remedy(isShortened)
    case .other(let obstacle): return sentence(obstacle)
    }
  }

  /// The remedy for too few images.
  private static func remedy(_ isShortened: Bool) -> String {
    isShortened
      ? "leave out --trials, the baseline has more"
      : "give the corpus more trials and accept a new baseline"
  }

  /// Facts that change no verdict, a sentence each.
  var notes: [String] { report.notes.map(Self.sentence) }

  /// The closing sentences, without full stops.
  ///
  /// - Parameter isPage: True for a page, which does not tell what stands on every change of a decoder's code.
  func closing(isPage: Bool = false) -> [String] {
    let finds = report.conclusion == .passed ? visible("gates like this one") : nil
    let notes = report.notes.filter { note in
      switch note {
      case .slower: false
      case .otherCode: !isPage
      default: true
      }
    }
    return [tally, finds, recheck, tests].compactMap(\.self) + Self.sentences(notes)
  }

  /// Changes that do not fail the gate, without full stops: reads that take longer, and a sentence for each cell with
  /// remarks.
  var changes: [String] {
    let slower = report.notes.filter { if case .slower = $0 { true } else { false } }
    return slower.map(Self.sentence)
      + report.cells.filter(\.failures.isEmpty).compactMap { cell in
        let remarks = remarks(cell)
        return remarks.isEmpty ? nil : "\(cell.name): " + remarks.joined(separator: "; ")
      }
  }

  /// Notes in sentences; groups with as many trials then and now share one.
  private static func sentences(_ notes: [GateNote]) -> [String] {
    notes.grouped { note -> [Int]? in
      if case .otherTrials(_, let then, let now) = note { [then, now] } else { nil }
    }.flatMap { trials, notes in
      guard let trials, notes.count > 1 else { return notes.map(sentence) }
      let groups = "\(Numerals.count(notes.count)) groups"
      return [sentence(.otherTrials(group: groups, baseline: trials[0], run: trials[1]))]
    }
  }

  /// An obstacle in a sentence.
  static func sentence(_ obstacle: GateObstacle) -> String {
    let text = words(obstacle.reason)
    guard let cell = obstacle.cell else { return text }
    return "\(cell)\(text)"
  }

  /// The sentence without the cell's name, which it follows.
  private static func words(_ reason: GateObstacle.Reason) -> String {
    switch reason {
    case .noBaseline(let message), .damagedBaseline(let message):
      message
    case .otherCorpus(let then, let now):
      "the baseline is for corpus \(then), but this run is of \(now)"
    case .otherVersion(let corpus, let then, let now):
      "the baseline is for version \(then) of corpus \(corpus), but this run is of version \(now): "
        + "scores of different versions cannot be compared; accept a new baseline"
    case .otherSeed(let then, let now):
      "the baseline's samples have seed \(then), but this run's have seed \(now)"
    case .otherSweep(let corpus):
      "corpus \(corpus) has another sweep than when the baseline was accepted, but the same "
        + "version: raise its version and accept a new baseline"
    case .otherDrawing(let group, let levels, let first):
      "\(group) is drawn differently than when the baseline was accepted "
        + "(\(Numerals.counted(levels, "level", "levels")), from \(first)): the corpus, its photos, the "
        + "renderer or the symbol encoder changed; accept a new baseline"
    case .nothingCompared:
      "nothing was compared: no decoder of this run reads any symbology of the corpus"
    case .decoderNotInBaseline(let decoder, let argument, let known):
      "decoder \(decoder) is not in the baseline: accept one that has it"
        + (known.map { ", or judge it as the \($0) of the baseline, --decoder \($0)=\(argument)" }
          ?? "")
    case .cellNotInBaseline:
      " is not in the baseline: accept one that has it"
    case .decoderMissing(let decoder):
      "decoder \(decoder) is in the baseline but was not tried: it is not installed, cannot "
        + "start, or no longer reads any of the corpus's symbologies"
    case .cellMissing:
      " is in the baseline but was not tried: the group is gone from the corpus, or the "
        + "decoder no longer says that it reads its symbology"
    case .noPairs:
      ": no sample was judged in both runs"
    case .tooFewPairs(let flips, let pairs, let needed, let isShortened):
      ": \(flips) of \(Numerals.counted(pairs, "pair", "pairs")) flipped, and judging so few flips takes "
        + "\(needed) pairs: " + remedy(isShortened)
    case .untried(let samples, let isNewlyGivenUp):
      ": \(Numerals.counted(samples, "sample", "samples")) of the baseline "
        + "\(samples == 1 ? "was" : "were") planned and not tried"
        + (isNewlyGivenUp
          ? ": it was given up; acknowledge every failure of the gate to skip them" : "")
    case .excluded(let samples):
      ": \(Numerals.counted(samples, "sample", "samples")) that had an answer in the baseline timed out or "
        + "failed: see the "
        + "decoder's standard error, or raise --timeout"
    case .hangsUnjudged(let decoder, let timeouts, let doubt):
      "\(decoder): \(Numerals.counted(timeouts, "image", "images")) with an answer in the baseline timed out or "
        + "failed. Not judged as hangs: " + words(doubt)
    case .untimed(let isBaseline):
      "latencies cannot be compared: \(isBaseline ? "the baseline" : "this run") has too few reads, or "
        + "decodes of earlier runs or several machines among its own; "
        + (isBaseline
          ? "accept a run of harness compare --fresh, which decodes and times everything again"
          : "--fresh decodes and times everything again")
    case .otherMachine(let then, let now):
      "latencies cannot be compared: the baseline is of \(then), this run of \(now)"
    case .halfTimed:
      ": one of the runs has too few reads to time"
    case .recheckFailed(let message):
      "flipped samples could not be decoded again: \(message)"
    }
  }

  private static func words(_ doubt: HangDoubt) -> String {
    switch doubt {
    case .shortLimit(let nanoseconds, let usual):
      let ratio = HangSuspicion.leastRatio
      let enough = Int((ratio * usual / 1e9).rounded(.up))
      return
        "the limit of \(limit(Double(nanoseconds) / 1e9)) is less than \(Numerals.level(ratio)) × "
        + "\(Numerals.milliseconds(usual / 1e6)) ms, the 99th percentile of its answers. Use --timeout \(enough)s"
    case .noAnswer: return "the decoder gave no answer in time; raise --timeout"
    case .noDecoder:
      return "a stored run has no decoder to try them again; harness compare --baseline has"
    }
  }

  /// The longest time for a decode, in words: `5 s`.
  static func limit(_ seconds: Double) -> String { "\(Numerals.level(seconds)) s" }

  private static func sentence(_ note: GateNote) -> String {
    switch note {
    case .noPhantoms:
      "phantoms were not compared: the baseline does not count them; record it again with harness gate accept"
    case .slower(let cell, let shift, let others):
      "Not gated: reads of \(cell) take \(Numerals.milliseconds(shift.after.median)) ms, "
        + "\(Numerals.milliseconds(shift.before.median)) ms before (× \(ratio(shift.ratio)))"
        + (others > 0
          ? ", and longer in \(Numerals.counted(others, "other group", "other groups")), too" : "")
        + "; add latency to --fail-on"
    case .otherMachine(let then, let now):
      "times are not compared: the baseline is of \(then), this run of \(now)"
    case .otherFile:
      "the corpus's file is not the baseline's, byte for byte, and draws the same samples"
    case .otherTrials(let group, let then, let now):
      "\(group): compared on the first \(Numerals.counted(min(then, now), "trial", "trials")) of each level; the "
        + "baseline has \(then), this run \(now)"
    case .otherDecoderVersion(let decoder, let then, let now):
      "\(decoder): version \(then) then, \(now) now"
    case .otherCode(let decoder):
      "\(decoder): the version number is the baseline's, but code or options differ; expected if you "
        + "changed the code"
    case .nondeterministic(let decoder):
      "\(decoder) runs the same code with the same options as then: what differs is its own "
        + "randomness, or the machine's"
    case .acknowledged(let acknowledgement, let state):
      "\(acknowledgement.cell): acknowledged until \(acknowledgement.expires)"
        + words(state, acknowledgement.reason)
    }
  }

  private static func ratio(_ ratio: Double) -> String {
    Numerals.decimal(ratio, places: ratio < 10 ? 2 : 0)
  }

  private static func words(
    _ state: GateNote.AcknowledgementState, _ reason: String
  ) -> String {
    switch state {
    case .inUse: ": \(reason)"
    case .unneeded: ", and no longer needed"
    case .expired: ", which is over (\(reason))"
    }
  }
}
