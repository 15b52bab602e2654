import Base
import Corpora
import DecoderKit
import Measuring
import Reporting
import Scanning

/// The layouts in which an explanation is written.
enum ExplainFormat: String, CaseIterable, Sendable {
  /// Lines for people.
  case text
  /// One JSON document.
  case json
}

/// An explanation as JSON, in the layout of `explain.schema.json`.
enum ExplainJSON {
  /// Renders the explanation of an image, without a line feed at its end.
  static func render(_ image: ExplainedImage) throws -> String {
    let text = try VersionedJSON.text(
      ExplainRecord(image), version: ExplainRecord.schemaVersion, takesAnyNumber: true)
    return String(text.dropLast())
  }

  /// Renders the explanations of many images, each as a document in a line of its own, without a line
  /// feed at the end.
  static func renderLines(_ images: [ExplainedImage]) throws -> String {
    try images.map { image in
      try VersionedJSON.line(ExplainRecord(image), version: ExplainRecord.schemaVersion)
    }.joined(separator: "\n")
  }
}

/// The layout of `explain.schema.json`.
private struct ExplainRecord: Encodable {
  /// The version of the layout. A published version keeps its meaning; fields may be added.
  static let schemaVersion = 1

  let path: String
  let width: Int
  let height: Int
  let decoders: [ScanRecord.Decoder]
  let unchanged: [ScanRecord.DecoderReading]
  let findings: [Finding]
  let unbackedUnchanged: [ScanRecord.DecoderReading]
  let missed: [Missed]
  let unbacked: [Success]
  let potential: [ScanRecord.Place]
  let unmoved: [Unmoved]
  let errors: [Errors]
  let symbol: Symbol?
  let witnesses: [ScanRecord.Decoder]
  let testimonies: [Testimony]
  let settings: [Setting]
  let rescues: [Rescue]

  init(_ image: ExplainedImage) {
    let explanation = image.explanation
    (path, width, height) = (image.path, image.width, image.height)
    decoders = explanation.decoders.map(ScanRecord.Decoder.init)
    unchanged = explanation.decoders.compactMap { decoder in
      explanation.unchanged[decoder.label].map { ScanRecord.DecoderReading(decoder.label, $0) }
    }
    let isMeasured = explanation.measurement?.condition != nil
    findings = explanation.findings.map { Finding($0, isMeasured: isMeasured) }
    unbackedUnchanged = explanation.decoders.compactMap { decoder in
      explanation.unbackedUnchanged[decoder.label].map {
        ScanRecord.DecoderReading(decoder.label, $0)
      }
    }
    missed = explanation.missed.map(Missed.init)
    unbacked = explanation.unbacked.map(Success.init)
    potential = explanation.potential.map(ScanRecord.Place.init)
    unmoved = explanation.unmoved.map { label in
      Unmoved(decoder: label, reason: explanation.reason(label).rawValue)
    }
    errors = explanation.errors.sorted { $0.key < $1.key }
      .map {
        Errors(
          decoder: $0.key, count: $0.value,
          unchanged: explanation.failures[$0.key]?.outcome.rawValue)
      }
    symbol = explanation.measurement.map(Symbol.init)
    witnesses = explanation.witnesses.map(ScanRecord.Decoder.init)
    testimonies = explanation.testimonies.map(Testimony.init)
    settings = explanation.settings.map(Setting.init)
    rescues = Rescue.all(of: image)
  }

  struct Setting: Encodable {
    let setting: String
    let fault: String
    let change: Change?
    let reading: ScanRecord.DecoderReading

    init(_ setting: Explanation.Setting) {
      (self.setting, fault) = (setting.setting, setting.fault.code)
      change = setting.change.map(Change.init)
      reading = ScanRecord.DecoderReading(setting.decoder, setting.reading)
    }
  }

  struct Testimony: Encodable {
    let reading: ScanRecord.DecoderReading
    let support: ReadingSupport?

    init(_ testimony: Explanation.Testimony) {
      reading = ScanRecord.DecoderReading(testimony.witness, testimony.reading)
      support = testimony.support
    }
  }

  struct Finding: Encodable {
    let fault: String
    let evidence: Explanation.Finding.Evidence
    let severity: Double?
    let measure: ScanRecord.Measure?
    let successes: [Success]

    init(_ finding: Explanation.Finding, isMeasured: Bool) {
      (fault, evidence) = (finding.fault.code, finding.evidence)
      severity = finding.sign?.severity ?? (isMeasured ? 0 : nil)
      measure = finding.sign?.measure.map(ScanRecord.Measure.init)
      successes = finding.successes.map(Success.init)
    }
  }

  struct Success: Encodable {
    let change: Change
    let reading: ScanRecord.DecoderReading
    let support: ReadingSupport?

    init(_ success: Explanation.Success) {
      change = Change(success.change)
      support = success.support
      reading = ScanRecord.DecoderReading(success.decoder, success.reading)
    }
  }

  struct Missed: Encodable {
    let reading: ScanRecord.DecoderReading
    let readers: [String]
    let decoders: [String]

    init(_ missed: Explanation.Missed) {
      reading = ScanRecord.DecoderReading(missed.readers.first ?? "", missed.reading)
      (readers, decoders) = (missed.readers, missed.decoders)
    }
  }

  struct Unmoved: Encodable {
    let decoder: String
    let reason: String
  }

  struct Errors: Encodable {
    let decoder: String
    let count: Int
    let unchanged: String?
  }

  struct Symbol: Encodable {
    let source: String
    let reason: GaugeFailure?
    let outline: [[Double]]?
    let columns: Int?
    let rows: Int?
    let moduleSize: ScanRecord.Size?
    let condition: ScanRecord.Condition?

    init(_ measurement: SymbolMeasurement) {
      source = measurement.source.code
      reason = measurement.source.failure
      outline = measurement.outline.map(ScanRecord.pairs)
      columns = measurement.dimension?.columns
      rows = measurement.dimension?.rows
      moduleSize = measurement.moduleSize.map(ScanRecord.Size.init)
      condition = measurement.condition.map(ScanRecord.Condition.init)
    }
  }
}

/// A change as a kind with its measures.
private struct Change: Encodable {
  let kind: String
  var borderPixels: Int?
  var reachPixels: Int?
  var edgePixels: Int?
  var outline: [[Double]]?
  var channel: String?
  var factor: Double?
  var sigmaPixels: Double?
  var degrees: Double?
  var power: Double?
  var pathPixels: Double?
  var square: Bool?
  var part: ImagePart?

  init(_ change: ImageChange) {
    switch change {
    case .inverted: kind = "inverted"
    case .padded(let border): (kind, borderPixels) = ("padded", border)
    case .cleared(let reach, let border):
      (kind, reachPixels, borderPixels) = ("cleared", reach, border)
    case .trimmed(let edge, let border):
      (kind, edgePixels, borderPixels) = ("trimmed", edge, border)
    case .isolated(let corners, _, let border):
      (kind, outline, borderPixels) = ("isolated", ScanRecord.pairs(corners), border)
    case .stretched: kind = "stretched"
    case .channel(let channel): (kind, self.channel) = ("channel", channel.code)
    case .enlarged(let factor): (kind, self.factor) = ("enlarged", factor)
    case .sharpened(let sigma): (kind, sigmaPixels) = ("sharpened", sigma)
    case .turned(let degrees): (kind, self.degrees) = ("turned", degrees)
    case .reduced(let factor): (kind, self.factor) = ("reduced", factor)
    case .levelled(let reach): (kind, reachPixels) = ("levelled", reach)
    case .toned(let power): (kind, self.power) = ("toned", power)
    case .deblocked(let sigma): (kind, sigmaPixels) = ("deblocked", sigma)
    case .unmoved(let pixels, let degrees, let part):
      (kind, pathPixels, self.degrees, self.part) = ("unmoved", pixels, degrees, part)
    case .straightened(let corners, let isSquare):
      (kind, outline, square) = ("straightened", ScanRecord.pairs(corners), isSquare)
    case .cropped(let part): (kind, self.part) = ("cropped", part)
    }
  }
}
