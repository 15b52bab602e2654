import CodeGeneration

/// The resolution that symbols like the samples need.
public struct ResolutionNeed: Hashable, Sendable {
  /// The samples' smallest module size, in pixels.
  public let smallestModulePixels: Double
  /// The smallest module size of the twin from which on the choice reads at least
  /// ``wantedRate`` at every level; `nil` if it does so at none.
  public let reliableFromPixels: Double?
  /// The frame of the smallest sample.
  public let frame: ScannerConfiguration.Resolution

  /// The decode rate that is asked for at each level.
  public static let wantedRate = 0.95
  /// The resolutions that cameras have: HD, Full HD, 4K.
  public static let usual = [
    ScannerConfiguration.Resolution(width: 1280, height: 720),
    ScannerConfiguration.Resolution(width: 1920, height: 1080),
    ScannerConfiguration.Resolution(width: 3840, height: 2160),
  ]

  /// Finds the need; `nil` if no module size is known.
  public init?(_ needs: SampleNeeds, reserve: [SearchVerdict.Reserve]) {
    guard let smallest = needs.smallestModulePixels, let frame = needs.smallestFrame else {
      return nil
    }
    smallestModulePixels = smallest
    let good = reserve.reversed().prefix {
      $0.trials > 0 && Double($0.reads) >= Self.wantedRate * Double($0.trials)
    }
    reliableFromPixels = good.last?.moduleSizePixels
    self.frame = ScannerConfiguration.Resolution(width: frame.width, height: frame.height)
  }

  /// The factor by which frames must be finer than the samples, with the same view; below 1 they may be
  /// coarser. `nil` if nothing was reliable.
  public var factor: Double? { reliableFromPixels.map { $0 / smallestModulePixels } }

  /// The smallest usual resolution that shows the samples' view finely enough; `nil` if none does: then
  /// the camera must come nearer, or zoom.
  public var advice: ScannerConfiguration.Resolution? {
    guard let factor else { return nil }
    let (long, short) = (max(frame.width, frame.height), min(frame.width, frame.height))
    return Self.usual.first {
      Double($0.width) >= factor * Double(long) && Double($0.height) >= factor * Double(short)
    }
  }
}
