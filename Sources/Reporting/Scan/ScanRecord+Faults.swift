import Measuring

/// Faults in the files of scans and explanations.
extension ScanRecord {
  package struct Obstacle: Encodable {
    package let kind: String
    package let fault: String
    package let severity: Double
    package let measure: Measure?
    package var zoom: Double?
    package var sigmaPixels: Double?
    package var contrast: Double?

    package init(_ sign: FaultSign) {
      fault = sign.fault.code
      severity = sign.severity
      measure = sign.measure.map(Measure.init)
      kind =
        switch sign.fault {
        // The names of published files.
        case .blurred: "out-of-focus"
        case .quietZone: "quiet-zone-missing"
        case .inverted: "inverted"
        default: sign.fault.code
        }
      zoom = sign.zoom
      if case .sigmaPixels(let sigma) = sign.measure { sigmaPixels = sigma }
      if case .contrast(let contrast) = sign.measure { self.contrast = contrast }
    }
  }

  /// A measure as its unit and its figure.
  package struct Measure: Encodable {
    package let unit: String
    package let value: Double
    package var degrees: Double?

    package init(_ measure: FaultSign.Measure) {
      switch measure {
      case .modulePixels(let pixels): (unit, value) = ("pixels-per-module", pixels)
      case .sigmaPixels(let sigma): (unit, value) = ("sigma-pixels", sigma)
      case .path(let pixels, let degrees):
        (unit, value, self.degrees) = ("path-pixels", pixels, degrees)
      case .contrast(let contrast): (unit, value) = ("contrast", contrast)
      case .shade(let shade): (unit, value) = ("shade", shade)
      case .ratio(let ratio): (unit, value) = ("light-ratio", ratio)
      case .share(let share): (unit, value) = ("share-of-symbol", share)
      case .degrees(let degrees): (unit, value) = ("degrees", degrees)
      case .degreesIfSquare(let degrees): (unit, value) = ("degrees-if-square", degrees)
      case .modules(let modules): (unit, value) = ("modules", modules)
      case .blockExcess(let excess): (unit, value) = ("block-excess", excess)
      case .gain(let gain): (unit, value) = ("colour-gain", gain)
      }
    }
  }
}
