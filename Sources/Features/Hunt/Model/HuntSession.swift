import Base
import DecoderKit
import Evaluation
import Foundation
import Images
import PluginHost
import Reporting
import Results
import Scanning
import Sessions
import Symbols

/// A hunt from start to end: draws, causes, examples, other decoders' answers, files.
struct HuntSession {
  let plan: HuntPlan
  let decoder: ConfiguredDecoder
  /// Decoders that are asked whether they read the examples.
  /// They are started only if something fails.
  let others: () throws -> [ConfiguredDecoder]
  let folder: String
  let options: ReproduceOptions

  /// The folder for the report of a decoder unless another one is named.
  static func defaultFolder(_ decoder: ConfiguredDecoder) -> String {
    "reports/hunt-" + ReproducerFile.name(decoder.label, separator: ":")
  }

  /// Hunts, and writes images and records of the examples. Blocks the caller.
  ///
  /// - Throws: `ImageError` and `FileError` for files that cannot be written.
  func run(stop: StopSignal, show: (String) -> Void) throws -> HuntReport {
    let start = ContinuousClock.now
    let run = HuntRun(plan, stop: stop)
    let found = run.run(show)
    var report = HuntReport(
      decoder: TestedDecoder(decoder),
      encoder: SymbolEncoder.version, seed: "\(plan.space.seed)",
      moduleSizes: plan.space.moduleSizes)
    (report.decodes, report.failures) = run.counts
    report.rate = HuntReport.rate(failures: report.failures, decodes: report.decodes)
    (report.phantoms, report.otherCharsets) = (run.phantoms, run.otherCharsets)
    report.focusedDecodes = run.focusedDecodes
    report.symbologies = zip(plan.space.symbologies, run.tallies).map { HuntReport.Symbols($0, $1) }
    report.below = plan.below
    (report.trouble, report.wasStopped) = (run.trouble, stop.isRequested)
    var asked = OtherDecoders(found.isEmpty ? [] : try others(), stop: stop)
    for (place, one) in found.enumerated() {
      show("asking other decoders about \(place + 1) of \(found.count) examples")
      report.findings.append(try finding(one, number: place + 1, &asked))
    }
    report.wallSeconds = (ContinuousClock.now - start) / .seconds(1)
    return report
  }

  private func finding(
    _ found: HuntRun.Found, number: Int, _ asked: inout OtherDecoders
  ) throws -> HuntFinding {
    var painter = HuntPainter()
    let simplest = found.simplest
    let drawn = try painter.draw(simplest)
    let image = drawn.image
    let symbology = plan.space.symbologies[found.place]
    var finding = HuntFinding(
      symbology: symbology, verdict: found.signature.verdict, signature: found.signature.text,
      levels: found.cause.levels, pValue: found.cause.p, decodes: found.cause.decodes,
      failures: found.cause.failing.count,
      example: .init(
        draw: found.number, found: found.drawn.words, symbol: simplest.words,
        payload: drawn.expected.bytes.readable,
        payloadHex: drawn.expected.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
          .joined(),
        payloadBytes: drawn.expected.bytes.count, modules: drawn.modules, width: image.width,
        height: image.height, levels: simplest.levels,
        minimisingDecodes: found.minimisingDecodes, isRepeated: found.isRepeated,
        detail: found.detail))
    (finding.focusedDecodes, finding.focusedFailures) = found.focused
    (finding.readBy, finding.notReadBy) = asked.ask(image, drawn.expected)
    let stem = "\(number)-\(symbology.rawValue)-\(found.signature.verdict.rawValue)"
    finding.example.image = stem + ".png"
    finding.example.issue = stem + ".md"
    finding.example.reproduce = ReproduceCommand.line(
      key: place + "/" + finding.example.record, decoder: decoder.argument, options: options.text)
    try keep(image, drawn.expected, found, finding.example)
    return finding
  }

  /// The folder's absolute path.
  private var place: String { URL(filePath: folder).standardizedFileURL.path }

  /// The command that decodes an image again, for those who are in the folder: it and plugins have relative paths.
  func command(inItsFolder record: String) -> String {
    var options = options
    options.plugins = options.plugins.map { Self.path(to: $0, from: place) }
    return ReproduceCommand.line(key: record, decoder: decoder.argument, options: options.text)
  }

  /// The path of a file from a folder on; both are absolute.
  static func path(to file: String, from folder: String) -> String {
    let (file, folder) = (file.split(separator: "/"), folder.split(separator: "/"))
    let shared = zip(file, folder).prefix { $0 == $1 }.count
    let ways = Array(repeating: "..", count: folder.count - shared)
    return ((ways.isEmpty ? ["."] : ways) + file.dropFirst(shared).map(String.init))
      .joined(separator: "/")
  }

  /// Writes an image with its record.
  private func keep(
    _ image: GrayImage, _ expected: ExpectedSymbol, _ found: HuntRun.Found,
    _ example: HuntFinding.Example
  ) throws {
    let isAnswer = [Verdict.noRead, .misread].contains(found.signature.verdict)
    let code = StreamSnapshot.Code(Reading(symbology: expected.symbology, bytes: expected.bytes))
    let record = StreamSnapshot.Record(
      decoder, decodedPart: .init(x: 0, y: 0, width: image.width, height: image.height), codes: nil,
      unread: isAnswer ? [code] : nil,
      failure: isAnswer ? nil : found.detail ?? "no answer in time",
      reproduce: command(inItsFolder: example.record))
    try StreamSnapshot.write(image, record, at: place + "/" + example.image.dropLast(4))
  }
}

/// Decoders of other libraries than the hunted one's, each with one process, from the first question on.
private struct OtherDecoders {
  private let decoders: [(decoder: ConfiguredDecoder, chain: DecoderChain)]

  init(_ decoders: [ConfiguredDecoder], stop: StopSignal) {
    self.decoders = decoders.map {
      (
        $0,
        DecoderChain(members: $0.members, health: DecoderHealth(givingUpAfter: .max), stop: stop)
      )
    }
  }

  /// The decoders that read a symbol, and those that do not; decoders of other symbologies are in neither.
  func ask(_ image: GrayImage, _ expected: ExpectedSymbol) -> (
    readBy: [String], notReadBy: [String]
  ) {
    var (readBy, notReadBy): ([String], [String]) = ([], [])
    for (decoder, chain) in decoders
    where expected.symbology.map(decoder.identity.supports) ?? true {
      let name = "\(decoder.label) (\(decoder.identity.library) \(decoder.identity.version))"
      switch HuntAnswer(chain.decode(image), of: expected) {
      case .read: readBy.append(name)
      case .failed: notReadBy.append(name)
      case .untried: break
      }
    }
    return (readBy, notReadBy)
  }
}

extension ConfiguredDecoder {
  /// True for a decoder of another library: what both say has two sources.
  func isUnlike(_ other: ConfiguredDecoder) -> Bool { scanned.isUnlike(other.scanned) }

  private var scanned: ScanDecoder {
    ScanDecoder(
      label: label, reference: reference, library: identity.library, version: identity.version,
      symbologies: identity.symbologies)
  }
}

extension HuntReport.Symbols {
  /// Makes a symbology's part of a report.
  fileprivate init(_ symbology: Symbology, _ tally: HuntTally) {
    self.symbology = symbology
    (decodes, failures) = (tally.decodes, tally.failures)
    rate = HuntReport.rate(failures: failures, decodes: decodes)
    levels = tally.parts().map {
      HuntReport.LevelRate(
        factor: $0.level.factor, level: $0.level.level, decodes: $0.decodes, failures: $0.failures,
        rate: HuntReport.rate(failures: $0.failures, decodes: $0.decodes))
    }
  }
}
