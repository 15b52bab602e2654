import Base
import Foundation
import Results

/// The time of images by the number of their symbols, for labels of one kind under one condition.
///
/// Labels are of one kind if their names differ in the number at the end.
struct SceneGrowth {
  /// `qr, gap-4`
  let condition: String
  /// The number of symbols with the median time of an image, the fewest first: three numbers or more.
  let points: [(symbols: Int, milliseconds: Double)]

  /// The milliseconds that a further symbol takes, from the fewest to the most.
  var perSymbol: Double {
    guard let least = points.first, let most = points.last else { return 0 }
    return (most.milliseconds - least.milliseconds) / Double(most.symbols - least.symbols)
  }

  /// `9 to 400`
  var extent: String { "\(points.first?.symbols ?? 0) to \(points.last?.symbols ?? 0)" }

  /// A decoder's kinds and conditions with three or more numbers of symbols, in the order of its groups.
  static func all(of decoder: DecoderScore) -> [SceneGrowth] {
    let measured = decoder.groups.compactMap {
      group -> (condition: String, of: Int, ms: Double)? in
      guard let scene = group.scene else { return nil }
      let isRead = group.total.read * 2 >= group.total.tried
      let time = isRead ? group.latency.readMedian : group.latency.missMedian
      let names = group.group.split(separator: "/", maxSplits: 1)
      let kind = names.first?.replacing(/-*\d*$/, with: "") ?? ""
      return time.map { ("\(kind), \(names.last ?? "")", scene.places.count, max($0, 1e-6)) }
    }
    return measured.map(\.condition).uniqued().compactMap { condition in
      let points = measured.filter { $0.condition == condition }.sorted { $0.of < $1.of }
        .map { (symbols: $0.of, milliseconds: $0.ms) }
      return Set(points.map(\.symbols)).count > 2
        ? SceneGrowth(condition: condition, points: points) : nil
    }
  }
}
