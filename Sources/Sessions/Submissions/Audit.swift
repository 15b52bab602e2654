import Analysis
import Corpora
import Evaluation
import PluginHost
import Results

/// A random part of a bundle's samples, drawn and decoded again.
public struct Audit {
  private let bundle: SubmissionBundle
  private let plan: ComparisonPlan
  private let stop: StopSignal

  /// Plans an audit.
  ///
  /// - Parameters:
  ///   - corpus: The corpus of the bundle's name. Its samples must be those of the bundle.
  ///   - search: The places where decoders are looked for. A bundle names decoders, never programs.
  ///   - sandbox: The rights that plugins keep.
  /// - Throws: `BundleFault` for other samples, `PluginError` for a decoder that makes no sense.
  public init(
    of bundle: SubmissionBundle, corpus: Corpus, search: PluginSearch, sandbox: SandboxMode,
    jobs: Int,
    stop: StopSignal
  ) throws {
    let corpus = corpus.overriding(trials: nil, seed: bundle.submission.seed)
    try Self.check(bundle, corpus)
    let settings = bundle.submission.settings
    let limits = DecoderSelection.Limits(
      decodeDeadlineNanoseconds: Int(settings.timeoutSeconds * 1e9),
      memoryLimitBytes: settings.memoryLimitBytes, sandbox: sandbox)
    var decoders: [ConfiguredDecoder] = []
    var absent: [UnavailableDecoder] = []
    let sample = AuditSample(of: bundle.verdicts)
    // A decoder that reads none of the symbologies has no verdicts.
    for entry in bundle.submission.decoders where sample.verdicts(of: entry.label) > 0 {
      do throws(PluginError) {
        let reference = try DecoderReference(parsing: entry.argument)
        let selection = try DecoderSelection([reference], search: search, limits: limits)
        decoders += selection.decoders
        absent += selection.unavailable
      } catch {
        absent.append(UnavailableDecoder(label: entry.label, reason: error.message))
      }
    }
    self.bundle = bundle
    self.stop = stop
    plan = ComparisonPlan(
      corpus: corpus, decoders: decoders, unavailable: absent, jobs: jobs,
      deathsBeforeGivingUp: settings.deathsBeforeGivingUp, reportFolder: "",
      reproduceOptions: ReproduceOptions(
        corpusFile: nil, seed: nil, plugins: [],
        timeoutNanoseconds: limits.decodeDeadlineNanoseconds,
        memoryLimitBytes: limits.memoryLimitBytes))
  }

  /// Decodes the part.
  ///
  /// - Parameters:
  ///   - share: The share of each decoder's verdicts, 0 to 1.
  ///   - seed: The origin of the choice.
  /// - Returns: `nil` when it was stopped.
  /// - Throws: Errors from drawing, or an error if workers can no longer be started.
  public func run(share: Double, seed: UInt64) throws -> AuditReport? {
    let sample = AuditSample(of: bundle.verdicts)
    let flips = plan.decoders.map { sample.choose(share, of: $0.label, seed: seed) }
    let rechecker = Rechecker(plan: plan, stop: stop)
    guard let first = try rechecker.recheck(flips.flatMap(\.self)) else { return nil }
    // Decoders that do not always answer alike are told from wrong verdicts by a second attempt.
    let doubtful = first.outcomes.keys.filter { !Self.isOpen($0, first.outcomes[$0]) }
    guard let second = try rechecker.recheck(Array(doubtful)) else { return nil }
    let entries = zip(plan.decoders, flips).map { decoder, flips in
      var entry = entry(of: decoder, sample, decoded: flips.count)
      for flip in flips {
        guard let outcome = first.outcomes[flip] else { continue }
        let again = second.outcomes[flip]
        if Self.isOpen(flip, outcome) || again?.isJudged == false {
          entry.open += 1
        } else if let again {
          entry.contradicted.append(
            Flip(
              cell: flip.cell, level: flip.level, trial: flip.trial, before: flip.before,
              after: again
            ).named(in: plan.corpus.name))
        } else {
          entry.unsteady += 1
        }
      }
      return entry
    }
    return AuditReport(
      corpus: plan.corpus.name, seed: seed, decoders: entries, absent: plan.unavailable)
  }

  /// True where one side timed out or failed, which depends on more than decoder and image.
  private static func isOpen(_ flip: Flip, _ outcome: SampleOutcome?) -> Bool {
    !flip.before.isJudged || outcome?.isJudged == false
  }

  private func entry(
    of decoder: ConfiguredDecoder, _ sample: AuditSample, decoded: Int
  ) -> AuditReport.Entry {
    var entry = AuditReport.Entry(
      label: decoder.label, verdicts: sample.verdicts(of: decoder.label), decoded: decoded)
    let theirs = bundle.submission.decoders.first { $0.label == decoder.label }
    let mine = DecoderRecord(decoder, corpus: plan.corpus)
    if let code = theirs?.code, let own = mine.fingerprint.code { entry.isSameCode = code == own }
    if let version = theirs?.version, version != mine.version {
      entry.versions = [version, mine.version]
    }
    return entry
  }

  /// Checks that the corpus's samples are those of the bundle, by the hashes of all that they are drawn from.
  private static func check(_ bundle: SubmissionBundle, _ corpus: Corpus) throws(BundleFault) {
    let theirs = bundle.verdicts.corpus
    for group in theirs.groups {
      let own = corpus.groups.first { $0.id == group.id }
      for (level, hash) in zip(theirs.levels, group.cellHashes) {
        guard let own, corpus.cellHash(group: own, level: level) == hash else {
          throw .otherSamples(
            corpus: theirs.name, group: group.id, level: level.text,
            isOtherFile: corpus.sha256 != theirs.sha256)
        }
      }
    }
  }
}
