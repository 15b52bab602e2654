import Corpora
import Evaluation
import Foundation
import PluginHost

/// Gathers the parts of a page besides the scores: latencies, misreads, and the gallery.
struct ReportEvidence {
  let source: ReportSource
  let plugins: PluginOptionGroup
  let startsDecoders: Bool

  /// Reads the run, draws the gallery, and runs the decoders that can be started.
  func gather(_ table: ScoreTable) throws -> RunEvidence {
    let inspection = try RunInspection(ofRun: source.run.number, in: source.store)
    let (contestants, absent) = startsDecoders && source.corpus != nil ? witnesses() : ([], [])
    var remarks = absent
    if let objection = source.objection { remarks.append("No images: \(objection)") }
    if !startsDecoders { remarks.append("No outlines: decoders were not started (--no-decoders)") }
    var drawing = GalleryDrawing(
      inspection, table: table, corpus: source.corpus, contestants: contestants,
      reproduceOptions: reproduceOptions)
    return try drawing.evidence(remarks: remarks)
  }

  private var record: RunRecord { source.run.record }

  /// The plugins named by hand, here or for the run.
  ///
  /// The commands shown name them all. Plugins that only the store names are not started here,
  /// since nobody typed them.
  private var paths: [String] {
    let typed = plugins.absolutePaths
    return typed + (record.plugins ?? []).filter { !typed.contains($0) }
  }

  /// The decoders that can be run again with the run's settings, and the reasons others cannot.
  private func witnesses() -> ([Contestant], [String]) {
    let limits = Lineup.Limits(
      decodeDeadlineNanoseconds: Int(record.settings.timeoutSeconds * 1e9),
      memoryLimitBytes: record.settings.memoryLimitBytes)
    var contestants: [Contestant] = []
    var absent: [String] = []
    for recorded in record.contestants where recorded.supportedGroups.contains(true) {
      do {
        let lineup = try Lineup(
          [DecoderReference(parsing: recorded.label)],
          search: plugins.search, limits: limits)
        contestants += lineup.contestants
        absent += lineup.absentees.map { "No outlines of \($0.label): \($0.reason)" }
      } catch {
        absent.append("No outlines of \(recorded.label): \(error)")
      }
    }
    return (contestants, absent)
  }

  /// The options that `harness reproduce` needs besides the sample's key and the decoder.
  private var reproduceOptions: String {
    ReproduceOptions(
      corpusFile: source.corpusFile, seed: source.seed, plugins: paths,
      timeout: DurationOption(nanoseconds: Int(record.settings.timeoutSeconds * 1e9)),
      memoryLimit: MemoryOption(bytes: record.settings.memoryLimitBytes)
    ).text
  }
}
