import Analysis
import Base
import Corpora
import DecoderKit
import Evaluation
import PluginHost
import Results
import Statistics

/// Score tables for tests, computed by the real scorer from made-up decoders. Their counts are
/// consistent, so that a report's statements can be checked against them.
struct ScoreFixture {
  /// A decoder that reads with a given chance.
  struct Actor {
    var label: String
    var library = "Library"
    var symbologies: Set<Symbology> = [.qrCode]
    /// Milliseconds of a decode.
    var milliseconds = 1.0
    /// The outline error of the corners that it gives, in modules; `nil` if it gives none.
    var outlineErrorModules: Double?
    /// Chance of reading at a level of a group, by index.
    var chance: (_ group: Int, _ level: Double) -> Double = { _, _ in 1 }
    /// The verdict of a trial that the decoder does not read, by the trial's number.
    var failure: (_ trial: Int) -> Verdict = { _ in .noRead }
    /// The number of trials after which the decoder was given up.
    var lastTrial = Int.max
  }

  var title = "How few pixels per module does a decoder need to read a clean QR Code?"
  var conditions = ["upright", "rotated"]
  /// The recipe after its name, as lines of YAML.
  var recipe = [
    "symbology: qr-code", "version: 2", "ecc: M", "payload: {kind: alphanumeric, length: 24}",
  ]
  /// The second axis of the sweep, as it stands after `second:`.
  var second: String?
  var levels = ["{from: 0.8, to: 3, step: 0.1}", "3.5", "4", "5", "6"]
  var trials = 200
  /// Further keys at the file's end.
  var rest = ""
  var actors: [Actor] = []
  var unavailable: [UnavailableDecoder] = []
  var harder = SweepDirection.smaller
  /// The first trial that the run did not try; `nil` for a run to the end.
  var stoppedAtTrial: Int?
  var givenUp: [String] = []

  var corpus: Corpus {
    get throws {
      let groups = conditions.map { "  - {name: \($0), rotation: 0}\n" }.joined()
      let steps = levels.map { "    - \($0)\n" }.joined()
      return try Corpus(
        yaml: """
          format: 1
          name: qr-small
          version: 3
          title: "\(title)"
          question: A test's
          seed: 18446744073709551615
          symbols:
            - name: v2-m
          \(recipe.map { "    " + $0 }.joined(separator: "\n"))
          conditions:
          \(groups)
          sweep:
            axis: module-size
            harder: smaller
            levels:
          \(steps)\(second.map { "  second: \($0)\n" } ?? "")
          trials: \(trials)
          \(rest)
          """, file: "fixture.yaml")
    }
  }

  /// The score table of the run that the actors make.
  func table() throws -> ScoreTable { try Scorer.scores(ofRun: 1, in: store()) }

  /// The baseline made of the same run.
  func baseline() throws -> Baseline { try Baseline(ofRun: 1, in: store()) }

  /// A run's scores, and the baseline made of it.
  struct Scored {
    let table: ScoreTable
    let baseline: Baseline
  }

  /// Both of one store.
  func scored() throws -> Scored {
    let store = try store()
    return try Scored(
      table: Scorer.scores(ofRun: 1, in: store), baseline: Baseline(ofRun: 1, in: store))
  }

  /// The store with the run.
  func store() throws -> FinishedStore {
    let corpus = try corpus
    var run = RunRecord(
      corpus: CorpusRecord(corpus),
      decoders: try actors.map { try configured($0, corpus) }, unavailable: unavailable,
      settings: RunSettings(
        jobs: 2, timeoutSeconds: 5, memoryLimitBytes: 1 << 30, deathsBeforeGivingUp: 20),
      provenance: Provenance(
        harnessVersion: "0.1.0", commit: "0123456789abcdef0123456789abcdef01234567",
        startedAt: "2026-11-21T04:05:06Z", system: "Debian GNU/Linux 12",
        processor: "Example CPU @ 2.40GHz", cores: 2))
    run.corpus.harder = harder
    let observations = observations(run.corpus.numbering, run)
    var cost = RunCost()
    cost.encodeNanoseconds = 1_300_000_000
    cost.renderNanoseconds = 9_100_000_000
    cost.decodeNanoseconds = 42_500_000_000
    cost.transportNanoseconds = 3_000_000_000
    cost.storeNanoseconds = 1_250_000_000
    cost.samples = run.corpus.numbering.sampleCount * min(stoppedAtTrial ?? trials, trials) / trials
    cost.decodes = observations.count
    return FinishedStore(
      run: run,
      outcome: RunOutcome(
        wallSeconds: 31.25, cost: cost, givenUp: givenUp, wasStopped: stoppedAtTrial != nil),
      observations: observations)
  }

  private func configured(_ actor: Actor, _ corpus: Corpus) throws -> DecoderRecord {
    let identity = DecoderIdentity(
      name: String(actor.label.prefix { $0 != ":" }), summary: "", library: actor.library,
      version: "1.2.3", symbologies: actor.symbologies)
    return DecoderRecord(
      ConfiguredDecoder(
        label: actor.label, identity: identity,
        options: try DecoderOptions(resolving: [:], for: identity),
        members: [WorkerSettings(executable: "/nowhere")],
        fingerprint: DecoderFingerprint(
          sha256: ContentHash.sha256(ofParts: [actor.label]), files: [])), corpus: corpus)
  }

  /// The observations, decoder by decoder and cell by cell.
  private func observations(_ schedule: SampleNumbering, _ run: RunRecord) -> [Observation] {
    let places = (0..<schedule.groupCount).flatMap { group in
      (0..<schedule.levelCount).flatMap { level in
        (0..<min(schedule.trialCounts[group], stoppedAtTrial ?? trials)).map { trial in
          SamplePlace(group: group, level: level, trial: trial)
        }
      }
    }
    return actors.indices.flatMap { decoder in
      guard run.decoders[decoder].supportedGroups.contains(true) else { return [Observation]() }
      return places.filter { $0.trial < actors[decoder].lastTrial }.map { place in
        let actor = actors[decoder]
        let level = run.corpus.levels[place.level].value
        // All decoders share a sample's luck, as they share its image. The luck depends on the
        // sample's place, not on its number in the schedule.
        let firstOfGroup = (place.trial * schedule.groupCount + place.group) * schedule.levelCount
        let draw = UInt64(firstOfGroup + place.level)
        let luck = Self.uniform(draw) * 0.9 + Self.uniform(draw * 8 + UInt64(decoder)) * 0.1
        let isRead = luck < actor.chance(place.group, level)
        let wall = actor.milliseconds * (isRead ? 1 : 2.5) * (0.9 + 0.2 * luck)
        var finding =
          scene(of: place, decoder: decoder, run)
          ?? Finding(isRead ? .read : actor.failure(place.trial))
        finding.outlines = outlines(of: finding, actor, luck: luck)
        return Observation(
          decoder: decoder, place: place, finding: finding, wallNanoseconds: Int(wall * 1e6))
      }
    }
  }

  /// The fits of the corners that a decoder gives of the symbols that it read: now and then far off, on
  /// a line or in another order.
  private func outlines(of finding: Finding, _ actor: Actor, luck: Double) -> SymbolOutlines? {
    let letters = finding.symbols.map(Array.init) ?? [finding.verdict == .read ? "r" : "n"]
    guard letters.contains("r") else { return nil }
    return SymbolOutlines(
      letters.map { letter in
        guard letter == "r", let error = actor.outlineErrorModules else { return nil }
        return OutlineFit(
          errorModules: luck < 0.1 ? 40 * error : error * (0.5 + luck),
          overlap: luck > 0.8 ? nil : 1 - error / 10, isInOrder: luck > 0.15)
      })
  }

  /// The finding in an image with several symbols, which decoders read one by one; `nil` in others.
  private func scene(of place: SamplePlace, decoder: Int, _ run: RunRecord) -> Finding? {
    guard let symbols = run.corpus.groups[place.group].scenes?.first else { return nil }
    let actor = actors[decoder]
    let chance = actor.chance(place.group, run.corpus.levels[place.level].value)
    let letters = symbols.enumerated().map { index, symbology -> SymbolOutcome in
      guard let symbology, actor.symbologies.contains(symbology) else { return .unsupported }
      let draw = UInt64((place.trial * 64 + place.level) * 64 + place.group * 8 + index)
      return Self.uniform(draw * 16 + UInt64(decoder)) < chance ? .read : .missed
    }
    let isRead = letters.allSatisfy { $0 == .read || $0 == .unsupported }
    return Finding(isRead ? .read : .noRead, symbols: String(letters.map(\.rawValue)))
  }

  /// A number from 0 to 1 for each `number`, by the output function of SplitMix64.
  private static func uniform(_ number: UInt64) -> Double {
    var z = number &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ (z >> 31)) >> 11) / 9_007_199_254_740_992
  }
}

/// A chance that rises from 0 to 1 over `width` around `middle`.
func ramp(_ level: Double, middle: Double, width: Double) -> Double {
  min(max((level - middle) / width + 0.5, 0), 1.01)
}
