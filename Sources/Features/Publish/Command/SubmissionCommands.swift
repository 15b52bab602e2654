import ArgumentParser
import Base
import Console
import Foundation
import PluginHost
import Reporting
import ResultStore
import Sessions

/// `harness publish submit`: a stored run as a bundle that others can verify.
struct Submit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Writes a finished run as a bundle that a third party can verify.",
    discussion: """
      The bundle holds the outcome of every sample, the scores, the machine, the digests of the decoders' \
      code and a log of errors. harness publish verify checks it by decoding a random part again.
      """)

  @OptionGroup var stored: StoredRunOptionGroup

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The bundle's folder, instead of submissions/<corpus>.", valueName: "folder"),
    completion: .directory)
  var output: String?

  func run() throws {
    try reportingFailures {
      let run = try stored.open()
      let record = run.record
      let making = try SubmissionMaking(run, catalog: Installation.corpora)
      let texts: [(part: Submission.Part, text: String)] = [
        (.verdicts, try BaselineFile.text(making.verdicts())),
        (.scores, try JSONReport().render(making.table())),
        (.outcomes, try SubmissionFiles.text(making.lines)),
        (.log, try SubmissionFiles.text(making.log)),
      ]
      let submission = making.submission(texts: texts)
      let folder = output ?? "submissions/\(record.corpus.name)"
      try ReportFolder.write(
        texts.map { ($0.part.rawValue, $0.text) }
          + [(Submission.fileName, try SubmissionFiles.text(submission))], to: folder)
      // As its readers will take it.
      _ = try SubmissionBundle(folder: folder)
      try printResult("\(folder): run \(run.number) of \(record.corpus.name)")
      if record.settings.release == nil {
        printMessage(
          "the run belongs to no release: tables take only runs made with compare --release")
      }
    }
  }
}

/// `harness publish verify`: a bundle's samples, a random part of them, drawn and decoded again.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Decodes a random part of a bundle's samples again and says what that proves.",
    discussion: """
      First compares the bundle with the corpus, sample by sample and figure by figure. Exit code 1 if something \
      contradicts it, 3 if it cannot be judged here: different samples, a missing decoder or version, \
      timeouts that do not happen here. Prints the seed of its random choice, so that others can repeat it; give a \
      seed only to repeat a choice.
      """)

  @Argument(help: ArgumentHelp("The bundle's folder.", valueName: "bundle"), completion: .directory)
  var bundle: String

  @Option(
    help: ArgumentHelp("The share of each decoder's verdicts to decode again.", valueName: "share"))
  var sample: ShareOption = ShareOption(value: 0.02)

  @Option(help: "The seed of a choice to repeat. Default: a random one.")
  var seed: UInt64?

  @Option(
    name: .customLong("corpus"),
    help: ArgumentHelp("The corpus's file, unless its name is known.", valueName: "file"))
  var corpusFile: String?

  @OptionGroup var processors: JobsOptionGroup

  @OptionGroup var plugins: PluginOptionGroup

  @OptionGroup var rights: SandboxOptionGroup

  @OptionGroup var terminal: TerminalOptionGroup

  func run() throws {
    try interruptibly { stop in
      guard let report = try report(stop: stop) else { throw ExitStatus.interrupted }
      try printResult(AuditText(terminal.style).render(report))
      switch report.conclusion {
      case .confirmed: return
      case .contradicted: throw ExitStatus.contradicted
      case .open: throw ExitStatus.cannotJudge
      }
    }
  }

  /// Decodes the part again.
  ///
  /// - Returns: `nil` when it was stopped.
  func report(stop: StopSignal) throws -> AuditReport? {
    let bundle = try SubmissionBundle(folder: bundle)
    // Only the caller names files: a bundle's corpus is one of the catalogue.
    let corpora = Installation.corpora
    let corpus =
      try corpusFile.map { try corpora.load(nameOrPath: $0) }
      ?? corpora.load(name: bundle.submission.corpus)
    if let release = bundle.submission.settings.release {
      try ReleaseCheck(
        Installation.releases.lock(of: release.release, corpus: corpus.name)
      ).check(corpus.overriding(trials: nil, seed: bundle.submission.seed), of: release)
    }
    let audit = try Audit(
      of: bundle, corpus: corpus, harness: Version.current, search: plugins.search,
      sandbox: rights.sandbox, jobs: processors.jobs, stop: stop)
    return try audit.run(share: sample.value, seed: seed ?? .random(in: .min ... .max))
  }
}

/// A share as people type it: `2%`, `0.02`.
struct ShareOption: ExpressibleByArgument, CustomStringConvertible {
  /// The share, above 0 and at most 1.
  let value: Double

  init(value: Double) { self.value = value }

  init?(argument: String) {
    let isPercent = argument.hasSuffix("%")
    guard let number = Double(isPercent ? String(argument.dropLast()) : argument) else {
      return nil
    }
    let share = isPercent ? number / 100 : number
    guard share > 0, share <= 1 else { return nil }
    value = share
  }

  var description: String { "\(value * 100)%" }

  var defaultValueDescription: String { "\(Int(value * 100))%" }
}

extension BundleFault: ErrorWithExitCode {
  package var exitCode: ExitCode {
    if case .unreadable = self { return ExitStatus.cannotDoItsJob }
    return isContradiction ? ExitStatus.contradicted : ExitStatus.cannotJudge
  }
}
