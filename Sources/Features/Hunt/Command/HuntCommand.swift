import ArgumentParser
import Base
import Console
import DecoderKit
import Evaluation
import PluginHost
import Reporting
import Sessions

/// `harness hunt`: how often a decoder fails on perfect symbols, and on which.
package struct HuntCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "hunt",
    abstract: "Finds perfect symbols that a decoder fails on, and bounds their number per million.",
    discussion: """
      Draws symbols without blur or noise, modules of whole pixels, in every version, size, mask, error \
      correction, kind and length of payload, until the budget is used. Failures are attributed to \
      what they have in common; of each cause one symbol is made as simple as it can be, shown to other \
      decoders, and written as an issue text. The bounds hold whenever the hunt ends, for what is drawn: \
      symbologies and options are equally likely.

      Exit codes: 0 nothing failed, 1 something did, 2 the harness could not do its job, 64 wrong usage, \
      130 interrupted (what was found is kept). With --below: 0 if at most so many fail, 1 if more do, 3 if \
      that is undecided.
      """)

  @Argument(
    help: ArgumentHelp("The decoder.", valueName: "name[:option=value,…]"),
    completion: Completions.decoders)
  var decoder: String

  @Option(
    name: .customLong("symbology"),
    help: ArgumentHelp(
      "Symbologies, such as qr-code,ean-13; may be repeated. Default: all that the decoder reads.",
      valueName: "names"))
  var symbologies: [String] = []

  @Option(
    help: ArgumentHelp("The most symbols. Default: 20000 without --minutes.", valueName: "number"))
  var decodes: Int?

  @Option(help: ArgumentHelp("The longest time.", valueName: "number"))
  var minutes: Double?

  @Option(
    help: ArgumentHelp(
      "Ends once it is clear whether at most this many of a million perfect symbols fail.",
      valueName: "per million"))
  var below: Double?

  @Option(
    help: ArgumentHelp("The sides of modules, in pixels: 3,4,5,6.", valueName: "numbers"))
  var moduleSizes = "3,4,5,6"

  @Option(help: "The seed of all draws.")
  var seed: UInt64 = 1

  @OptionGroup var processors: ImageJobsOptionGroup

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for the report and the issue texts, instead of reports/hunt-NAME.",
      valueName: "folder"), completion: .directory)
  var output: String?

  @OptionGroup var workers: WorkerOptionGroup

  @Flag(help: "Prints hunt.json instead of the table.")
  var json = false

  @Flag(help: "Shows every symbology, and each finding with its simplest symbol.")
  var full = false

  @Flag(help: "No progress and no closing remark; the table is still printed.")
  var quiet = false

  @OptionGroup var color: ColorOptionGroup

  /// The number of symbols when nothing else ends the hunt.
  private static let usualDecodes = 20_000

  package init() {}

  package func validate() throws {
    try NumberBounds.count.check(decodes, "--decodes")
    try NumberBounds.minutes.check(minutes, "--minutes")
    if let below, !(below > 0 && below < 1_000_000) {
      throw ValidationError("--below is a number of a million symbols, such as 100")
    }
    try requireFolderName(output)
    _ = try sizes()
  }

  package func run() throws {
    try interruptibly { stop in
      let configured = try workers.decoder(
        decoder, for: "a hunt",
        unaimed: "perfect symbols are read without hints and selection; leave out @")
      let space = HuntSpace(
        symbologies: try wanted(of: configured), moduleSizes: try sizes(), seed: seed)
      try DescriptorBudget.reserve(workers: processors.jobs * configured.members.count)
      let folder = output ?? HuntSession.defaultFolder(configured)
      try ReportFolder.prepare(folder)
      let session = HuntSession(
        plan: plan(space, configured, stop), decoder: configured,
        others: { try workers.choice([]).decoders.filter { $0.isUnlike(configured) } },
        folder: folder, options: workers.reproduceOptions())
      let progress = StepProgress(isQuiet: quiet)
      let report = try session.run(stop: stop) {
        progress.show("hunting \(configured.label): \($0)")
      }
      progress.end()
      try HuntFiles.write(report, to: folder) { session.command(inItsFolder: $0.example.record) }
      if json {
        try printData(HuntFiles.jsonText(report))
      } else {
        try printResult(
          full
            ? report.document.text(color.style, cutFor: "hunt.md")
            : report.briefText(color.style))
      }
      if !quiet { printMessage("the report is \(folder)/hunt.md; issue texts are beside it") }
      try throwExitStatus(report)
    }
  }

  private func plan(
    _ space: HuntSpace, _ decoder: ConfiguredDecoder, _ stop: StopSignal
  ) -> HuntPlan {
    HuntPlan(
      space: space, jobs: processors.jobs,
      decodes: decodes ?? (minutes == nil ? Self.usualDecodes : nil),
      seconds: minutes.map { $0 * 60 }, below: below,
      makeReader: {
        // A decoder that dies at many symbols is what is looked for.
        let chain = DecoderChain(
          members: decoder.members, health: DecoderHealth(givingUpAfter: .max), stop: stop)
        return HuntReader { _, image in chain.decode(image) }
      })
  }

  /// The symbologies to draw: those that are named, or all that the decoder reads.
  private func wanted(of decoder: ConfiguredDecoder) throws -> [Symbology] {
    let names = symbologies.flatMap { $0.split(separator: ",").map(String.init) }
    let read = Symbology.allCases.filter(decoder.identity.supports)
    guard !names.isEmpty else {
      guard !read.isEmpty else {
        throw RequestError("\(decoder.label) names no symbology that it reads")
      }
      return read
    }
    var wanted: [Symbology] = []
    for name in names {
      guard let symbology = Symbology(parsing: name) else {
        throw RequestError(
          "unknown symbology \"\(name)\"."
            + SpellingSuggestion.sentence(for: name, among: Symbology.allCases.map(\.rawValue)))
      }
      guard read.contains(symbology) else {
        throw RequestError("\(decoder.label) does not claim to read \(symbology)")
      }
      if !wanted.contains(symbology) { wanted.append(symbology) }
    }
    return wanted
  }

  private func sizes() throws -> [Int] {
    let words = moduleSizes.split(separator: ",", omittingEmptySubsequences: false)
    let sizes = words.compactMap { Int($0) }
    guard sizes.count == words.count, !sizes.isEmpty, sizes.allSatisfy((1...20).contains) else {
      throw ValidationError(
        "--module-sizes are whole numbers of pixels from 1 to 20, such as 3,4,5,6")
    }
    return Array(Set(sizes)).sorted()
  }

  private func throwExitStatus(_ report: HuntReport) throws {
    if report.wasStopped { throw ExitStatus.interrupted }
    if let trouble = report.trouble {
      printMessage("the hunt ended early: \(trouble)")
      throw ExitStatus.cannotDoItsJob
    }
    guard let below else {
      if report.failures > 0 { throw ExitStatus.found }
      return
    }
    switch report.isAtMost(below) {
    case true?: return
    case false?: throw ExitStatus.found
    case nil: throw ExitStatus.cannotJudge
    }
  }
}
