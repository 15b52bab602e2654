import ArgumentParser
import Base
import CodeGeneration
import Console
import Foundation
import PluginHost
import Serving

/// `harness configure`: from sample images to a decoder, its settings, and a program.
package struct ConfigureCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "configure",
    abstract: "Recommends decoder and settings for sample images, and writes the scanner's code.",
    discussion: """
      Reads the samples with every decoder and every format switched on, then asks three questions, \
      each with a suggested answer, and more if you want. Without a terminal it takes the suggested \
      answers; --answers replaces them. It searches settings on half of the samples and on a corpus \
      modelled on them, and judges the settings on the other half.

      Exit codes: 0 something is recommended, 1 no decoder reads all that is asked for, or with --test a \
      program differs from the harness, 2 a file or a decoder that was named could not be used, 64 wrong \
      usage, 130 interrupted.
      """)

  @Argument(
    help: ArgumentHelp(
      "Images and folders of images; name.txt beside an image in a folder is its truth.",
      valueName: "samples"), completion: .file())
  var samples: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder for the recommendation and the programs.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @Option(
    help: ArgumentHelp("A file of answers; with it, nothing is asked.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var answers: String?

  @Option(help: "What matters most: reach, speed or safety.")
  var goal: Goal?

  @Option(
    help: ArgumentHelp(
      "The programs' languages, separated by commas: swift,cpp,c,python,objc.",
      valueName: "languages"))
  var language: String?

  @Flag(
    help:
      "Opens a page that collects samples (from a camera, too), asks the questions and offers the files."
  )
  var open = false

  @Option(help: "The port of that page; 0 for one that is free.")
  var port: UInt16 = 0

  @OptionGroup var host: HostOptionGroup

  @Flag(help: "Prints what the samples show and the suggested answers, then stops.")
  var dryRun = false

  @Flag(help: "Builds and runs the programs on the samples, and compares them sample by sample.")
  var test = false

  @OptionGroup var decoders: DecoderOptionGroup

  @Option(
    help: ArgumentHelp(
      "Roughly the longest time to spend on drawn images: 2m. Samples are always decoded.",
      valueName: "duration"))
  var time: DurationOption = DurationOption(nanoseconds: 120_000_000_000)

  @Option(help: "The seed of the corpus that is modelled on the samples.")
  var seed: UInt64 = 1

  @OptionGroup var processors: ImageJobsOptionGroup

  package init() {}

  package func validate() throws {
    guard dryRun || output?.isEmpty == false else {
      throw ValidationError("--output names a folder; or --dry-run writes nothing")
    }
    guard open || !samples.isEmpty else {
      throw ValidationError("name images or folders, or let the page collect them with --open")
    }
    if open, dryRun || test {
      throw ValidationError("--dry-run and --test are for the terminal: leave out --open")
    }
    if !open, port != 0 || host.host != nil {
      throw ValidationError("--port and --host are the page's: add --open")
    }
  }

  package func run() throws {
    try interruptibly { stop in
      let steps = try ConfigureSteps(
        context: decoders.workers.context(jobs: processors.jobs, stop: stop),
        suggested: SuggestedAnswers(
          file: answers, goal: goal,
          languages: language?.split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
          },
          catalogue: GeneratorCatalogue(
            folders: Installation.pluginFolders + decoders.workers.plugins.absolutePaths)),
        references: decoders.references(), output: output, seed: seed,
        seconds: time.seconds)
      // Wrong answers are found before minutes of work.
      try steps.suggested.check(steps.suggested.answers(for: nil))
      if let output, !dryRun { try ConfigureFolder(output).prepare() }
      if open, let output { return try serve(steps, output, stop) }
      try configure(steps, stop)
    }
  }

  /// The page: it asks what the terminal would.
  private func serve(_ steps: ConfigureSteps, _ output: String, _ stop: StopSignal) throws {
    let desk = ConfigureDesk(steps, samples: samples, folder: output)
    let place = PagePlace(host: host.host ?? PagePlace.loopback, port: port, isSecure: host.tls)
    try PageServer(site: ConfigureSite(desk: desk), at: place, stop: stop).run { page in
      try? printResult(host.announcement(page.address, fingerprint: page.fingerprint))
      // The page opens once: at another address it is for another machine's browser.
      if host.host == nil { Browser.open(page.address) }
    }
  }

  private func configure(_ steps: ConfigureSteps, _ stop: StopSignal) throws {
    let progress = StepProgress()
    defer { progress.end() }
    progress.show("reading the samples with all decoders and formats")
    let surveyed = try steps.survey(samples) {
      progress.show("reading the samples with all decoders and formats", $0, of: $1)
    }
    progress.end()
    if stop.isRequested { throw ExitStatus.interrupted }
    printMessages(about: surveyed.unavailable)
    let needs = SampleNeeds(surveyed.survey)
    let suggested = try steps.suggested.answers(for: needs)
    try printResult(SurveyText(Terminal.style()).render(surveyed.survey, needs, suggested))
    guard !needs.symbologies.isEmpty else {
      printMessage("no symbol was read in any sample: harness explain IMAGE says why")
      throw surveyed.survey.images.isEmpty ? ExitStatus.cannotDoItsJob : ExitStatus.nothingRead
    }
    guard !dryRun, let output else { return }
    let answers = try asked(suggested, needs, steps.suggested.knownLanguages, stop)
    guard let found = try steps.recommend(answers, surveyed, in: output, told: tell) else {
      throw ExitStatus.interrupted
    }
    try printResult("\n" + RecommendationFiles(found).text(Terminal.style()))
    let programs = try programs(found, steps, output)
    printMessage("everything is in \(output)/; see \(output)/recommendation.md")
    if found.verdict == nil || !programs { throw ExitStatus.nothingRead }
  }

  /// Writes the programs, and tries them where that is asked for.
  ///
  /// - Returns: False if a program differs from the harness or could not be tried.
  private func programs(
    _ recommendation: Recommendation, _ steps: ConfigureSteps, _ folder: String
  ) throws -> Bool {
    guard let session = steps.programs(of: recommendation) else { return true }
    let outcomes = try steps.write(session, recommendation, in: folder)
    for outcome in outcomes { printMessage(ProgramWording.sentence(outcome)) }
    guard test else { return true }
    let agreements = try session.test(outcomes, on: recommendation.survey.images) {
      printMessage("building and running \($0)")
    }
    for agreement in agreements {
      try printResult(ProgramWording.lines(agreement).joined(separator: "\n"))
    }
    if steps.context.stop.isRequested { throw ExitStatus.interrupted }
    if agreements.isEmpty { printMessage("there is no program to test") }
    return !agreements.isEmpty
      && agreements.allSatisfy { $0.failure == nil && $0.differing.isEmpty }
  }

  /// Asks what is left open, if there is a terminal and no file of answers.
  private func asked(
    _ suggested: Answers, _ needs: SampleNeeds, _ languages: [String], _ stop: StopSignal
  ) throws -> Answers {
    guard answers == nil, isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
      return suggested
    }
    return try QuestionDialogue(needs, languages: languages, stop: stop).run(suggested)
  }

  private func tell(_ step: SearchSession.Step) { printMessage(ConfigureWording.step(step)) }
}

extension Goal: ExpressibleByArgument {}
