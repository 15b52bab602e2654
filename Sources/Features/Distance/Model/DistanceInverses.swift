import Results

/// A code at one distance: how large its modules are seen, and which decoder reads them.
struct ReadingAtDistance: Hashable, Sendable, Encodable {
  /// The distance, in millimetres.
  let distanceMillimetres: Double
  /// The module size that is seen, in pixels.
  let moduleSizePixels: Double
  /// The band of module sizes that it is in.
  let band: ModuleSizeBand
  /// The disc of the lens out of focus, in modules; 0 where the camera is in focus, `nil` where the lens is
  /// not known.
  let defocusModules: Double?
  /// True if the code with its quiet zone fits into the frame; `nil` if its size is not known.
  let fits: Bool?
  /// Each threshold with its verdict, in the order of the evidence.
  let verdicts: [Verdict]

  /// The verdicts on a code at a distance.
  enum Verdict: String, CaseIterable, Hashable, Sendable, Codable {
    /// It is certified.
    case reliable
    /// It was shown to fail.
    case failing
    /// Neither was shown.
    case undecided
    /// Modules that large were not tried.
    case untested
  }

  /// Computes it for a table's code.
  init(_ table: DistanceTable, atMillimetres distance: Double) {
    // Thresholds of symbols that lean are sizes of modules that do not.
    let tilted = table.evidence.thresholds.first { $0.isTilted }
    let isAll = table.evidence.thresholds.allSatisfy(\.isTilted)
    let question = tilted.flatMap { isAll ? table.question.asked(of: $0) : nil } ?? table.question
    let x = question.code.xDimensionMillimetres ?? 0
    distanceMillimetres = distance
    moduleSizePixels = question.moduleSizePixels(xDimensionMillimetres: x, atMillimetres: distance)
    band = ModuleSizeBand(pixels: moduleSizePixels)
    let disc = question.defocusModules(xDimensionMillimetres: x, atMillimetres: distance)
    defocusModules = disc.isFinite ? disc : nil
    fits = question.fitsFromMillimetres.map { distance >= $0 }
    verdicts = table.rows.map { $0.verdict(atMillimetres: distance) }
  }
}

/// The size in which a code is printed, so that a decoder reads it at a distance under all conditions.
struct PrintSize: Hashable, Sendable {
  /// The threshold that it follows from.
  let threshold: DecoderThreshold
  /// The side of a module from which on the decoder is certified, in millimetres; `nil` if no module
  /// size is certified that was tried and fits into the frame.
  let reliableMillimetres: Double?
  /// The side of a module up to which it was shown to fail, in millimetres; `nil` if it was not shown.
  let failingMillimetres: Double?
  /// The largest side of a module of which the code fits into the frame, in millimetres; `nil` if the
  /// number of modules is not known.
  let largestMillimetres: Double?
  /// The reason for which no size is certified; `nil` if one is.
  let obstacle: Obstacle?
  /// The conditions for which no size is certified, though the threshold is; empty where they are no obstacle.
  let blockers: [DistanceCondition]

  /// The reasons for which no size is certified.
  enum Obstacle: String, CaseIterable, Hashable, Sendable, Codable {
    /// The threshold, or what is known of a condition, certifies none.
    case notCertified = "not-certified"
    /// It would be larger than the frame holds.
    case frame
    /// It would be larger than any size that was tried.
    case untested
  }

  /// Computes the size for one threshold.
  ///
  /// - Parameter conditions: The thresholds of the conditions that the question names.
  init(
    _ question: DistanceQuestion, _ threshold: DecoderThreshold,
    conditions: [ConditionEvidence], atMillimetres distance: Double
  ) {
    let question = question.asked(of: threshold)
    self.threshold = threshold
    let limits = conditions.limits(of: threshold.reference)
    let bounds = ReadingBounds(threshold, question, limits: limits)
    let certified = bounds.certifiedSide(atMillimetres: distance)
      .map { $0 / question.foreshortening }
    let failing = bounds.failingSide(atMillimetres: distance).map { $0 / question.foreshortening }
    let tried = question.xDimensionMillimetres(
      modulePixels: threshold.tested.upperBound, atMillimetres: distance)
    let largest = question.largestXDimensionMillimetres(atMillimetres: distance)
    let needed = certified.map { max($0, failing ?? 0) }
    obstacle =
      if let needed {
        if let largest, ReadingBounds.isLarger(needed, than: largest) {
          .frame
        } else if ReadingBounds.isLarger(needed, than: tried) {
          .untested
        } else {
          nil
        }
      } else {
        .notCertified
      }
    if obstacle == .notCertified, threshold.score.certified != nil {
      let own = question.conditions.filter { condition in
        let certified = limits[condition]?.certified ?? 0
        return switch condition {
        case .defocus: false
        case .motion: certified <= 0
        case .tilt: question.tiltDegrees > certified
        }
      }
      blockers = own.isEmpty ? question.conditions : own
    } else {
      blockers = []
    }
    reliableMillimetres = obstacle == nil ? needed : nil
    failingMillimetres = failing
    largestMillimetres = largest
  }
}

/// A statement that a code is seen with some pixels per module at a distance.
struct SizeClaim: Hashable, Sendable {
  /// The code's width, in millimetres.
  let widthMillimetres: Double
  /// The distance, in millimetres.
  let distanceMillimetres: Double
  /// The module size that is stated, in pixels.
  let moduleSizePixels: Double

  /// Computes the focal length that the claim implies, in pixels, for a code of some modules across.
  func focalPixels(columns: Double) -> Double {
    moduleSizePixels * distanceMillimetres / (widthMillimetres / columns)
  }
}

/// Claims about one camera, set beside each other and beside a camera that is known.
struct ClaimCheck: Hashable, Sendable {
  /// The camera and the code; the code's printed size is the claims'.
  let question: DistanceQuestion
  /// Each claim with the focal length that it implies and the module size that the camera gives.
  let findings: [Finding]

  /// One claim with what follows from it.
  struct Finding: Hashable, Sendable {
    /// The claim.
    let claim: SizeClaim
    /// The focal length that it implies, in pixels.
    let impliedFocalPixels: Double
    /// The module size that the camera gives, in pixels.
    let moduleSizePixels: Double
    /// The distance at which the camera gives the size that is claimed, in millimetres.
    let distanceMillimetres: Double
  }

  /// Checks claims; `nil` if the number of the code's modules is not known.
  init?(_ question: DistanceQuestion, _ claims: [SizeClaim]) {
    guard let columns = question.code.columns, !claims.isEmpty else { return nil }
    self.question = question
    findings = claims.map { claim in
      let x = claim.widthMillimetres / columns
      return Finding(
        claim: claim, impliedFocalPixels: claim.focalPixels(columns: columns),
        moduleSizePixels: question.moduleSizePixels(
          xDimensionMillimetres: x, atMillimetres: claim.distanceMillimetres),
        distanceMillimetres: question.distanceMillimetres(
          xDimensionMillimetres: x, modulePixels: claim.moduleSizePixels))
    }
  }

  /// The ratio of the largest implied focal length to the smallest; one camera has 1, whatever the code.
  var contradiction: Double {
    let focals = findings.map(\.impliedFocalPixels)
    return (focals.max() ?? 1) / (focals.min() ?? 1)
  }
}
