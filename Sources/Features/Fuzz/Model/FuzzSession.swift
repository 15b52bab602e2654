import Base
import Corpora
import DecoderKit
import Evaluation
import Foundation
import Images
import PluginHost
import Results
import Scanning
import Sessions

/// The aim of fuzzing.
enum FuzzGoal: String, CaseIterable, Sendable {
  /// Crashes, hangs, failures and misreads.
  case faults
  /// Images that take long for their size.
  case time
}

/// Fuzzing one decoder from start to end: sources, inputs, findings, reproducers.
struct FuzzSession: Sendable {
  let plan: FuzzPlan
  let corpus: Corpus
  let folder: String
  let options: ReproduceOptions

  /// The folder for the report of a decoder unless another one is named.
  static func defaultFolder(_ decoder: ConfiguredDecoder) -> String {
    "reports/fuzz-" + ReproducerFile.name(decoder.label, separator: ":")
  }

  /// The folder for the report of one of many decoders, in the folder that is named for all.
  static func folder(for decoder: ConfiguredDecoder, in folder: String) -> String {
    folder + "/" + ReproducerFile.name(decoder.label, separator: ":")
  }

  /// Looks for the slowest images, makes them small and keeps them.
  ///
  /// Blocks the caller. Asked to stop, it keeps what was found.
  ///
  /// - Parameter watch: Is given the counts now and then.
  /// - Throws: As ``run(stop:watch:)``.
  func search(stop: StopSignal, watch: (FuzzProgress) -> Void) throws -> FuzzReport {
    let start = ContinuousClock.now
    let (slowest, inputs) = try SlowSearch(plan: plan, stop: stop).run(watch)
    var report = emptyReport
    report.inputs = inputs
    report.slowest = try slowest.enumerated().map { place, slow in
      let original = slow.input.image(plan.sources)
      var example = FuzzExample(
        input: slow.input.number, source: plan.sources[slow.input.source].key,
        mutations: slow.input.mutations, width: original.width, height: original.height,
        detail: nil, printed: nil)
      (example.width, example.height) = (slow.image.width, slow.image.height)
      example.minimisingDecodes = slow.minimisingDecodes
      let stem = stem("slow-\(place + 1)")
      example.reproduce = try keep(slow.image, at: stem, example, nil, example.mutations)
      example.file = stem + ".png"
      return SlowImage(
        milliseconds: slow.milliseconds, usualMilliseconds: slow.usual, example: example)
    }
    return finished(report, start, stop)
  }

  private var emptyReport: FuzzReport {
    var report = FuzzReport(
      decoder: TestedDecoder(plan.decoder),
      corpus: .init(name: corpus.name, version: corpus.version, sha256: corpus.sha256),
      seed: plan.seed, timeoutSeconds: Double(options.timeoutNanoseconds) / 1e9)
    report.sources = plan.sources.count
    return report
  }

  private func finished(
    _ report: FuzzReport, _ start: ContinuousClock.Instant, _ stop: StopSignal
  ) -> FuzzReport {
    var report = report
    report.wasStopped = stop.isRequested
    report.wallSeconds = (ContinuousClock.now - start) / .seconds(1)
    return report
  }

  /// Looks for findings, makes their examples small and keeps them.
  ///
  /// Blocks the caller. Asked to stop, it keeps what was found.
  ///
  /// - Parameter watch: Is given the run before it starts, to show its progress.
  /// - Throws: `PluginError` when the decoder cannot be started any more, `ImageError` and `FileError`
  ///   for reproducers that cannot be written.
  func run(stop: StopSignal, watch: (FuzzRun) -> Void) throws -> FuzzReport {
    let start = ContinuousClock.now
    let run = FuzzRun(plan, stop: stop)
    watch(run)
    let outcome = try run.run()
    var report = emptyReport
    (report.inputs, report.unconfirmed) = (outcome.inputs, outcome.unconfirmed)
    for (found, original, minimised, reading) in outcome.groups {
      var group = found
      let stem = stem(of: group.signature)
      let failure = reading == nil ? group.example.detail ?? "no answer in time" : nil
      group.example.reproduce = try keep(
        minimised, at: stem, group.example, reading, failure: failure, group.example.mutations)
      if minimised != original {
        let changes = FuzzRun.mutations(ofInput: group.example.input, in: plan)
        _ = try keep(
          original, at: stem + "-original", group.example, reading, failure: failure, changes)
      }
      group.example.file = stem + ".png"
      report.groups.append(group)
    }
    return finished(report, start, stop)
  }

  /// The place of a cause's reproducer, without the ending of its name: the same in every run.
  private func stem(of signature: FuzzSignature) -> String {
    let misread = signature.misread.map { misread in
      [misread.symbology?.rawValue, misread.misreadClass?.rawValue, misread.expected?.rawValue].map
      {
        $0 ?? ""
      }
    }
    let digest = ContentHash.sha256(ofParts: [signature.text] + (misread ?? [])).prefix(8)
    return stem("\(signature.verdict.rawValue)-\(digest)")
  }

  private func stem(_ name: String) -> String {
    "\(ReproducerFile.folder)/\(ReproducerFile.name(plan.decoder.label, separator: ":"))/" + name
  }

  /// Writes an image with its record, and returns the command that decodes it again.
  private func keep(
    _ image: GrayImage, at stem: String, _ example: FuzzExample, _ reading: Reading?,
    failure: String? = nil, _ mutations: [ImageMutation]
  ) throws -> String {
    let path = URL(filePath: folder + "/" + stem).standardizedFileURL.path
    let decoder = plan.decoder
    let command = ReproduceCommand.line(
      key: path + ".json", decoder: decoder.argument, options: options.text)
    let record = StreamSnapshot.Record(
      decoder, rowStride: image.rowStride == image.width ? nil : image.rowStride,
      decodedPart: .init(x: 0, y: 0, width: image.width, height: image.height),
      codes: reading.map { [StreamSnapshot.Code($0)] },
      failure: failure, printed: example.printed, reproduce: command)
    let input = KeptInput(record: record, source: example.source, mutations: mutations)
    try Folder.make(Folder.parent(of: path))
    try StreamSnapshot.write(image, input, at: path)
    return command
  }
}

/// The JSON file beside an image that was kept: a snapshot, as `harness reproduce` reads it, and what the image
/// was made of.
private struct KeptInput: Encodable {
  let record: StreamSnapshot.Record
  /// The sample that the image was made from.
  let source: String
  /// The changes to it.
  let mutations: [ImageMutation]

  private enum CodingKeys: String, CodingKey {
    case source, mutations
  }

  func encode(to encoder: any Encoder) throws {
    try record.encode(to: encoder)
    var own = encoder.container(keyedBy: CodingKeys.self)
    try own.encode(source, forKey: .source)
    try own.encode(mutations, forKey: .mutations)
  }
}
