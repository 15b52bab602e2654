import DecoderKit
import Foundation
import Measuring
import Results
import Scanning
import Values

/// The layout of `scan.schema.json`.
package enum ScanRecord {
  /// The version of the layout. A published version keeps its meaning; fields may be added.
  static let schemaVersion = 1

  struct Decoder: Encodable {
    let label: String
    let reference: String
    let library: String
    let version: String

    init(_ decoder: ScanDecoder) {
      label = decoder.label
      reference = decoder.reference
      library = decoder.library
      version = decoder.version
    }
  }

  struct Image: Encodable {
    let path: String
    var error: String?
    var width: Int?
    var height: Int?
    var attempts: [Attempt] = []
    var detections: [Symbol] = []
    var potential: [Place]?
    var region: Region?

    init(_ image: ScannedImage) {
      path = image.path
      switch image.outcome {
      case .unreadable(let reason): error = reason
      case .scanned(let contents):
        width = contents.width
        height = contents.height
        attempts = contents.attempts.map(Attempt.init)
        detections = contents.detections.map(Symbol.init)
        potential = contents.potential.map { $0.map(Place.init) }
        region = contents.window.map(Region.init)
      }
    }
  }

  /// A scan region; everything is in pixels of the image.
  struct Region: Encodable {
    let area: [[Double]]
    let pointOfInterest: [Double]
    var selectionRadius: Double?
    var selectionRectangle: [[Double]]?

    init(_ window: ScanWindow) {
      func corners(_ rectangle: Rectangle) -> [[Double]] {
        rectangle.corners.points.map { [$0.x, $0.y] }
      }
      area = corners(window.frameArea)
      pointOfInterest = [window.framePointOfInterest.x, window.framePointOfInterest.y]
      switch window.frameShape {
      case nil: break
      case .circle(_, let radius): selectionRadius = radius
      case .rectangle(let rectangle): selectionRectangle = corners(rectangle)
      }
    }
  }

  struct Place: Encodable {
    let kind: PotentialSymbol.Kind
    let outline: [[Double]]
    let moduleSizePixels: Double
    let obstacles: [Obstacle]

    init(_ place: PotentialSymbol) {
      kind = place.kind
      outline = ScanRecord.pairs(place.outline)
      moduleSizePixels = place.moduleSizePixels
      obstacles = place.obstacles.map(Obstacle.init)
    }
  }

  struct Attempt: Encodable {
    let decoder: String
    let outcome: ScanAttempt.Outcome
    let readings: Int
    let detail: String?
    let printed: String?
    let wallMilliseconds: Double

    init(_ attempt: ScanAttempt) {
      decoder = attempt.decoder
      outcome = attempt.outcome
      readings = attempt.readings
      detail = attempt.detail
      printed = attempt.printed
      wallMilliseconds = Double(attempt.wallNanoseconds) / 1e6
    }
  }

  struct Interval: Encodable {
    let value: Double
    let lower: Double
    let upper: Double

    /// - Returns: `nil` for numbers that JSON cannot express.
    init?(_ measured: MeasuredValue?) {
      guard let measured,
        [measured.value, measured.lower, measured.upper].allSatisfy(\.isFinite)
      else { return nil }
      (value, lower, upper) = (measured.value, measured.lower, measured.upper)
    }
  }

  struct Symbol: Encodable {
    let number: Int
    let symbology: Symbology?
    let value: String
    let valueType: ValueType
    let displayValue: String
    let fields: [Field]
    let bytesHex: String
    let data: DataRecord
    let source: String
    let reason: GaugeFailure?
    let outline: [[Double]]?
    let columns: Int?
    let rows: Int?
    let moduleSize: Size?
    let band: ModuleSizeBand?
    let distanceMillimetres: Interval?
    let condition: Condition?
    let conflicts: [Int]
    let support: ReadingSupport?
    let contradictions: [DecoderReading]
    let fate: SymbolFate?
    let decoders: [Part]

    init(_ detection: Detection) {
      let measurement = detection.measurement
      number = detection.number
      symbology = detection.symbology
      value = ScanWording.value(detection.reading)
      let meaning = detection.meaning
      data = DataRecord(detection.reading)
      valueType = meaning.type
      displayValue = meaning.displayValue
      fields = meaning.fields.map { Field(name: $0.name, value: $0.value) }
      bytesHex = ScanWording.hex(detection.bytes)
      source = measurement.source.code
      reason = measurement.source.failure
      outline = measurement.outline.map(ScanRecord.pairs)
      columns = measurement.dimension?.columns
      rows = measurement.dimension?.rows
      moduleSize = measurement.moduleSize.map(Size.init)
      band = detection.band
      distanceMillimetres = Interval(detection.distanceMillimetres)
      condition = measurement.condition.map(Condition.init)
      conflicts = detection.conflicts
      support = detection.support
      contradictions = detection.contradictions.map {
        DecoderReading($0.decoder, $0.reading)
      }
      fate = detection.fate
      decoders = detection.parts.map(Part.init)
    }
  }

  /// A reading by one decoder.
  struct DecoderReading: Encodable {
    let decoder: String
    let symbology: Symbology?
    let value: String
    let bytesHex: String

    init(_ decoder: String, _ reading: Reading) {
      self.decoder = decoder
      symbology = reading.symbology
      value = ScanWording.value(reading)
      bytesHex = ScanWording.hex(reading.bytes)
    }
  }

  struct Size: Encodable {
    let pixels: Interval?
    let across: Interval?
    let down: Interval?
    let smallest: Interval?
    let largest: Interval?

    init(_ size: ModuleSize) {
      pixels = Interval(size.pixels)
      across = Interval(size.across)
      down = Interval(size.down)
      smallest = Interval(size.smallest)
      largest = Interval(size.largest)
    }
  }

  struct Part: Encodable {
    let decoder: String
    let status: String
    let bytesHex: String?
    let symbology: Symbology?
    let doubts: [String]?
    let margin: Interval?
    let thresholdPixels: Double?
    let isThresholdUpperBound: Bool?
    let group: String?
    let run: Run?
    let missingMargin: MissingMargin?

    init(_ part: Detection.Part) {
      decoder = part.decoder
      status = part.status.code
      if case .read(let reading) = part.status {
        bytesHex = ScanWording.hex(reading.bytes)
        symbology = reading.symbology
        doubts = ReadValue(reading).doubts.map(\.code)
      } else {
        (bytesHex, symbology, doubts) = (nil, nil, nil)
      }
      switch part.margin {
      case .known(let known):
        margin = Interval(known.ratio)
        thresholdPixels = known.threshold.pixels
        isThresholdUpperBound = known.threshold.isUpperBound
        group = known.group
        run = Run(known.run)
        missingMargin = nil
      case .unknown(let reason):
        (margin, thresholdPixels, isThresholdUpperBound, group, run) = (nil, nil, nil, nil, nil)
        missingMargin = reason
      }
    }
  }

  struct Run: Encodable {
    let store: String
    let number: Int
    let corpus: String

    init(_ run: ThresholdRun) {
      store = run.store
      number = run.number
      corpus = run.corpus
    }
  }

  struct Condition: Encodable {
    let turnDegrees: Double
    let tiltDegrees: Double?
    let isMirrored: Bool
    let isInverted: Bool
    let blurSigmaPixels: Interval?
    let lightReflectance: Double
    let darkReflectance: Double
    let symbolContrast: Double
    let noiseGreyLevels: Double
    let lightGradient: Double
    let quietZoneModules: QuietZone
    let barGrowthModules: Double
    let wideToNarrowRatio: Double?
    let grades: Grades

    init(_ condition: SymbolCondition) {
      turnDegrees = condition.turnDegrees
      tiltDegrees = condition.tiltDegrees
      isMirrored = condition.isMirrored
      isInverted = condition.isInverted
      blurSigmaPixels = Interval(condition.blurSigmaPixels)
      lightReflectance = condition.lightReflectance
      darkReflectance = condition.darkReflectance
      symbolContrast = condition.symbolContrast
      noiseGreyLevels = condition.noiseGreyLevels
      lightGradient = condition.lightGradient
      quietZoneModules = QuietZone(condition.quietZone)
      barGrowthModules = condition.barGrowthModules
      wideToNarrowRatio = condition.wideToNarrowRatio
      grades = Grades(condition.grades)
    }
  }

  struct QuietZone: Encodable {
    let left: Double
    let top: Double?
    let right: Double
    let bottom: Double?

    init(_ zone: QuietZoneWidths) {
      (left, top, right, bottom) = (zone.left, zone.top, zone.right, zone.bottom)
    }
  }

  struct Grades: Encodable {
    let symbolContrast: Double
    let modulation: Double
    let fixedPatternDamage: Double?
    let gridNonuniformity: Double?
    let axialNonuniformity: Double?
    let unusedErrorCorrection: Double?
    let decodability: Double?

    init(_ grades: GradeParameters) {
      symbolContrast = grades.symbolContrast
      modulation = grades.modulation
      fixedPatternDamage = grades.fixedPatternDamage
      gridNonuniformity = grades.gridNonuniformity
      axialNonuniformity = grades.axialNonuniformity
      unusedErrorCorrection = grades.unusedErrorCorrection
      decodability = grades.decodability
    }
  }
}

extension ScanRecord {
  /// Corners as pairs of x and y.
  static func pairs(_ corners: Corners) -> [[Double]] { corners.points.map { [$0.x, $0.y] } }

  /// Renders a value with sorted keys. A number that JSON cannot express becomes a string, so that one
  /// strange measurement does not lose the scan.
  package static func json(
    _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting = []
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
