import Analysis
import Evaluation
import PluginHost
import Results

/// Gathers the parts of a page besides the scores: latencies, misreads, and the gallery.
package struct ReportEvidence {
  private let source: ReportSource
  private let search: PluginSearch
  private let plugins: [String]
  private let startsDecoders: Bool

  /// Makes the evidence of a stored run.
  ///
  /// - Parameters:
  ///   - source: The run.
  ///   - search: The places where its decoders are looked for.
  ///   - plugins: Plugins named by hand, as absolute paths.
  ///   - startsDecoders: False to leave out the outlines of symbols.
  package init(
    source: ReportSource, search: PluginSearch, plugins: [String], startsDecoders: Bool
  ) {
    self.source = source
    self.search = search
    self.plugins = plugins
    self.startsDecoders = startsDecoders
  }

  /// Reads the run, draws the gallery, and runs the decoders that can be started.
  package func gather(_ table: ScoreTable) throws -> RunEvidence {
    let inspection = try RunInspection(ofRun: source.run.number, in: source.run.store)
    let (decoders, gaps) = startsDecoders && source.corpus != nil ? startableDecoders() : ([], [])
    var evidence = GalleryChoice(inspection, table: table).evidence(
      reproduceOptions: reproduceOptions.text)
    evidence.gallery.gaps = gaps
    if let reason = source.missingCorpus {
      evidence.gallery.gaps.append(.noCorpus(reason: reason))
    }
    if !startsDecoders { evidence.gallery.gaps.append(.decodersNotStarted) }
    return try GalleryDrawing(
      evidence, of: inspection.run.corpus, corpus: source.corpus, decoders: decoders
    ).completed()
  }

  private var record: RunRecord { source.run.record }

  /// The decoders that can be run again with the run's settings, and the reasons others cannot.
  private func startableDecoders() -> ([ConfiguredDecoder], [Gallery.Gap]) {
    let limits = DecoderChoice.Limits(
      decodeDeadlineNanoseconds: Int(record.settings.timeoutSeconds * 1e9),
      memoryLimitBytes: record.settings.memoryLimitBytes,
      sandbox: record.settings.sandbox.flatMap(SandboxMode.init) ?? .automatic)
    var decoders: [ConfiguredDecoder] = []
    var gaps: [Gallery.Gap] = []
    for recorded in record.decoders where recorded.supportedGroups.contains(true) {
      do {
        let choice = try DecoderChoice(
          [DecoderReference(parsing: recorded.argument)], search: search, limits: limits)
        decoders += choice.decoders
        gaps += choice.unavailable.map { .noOutlines(decoder: $0.label, reason: $0.reason) }
      } catch {
        gaps.append(.noOutlines(decoder: recorded.label, reason: "\(error)"))
      }
    }
    return (decoders, gaps)
  }

  private var reproduceOptions: ReproduceOptions {
    // Commands name the run's plugins, too. Those that only the store names are not started here,
    // since nobody typed them.
    var options = ReproduceOptions(of: record)
    options.corpusFile = source.corpusFile
    options.seed = source.seed
    options.plugins = plugins + options.plugins.filter { !plugins.contains($0) }
    return options
  }
}
