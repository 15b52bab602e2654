import Base
import Console
import Corpora
import Evaluation
import Foundation
import PluginHost
import Reporting
import Results

/// The comparison of two builds on one corpus after the other.
struct JudgeSession {
  /// A build that can be started.
  struct Build {
    let record: Judgement.Build
    let decoder: ConfiguredDecoder

    /// Finds a build as it was named: a decoder's reference, or the path of a plugin with options behind it.
    ///
    /// - Parameters:
    ///   - title: Its name in the report, if that is another one.
    ///   - side: Its name in the stores of the runs.
    /// - Throws: `PluginError` for one that cannot be used.
    init(
      _ asked: String, named title: String? = nil, as side: String, _ workers: WorkerOptionGroup
    ) throws {
      let (path, options) = Self.parts(asked)
      var again = workers.reproduceOptions()
      var search = workers.plugins.search
      var reference = asked
      if let path {
        search = Installation.plugins(given: [path])
        again.plugins = [URL(filePath: path).standardizedFileURL.path]
        let given = try search.locations().filter { $0.source == .given }
        guard given.count == 1, let location = given.first else {
          throw PluginError(
            .badReference, "\(path) holds \(given.count) plugins; name the manifest of one of them")
        }
        let name = try location.name ?? DecoderWorker.identify(WorkerSettings(location)).name
        reference = name + (options.isEmpty ? "" : ":" + options)
      }
      let parsed = try DecoderReference(parsing: reference)
      guard parsed.hints == nil, parsed.selection == nil, parsed.label == nil else {
        throw PluginError(
          .badReference,
          "\"\(asked)\" is more than a decoder with its options; write NAME, NAME@RELEASE or the path "
            + "of a plugin, with :OPTION=VALUE,… behind it if wanted")
      }
      let choice = try DecoderChoice([parsed], search: search, limits: workers.limits)
      guard let configured = choice.decoders.first, choice.decoders.count == 1 else {
        throw PluginError(
          .unavailable, "\(asked): \(choice.unavailable.first?.reason ?? "it is several decoders")")
      }
      decoder = configured.named(side, apartBy: "judge \(side)")
      record = Judgement.Build(
        asked: title ?? asked, decoder: configured.reference, library: configured.identity.library,
        version: configured.identity.version, reproduceOptions: again.text)
      fingerprint = configured.fingerprint.sha256
    }

    /// The identity of the program with its options, whichever side it is on.
    let fingerprint: String

    /// The path and the options in a text that names a path; no path in one that names a decoder.
    static func parts(_ text: String) -> (path: String?, options: String) {
      if FileManager.default.fileExists(atPath: text) { return (text, "") }
      guard text.contains("/") else { return (nil, "") }
      guard let colon = text.lastIndex(of: ":"), text[colon...].contains("=") else {
        return (text, "")
      }
      return (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }
  }

  let before: Build
  let after: Build
  let request: RunRequest
  let workers: WorkerOptionGroup
  let folder: String
  let latencyRatio: Double

  /// Runs both builds over the corpora, and judges.
  ///
  /// All is decoded anew: times are then those of one day, and no result of an earlier build with the same files
  /// stands for this one's.
  ///
  /// - Returns: The judgement, and the pictures of flipped images.
  func run(
    over corpora: [(name: String, corpus: Corpus)], _ terminal: TerminalOptionGroup,
    stop: StopSignal
  ) throws -> (Judgement, [FlipPicture]) {
    var evidence: [CorpusEvidence] = []
    var pictures = FlipPictures()
    for (name, corpus) in corpora where !stop.isRequested {
      for warning in corpus.warnings { terminal.say(warning) }
      let folder = "\(self.folder)/\(corpus.name)"
      try ReportFolder.prepare(folder)
      let plan = try request.plan(
        corpus, named: name, DecoderChoice([before.decoder, after.decoder]), workers,
        folder: folder)
      let session = try request.session(plan, workers, folder: folder)
      let (number, table) = try terminal.run(session, of: plan, stop: stop)
      try ReportFolder.write(table, judgedBy: nil, to: folder)
      guard let one = try CorpusEvidence(ofRun: number, in: session.store) else {
        terminal.say("left out \(corpus.name): the builds share no symbology of it")
        continue
      }
      pictures.draw(one, of: corpus)
      evidence.append(one)
    }
    let judgement = Judgement(
      before: before.record, after: after.record,
      isSameProgram: before.fingerprint == after.fingerprint, evidence,
      latencyRatio: latencyRatio, wasStopped: stop.isRequested)
    return (judgement, pictures.drawn)
  }
}

/// The picture of a flipped image.
struct FlipPicture {
  let sample: FlippedSample
  let file: PictureFile
}

/// Draws flipped images until their files would make a page too large.
private struct FlipPictures {
  private(set) var drawn: [FlipPicture] = []
  private var bytes = 0
  /// The most bytes of all files together, before encoding as text.
  private static let mostBytes = 8_000_000

  /// Draws those of a corpus; one that cannot be drawn stays a line in the list.
  mutating func draw(_ evidence: CorpusEvidence, of corpus: Corpus) {
    var renderer = SampleRenderer(corpus: corpus)
    for (flip, sample) in zip(evidence.places, evidence.flips) where bytes < Self.mostBytes {
      guard let group = corpus.groups.first(where: { $0.id == flip.cell.group }),
        let image = try? renderer.draw(group: group, level: flip.level, trial: flip.trial).image,
        let file = try? PictureFile(image)
      else { continue }
      bytes += file.bytes.count
      drawn.append(FlipPicture(sample: sample, file: file))
    }
  }
}
