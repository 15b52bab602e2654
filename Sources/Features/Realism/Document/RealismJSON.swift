import Base
import Statistics

/// The comparison of drawn and real field by field, for programs: the layout of
/// `calibration.schema.json`.
enum RealismJSON {
  /// The version of the layout. A published version keeps its meaning; fields may be added.
  static let schemaVersion = 1

  /// Renders the comparison.
  ///
  /// - Throws: `EncodingError` for a number that is not finite, which JSON cannot express.
  static func render(_ report: RealismReport) throws -> String {
    try VersionedJSON.text(Document(report), version: schemaVersion)
  }

  private struct Document: Encodable {
    let schemaVersion = RealismJSON.schemaVersion
    let drawnCorpora: [String]
    let drawn: Coverage
    let photos: Coverage
    let unreadable: [String]
    let withoutTruth: Int
    let withoutCode: Int
    let rankCorrelation: Double?
    let cells: [Cell]
    let decoders: [Decoder]
    let symbols: [SeenSymbol]

    init(_ report: RealismReport) {
      drawnCorpora = report.drawnCorpora
      drawn = Coverage(report.drawn)
      photos = Coverage(report.coverage)
      unreadable = report.unreadable
      withoutTruth = report.withoutTruth
      withoutCode = report.withoutCode
      rankCorrelation = report.cellCorrelation
      cells = report.cells.map(Cell.init)
      decoders = report.decoders.map(Decoder.init)
      symbols = report.photos
    }
  }

  private struct Coverage: Encodable {
    let count: Int
    let measured: Int
    let gaps: [String: Int]

    init(_ coverage: RealismReport.Coverage) {
      count = coverage.count
      measured = coverage.measured
      gaps = Dictionary(uniqueKeysWithValues: coverage.gaps.map { ($0.rawValue, $1) })
    }
  }

  private struct Cell: Encodable {
    let decoder: String
    let symbology: String
    let meanThresholdPixels: Double
    let photos: Int
    let photoRate: Double

    init(_ cell: RealismCell) {
      decoder = cell.decoder
      symbology = cell.symbology.rawValue
      meanThresholdPixels = cell.meanThreshold.estimate
      photos = cell.photoCount
      photoRate = cell.photoRate
    }
  }

  private struct Score: Encodable {
    let count: Int
    let baseRate: Double
    let brier: Double
    let reliability: Double
    let resolution: Double
    let uncertainty: Double
    let withinBins: Double
    let skill: Double?

    init(_ score: BrierScore) {
      count = score.count
      baseRate = score.baseRate
      brier = score.score
      reliability = score.reliability
      resolution = score.resolution
      uncertainty = score.uncertainty
      withinBins = score.withinBins
      skill = score.skill
    }
  }

  private struct Bin: Encodable {
    let lower: Double
    let upper: Double
    let count: Int
    let meanForecast: Double
    let rate: Double
    let rateLower: Double
    let rateUpper: Double

    init?(_ bin: ReliabilityBin) {
      guard let rate = bin.rate else { return nil }
      (lower, upper, count, meanForecast) = (bin.lower, bin.upper, bin.count, bin.meanForecast)
      self.rate = rate
      (rateLower, rateUpper) = (bin.interval.lower, bin.interval.upper)
    }
  }

  private struct Residual: Encodable {
    let axis: RealismResidual.Axis
    let symbology: String?
    let from: Double?
    let to: Double?
    let count: Int
    let forecast: Double
    let rate: Double
    let z: Double

    init(_ residual: RealismResidual) {
      axis = residual.axis
      symbology = residual.symbology?.rawValue
      // An open end has no number.
      from = residual.range.flatMap { $0.lowerBound.isFinite ? $0.lowerBound : nil }
      to = residual.range.flatMap { $0.upperBound.isFinite ? $0.upperBound : nil }
      (count, forecast, rate, z) = (residual.count, residual.forecast, residual.rate, residual.z)
    }
  }

  private struct FolderCheck: Encodable {
    let folders: Int
    let score: Score
    let skillLower: Double?
    let skillUpper: Double?
    let forecasts: [DecoderRealism.Forecast]

    init(_ check: Realism.FolderCheck) {
      folders = check.folderCount
      score = Score(check.score)
      (skillLower, skillUpper) = (check.skillInterval?.lower, check.skillInterval?.upper)
      forecasts = check.forecasts
    }
  }

  private struct Decoder: Encodable {
    let label: String
    let drawnSamples: Int
    let drawnScore: Score?
    let score: Score?
    let skillLower: Double?
    let skillUpper: Double?
    let skillIfRight: Double?
    let folderCheck: FolderCheck?
    let measuredReads: Double?
    let areaUnderCurve: Double?
    let bins: [Bin]
    let residuals: [Residual]
    let unmeasured: Int
    let unmeasuredReads: Int
    let unknownSymbology: Int
    let forecasts: [DecoderRealism.Forecast]

    init(_ decoder: DecoderRealism) {
      label = decoder.label
      drawnSamples = decoder.sampleCount
      drawnScore = decoder.drawnScore.map(Score.init)
      score = decoder.score.map(Score.init)
      (skillLower, skillUpper) = (decoder.skillInterval?.lower, decoder.skillInterval?.upper)
      skillIfRight = decoder.skillIfRight
      folderCheck = decoder.folderCheck.map(FolderCheck.init)
      measuredReads = decoder.measuredReads
      areaUnderCurve = decoder.areaUnderCurve
      bins = decoder.bins.compactMap(Bin.init)
      residuals = decoder.residuals.map(Residual.init)
      (unmeasured, unmeasuredReads) = (decoder.unmeasured.count, decoder.unmeasured.reads)
      unknownSymbology = decoder.unknownSymbology
      forecasts = decoder.forecasts
    }
  }
}
