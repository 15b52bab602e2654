import DecoderKit
import Statistics

/// One decoder and one symbology: the threshold on drawn samples beside the rate on photos.
struct RealismCell: Hashable, Sendable {
  /// The decoder's label.
  let decoder: String
  let symbology: Symbology
  /// The mean threshold over the drawn samples of all conditions, in pixels per module.
  let meanThreshold: MeanThreshold
  /// The number of photos that it tried, measured or not.
  let photoCount: Int
  /// The share of them that it read, 0 to 1.
  let photoRate: Double

  /// The fewest photos of a cell.
  static let fewest = 5

  static func cells(
    of decoder: Int, _ label: String, _ drawn: [SeenSymbol], _ photos: [SeenSymbol]
  ) -> [RealismCell] {
    let symbologies = Set(photos.compactMap(\.symbology?.carrier)).sorted {
      $0.rawValue < $1.rawValue
    }
    return symbologies.compactMap { symbology in
      let outcomes = photos.filter { $0.symbology?.carrier == symbology }
        .compactMap { $0.reads[decoder] }
      let levels = drawn.compactMap { symbol -> LevelCount? in
        guard symbol.symbology?.carrier == symbology, let level = symbol.level,
          let isRead = symbol.reads[decoder]
        else { return nil }
        return LevelCount(x: level, reads: isRead ? 1 : 0, trials: 1)
      }
      guard outcomes.count >= Self.fewest, let threshold = MeanThreshold.estimate(levels) else {
        return nil
      }
      return RealismCell(
        decoder: label, symbology: symbology, meanThreshold: threshold,
        photoCount: outcomes.count,
        photoRate: Double(outcomes.count { $0 }) / Double(outcomes.count))
    }
  }
}
