import DecoderKit
import Foundation
import Measuring
import Results
import Scanning
import Values

/// The layout of `scan.schema.json`.
package enum ScanRecord {
  /// The version of the layout. A published version keeps its meaning; fields may be added.
  package static let schemaVersion = 1

  package struct Decoder: Encodable {
    package let label: String
    package let reference: String
    package let library: String
    package let version: String

    package init(_ decoder: ScanDecoder) {
      label = decoder.label
      reference = decoder.reference
      library = decoder.library
      version = decoder.version
    }
  }

  package struct Image: Encodable {
    package let path: String
    package var error: String?
    package var width: Int?
    package var height: Int?
    package var attempts: [Attempt] = []
    package var detections: [Symbol] = []
    package var potential: [Place]?
    package var region: Region?

    package init(_ image: ScannedImage) {
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
  package struct Region: Encodable {
    package let area: [[Double]]
    package let pointOfInterest: [Double]
    package var selectionRadius: Double?
    package var selectionRectangle: [[Double]]?

    package init(_ window: ScanWindow) {
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

  package struct Place: Encodable {
    package let kind: PotentialSymbol.Kind
    package let outline: [[Double]]
    package let moduleSizePixels: Double
    package let obstacles: [Obstacle]

    package init(_ place: PotentialSymbol) {
      kind = place.kind
      outline = ScanRecord.pairs(place.outline)
      moduleSizePixels = place.moduleSizePixels
      obstacles = place.obstacles.map(Obstacle.init)
    }
  }

  package struct Attempt: Encodable {
    package let decoder: String
    package let outcome: ScanAttempt.Outcome
    package let readings: Int
    package let detail: String?
    package let printed: String?
    package let wallMilliseconds: Double

    package init(_ attempt: ScanAttempt) {
      decoder = attempt.decoder
      outcome = attempt.outcome
      readings = attempt.readings
      detail = attempt.detail
      printed = attempt.printed
      wallMilliseconds = Double(attempt.wallNanoseconds) / 1e6
    }
  }

  package struct Interval: Encodable {
    package let value: Double
    package let lower: Double
    package let upper: Double

    /// - Returns: `nil` for numbers that JSON cannot express.
    package init?(_ measured: MeasuredValue?) {
      guard let measured,
        [measured.value, measured.lower, measured.upper].allSatisfy(\.isFinite)
      else { return nil }
      (value, lower, upper) = (measured.value, measured.lower, measured.upper)
    }
  }

  package struct Symbol: Encodable {
    package let number: Int
    package let symbology: Symbology?
    package let value: String
    package let valueType: ValueType
    package let displayValue: String
    package let fields: [Field]
    package let bytesHex: String
    package let data: DataRecord
    package let source: String
    package let reason: GaugeFailure?
    package let outline: [[Double]]?
    package let columns: Int?
    package let rows: Int?
    package let moduleSize: Size?
    package let band: ModuleSizeBand?
    package let distanceMillimetres: Interval?
    package let condition: Condition?
    package let conflicts: [Int]
    package let support: ReadingSupport?
    package let contradictions: [DecoderReading]
    package let fate: SymbolFate?
    package let decoders: [Part]

    package init(_ detection: Detection) {
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
  package struct DecoderReading: Encodable {
    package let decoder: String
    package let symbology: Symbology?
    package let value: String
    package let bytesHex: String

    package init(_ decoder: String, _ reading: Reading) {
      self.decoder = decoder
      symbology = reading.symbology
      value = ScanWording.value(reading)
      bytesHex = ScanWording.hex(reading.bytes)
    }
  }

  package struct Size: Encodable {
    package let pixels: Interval?
    package let across: Interval?
    package let down: Interval?
    package let smallest: Interval?
    package let largest: Interval?

    package init(_ size: ModuleSize) {
      pixels = Interval(size.pixels)
      across = Interval(size.across)
      down = Interval(size.down)
      smallest = Interval(size.smallest)
      largest = Interval(size.largest)
    }
  }

  package struct Part: Encodable {
    package let decoder: String
    package let status: String
    package let bytesHex: String?
    package let symbology: Symbology?
    package let doubts: [String]?
    package let margin: Interval?
    package let thresholdPixels: Double?
    package let isThresholdUpperBound: Bool?
    package let group: String?
    package let run: ThresholdRun?
    package let missingMargin: MissingMargin?

    package init(_ part: Detection.Part) {
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
        run = known.run
        missingMargin = nil
      case .unknown(let reason):
        (margin, thresholdPixels, isThresholdUpperBound, group, run) = (nil, nil, nil, nil, nil)
        missingMargin = reason
      }
    }
  }

  package struct Condition: Encodable {
    package let turnDegrees: Double
    package let tiltDegrees: Double?
    package let isMirrored: Bool
    package let isInverted: Bool
    package let blurSigmaPixels: Interval?
    package let lightReflectance: Double
    package let darkReflectance: Double
    package let symbolContrast: Double
    package let noiseGreyLevels: Double
    package let lightGradient: Double
    package let quietZoneModules: QuietZoneWidths
    package let barGrowthModules: Double
    package let wideToNarrowRatio: Double?
    package let grades: GradeParameters

    package init(_ condition: SymbolCondition) {
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
      quietZoneModules = condition.quietZone
      barGrowthModules = condition.barGrowthModules
      wideToNarrowRatio = condition.wideToNarrowRatio
      grades = condition.grades
    }
  }
}

extension ScanRecord {
  /// Corners as pairs of x and y.
  package static func pairs(_ corners: Corners) -> [[Double]] {
    corners.points.map { [$0.x, $0.y] }
  }
}
