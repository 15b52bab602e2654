import Base
import Results

/// Distances field by field, for programs: the layout of `distance.schema.json`.
enum DistanceJSON {
  /// The version of the layout. A published version keeps its meaning; fields may be added.
  static let schemaVersion = 1

  /// Renders the answers.
  ///
  /// - Throws: `EncodingError` for a number that is not finite, which JSON cannot express.
  static func render(_ report: DistanceReport) throws -> String {
    try VersionedJSON.text(Document(report), version: schemaVersion)
  }

  private struct Document: Encodable {
    let schemaVersion = DistanceJSON.schemaVersion
    let camera: Camera
    let code: Code
    let tiltDegrees: Double
    let speedMillimetresPerSecond: Double?
    let exposureSeconds: Double?
    let fitsFromMillimetres: Double?
    let run: ThresholdRun?
    let walkAway: WalkAway?
    let measuredOn: String?
    let passedOver: [ThresholdRun]?
    let conditions: [Condition]?
    let distances: [Row]?
    let at: ReadingAtDistance?
    let printing: Printing?
    let claims: Claims?

    init(_ report: DistanceReport) {
      let question = report.question
      camera = Camera(question)
      code = Code(question.code)
      tiltDegrees = question.tiltDegrees
      speedMillimetresPerSecond = question.motion?.millimetresPerSecond
      exposureSeconds = question.motion?.exposureSeconds
      fitsFromMillimetres = question.fitsFromMillimetres
      run = report.evidence?.run
      walkAway = report.evidence?.walk.map(WalkAway.init)
      measuredOn = report.evidence?.otherSize
      passedOver = report.evidence.map { evidence in
        evidence.passedOver + report.conditions.flatMap(\.passedOver)
      }
      conditions = report.evidence.map { _ in report.conditions.map(Condition.init) }
      distances = report.table.map { table in table.rows.map { Row($0, question) } }
      at = report.reading
      printing = report.printing.map(Printing.init)
      claims = report.claims.map(Claims.init)
    }
  }

  private struct WalkAway: Encodable {
    let measured: WalkRecord.Origin
    let startedAt: String
    let camera: String?
    let frames: Int

    init(_ walk: WalkRecord) {
      (measured, startedAt) = (walk.measured, walk.startedAt)
      (camera, frames) = (walk.view.camera, walk.frames)
    }
  }

  private struct Camera: Encodable {
    let name: String
    let title: String
    let frame: [Int]
    let focalPixels: Double
    let nearLimitMillimetres: Double?

    init(_ question: DistanceQuestion) {
      let view = question.view
      name = view.camera.name
      title = view.camera.title
      frame = [view.frame.columns, view.frame.rows]
      focalPixels = view.focalPixels
      nearLimitMillimetres = view.camera.nearLimitMillimetres?.value
    }
  }

  private struct Code: Encodable {
    let symbology: String
    let size: String?
    let columns: Double?
    let xDimensionMillimetres: Double?
    let widthMillimetres: Double?

    init(_ code: PrintedCode) {
      symbology = code.symbology.rawValue
      size = code.sizeName
      columns = code.columns
      xDimensionMillimetres = code.xDimensionMillimetres
      widthMillimetres = code.widthMillimetres
    }
  }

  private struct Condition: Encodable {
    let condition: DistanceCondition
    let run: ThresholdRun?
    let moduleSizePixels: Double?
    let measuredOn: String?
    let leftOut: [String]
    let corpora: [String]

    init(_ evidence: ConditionEvidence) {
      condition = evidence.condition
      run = evidence.run
      let sizes = Set(evidence.thresholds.compactMap(\.moduleSizePixels))
      moduleSizePixels = sizes.count == 1 ? sizes.first : nil
      measuredOn = evidence.otherSize
      leftOut = evidence.leftOut
      corpora = evidence.corpora.map(\.name)
    }
  }

  private struct Threshold: Encodable {
    let kind: ThresholdScore.Kind
    let lowerPixels: Double?
    let upperPixels: Double?

    init(_ score: ThresholdScore) {
      kind = score.kind
      lowerPixels = score.lower
      upperPixels = score.upper
    }
  }

  private struct Row: Encodable {
    let decoder: String
    let reference: String
    let group: String
    let threshold: Threshold
    let run: ThresholdRun?
    let reliableFromMillimetres: Double?
    let reliableMillimetres: Double?
    let failingNearMillimetres: Double?
    let failingMillimetres: Double?
    let fill: Double?
    let testedFromMillimetres: Double
    let inFocusFromMillimetres: Double?
    let inFocusToMillimetres: Double?
    let conditions: [ConditionFinding]

    init(_ row: DistanceRow, _ question: DistanceQuestion) {
      decoder = row.threshold.decoder
      reference = row.threshold.reference
      group = row.threshold.group
      threshold = Threshold(row.threshold.score)
      run = row.threshold.ownRun
      reliableFromMillimetres = row.reliable?.lowerBound
      reliableMillimetres = row.reliableMillimetres
      failingNearMillimetres = row.failingNearMillimetres
      failingMillimetres = row.failingMillimetres
      fill = row.reliableMillimetres.flatMap { question.fill(atMillimetres: $0) }
      testedFromMillimetres = row.testedFromMillimetres
      inFocusFromMillimetres = row.inFocus?.lowerBound
      // Without an end there is no number.
      inFocusToMillimetres = row.inFocus.flatMap { $0.upperBound.isFinite ? $0.upperBound : nil }
      conditions = row.findings
    }
  }

  private struct Printing: Encodable {
    struct Size: Encodable {
      let group: String
      let threshold: Threshold
      let reliableXDimensionMillimetres: Double?
      let failingXDimensionMillimetres: Double?
      let largestXDimensionMillimetres: Double?
      let obstacle: PrintSize.Obstacle?
    }

    let decoder: String
    let distanceMillimetres: Double
    let sizes: [Size]

    init(_ printing: DistanceReport.Printing) {
      decoder = printing.decoder
      distanceMillimetres = printing.distanceMillimetres
      sizes = printing.sizes.map {
        Size(
          group: $0.threshold.group, threshold: Threshold($0.threshold.score),
          reliableXDimensionMillimetres: $0.reliableMillimetres,
          failingXDimensionMillimetres: $0.failingMillimetres,
          largestXDimensionMillimetres: $0.largestMillimetres, obstacle: $0.obstacle)
      }
    }
  }

  private struct Claims: Encodable {
    struct Claim: Encodable {
      let widthMillimetres: Double
      let distanceMillimetres: Double
      let claimedPixels: Double
      let impliedFocalPixels: Double
      let moduleSizePixels: Double
      let sameSizeAtMillimetres: Double
    }

    let claims: [Claim]
    let contradiction: Double

    init(_ check: ClaimCheck) {
      contradiction = check.contradiction
      claims = check.findings.map {
        Claim(
          widthMillimetres: $0.claim.widthMillimetres,
          distanceMillimetres: $0.claim.distanceMillimetres,
          claimedPixels: $0.claim.moduleSizePixels, impliedFocalPixels: $0.impliedFocalPixels,
          moduleSizePixels: $0.moduleSizePixels, sameSizeAtMillimetres: $0.distanceMillimetres)
      }
    }
  }
}
