import ArgumentParser
import Base
import Console
import Corpora
import Foundation
import Reporting
import Sessions
import Synchronization

/// `harness realism`: what drawn samples predict of photos, beside what decoders made of them.
package struct RealismCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "realism",
    abstract: "Predicts from drawn symbols which photos decoders read, and checks the predictions.",
    discussion: """
      Measures each photo's symbols (module size, blur, contrast, noise, light, angle, quiet zone), \
      estimates each decoder's chance of reading them with a model fitted to drawn samples alone, and \
      compares the chances with what the decoders read. Decodes are kept in the output folder and used \
      again. For a camera's focal length see harness camera calibrate.

      Exit codes: 0 fine, 2 a decoder that was named or the photos could not be used, 64 wrong usage, \
      130 interrupted.
      """)

  @Argument(
    help: ArgumentHelp(
      "Folders of photos; name.txt beside a photo is its truth.", valueName: "photos"),
    completion: .directory)
  var photos: [String]

  @Option(
    name: .customLong("corpus"),
    help: ArgumentHelp(
      "A drawn corpus to learn from, by name or file; may be repeated.",
      discussion: "Default: calibration, calibration-light and calibration-scenes.",
      valueName: "name or file"),
    completion: Completions.corpora)
  var corpora: [String] = []

  @Option(
    name: .shortAndLong,
    help: "Trials at each level of the drawn corpora, instead of their own number.")
  var trials: Int?

  @OptionGroup var decoders: DecoderOptionGroup

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder for the page and all results.", valueName: "folder"),
    completion: .directory)
  var output = "reports/calibration"

  @OptionGroup var processors: ImageJobsOptionGroup

  @Flag(help: "No progress; the result is still printed.")
  var quiet = false

  package init() {}

  package func validate() throws {
    if let trials, !(1...10_000).contains(trials) {
      throw ValidationError("--trials is a number from 1 to 10000")
    }
    try requireFolderName(output)
    if photos.isEmpty { throw ValidationError("name a folder of photos") }
  }

  package func run() throws {
    try interruptibly { stop in
      let real = try photos.map { try Corpus(photos: ImageFolder.load(path: $0)) }
      let drawn = try drawn()
      for warning in real.flatMap(\.warnings) where !quiet { printMessage(warning) }
      try ReportFolder.prepare(output)
      let context = decoders.workers.context(jobs: processors.jobs, stop: stop)
      let session = RealismSession(context, folder: output)
      let choice = try session.decoders(decoders.references())
      let progress = StepProgress(isQuiet: quiet)
      let last = Mutex(RealismSession.Step?.none)
      let result = try session.run(
        photos: real, drawn: drawn, decoders: choice.decoders,
        mostSurprises: RealismPage.mostSurprises,
        told: { step in
          last.withLock { $0 = step }
          progress.tell(step)
        })
      progress.end()
      guard let result else {
        let step = last.withLock { $0 }
        let names = (real + drawn).uniqued(by: \.sha256).map(\.name)
        printMessage(RealismWording.interrupted(at: step, corpora: names, folder: output))
        throw ExitStatus.interrupted
      }
      try ReportFolder.write(
        [
          (RealismPage.fileName, RealismPage(result.report, pictures: result.pictures).render()),
          ("calibration.json", RealismJSON.render(result.report)),
        ], to: output)
      try printResult(RealismText(Terminal.style()).render(result.report))
      printMessage("the page is \(output)/\(RealismPage.fileName)")
      printMessages(about: choice.unavailable)
      if !choice.unavailable.isEmpty { throw ExitStatus.cannotDoItsJob }
    }
  }

  /// The corpora to learn from.
  private func drawn() throws -> [Corpus] {
    let names =
      corpora.isEmpty ? ["calibration", "calibration-light", "calibration-scenes"] : corpora
    return try names.map { name in
      let corpus = try Installation.corpora.load(nameOrPath: name)
      guard !corpus.recipes.isEmpty else {
        throw RequestError(
          "\(name) is not a drawn corpus; realism learns from drawn samples only")
      }
      return corpus.overriding(trials: trials, seed: nil)
    }
  }
}

extension StepProgress {
  /// Shows a step of the measurement.
  func tell(_ step: RealismSession.Step) {
    switch step {
    case .decoding(let name, let samples): show("decoding \(name): \(samples) images")
    case .measuring(let name, let done, let all): show("measuring \(name)", done, of: all)
    }
  }
}
