import ArgumentParser
import Console
import Foundation
import Reporting
import Sessions

/// `harness report`: a run on one page, with the images that show how decoders fail; or pages of many runs.
package struct ReportCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes one HTML page about a run: scores, curves, maps, and a gallery of failures.",
    discussion: """
      The page is one self-contained file. Scores come from the result store; the gallery's images \
      are drawn again, and installed decoders show where they find symbols.

      With --site it writes a folder of pages over all runs in report folders, folders of them or store \
      files; by default those below reports/.
      """)

  @Argument(
    help: ArgumentHelp(
      "A run's number, instead of the latest finished one; or a report folder. With --site, any number of folders.",
      valueName: "run or folder"))
  var subjects: [String] = []

  @Option(
    help: ArgumentHelp(
      "The run's corpus: uses the run in reports/<corpus> and draws its images.",
      valueName: "name or file"))
  var corpus: String?

  @Option(
    help: ArgumentHelp(
      "A store file or report folder, instead of one below reports/.", valueName: "file"))
  var store: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The page's file (default: report.html beside the store); with --site, the folder (default: reports/site).",
      valueName: "file"))
  var output: String?

  @OptionGroup var site: SiteOptionGroup

  @OptionGroup var streams: StreamRuleOptionGroup

  @OptionGroup var plugins: PluginOptionGroup

  @Flag(help: "Starts no decoders, so the gallery shows no outlines.")
  var noDecoders = false

  @Flag(help: "Opens the page in the browser.")
  var open = false

  package init() {}

  package func validate() throws {
    if output == "" { throw ValidationError("--output names a file") }
    if site.site {
      if corpus != nil || store != nil || open || streams.isGiven {
        throw ValidationError(
          "--site takes folders of runs: leave out --corpus, --store, --open, --policy, --confirm"
        )
      }
      return
    }
    if site.markdown { throw ValidationError("--markdown belongs to --site") }
    guard subjects.count <= 1 else {
      throw ValidationError(
        "a page shows one run, not \(subjects.count): name one, or use --site")
    }
    if folder != nil, let store {
      throw ValidationError("the store is named twice, as \(folder ?? "") and as \(store)")
    }
  }

  private var subject: String? { subjects.first }

  private var number: Int? { subject.flatMap(Int.init) }

  private var folder: String? { number == nil ? subject : nil }

  package func run() throws {
    try reportingFailures {
      if site.site { return try writeSite() }
      let source = try ReportSource(
        number: number, corpus: corpus, store: store ?? folder, catalog: Installation.corpora)
      let place = URL(filePath: output ?? source.run.folder + "/report.html")
      let table = try source.run.table(streamRules: streams.isGiven ? streams.rules() : nil)
      let evidence = try ReportEvidence(
        source: source, search: plugins.search, plugins: plugins.absolutePaths,
        startsDecoders: !noDecoders
      ).gather(table)
      let page = PageReport(evidence: evidence, fileName: place.lastPathComponent)
      let folder = place.deletingLastPathComponent().path
      for file in try ReportFolder.write(table, to: folder, writers: [page]) {
        printMessage("wrote \(file)")
      }
      if open { Browser.open(place.path) }
    }
  }
}
