import Statistics

/// A band of module sizes, as an article on measuring scanners by module size names them.
///
/// Bands are a vendor's rule of thumb (dynamsoft.com/codepool/ios-barcode-scanner-distance-measure.html)
/// and say nothing about a decoder: that is what margins are for.
public enum ModuleSizeBand: String, CaseIterable, Hashable, Sendable, Codable {
  /// 20 px or more.
  case excellent
  /// 10 to below 20 px.
  case good
  /// 5 to below 10 px.
  case challenging
  /// 3 to below 5 px.
  case difficult
  /// Below 3 px.
  case extreme

  /// Finds the band of a module size in pixels.
  public init(pixels: Double) {
    self = Self.allCases.first { pixels >= $0.lowerPixels } ?? .extreme
  }
}

extension ModuleSizeBand {
  /// The smallest module size in the band, in pixels.
  public var lowerPixels: Double {
    switch self {
    case .excellent: 20
    case .good: 10
    case .challenging: 5
    case .difficult: 3
    case .extreme: 0
    }
  }

  /// The module size at which the next easier band begins, in pixels; `nil` for the easiest.
  public var upperPixels: Double? {
    Self.allCases.map(\.lowerPixels).filter { $0 > lowerPixels }.min()
  }
}

/// One decoder in one group over the levels of a band of module sizes.
public struct BandScore: Hashable, Sendable, Codable {
  public var band: ModuleSizeBand
  /// The number of images at the band's levels.
  public var tried: Int
  /// The number of them that were read.
  public var read: Int
  /// The decode rate over the levels together, 0 to 1; `nil` if nothing was tried.
  public var rate: Double?
  /// The certified decode rate: the exact lower 95 % bound (Clopper and Pearson, 1934).
  public var certified: Double
  /// The level with the lowest decode rate, the easiest of several; `nil` if nothing was tried.
  public var worst: Level?
  /// The decode rate at the worst level.
  public var worstRate: Double?
  /// The evidence against the band's promise that everything is read; `nil` where a band promises
  /// nothing or the promise is kept.
  public var counterexample: Counterexample?

  package init(
    band: ModuleSizeBand, tried: Int, read: Int, rate: Double?, certified: Double, worst: Level?,
    worstRate: Double?, counterexample: Counterexample?
  ) {
    (self.band, self.tried, self.read) = (band, tried, read)
    (self.rate, self.certified) = (rate, certified)
    (self.worst, self.worstRate) = (worst, worstRate)
    self.counterexample = counterexample
  }
}
