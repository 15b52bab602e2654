import Measuring

/// Faults in the files of scans and explanations.
extension ScanRecord {
  struct Obstacle: Encodable {
    let kind: String
    let fault: String
    let severity: Double
    let measure: Measure?
    var zoom: Double?
    var sigmaPixels: Double?
    var contrast: Double?

    init(_ sign: FaultSign) {
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
  struct Measure: Encodable {
    let unit: String
    let value: Double
    var degrees: Double?

    init(_ measure: FaultSign.Measure) {
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
      case .modules(let modules): (unit, value) = ("modules", modules)
      case .blockExcess(let excess): (unit, value) = ("block-excess", excess)
      case .gain(let gain): (unit, value) = ("colour-gain", gain)
      }
    }
  }
}
