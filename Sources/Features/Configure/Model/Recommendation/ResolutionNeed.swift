import CodeGeneration

/// The resolution that symbols like the samples need.
struct ResolutionNeed: Hashable, Sendable {
  /// The samples' smallest module size, in pixels.
  let smallestModulePixels: Double
  /// The samples that are read and those that are missed.
  let samples: SizeEvidence
  /// The smallest module size of the twin from which on the choice reads at least
  /// ``wantedRate`` at every level; `nil` if it does so at none.
  let reliableFromPixels: Double?
  /// The frame of the sample that needs the most pixels.
  let frame: ScannerConfiguration.Resolution
  /// The factor by which that frame must be finer, with the same view; below 1 it may be coarser. `nil` if
  /// modules are too small and nothing says how large would do.
  let factor: Double?

  /// The decode rate that is asked for at each level.
  static let wantedRate = 0.95
  /// The resolutions that cameras have: HD, Full HD, 4K.
  static let usual = [
    ScannerConfiguration.Resolution(width: 1280, height: 720),
    ScannerConfiguration.Resolution(width: 1920, height: 1080),
    ScannerConfiguration.Resolution(width: 3840, height: 2160),
  ]

  /// Finds the need; `nil` if no module size is known.
  ///
  /// The samples decide. Where they are read, no finer frame is needed, whatever becomes of twins; twins say
  /// how much coarser it may be. Where samples are missed, a finer frame is asked for only if these have
  /// smaller modules than the others.
  ///
  /// - Parameters:
  ///   - survey: The samples.
  ///   - reserve: The choice's decode rates on the twin.
  ///   - sampleReads: Whether the choice reads each sample, by its name.
  ///   - leastScale: The share of the samples' sides below which reads are lost; `nil` if not known.
  init?(
    _ survey: SampleSurvey, reserve: [SearchVerdict.Reserve], sampleReads: [String: Bool],
    leastScale: Double? = nil
  ) {
    let smallest = survey.images.compactMap { image in
      image.symbols.compactMap(\.moduleSizePixels).min().map { (image: image, pixels: $0) }
    }
    let good = reserve.reversed().prefix {
      $0.trials > 0 && Double($0.reads) >= Self.wantedRate * Double($0.trials)
    }
    let reliable = good.last?.moduleSizePixels
    // Many pixels around large modules need fewer than few pixels around small ones.
    let worst = smallest.max {
      Double($0.image.width * $0.image.height).squareRoot() / $0.pixels
        < Double($1.image.width * $1.image.height).squareRoot() / $1.pixels
    }
    guard let worst, let least = smallest.map(\.pixels).min() else { return nil }
    smallestModulePixels = least
    reliableFromPixels = reliable
    frame = ScannerConfiguration.Resolution(width: worst.image.width, height: worst.image.height)
    samples = SizeEvidence(survey, reads: sampleReads)
    factor =
      switch samples.verdict {
      case .enough: max(min(reliable.map { $0 / worst.pixels } ?? 1, 1), leastScale ?? 0)
      case .tooSmall: (samples.readFromPixels ?? reliable).map { max($0 / worst.pixels, 1) }
      case .unexplained: 1
      }
  }

  /// The smallest usual resolution that shows the samples' view finely enough, or the samples' own if that is;
  /// `nil` if none does: then the camera must come nearer, or zoom. Where samples are missed for another
  /// reason, it is one with as many pixels as they have.
  var advice: ScannerConfiguration.Resolution? {
    guard let factor else { return nil }
    let (long, short) = (max(frame.width, frame.height), min(frame.width, frame.height))
    return Self.usual.first {
      Double($0.width) >= factor * Double(long) && Double($0.height) >= factor * Double(short)
    } ?? (factor <= 1 ? frame : nil)
  }
}
