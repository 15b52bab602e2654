import ArgumentParser
import Base
import CodeGeneration
import Console
import Foundation
import PluginHost
import Sessions

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
  var samples: [String]

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
      "The programs' languages, with commas between them: swift,cpp,c,python,objc.",
      valueName: "languages"))
  var language: String?

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
  }

  package func run() throws {
    try interruptibly { stop in
      let context = decoders.workers.context(jobs: processors.jobs, stop: stop)
      let catalogue = try GeneratorCatalogue(
        folders: Installation.pluginFolders + decoders.workers.plugins.absolutePaths)
      // Wrong answers are found before minutes of work.
      try check(suggestion(nil), catalogue)
      if let output, !dryRun { try ConfigureFolder(output).prepare() }
      let progress = StepProgress()
      defer { progress.end() }
      progress.show("reading the samples with all decoders and formats")
      let surveyed = try SurveySession(context).run(
        samples, decoders: decoders.references(), excluding: output
      ) { progress.show("reading the samples with all decoders and formats", $0, of: $1) }
      progress.end()
      if stop.isRequested { throw ExitStatus.interrupted }
      printMessages(about: surveyed.unavailable)
      let needs = SampleNeeds(surveyed.survey)
      let suggested = try suggestion(needs)
      try printResult(
        SurveyText(Terminal.style()).render(surveyed.survey, needs, suggested))
      guard !needs.symbologies.isEmpty else {
        printMessage("no symbol was read in any sample: harness explain IMAGE says why")
        throw surveyed.survey.images.isEmpty ? ExitStatus.cannotDoItsJob : ExitStatus.nothingRead
      }
      guard !dryRun, let output else { return }
      let answers = try asked(suggested, needs, catalogue, stop)
      try check(answers, catalogue)
      // An interrupted search goes on with the same answers.
      try ConfigureFolder(output).write(answers)
      let session = ConfigureSession(
        context, surveyed: surveyed, folder: output, seed: seed,
        seconds: Double(time.nanoseconds) / 1e9)
      let hasProgram = { decoder in
        answers.languages.isEmpty
          || answers.languages.contains {
            catalogue.generator(language: $0, decoder: decoder) != nil
          }
      }
      guard let result = try session.run(answers, hasProgram: hasProgram, told: tell) else {
        throw ExitStatus.interrupted
      }
      try ConfigureFolder(output).write(result)
      try printResult("\n" + RecommendationFiles(result.recommendation).text(Terminal.style()))
      let programs = try programs(result.recommendation, context, catalogue, output)
      printMessage("everything is in \(output)/; see \(output)/recommendation.md")
      if result.recommendation.verdict == nil || !programs { throw ExitStatus.nothingRead }
    }
  }

  /// Writes the programs, and tries them where that is asked for.
  ///
  /// - Returns: False if a program differs from the harness or could not be tried.
  private func programs(
    _ recommendation: Recommendation, _ context: DecodingContext, _ catalogue: GeneratorCatalogue,
    _ folder: String
  ) throws -> Bool {
    guard let configuration = recommendation.configuration, let identity = recommendation.decoder
    else { return true }
    let session = ProgramSession(
      context, configuration: configuration, identity: identity, catalogue: catalogue)
    let outcomes = try session.write(
      recommendation.answers.languages, to: folder + "/programs",
      package: Installation.checkouts.first ?? ".")
    for outcome in outcomes { printMessage(ProgramWording.sentence(outcome)) }
    guard test else { return true }
    let agreements = try session.test(outcomes, on: recommendation.survey.images) {
      printMessage("building and running \($0)")
    }
    for agreement in agreements {
      try printResult(ProgramWording.lines(agreement).joined(separator: "\n"))
    }
    if context.stop.isRequested { throw ExitStatus.interrupted }
    if agreements.isEmpty { printMessage("there is no program to test") }
    return !agreements.isEmpty
      && agreements.allSatisfy { $0.failure == nil && $0.differing.isEmpty }
  }

  /// The suggested answers, with those of the command line and the file over them.
  ///
  /// - Parameter needs: The samples' needs; `nil` before anybody looked at them.
  private func suggestion(_ needs: SampleNeeds?) throws -> Answers {
    var answers = Answers(
      suggestedBy: needs ?? SampleNeeds(SampleSurvey(images: [], decoders: [])))
    if let path = self.answers {
      answers = try AnswerFile.read(
        String(decoding: WholeFile.read(path, maximumBytes: 1 << 20), as: UTF8.self), file: path,
        into: answers, payloads: needs?.payloads)
    }
    if let goal { answers.goal = goal }
    if let language {
      answers.languages = language.split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
    return answers
  }

  /// - Throws: `RequestError` for a language that no template writes.
  private func check(_ answers: Answers, _ catalogue: GeneratorCatalogue) throws {
    let known = languages(catalogue)
    if let wrong = answers.languages.first(where: { !known.contains($0) }) {
      throw RequestError(
        known.isEmpty
          ? "no template is installed, so no program can be written: leave out --language"
          : "no template writes \"\(wrong)\"; languages: \(known.joined(separator: ", "))")
    }
  }

  private func languages(_ catalogue: GeneratorCatalogue) -> [String] {
    Set(catalogue.generators.map(\.language)).sorted()
  }

  /// Asks what is left open, if there is a terminal and no file of answers.
  private func asked(
    _ suggested: Answers, _ needs: SampleNeeds, _ catalogue: GeneratorCatalogue, _ stop: StopSignal
  ) throws -> Answers {
    guard answers == nil, isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
      return suggested
    }
    return try QuestionDialogue(needs, languages: languages(catalogue), stop: stop).run(suggested)
  }

  private func tell(_ step: SearchSession.Step) {
    switch step {
    case .searching(let candidates): printMessage(ConfigureWording.search(candidates))
    case .explaining(let samples):
      printMessage(
        "looking for what keeps \(samples == 1 ? "an image" : "\(samples) images") from being read")
    case .round(let number, let candidates, let trials, let kept):
      printMessage(
        ConfigureWording.round(number, candidates: candidates, trials: trials, kept: kept))
    case .judging(let candidates):
      printMessage("judging \(candidates) settings on held-out images")
    case .captures(let candidates):
      printMessage("trying \(candidates) settings in the scan area and with fewer pixels")
    }
  }
}

extension Goal: ExpressibleByArgument {}
