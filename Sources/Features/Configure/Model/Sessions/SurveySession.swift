import Base
import Corpora
import DecoderKit
import Evaluation
import Foundation
import Images
import Judging
import PluginHost
import Results
import Scanning
import Sessions
import Symbols

/// The survey of sample images with all decoders and all formats on.
struct SurveySession: Sendable {
  private let context: DecodingContext

  init(_ context: DecodingContext) {
    self.context = context
  }

  /// A survey with the decoders that made it.
  struct Result: Sendable {
    let survey: SampleSurvey
    /// The decoders as they come.
    let decoders: [ConfiguredDecoder]
    /// Decoders that cannot take part, with the reason.
    let unavailable: [UnavailableDecoder]
  }

  /// Scans all samples. Blocks the caller.
  ///
  /// - Parameters:
  ///   - paths: Images and folders of images. The truth of an image in a folder is taken from the files
  ///     beside it, as of a corpus.
  ///   - references: The decoders; empty for all that come with the harness.
  ///   - output: The folder that the configuration writes: what is in it is no sample.
  ///   - told: Called after each image with the number of images done and of all.
  func run(
    _ paths: [String], decoders references: [DecoderReference], excluding output: String? = nil,
    told: (Int, Int) -> Void = { _, _ in }
  ) throws -> Result {
    try Self.checkNames(references)
    let choice = try context.decoders(references)
    guard !choice.decoders.isEmpty else {
      throw PluginError(.unavailable, "no decoder can take part")
    }
    let decoders = try choice.decoders + permissive(choice.decoders, among: references)
    // One photo twice is no second sample.
    var found = ScanInputs(paths, excluding: output)
    let copies = found.removeCopies()
    let inputs = found.inputs
    let truths = truths(in: paths)
    let plan = ScanPlan(
      inputs: inputs, decoders: decoders, jobs: context.jobs,
      deathsBeforeGivingUp: DecodingContext.deathsBeforeGivingUp, viewing: nil,
      findsPotential: true, thresholds: nil)
    var images: [SurveyedImage] = []
    var unreadable: [SampleSurvey.Unreadable] = []
    var names: Set<String> = []
    try ScanSession(plan: plan, stop: context.stop).run { scanned in
      switch scanned.outcome {
      case .unreadable(let reason):
        unreadable.append(.init(path: scanned.path, reason: reason))
      case .scanned(let contents):
        let name = Self.unique(inputs[scanned.index].name, among: &names)
        images.append(
          Self.image(
            scanned.path, name: name, contents, truths[Self.key(scanned.path)],
            decoders: decoders.map(ScanDecoder.init)))
      }
      told(images.count + unreadable.count, inputs.count)
      return true
    }
    return Result(
      survey: SampleSurvey(
        images: images.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) },
        decoders: choice.decoders.map(ScanDecoder.init), unreadable: unreadable,
        copyCount: copies),
      decoders: choice.decoders,
      unavailable: choice.unavailable + choice.passedOver)
  }

  /// The decoders once more, each with all that lets it see more.
  ///
  /// - Parameter named: The decoders as they were asked for, without options.
  private func permissive(
    _ decoders: [ConfiguredDecoder], among named: [DecoderReference]
  ) throws -> [ConfiguredDecoder] {
    let references = decoders.compactMap { decoder -> DecoderReference? in
      let options = decoder.identity.options.reduce(into: [String: String]()) { values, option in
        if option.permissive != option.defaultValue { values[option.name] = option.permissive }
      }
      let asked = named.first { $0.description == decoder.reference }
      return options.isEmpty
        ? nil
        : DecoderReference(
          name: asked?.name ?? decoder.identity.name, release: asked?.release, options: options)
    }
    return references.isEmpty ? [] : try context.decoders(references).decoders
  }

  /// The truths of the images in folders, by the images' real paths.
  private func truths(in paths: [String]) -> [String: PhotoTruth] {
    var truths: [String: PhotoTruth] = [:]
    for path in paths where Folder.exists(path) {
      guard let folder = try? ImageFolder.load(path: path) else { continue }
      for photo in folder.groups.flatMap(\.photos) where photo.truth != .unknown {
        truths[Self.key(photo.file)] = photo.truth
      }
    }
    return truths
  }

  private static func key(_ path: String) -> String { ScanInputs.realPath(path) }

  /// Checks that decoders are named alone: the search sets their options and hints itself.
  private static func checkNames(_ references: [DecoderReference]) throws {
    for reference in references {
      guard reference.members.isEmpty, reference.options.isEmpty, reference.hints == nil,
        reference.label == nil, references.count(where: { $0 == reference }) == 1
      else {
        throw PluginError(
          .badReference,
          "configure searches the settings of decoders itself; name each once, without label and options: "
            + "\(reference.name)")
      }
    }
  }

  /// A file's name that no other image has.
  private static func unique(_ name: String, among names: inout Set<String>) -> String {
    // A corpus leaves out hidden files and those without an image's ending.
    let open = name.replacing("/", with: "_").drop { $0 == "." }
    let flat = ImageFormat.hasExtension(String(open)) ? String(open) : open + ".png"
    var candidate = flat
    var number = 2
    while !names.insert(candidate).inserted {
      candidate = "\(number)-\(flat)"
      number += 1
    }
    return candidate
  }

  private static func image(
    _ path: String, name: String, _ contents: ScannedImage.Contents, _ truth: PhotoTruth?,
    decoders: [ScanDecoder]
  ) -> SurveyedImage {
    var seen = contents.detections.compactMap { SurveyedSymbol($0, decoders: decoders) }
    // The truth backs a reading that nothing else does.
    var alone = contents.detections.filter { SurveyedSymbol($0, decoders: decoders) == nil }
      .compactMap { SurveyedSymbol($0, decoders: decoders, isConfirmed: true) }
    var symbols: [SurveyedSymbol] = []
    var (hasTruth, isComplete) = (false, false)
    if case .known(let expected, let isWhole) = truth {
      (hasTruth, isComplete) = (true, isWhole)
      for one in expected {
        if let place = seen.firstIndex(where: { $0.isReading(of: one) }) {
          symbols.append(seen.remove(at: place).confirmed(by: one))
        } else if let place = alone.firstIndex(where: { $0.isReading(of: one) }) {
          symbols.append(alone.remove(at: place).confirmed(by: one))
        } else if let symbology = one.symbology {
          symbols.append(
            SurveyedSymbol(
              symbology: symbology, bytes: one.bytes, readers: [],
              measurement: .init(source: .none(.notFound), outline: one.corners),
              isInverted: false))
        }
      }
      if isComplete { seen = [] }
    }
    return SurveyedImage(
      path: path, name: name, width: contents.width, height: contents.height,
      symbols: (symbols + seen).map { $0.seen(in: contents) }, hasTruth: hasTruth,
      isComplete: isComplete, potential: contents.potential ?? [])
  }
}

extension SurveyedSymbol {
  /// Returns the symbol with the knowledge whether the frame cuts its quiet zone off.
  fileprivate func seen(in frame: ScannedImage.Contents) -> SurveyedSymbol {
    guard let outline = measurement.outline, let module = moduleSizePixels,
      let zone = measurement.condition?.quietZone.narrowest
    else { return self }
    let edge =
      outline.points.map {
        min($0.x, $0.y, Double(frame.width) - $0.x, Double(frame.height) - $0.y)
      }.min() ?? 0
    var symbol = self
    symbol.isCut = zone >= edge / module - 1
    return symbol
  }

  /// True if the symbol is a right reading of an expected one.
  fileprivate func isReading(of expected: PhotoSymbol) -> Bool {
    guard let symbology = expected.symbology else { return bytes == expected.bytes }
    let truth = ExpectedSymbol(
      symbology: symbology, bytes: expected.bytes, corners: nil, certainty: expected.certainty)
    return TruthMatching.match(Reading(symbology: self.symbology, bytes: bytes), truth) != nil
  }

  /// Returns the symbol with the data that its truth has.
  fileprivate func confirmed(by expected: PhotoSymbol) -> SurveyedSymbol {
    SurveyedSymbol(
      symbology: expected.symbology ?? symbology, bytes: expected.bytes, readers: readers,
      decoders: decoders, measurement: measurement, isInverted: isInverted,
      contradictions: contradictions)
  }
}

extension OptionSpecification {
  /// The most symbols of an image that a survey looks for.
  private static let mostSymbols = 255

  /// The value that lets a decoder see more than it does by default; `nil` where none does.
  fileprivate var permissive: String? {
    switch (purpose, kind) {
    case (.inverted, .flag): "true"
    case (.addOns, .choice(let words)) where words.contains("read"): "read"
    case (.symbolCount, .integer(let range)): String(min(range.upperBound, Self.mostSymbols))
    default: nil
    }
  }
}
