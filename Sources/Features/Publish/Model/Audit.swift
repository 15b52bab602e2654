import Base
import Corpora
import Evaluation
import PluginHost
import Results

/// A random part of a bundle's samples, drawn and decoded again.
struct Audit {
  private let bundle: SubmissionBundle
  private let run: BundleRun
  private let plan: ComparisonPlan
  private let sample: AuditSample
  private let stop: StopSignal
  /// False for another version's bundle, whose texts may be worded otherwise.
  private let isOfThisHarness: Bool

  /// Plans an audit.
  ///
  /// - Parameters:
  ///   - corpus: The corpus of the bundle's name. Its samples must be those of the bundle.
  ///   - harness: This harness's version.
  ///   - search: The places where decoders are looked for. A bundle names decoders, never programs.
  ///   - sandbox: The rights that plugins keep.
  /// - Throws: `BundleFault`, and errors of scoring.
  init(
    of bundle: SubmissionBundle, corpus: Corpus, harness: String, search: PluginSearch,
    sandbox: SandboxMode, jobs: Int, stop: StopSignal
  ) throws {
    run = try bundle.run(of: corpus, harness: harness)
    let corpus = corpus.overriding(trials: nil, seed: bundle.submission.seed)
    let settings = bundle.submission.settings
    let limits = DecoderChoice.Limits(
      decodeDeadlineNanoseconds: Int(settings.timeoutSeconds * 1e9) * AuditJudgement.mostSlower,
      memoryLimitBytes: settings.memoryLimitBytes, sandbox: sandbox)
    var decoders: [ConfiguredDecoder] = []
    var absent: [UnavailableDecoder] = []
    var found: [(stated: Submission.Decoder, decoder: ConfiguredDecoder)] = []
    sample = AuditSample(of: bundle.verdicts)
    for entry in bundle.submission.decoders {
      do throws(PluginError) {
        let reference = try DecoderReference(parsing: entry.argument)
        let choice = try DecoderChoice([reference], search: search, limits: limits)
        absent += choice.unavailable
        for decoder in choice.decoders {
          found.append((entry, decoder))
          // One that reads none of the symbologies has no verdicts.
          if sample.verdicts(of: entry.label) > 0 { decoders.append(decoder) }
        }
      } catch {
        absent.append(UnavailableDecoder(label: entry.label, reason: error.message))
      }
    }
    for (entry, decoder) in found { try Self.check(entry, DecoderRecord(decoder, corpus: corpus)) }
    self.bundle = bundle
    self.stop = stop
    isOfThisHarness = bundle.submission.provenance.harnessVersion == harness
    plan = ComparisonPlan(
      corpus: corpus, decoders: decoders, unavailable: absent, jobs: jobs,
      deathsBeforeGivingUp: settings.deathsBeforeGivingUp, reportFolder: "",
      reproduceOptions: ReproduceOptions(
        corpusFile: nil, seed: nil, plugins: [],
        timeoutNanoseconds: limits.decodeDeadlineNanoseconds,
        memoryLimitBytes: limits.memoryLimitBytes))
  }

  /// Checks that what a bundle says of a decoder is so of the one that its argument names here.
  private static func check(
    _ stated: Submission.Decoder, _ found: DecoderRecord
  ) throws(BundleFault) {
    func list(_ symbologies: [String]?) -> String { (symbologies ?? []).joined(separator: ", ") }
    func list(_ options: [String: String]) -> String {
      options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
    }
    var facts: [(String, String, String)] = [
      ("label", stated.label, found.label), ("name", stated.name, found.name),
      ("library", stated.library, found.library),
      ("reference", stated.reference ?? "none", found.reference ?? "none"),
      ("hint", stated.hints ?? "none", found.hints ?? "none"),
      ("selection", stated.selection ?? "none", found.selection ?? "none"),
    ]
    // Another version may know other options, and is not compared.
    if stated.version == found.version {
      facts += [
        ("options", list(stated.options), list(found.options)),
        (
          "symbologies", list(stated.symbologies?.map(\.rawValue)),
          list(found.symbologies?.map(\.rawValue))
        ),
      ]
    }
    for (fact, stated, found) in facts where stated != found {
      throw .decoder(label: facts[0].1, fact: fact, stated: stated, found: found)
    }
  }

  /// Decodes the part.
  ///
  /// - Parameters:
  ///   - share: The share of each decoder's verdicts, 0 to 1.
  ///   - seed: The origin of the choice.
  /// - Returns: `nil` when it was stopped.
  /// - Throws: Errors from drawing, or an error if workers can no longer be started.
  func run(share: Double, seed: UInt64) throws -> AuditReport? {
    var entries = plan.decoders.map(entry)
    // Another version is another decoder: nothing is shown by what it answers.
    let parts = plan.decoders.indices.map { index in
      entries[index].versions == nil
        ? sample.choose(share, of: plan.decoders[index].label, seed: seed) : []
    }
    let deaths = plan.decoders.indices.map {
      entries[$0].versions == nil ? self.deaths(of: $0) : []
    }
    let chosen = Array(Set((parts + deaths).joined()))
    guard let found = try attempts(at: chosen) else { return nil }
    for index in entries.indices {
      entries[index].decoded = parts[index].count
      entries[index].deaths = Set(deaths[index]).subtracting(parts[index]).count
      for flip in Set(parts[index] + deaths[index]) {
        if let stated = run.observation(of: flip) {
          add(
            flip, judgement(stated.finding, found.leeway), found.attempts[flip] ?? [],
            to: &entries[index])
        }
      }
      entries[index].contradicted.sort { $0.key < $1.key }
    }
    return AuditReport(
      corpus: plan.corpus.name, seed: seed, decoders: entries, absent: plan.unavailable)
  }

  /// The fatal images for which a decoder was given up; none if it was not.
  private func deaths(of index: Int) -> [Flip] {
    let label = plan.decoders[index].label
    guard run.outcome.givenUp.contains(label),
      let decoder = run.run.decoders.firstIndex(where: { $0.label == label })
    else { return [] }
    return run.deaths(of: decoder).prefix(plan.deathsBeforeGivingUp).compactMap { place in
      let (group, level) = (
        run.run.corpus.groups[place.group].id, run.run.corpus.levels[place.level]
      )
      let outcomes = bundle.verdicts.entry(label)?.curve(group)?.levels[place.level].trials
      return outcomes.map {
        Flip(
          cell: CellName(decoder: label, group: group), level: level, trial: place.trial,
          before: $0[place.trial], after: $0[place.trial])
      }
    }
  }

  /// Decodes samples once, and those that do not come out as in the bundle a few times more.
  ///
  /// - Returns: The attempts, and the factor by which their times may be longer on the bundle's machine.
  private func attempts(
    at flips: [Flip]
  ) throws -> (attempts: [Flip: [AuditJudgement.Attempt]], leeway: Double)? {
    let rechecker = Rechecker(plan: plan, stop: stop)
    var attempts: [Flip: [AuditJudgement.Attempt]] = [:]
    var rest = flips
    var leeway = 1.0
    for round in 0...AuditJudgement.furtherAttempts {
      guard let found = try rechecker.repeated(rest) else { return nil }
      for (flip, again) in found {
        attempts[flip, default: []].append(
          .init(finding: again.finding, wallNanoseconds: again.wallNanoseconds))
      }
      if round == 0 { leeway = speed(attempts).leeway }
      rest = rest.filter { flip in
        guard let stated = run.observation(of: flip), let last = attempts[flip]?.last else {
          return false
        }
        return !judgement(stated.finding, leeway).isSame(last)
      }
    }
    return (attempts, leeway)
  }

  /// The speed of the bundle's machine, by the samples that are answered there and here.
  private func speed(_ attempts: [Flip: [AuditJudgement.Attempt]]) -> AuditSpeed {
    var speed = AuditSpeed()
    for (flip, attempts) in attempts {
      guard let stated = run.observation(of: flip), !stated.verdict.isBreakage,
        let first = attempts.first, first.finding?.verdict.isBreakage == false
      else { continue }
      speed.add(
        flip.cell.decoder, stated: stated.wallNanoseconds, here: first.wallNanoseconds)
    }
    return speed
  }

  private func judgement(_ stated: Finding, _ leeway: Double) -> AuditJudgement {
    AuditJudgement(
      of: stated, timeoutNanoseconds: Int(bundle.submission.settings.timeoutSeconds * 1e9),
      leeway: leeway, comparesAnswers: isOfThisHarness)
  }

  private func add(
    _ flip: Flip, _ judgement: AuditJudgement, _ attempts: [AuditJudgement.Attempt],
    to entry: inout AuditReport.Entry
  ) {
    let stated = judgement.stated
    if judgement.isOnTrust(attempts) { entry.trusted += 1 }
    switch judgement.conclusion(attempts) {
    case .same: Self.compareCorners(stated, attempts.first?.finding, in: &entry)
    case .unsteady:
      entry.unsteady += 1
      let isSuccess = attempts.first?.finding?.verdict.isSuccess ?? false
      if stated.verdict.isSuccess != isSuccess {
        if isSuccess { entry.unluckier += 1 } else { entry.luckier += 1 }
      }
    case .quick: entry.quick += 1
    case .unfailing: entry.unfailing += 1
    case .unanswered: entry.unanswered += 1
    case .contradicted(let other):
      entry.contradicted.append(
        Flip(
          cell: flip.cell, level: flip.level, trial: flip.trial, before: flip.before,
          after: SampleOutcome(other.verdict)
        ).named(in: CorpusRecord(plan.corpus)))
    }
  }

  /// Counts on which side the bundle's corners are, where they are as close as roundings are.
  private static func compareCorners(
    _ stated: Finding, _ here: Finding?, in entry: inout AuditReport.Entry
  ) {
    for symbol in 0..<(stated.outlines?.count ?? 0) {
      guard let one = stated.outlines?[symbol], let other = here?.outlines?[symbol] else {
        continue
      }
      entry.corners += 1
      // A small error is a good fit, and a large overlap.
      let error = other.errorBin - one.errorBin
      let overlap = (one.overlapThousandths ?? 0) - (other.overlapThousandths ?? 0)
      let gain = error == 0 ? overlap : error
      if gain > 0 { entry.betterCorners += 1 }
      if gain < 0 { entry.worseCorners += 1 }
    }
  }

  private func entry(of decoder: ConfiguredDecoder) -> AuditReport.Entry {
    let verdicts = sample.verdicts(of: decoder.label)
    var entry = AuditReport.Entry(label: decoder.label, verdicts: verdicts, decoded: 0)
    let theirs = bundle.submission.decoders.first { $0.label == decoder.label }
    let mine = DecoderRecord(decoder, corpus: plan.corpus)
    if let code = theirs?.code, let own = mine.fingerprint.code { entry.isSameCode = code == own }
    entry.lacksCode = theirs?.code == nil
    if let version = theirs?.version, version != mine.version {
      entry.versions = [version, mine.version]
    }
    entry.untried =
      bundle.verdicts.entry(decoder.label)?.groups.reduce(0) { sum, curve in
        sum + curve.levels.reduce(0) { $0 + $1.count(.untried) }
      } ?? 0
    return entry
  }
}
